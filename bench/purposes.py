"""How many pages say what their file is for, by which source; and some of them, to be judged.

    python bench/purposes.py BOOK... [--draw 60] [--seed 18]

Of source and test files alone. Exit 1 where fewer than 97 of 100 have a sentence. Verdicts of
those that were judged are in ``purposes.md``.
"""

import argparse
import random
import sqlite3
import sys
from collections import Counter
from pathlib import Path

_ROWS = """
    SELECT path, role, purpose_source, purpose FROM files
    WHERE status = 'documented' AND role IN ('source', 'test') ORDER BY path
"""
_WANTED = 0.97


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("books", type=Path, nargs="+", metavar="BOOK")
    parser.add_argument("--draw", type=int, default=60)
    parser.add_argument("--seed", type=int, default=18)
    options = parser.parse_args(arguments)
    drawn_from: list[tuple[str, str, str, str]] = []
    is_enough = True
    for book in options.books:
        database = sqlite3.connect(f"file:{book}/book.db?mode=ro", uri=True)
        rows = database.execute(_ROWS).fetchall()
        n_told = sum(bool(purpose) for *_, purpose in rows)
        sources = Counter(source or "none" for _, _, source, _ in rows).most_common()
        print(f"{book.name}: {n_told} of {len(rows)}", *(f"{name} {n}" for name, n in sources))
        is_enough &= n_told >= _WANTED * len(rows)
        drawn_from += [(f"{book.name}/{path}", *rest) for path, *rest in rows]
    draw = random.Random(options.seed).sample(drawn_from, min(options.draw, len(drawn_from)))
    for path, role, source, purpose in draw:
        print(f"{path} ({role}, {source}): {purpose}")
    return 0 if is_enough else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
