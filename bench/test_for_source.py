"""Tests for a file against files that real commits changed together.

    python bench/test_for_source.py BOOK QUESTIONS.jsonl [--only after]

BOOK was built at the commit that the questions are about, with history up to it or, for the figure
without history, by ``repobook build --history 0``. A line of QUESTIONS is an object with an ``id``,
a ``source`` and its ``test``; ``answers`` are all tests that changed with the source, ``seen`` says
whether the pair was first seen ``before`` or ``after`` that commit (or ``both``). ``--pool FILE``
restricts rankings to candidates: a tag with a ``T`` and a path, separated by a tab. The figures are
kept in ``test_for_source.md``.
"""

import argparse
import json
import sys
from pathlib import Path
from typing import Final, NamedTuple

import apsw

_CUTS: Final = (1, 5, 10)


class Question(NamedTuple):
    id: str
    source: str
    test: str
    answers: frozenset[str]
    seen: str


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("book", type=Path, metavar="BOOK")
    parser.add_argument("questions", type=Path, metavar="QUESTIONS")
    parser.add_argument("--only", choices=("before", "after", "both"))
    parser.add_argument("--pool", type=Path, metavar="FILE")
    options = parser.parse_args(arguments)
    questions = read_questions(options.questions, options.only)
    pool = read_pool(options.pool) if options.pool else None
    db = apsw.Connection(str(options.book / "book.db"), flags=apsw.SQLITE_OPEN_READONLY)
    ranks = [rank_of(question, ranked_tests(db, question.source), pool) for question in questions]
    n_history = db.execute("SELECT count(*) FROM history").get
    print(f"{'with' if n_history else 'without'} history, {len(questions)} questions")
    print(f"MRR {mean([1 / rank if rank else 0.0 for rank in ranks]):.4f}")
    for cut in _CUTS:
        print(f"R@{cut} {mean([float(0 < rank <= cut) for rank in ranks]):.4f}")
    return 0


def read_questions(path: Path, only: str | None) -> list[Question]:
    rows = [json.loads(line) for line in path.read_text("utf-8").splitlines() if line.strip()]
    questions = [
        Question(row["id"], row["source"], row["test"], frozenset(row["answers"]), row["seen"])
        for row in rows
    ]
    return [question for question in questions if only in (None, question.seen)]


def read_pool(path: Path) -> frozenset[str]:
    rows = (line.split("\t") for line in path.read_text("utf-8").splitlines())
    return frozenset(row[1] for row in rows if "T" in row[0])


def ranked_tests(db: apsw.Connection, source: str) -> list[str]:
    query = "SELECT test_path FROM tests WHERE path = ? ORDER BY rank"
    return [test for (test,) in db.execute(query, (source,))]


def rank_of(question: Question, ranked: list[str], pool: frozenset[str] | None) -> int:
    """The place of the test when other right answers are taken out of the list; 0 for none."""
    others = question.answers - {question.test}
    left = [test for test in ranked if test not in others and (pool is None or test in pool)]
    return left.index(question.test) + 1 if question.test in left else 0


def mean(values: list[float]) -> float:
    return sum(values) / len(values) if values else 0.0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
