"""What is counted of a server, in the text format of Prometheus."""

import threading
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from typing import Final

TYPE: Final = "text/plain; version=0.0.4; charset=utf-8"
_BOUNDS: Final = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)


class Metrics:
    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._n_by_answer: Counter[tuple[str, int]] = Counter()
        self._buckets: defaultdict[str, list[int]] = defaultdict(lambda: [0] * (len(_BOUNDS) + 1))
        self._seconds: Counter[str] = Counter()

    def count(self, question: str, status: int, seconds: float) -> None:
        with self._lock:
            self._n_by_answer[question, status] += 1
            self._buckets[question][bisect_left(_BOUNDS, seconds)] += 1
            self._seconds[question] += seconds  # type: ignore[assignment]

    def text(self, n_by_state: Mapping[str, int], n_waiting: int) -> str:
        """With the repositories by state and the length of the queue as they are now."""
        with self._lock:
            return "\n".join([*self._lines(n_by_state, n_waiting), ""])

    def _lines(self, n_by_state: Mapping[str, int], n_waiting: int) -> Iterator[str]:
        yield "# HELP repobook_fleet_repositories Repositories by what became of them."
        yield "# TYPE repobook_fleet_repositories gauge"
        for state, n in n_by_state.items():
            yield f'repobook_fleet_repositories{{state="{state}"}} {n}'
        yield "# HELP repobook_fleet_queue Repositories that are waiting to be refreshed."
        yield "# TYPE repobook_fleet_queue gauge"
        yield f"repobook_fleet_queue {n_waiting}"
        yield "# HELP repobook_fleet_answers_total Answers by question and status."
        yield "# TYPE repobook_fleet_answers_total counter"
        for (question, status), n in sorted(self._n_by_answer.items()):
            yield f'repobook_fleet_answers_total{{question="{question}",status="{status}"}} {n}'
        yield "# HELP repobook_fleet_answer_seconds How long answers took."
        yield "# TYPE repobook_fleet_answer_seconds histogram"
        for question, buckets in sorted(self._buckets.items()):
            yield from self._histogram(question, buckets)

    def _histogram(self, question: str, buckets: list[int]) -> Iterator[str]:
        name, label = "repobook_fleet_answer_seconds", f'question="{question}"'
        n = 0
        for bound, more in zip((*_BOUNDS, "+Inf"), buckets, strict=True):
            n += more
            yield f'{name}_bucket{{{label},le="{bound}"}} {n}'
        yield f"{name}_sum{{{label}}} {self._seconds[question]:.6f}"
        yield f"{name}_count{{{label}}} {n}"
