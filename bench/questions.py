"""How well questions in plain words are answered, by the terminal's engine and by the site alone.

    python bench/questions.py BOOKS [--file questions_2.jsonl] [--half choose|validate] [--misses]

``questions.jsonl`` has sixty questions about four repositories with the files that answer them,
written by reading these before any was asked, ``questions_2.jsonl``, ``questions_3.jsonl`` and
``questions_4.jsonl`` sixty each about four others. BOOKS has a folder for each repository by its
name, a book with its site. The site is asked by ``site_questions.js`` in Node. Figures:
``questions.md``.
"""

import argparse
import json
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

from repobook.ask.searcher import Searcher
from repobook.render import site

_HERE: Final = Path(__file__).parent
_ASSETS: Final = Path(site.__file__).parent / "assets"
_MISSED: Final = 10**6


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("books", type=Path)
    parser.add_argument("--file", default="questions.jsonl")
    parser.add_argument("--half", choices=("choose", "validate"))
    parser.add_argument("--misses", action="store_true")
    given = parser.parse_args()
    lines = (_HERE / given.file).read_text("utf-8").splitlines()
    rows = [row for row in map(json.loads, lines) if given.half in (None, row["half"])]
    for engine in (_terminal, _site):
        ranks: list[int] = []
        for name in dict.fromkeys(row["repository"].partition("/")[2] for row in rows):
            asked = [row for row in rows if row["repository"].endswith(f"/{name}")]
            found = [*engine(given.books / name, asked)]
            own = [_rank(paths, row) for paths, row in zip(found, asked, strict=True)]
            print(f"{engine.__name__[1:]:9} {name:10} {_shares(own)}")
            if given.misses:
                missed = [row["question"] for row, n in zip(asked, own, strict=True) if n > 3]
                print(*(f"    {question}" for question in missed), sep="\n")
            ranks += own
        print(f"{engine.__name__[1:]:9} {'all':10} {_shares(ranks)}")


def _terminal(book: Path, rows: Sequence[dict[str, Any]]) -> Iterator[list[str]]:
    searcher = Searcher(book)
    for row in rows:
        answer = searcher.search(row["question"])
        first = [answer.answer.path] if answer.answer else []
        more = [one.path for one in answer.answer.rows] if answer.answer else []
        yield [*dict.fromkeys([*first, *more, *(hit.path for hit in answer.hits)])]
    searcher.close()


def _site(book: Path, rows: Sequence[dict[str, Any]]) -> Iterator[list[str]]:
    command = ["node", str(_HERE / "site_questions.js"), str(_ASSETS), str(book / "site")]
    asked = "\n".join(row["question"] for row in rows)
    run = subprocess.run(command, input=asked, capture_output=True, text=True, check=True)
    yield from map(json.loads, run.stdout.splitlines())


def _rank(paths: list[str], row: dict[str, Any]) -> int:
    return min((paths.index(path) + 1 for path in row["answers"] if path in paths), default=_MISSED)


def _shares(ranks: Sequence[int]) -> str:
    shares = [f"{100 * sum(rank <= n for rank in ranks) / len(ranks):3.0f} %" for n in (1, 3, 10)]
    return f"{len(ranks):3} questions: first {shares[0]}, in three {shares[1]}, in ten {shares[2]}"


if __name__ == "__main__":
    main()
