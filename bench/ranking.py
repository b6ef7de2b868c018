"""How well searches rank: titles of real commits ask, the files that they changed are the answer.

    python bench/ranking.py BOOK QUESTIONS.jsonl [--candidates FILE] [--field NAME] [--misses N]

A line of QUESTIONS has a question (``query_tags``, or another field by ``--field``) and
``answers``, paths. BOOK is of the commit before all of these: its history must hold no answer. With
a file of candidates (a letter, a tab, a path a line; those with an S count) all other paths are
taken out of the ranking first. Intervals are those of 95 in 100 resamplings of the questions. The
figures are kept in ``ranking.md``.
"""

import argparse
import json
import random
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

from repobook.ask.searcher import Searcher

_N_RANKED: Final = 100
_N_SAMPLES: Final = 1000
_SEED: Final = 0


class Row(NamedTuple):
    question: str
    reciprocal: float
    """Of the place of the first answer."""
    recall: float
    """The share of the answers among the first ten."""
    first: str


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("book", type=Path, metavar="BOOK")
    parser.add_argument("questions", type=Path, metavar="QUESTIONS")
    parser.add_argument("--candidates", type=Path, metavar="FILE")
    parser.add_argument("--field", default="query_tags", metavar="NAME")
    parser.add_argument("--misses", type=int, default=0, metavar="N", help="show so many of them")
    options = parser.parse_args(arguments)
    lines = options.questions.read_text("utf-8").splitlines()
    asked = [json.loads(line) for line in lines if line]
    pool = candidates(options.candidates) if options.candidates else None
    searcher = Searcher(options.book)
    rows = [row(searcher, one, options.field, pool) for one in asked]
    report("MRR", [one.reciprocal for one in rows])
    report("R@10", [one.recall for one in rows])
    for one in sorted(rows, key=lambda one: one.reciprocal)[: options.misses]:
        print(f"{one.reciprocal:.3f}  {one.question}  ->  {one.first}")
    return 0


def candidates(file: Path) -> frozenset[str]:
    lines = (line.partition("\t") for line in file.read_text("utf-8").splitlines())
    return frozenset(path for letters, _, path in lines if "S" in letters)


def row(searcher: Searcher, asked: dict[str, Any], field: str, pool: frozenset[str] | None) -> Row:
    answers = set(asked["answers"])
    hits = searcher.search(asked[field], "files", _N_RANKED).hits
    ranked = [hit.path for hit in hits if pool is None or hit.path in pool]
    places = [place for place, path in enumerate(ranked, 1) if path in answers]
    return Row(
        asked[field],
        1 / places[0] if places else 0.0,
        sum(place <= 10 for place in places) / len(answers),
        ranked[0] if ranked else "nothing",
    )


def report(name: str, values: Sequence[float]) -> None:
    chance = random.Random(_SEED)
    means = sorted(mean(chance.choices(values, k=len(values))) for _ in range(_N_SAMPLES))
    low, high = means[int(0.025 * _N_SAMPLES)], means[int(0.975 * _N_SAMPLES) - 1]
    print(f"{name:6} {mean(values):.4f}  [{low:.4f}, {high:.4f}]  {len(values)} questions")


def mean(values: Sequence[float]) -> float:
    return sum(values) / len(values) if values else 0.0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
