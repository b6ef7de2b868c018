"""Operators of PyTorch: which file implements one for a backend, and which entries lead nowhere.

    python bench/operators.py BOOK QUESTIONS.jsonl

A line of QUESTIONS is an object with a ``query`` ("where is aten::add.out implemented for CPU") and
its ``answers``, the files that define the kernel. The audit lists every kernel that a list of
operators names: resolved with how much confidence, or why not. The figures are kept in
``operators.md``.
"""

import argparse
import json
import sys
from collections import Counter
from pathlib import Path
from typing import Final

from repobook import Book, open_book
from repobook.index.reader.book_reader import BookReader
from repobook.index.reader.file.file_links import LinkedReference
from repobook.model.binding import read_binding

_CUTS: Final = (1, 5, 10)
_GROUPS: Final = """
    SELECT f.path, r.groups FROM file f JOIN file_references r ON r.file = f.id
    WHERE f.language = 'YAML' ORDER BY f.path
"""


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("book", type=Path, metavar="BOOK")
    parser.add_argument("questions", type=Path, metavar="QUESTIONS")
    parser.add_argument("--misses", action="store_true", help="List what was not found.")
    options = parser.parse_args(arguments)
    with open_book(str(options.book)) as book:
        _print_ranks(book, options.questions, options.misses)
    _print_audit(BookReader(options.book), options.misses)
    return 0


def _print_ranks(book: Book, path: Path, misses: bool) -> None:
    rows = [json.loads(line) for line in path.read_text("utf-8").splitlines() if line.strip()]
    ranks = []
    for row in rows:
        paths = list(dict.fromkeys(hit.path for hit in book.search(row["query"], limit=50).hits))
        places = [n for n, one in enumerate(paths, 1) if one in row["answers"]]
        ranks.append(places[0] if places else 0)
        if misses and ranks[-1] != 1:
            print(f"{row['query']}: {row['answers']}, found {paths[:1]}")
    print(f"{len(rows)} questions, MRR {sum(1 / rank for rank in ranks if rank) / len(rows):.4f}")
    for cut in _CUTS:
        print(f"R@{cut} {sum(0 < rank <= cut for rank in ranks) / len(rows):.4f}")


def _print_audit(reader: BookReader, misses: bool) -> None:
    outcomes: Counter[str] = Counter()
    for path, groups in reader.rows(_GROUPS):
        for group in (LinkedReference(*row) for row in json.loads(groups)):
            binding = read_binding(group.receiver)
            if binding and binding.stage in ("dispatch", "structured"):
                outcomes[group.confidence or group.rule] += len(group.positions)
                if misses and not group.targets:
                    print(f"{path}: {binding.subject} {binding.detail}: {group.rule}")
    print(f"{outcomes.total():,} entries of dispatch")
    for outcome, n in outcomes.most_common():
        print(f"{outcome}: {n:,} ({n / outcomes.total():.1%})")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
