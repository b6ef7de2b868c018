"""Keywords against the words that people used in the titles of commits about a file.

    python bench/keywords.py BOOK QUESTIONS.jsonl [--predictions FILE]

BOOK was built at the commit that the questions are about; history plays no part in keywords. A
line of QUESTIONS is an object with an ``id``, a ``path`` and its ``words``: each ``w`` with the
``count`` of titles that have it and its ``idf``. A keyword claims one word that none before it has
claimed: the one that it is, or else the heaviest of its parts. The figure is the share that the
first twenty claim of what the best twenty could, a word weighing ``idf * (1 + ln count)``; words of
one title do not count. ``--predictions`` writes the keywords, a line for each question. The figures
are kept in ``keywords.md``.
"""

import argparse
import json
import math
import re
import sys
from pathlib import Path
from typing import Any, Final

import apsw

_N_JUDGED: Final = 20
_MAX_PARTS: Final = 5
_MIN_COUNT: Final = 2
_TOKEN: Final = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_PART: Final = re.compile(r"[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+|\d+")
_NO_PLURAL: Final = ("ss", "us", "is", "as", "os")


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("book", type=Path, metavar="BOOK")
    parser.add_argument("questions", type=Path, metavar="QUESTIONS")
    parser.add_argument("--predictions", type=Path, metavar="FILE")
    options = parser.parse_args(arguments)
    rows = [json.loads(line) for line in options.questions.read_text("utf-8").splitlines() if line]
    db = apsw.Connection(str(options.book / "book.db"), flags=apsw.SQLITE_OPEN_READONLY)
    ranked = [ranked_keywords(db, row["path"]) for row in rows]
    if options.predictions:
        told = [{"id": row["id"], "ranked": found} for row, found in zip(rows, ranked, strict=True)]
        options.predictions.write_text("".join(json.dumps(line) + "\n" for line in told), "utf-8")
    shares = [share(found, weights(row)) for row, found in zip(rows, ranked, strict=True)]
    print(f"{len(rows)} files, wHit@{_N_JUDGED} {sum(shares) / max(len(shares), 1):.4f}")
    return 0


def ranked_keywords(db: apsw.Connection, path: str) -> list[str]:
    query = "SELECT keyword FROM keywords WHERE path = ? ORDER BY rank LIMIT ?"
    return [keyword for (keyword,) in db.execute(query, (path, _N_JUDGED))]


def weights(row: dict[str, Any]) -> dict[str, float]:
    return {
        word["w"]: word["idf"] * (1 + math.log(word["count"]))
        for word in row["words"]
        if word["count"] >= _MIN_COUNT and word["idf"] > 0
    }


def share(keywords: list[str], left: dict[str, float]) -> float:
    best = sum(sorted(left.values(), reverse=True)[:_N_JUDGED])
    left, claimed = dict(left), 0.0
    for keyword in keywords:
        whole, *parts = forms(keyword)
        known = [whole] if whole in left else [part for part in parts if part in left]
        if known:
            claimed += left.pop(max(known, key=lambda word: left[word]))
    return claimed / best if best else 0.0


def forms(keyword: str) -> list[str]:
    """The keyword as one word, then its first parts."""
    whole = _singular(re.sub(r"\W+", "", keyword.lower()).strip("_"))
    parts: dict[str, None] = {}
    for token in _TOKEN.findall(keyword):
        pieces = [token.strip("_")]
        for piece in token.split("_"):
            pieces += [piece, *_PART.findall(piece)]
        parts.update(dict.fromkeys(_singular(piece.lower()) for piece in pieces))
    return [whole, *[part for part in parts if part and part != whole][:_MAX_PARTS]]


def _singular(word: str) -> str:
    if word == "ops":
        return "op"
    return (
        word[:-1] if len(word) > 3 and word[-1] == "s" and not word.endswith(_NO_PLURAL) else word
    )


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
