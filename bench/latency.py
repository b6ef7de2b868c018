"""How long a search takes: questions and names in an open book, and from a cold start.

    python bench/latency.py BOOK QUESTIONS.jsonl [--names N] [--starts N]

A line of QUESTIONS is an object whose ``query_tags`` is searched. Names are drawn from the symbols
of the book by a fixed seed. Each search is timed after a first round over the questions, in elapsed
and in processor time. A cold start is the whole command, from the interpreter to the last line. On
a busy machine even processor time grows: a loop of a million additions is timed beside, so that
figures can be compared. They are kept in ``latency.md``.
"""

import argparse
import json
import random
import resource
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Final

import apsw

from repobook.ask.searcher import Searcher

_SEED: Final = 5
_COMMAND: Final = "from repobook.cli import main; main()"
_N_SLOWEST: Final = 5


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("book", type=Path, metavar="BOOK")
    parser.add_argument("questions", type=Path, metavar="QUESTIONS")
    parser.add_argument("--names", type=int, default=2000, metavar="N")
    parser.add_argument("--starts", type=int, default=9, metavar="N")
    options = parser.parse_args(arguments)
    lines = options.questions.read_text("utf-8").splitlines()
    titles = [json.loads(line)["query_tags"] for line in lines if line]
    searcher = Searcher(options.book)
    timed(searcher, titles)
    report("a million additions", [(*measured(add_up, time.process_time), "") for _ in range(9)])
    report("questions", timed(searcher, titles))
    report("names", timed(searcher, names(options.book, options.names)))
    report("cold starts", [started(options.book, title) for title in titles[: options.starts]])
    return 0


def add_up() -> int:
    total = 0
    for n in range(1_000_000):
        total += n
    return total


def names(book: Path, n: int) -> list[str]:
    db = apsw.Connection(str(book / "book.db"), flags=apsw.SQLITE_OPEN_READONLY)
    found = [name for (name,) in db.execute("SELECT name FROM symbol ORDER BY file, n")]
    return random.Random(_SEED).sample(found, min(n, len(found)))


def timed(searcher: Searcher, queries: Sequence[str]) -> list[tuple[float, float, str]]:
    """Elapsed and processor time of each query in milliseconds."""
    return [
        (*measured(partial(searcher.search, query), time.process_time), query) for query in queries
    ]


def started(book: Path, query: str) -> tuple[float, float, str]:
    command = [sys.executable, "-P", "-c", _COMMAND, "search", "--book", str(book), query]

    def run() -> None:
        subprocess.run(command, capture_output=True, check=False)

    return *measured(run, children), query


def children() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def measured(run: Callable[[], object], used: Callable[[], float]) -> tuple[float, float]:
    start, start_used = time.perf_counter(), used()
    run()
    return 1000 * (time.perf_counter() - start), 1000 * (used() - start_used)


def report(title: str, times: list[tuple[float, float, str]]) -> None:
    for column, clock in enumerate(("elapsed", "processor")):
        ordered = sorted(float(one[column]) for one in times)
        at = [
            ordered[min(len(ordered) - 1, int(len(ordered) * share))] for share in (0.5, 0.95, 0.99)
        ]
        told = ", ".join(f"p{p} {value:.1f}" for p, value in zip((50, 95, 99), at, strict=True))
        print(f"{title} ({len(times)}), {clock} ms: {told}, most {ordered[-1]:.1f}")
    slowest = sorted((one for one in times if one[2]), key=lambda one: -one[1])[:_N_SLOWEST]
    for _, used, query in slowest:
        print(f"    {used:6.1f}  {query[:100]!r}")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
