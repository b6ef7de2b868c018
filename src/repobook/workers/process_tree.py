"""Memory and processor time of a process and all it started, sampled from ``/proc``."""

import os
import threading
from pathlib import Path
from typing import Final

_INTERVAL_SECONDS: Final = 0.05
_TICKS_A_SECOND: Final = os.sysconf("SC_CLK_TCK")


class ProcessTreeMeter(threading.Thread):
    """Proportional set size, so that pages shared by forked workers count once."""

    def __init__(
        self,
        pid: int,
        interval_seconds: float = _INTERVAL_SECONDS,
        left_out: frozenset[int] = frozenset(),
    ) -> None:
        """``left_out`` are processes that do not count, with all that they start."""
        super().__init__(daemon=True)
        self._left_out = left_out
        self._pid = pid
        self._interval_seconds = interval_seconds
        self._stopped = threading.Event()
        self._ticks_by_pid: dict[int, int] = {}
        self.peak_bytes = 0

    @property
    def processor_seconds(self) -> float:
        return sum(self._ticks_by_pid.values()) / _TICKS_A_SECOND

    def run(self) -> None:
        while not self._stopped.wait(self._interval_seconds):
            pids = _tree(self._pid, self._left_out)
            self.peak_bytes = max(self.peak_bytes, sum(map(_proportional_bytes, pids)))
            for pid in pids:
                self._ticks_by_pid[pid] = max(self._ticks_by_pid.get(pid, 0), _ticks(pid))

    def stop(self) -> None:
        self._stopped.set()
        self.join()


def children_of(pid: int) -> list[int]:
    try:
        return [*map(int, Path(f"/proc/{pid}/task/{pid}/children").read_text().split())]
    except OSError:
        return []


def _tree(root: int, left_out: frozenset[int]) -> list[int]:
    pids = [root]
    for pid in pids:
        pids += (child for child in children_of(pid) if child not in left_out)
    return pids


def _proportional_bytes(pid: int) -> int:
    try:
        for line in Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines():
            if line.startswith("Pss:"):
                return int(line.split()[1]) * 1024
    except OSError:
        pass
    return 0


def _ticks(pid: int) -> int:
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0
    return int(fields[11]) + int(fields[12])
