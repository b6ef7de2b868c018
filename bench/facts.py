"""Which of the facts that an engineer wrote down about a file stand on its page.

Nobody but a person can say whether a sentence tells a fact. For every fact of ``facts.jsonl`` this
prints the lines of the page that cite the same source lines, without the text of the source itself,
so that the person reads a few lines for each and not the page.

    python bench/facts.py REPOSITORY BOOK [PATH]

``REPOSITORY`` is the name that the facts give it. Verdicts are in ``facts.md``.
"""

import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path

_FACTS = Path(__file__).with_name("facts.jsonl")
_SOURCE = "## Original Source"
_LINES = re.compile(r"\bL(\d+)(?:-L(\d+))?\b")
_LINKS = re.compile(r"\]\([^)\s]*?(?:#(L\d+(?:-L\d+)?))?\)")
_MAX_SHOWN = 8
_MAX_WIDTH = 220


def main() -> None:
    repository, book = sys.argv[1], Path(sys.argv[2])
    facts = [json.loads(line) for line in _FACTS.read_text("utf-8").splitlines()]
    wanted = [fact for fact in facts if fact["repository"] == repository]
    paths = sys.argv[3:] or list(dict.fromkeys(fact["path"] for fact in wanted))
    for path in paths:
        page = (book / "markdown" / f"{path}_docs.md").read_text("utf-8").partition(_SOURCE)[0]
        print(f"\n=== {path}")
        for n, fact in enumerate((f for f in wanted if f["path"] == path), 1):
            print(f"\n{n}. L{fact['line']}-L{fact['end']}: {fact['fact']}")
            for shown in list(_citing(page, fact["line"], fact["end"]))[:_MAX_SHOWN]:
                print(f"     {shown}")


def _citing(page: str, first: int, last: int) -> Iterator[str]:
    """Lines that cite no more than a screen of source which the fact is part of."""
    for line in page.splitlines():
        spans = [(int(a), int(b or a)) for a, b in _LINES.findall(line)]
        if any(a <= last and first <= b and b - a < 40 for a, b in spans):
            yield _LINKS.sub("]", line)[:_MAX_WIDTH]


main()
