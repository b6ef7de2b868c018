"""Draws findings of a book at random, to be read one by one in the source.

    python bench/findings.py BOOK ROOT [--n 100] [--seed 1] [--sheet SHEET]

Prints as many findings of each category as asked for, with the lines around them. With ``--sheet``
it writes them as a table whose last column waits for a verdict: ``right``, or ``wrong`` and why.
The verdicts on PyTorch are kept in ``findings_pytorch.md``.
"""

import argparse
import random
import sys
from pathlib import Path
from typing import NamedTuple

import apsw

CATEGORIES = ("security", "performance", "correctness", "maintainability")


class Row(NamedTuple):
    path: str
    line: int
    rule: str
    message: str


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("book", type=Path, metavar="BOOK")
    parser.add_argument("root", type=Path, metavar="ROOT")
    parser.add_argument("--n", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--around", type=int, default=2, help="Lines before and after each.")
    parser.add_argument("--sheet", type=Path, metavar="SHEET")
    options = parser.parse_args(arguments)
    drawn = {
        category: _drawn(options.book, category, options.n, options.seed) for category in CATEGORIES
    }
    if options.sheet:
        options.sheet.write_text(_sheet(drawn))
    for category, rows in drawn.items():
        print(f"== {category}")
        for n, row in enumerate(rows, 1):
            print(f"{n}. {row.path}:{row.line} {row.rule}: {row.message}")
            print(_lines_around(options.root / row.path, row.line, options.around))
    return 0


def _drawn(book: Path, category: str, n: int, seed: int) -> list[Row]:
    db = apsw.Connection(str(book / "book.db"), flags=apsw.SQLITE_OPEN_READONLY)
    query = "SELECT path, line, rule, message FROM findings WHERE category = ?"
    rows = sorted(Row(*row) for row in db.execute(query, (category,)))
    return sorted(random.Random(seed).sample(rows, min(n, len(rows))))


def _lines_around(path: Path, line: int, n: int) -> str:
    lines = path.read_text("utf-8", "replace").split("\n")
    shown = range(max(1, line - n), min(len(lines), line + n) + 1)
    return "\n".join(f"{'>' if at == line else ' '} {lines[at - 1][:160]}" for at in shown)


def _sheet(drawn: dict[str, list[Row]]) -> str:
    parts = []
    for category, rows in drawn.items():
        parts.append(f"\n## {category}\n\n| place | rule | verdict |\n|---|---|---|")
        parts += [f"| `{row.path}:{row.line}` | {row.rule} | |" for row in rows]
    return "\n".join(parts) + "\n"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
