"""Finds where a document says what a file is for: an item of a list, a row of a table, a section.

``* `scan.py`: lists files`` describes ``scan.py``; a sentence that only mentions it does not.
"""

import re
from collections.abc import Sequence
from posixpath import join, normpath
from typing import Final, NamedTuple

from repobook.text.sentences import first_sentence

_MAX_LINE: Final = 2_000
_MAX_MORE: Final = 3
_ITEM: Final = re.compile(
    r"[ \t|*+-]{0,40}(?:\d{1,3}[.)][ \t])?[`*\[]{0,4}(?P<path>[\w./+-]{1,300})[`*\]]{0,4}"
    r"(?:\((?P<to>[^()\s]{1,300})\))?[`*]{0,3}[ \t]{0,20}(?::|--?|–|—|\|)[ \t]+(?P<words>[^\s|-].*)"
)
_NEW_ITEM: Final = re.compile(r"[ \t]*(?:[-*+|#>`]|\d{1,3}[.)][ \t])")
_RULE: Final = re.compile(r"[ \t]*(?:={3,}|-{3,}|~{3,})[ \t]*$")
_WORDS: Final = re.compile(r"[^\W\d_]{2,}")


class Described(NamedTuple):
    line: int
    end_line: int
    words: str


def described(lines: Sequence[str], document: str, path: str, is_only: bool) -> Described | None:
    """``is_only`` says whether the document speaks of one file of that name: it alone means it."""
    folder, name = document.rpartition("/")[0], path.rpartition("/")[2]
    for number, line in enumerate(lines, 1):
        if name not in line or len(line) > _MAX_LINE:
            continue
        if is_only and line.strip(" \t#`*") == name and _is_heading(lines, number):
            return _paragraph_after(lines, number)
        item = _ITEM.match(line)
        if item and _means(item, folder, path, is_only) and _tells(item["words"]):
            return _with_more(lines, number, item["words"])
    return None


def _is_heading(lines: Sequence[str], number: int) -> bool:
    is_underlined = number < len(lines) and _RULE.match(lines[number]) is not None
    return lines[number - 1].startswith("#") or is_underlined


def _paragraph_after(lines: Sequence[str], number: int) -> Described | None:
    for after in range(number, min(number + _MAX_MORE, len(lines))):
        if lines[after].strip() and not _RULE.match(lines[after]):
            if _NEW_ITEM.match(lines[after]) or not _tells(lines[after]):
                return None
            return _with_more(lines, after + 1, lines[after].strip())
    return None


def _means(item: re.Match[str], folder: str, path: str, is_only: bool) -> bool:
    written = item["path"].removeprefix("./")
    if is_only and written == path.rpartition("/")[2]:
        return True
    addresses = [written, item["to"] or ""]
    return path in addresses or path in [normpath(join(folder, to)) for to in addresses]


def _tells(words: str) -> bool:
    return "://" not in words.split(None, 1)[0] and len(_WORDS.findall(words[:200])) >= 2


def _with_more(lines: Sequence[str], number: int, words: str) -> Described:
    """The sentence, over the lines that it goes on in."""
    end = number
    while end < min(number + _MAX_MORE, len(lines)) and _goes_on(lines[end]):
        end += 1
    text = "\n".join([words, *lines[number:end]])
    sentence = first_sentence(text.rstrip("| \t"))
    n_lines = next(
        (n for n in range(end - number + 1) if _squeezed(text, n).startswith(sentence)), 0
    )
    return Described(number, number + n_lines, sentence)


def _goes_on(line: str) -> bool:
    return bool(line.strip()) and not _NEW_ITEM.match(line)


def _squeezed(text: str, n_breaks: int) -> str:
    return " ".join("\n".join(text.split("\n")[: n_breaks + 1]).split())
