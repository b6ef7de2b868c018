"""Progress on stderr: a bar per phase in a terminal, one line per phase elsewhere."""

import sys
import time
from typing import Final

from repobook.cli.output import say

_REDRAW_SECONDS: Final = 0.1
_SECONDS_BETWEEN_LINES: Final = 10.0
_BAR_WIDTH: Final = 28


class _Phase:
    """How far a phase is; the time left comes from what was done so far."""

    def begin(self, phase: str, total: int | None) -> None:
        self._phase, self._total, self._done = phase, total, 0
        self._started = self._shown = time.monotonic()

    def _is_due(self, amount: int, seconds: float) -> bool:
        self._done += amount
        return time.monotonic() - self._shown > seconds

    def _share(self) -> float:
        return min(1.0, self._done / self._total) if self._total else 0.0

    def _account(self) -> str:
        rate = self._done / max(1e-6, self._shown - self._started)
        left = ((self._total or 0) - self._done) / rate if rate else 0
        return f"{self._share():4.0%}  {left:.0f} s left"


class TerminalProgress(_Phase):
    """A bar drawn with one carriage return."""

    def begin(self, phase: str, total: int | None) -> None:
        super().begin(phase, total)
        self._draw()

    def advance(self, amount: int) -> None:
        if self._is_due(amount, _REDRAW_SECONDS):
            self._draw()

    def end(self) -> None:
        sys.stderr.write("\r\x1b[K")
        sys.stderr.flush()

    def _draw(self) -> None:
        self._shown = time.monotonic()
        sys.stderr.write(f"\r\x1b[K{self._phase:<12} {self._bar()}")
        sys.stderr.flush()

    def _bar(self) -> str:
        if not self._total:
            return "…"
        filled = round(self._share() * _BAR_WIDTH)
        return f"{'█' * filled}{'░' * (_BAR_WIDTH - filled)} {self._account()}"


class LineProgress(_Phase):
    """For logs: a line for each phase when it begins, and every ten seconds while it lasts."""

    def begin(self, phase: str, total: int | None) -> None:
        super().begin(phase, total)
        say(phase)

    def advance(self, amount: int) -> None:
        if self._is_due(amount, _SECONDS_BETWEEN_LINES) and self._total:
            self._shown = time.monotonic()
            say(f"{self._phase} {self._account()}")

    def end(self) -> None: ...
