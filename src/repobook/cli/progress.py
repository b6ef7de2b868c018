"""Progress on stderr: a bar per phase in a terminal, one line per phase elsewhere."""

import sys
import time
from typing import Final

from repobook.cli.output import say, size

_REDRAW_SECONDS: Final = 0.1
_BAR_WIDTH: Final = 28


class TerminalProgress:
    """A bar drawn with one carriage return; rates and time left come from what was done so far."""

    def begin(self, phase: str, total: int | None) -> None:
        self._phase, self._total, self._done = phase, total, 0
        self._started = time.monotonic()
        self._drawn = 0.0
        self._draw()

    def advance(self, amount: int) -> None:
        self._done += amount
        if time.monotonic() - self._drawn > _REDRAW_SECONDS:
            self._draw()

    def end(self) -> None:
        sys.stderr.write("\r\x1b[K")
        sys.stderr.flush()

    def _draw(self) -> None:
        self._drawn = time.monotonic()
        sys.stderr.write(f"\r\x1b[K{self._phase:<12} {self._bar()}")
        sys.stderr.flush()

    def _bar(self) -> str:
        if not self._total:
            return "…"
        share = min(1.0, self._done / self._total)
        filled = round(share * _BAR_WIDTH)
        bar = "█" * filled + "░" * (_BAR_WIDTH - filled)
        rate = self._done / max(1e-6, self._drawn - self._started)
        left = (self._total - self._done) / rate if rate else 0
        done = f"{size(self._done)} of {size(self._total)}"
        return f"{bar} {share:4.0%}  {done}  {size(int(rate))}/s  {left:.0f} s left"


class LineProgress:
    """For logs: one line for each phase, when it begins."""

    def begin(self, phase: str, total: int | None) -> None:
        say(f"{phase} ({size(total)})" if total else phase)

    def advance(self, amount: int) -> None: ...

    def end(self) -> None: ...
