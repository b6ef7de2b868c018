"""Which sentences of ours stand on many pages of a book.

    python bench/boilerplate.py BOOK [--share 0.01] [--words 6] [--all]

Reads the Markdown of a book and leaves out what is no sentence of ours: headings, labels, columns,
code, quoted text, links, the source itself. What is left is cut into sentences; those with more
words than ``--words`` that stand on more than ``--share`` of the pages are told, with the number of
pages and one of them. Names and numbers do not make a sentence another one: each counts as ``…``
or ``0``. An entry of a list is a sentence of its own. Exit 1 where there is any. The recorded
figures are in ``boilerplate.md``.
"""

import argparse
import re
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

_FENCE = re.compile(r"(?:> )?(`{3,})")
_CODE = re.compile(r"(?<!`)(`+)(?!`)(?:(?!\1(?!`)).)+?(?<!`)\1(?!`)")
_LINK = re.compile(r"\[[^][]*\]\([^()]*(?:\([^()]*\)[^()]*)*\)")
_QUOTED = re.compile(r"“[^”]*”")
_LABEL = re.compile(r"\*\*[^*]+\*\*|\(\*\w+\*[^()]*\)")
_NUMBER = re.compile(r"\d[\d,.]*")
# What follows a name and a comma is the next entry of a list.
_SENTENCE_END = re.compile(r"(?<!\\)\||[.;:!?](?=\s|$)| · |(?<=[…)]), ")
_WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")
_RULE = re.compile(r"\|(?: --- \|)+$")


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("book", type=Path, metavar="BOOK")
    parser.add_argument("--share", type=float, default=0.01)
    parser.add_argument("--words", type=int, default=6)
    parser.add_argument("--all", action="store_true", help="Show the twenty most frequent too.")
    options = parser.parse_args(arguments)
    n_pages = 0
    n_by_sentence: Counter[str] = Counter()
    page_by_sentence: dict[str, str] = {}
    for page in sorted((options.book / "markdown").rglob("*.md")):
        n_pages += 1
        for sentence in set(_sentences(page, options.words)):
            n_by_sentence[sentence] += 1
            page_by_sentence.setdefault(sentence, str(page.relative_to(options.book)))
    found = [(n, text) for text, n in n_by_sentence.items() if n > options.share * n_pages]
    print(f"{n_pages:,} pages, {len(n_by_sentence):,} different sentences of ours")
    print(f"{len(found):,} stand on more than {options.share:.0%} of the pages")
    shown = [(n, text) for text, n in n_by_sentence.items()] if options.all else found
    for n, text in sorted(shown, reverse=True)[: 20 if options.all else None]:
        print(f"{n:>7,} {text}  ({page_by_sentence[text]})")
    return 1 if found else 0


def _sentences(page: Path, n_words: int) -> Iterator[str]:
    for line in _lines_of_ours(page.read_text("utf-8")):
        for sentence in _SENTENCE_END.split(_without_names(line)):
            if len(_WORD.findall(sentence)) > n_words:
                yield " ".join(sentence.split())


def _lines_of_ours(text: str) -> Iterator[str]:
    """Outside fences, without headings, quotations, and heads of tables."""
    lines = text.split("\n")
    fence = ""
    for n, line in enumerate(lines):
        if opening := _FENCE.match(line):
            marks = opening.group(1)
            if not fence:
                fence = marks
            elif line.rstrip() == opening.group(0) and len(marks) >= len(fence):
                fence = ""
            continue
        if fence or not line or line.startswith(("#", ">", "<a id")) or _RULE.match(line):
            continue
        if n + 1 < len(lines) and _RULE.match(lines[n + 1]):
            continue
        yield line


def _without_names(line: str) -> str:
    for pattern in (_CODE, _LINK, _QUOTED, _LABEL):
        line = pattern.sub("…", line)
    return _NUMBER.sub("0", line)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
