"""Documents that say what folders are for: a list or a table whose entries begin with a folder.

``* [c10](c10) - Core library files`` and ``| `src/` | the sources |`` are such entries.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from repobook.text.summary import MAX_CHARACTERS, summary

_ENTRY: Final = re.compile(
    r"^[ \t]{0,12}(?:[*+-]|\d{1,3}[.)]|\|)[ \t]{1,8}(?:\*\*)?"
    r"(?:\[`?(?P<label>[\w./-]{1,200})`?\]\((?P<address>[^()\s]{0,300})\)"
    r"|`(?P<code>[\w./-]{1,200})`)(?:\*\*)?"
    r"[ \t]{0,8}(?:[-:|]|--|–|—)[ \t]{1,40}(?P<text>\S.{10,2000})$"
)
_LINK: Final = re.compile(r"\[([^\]\[]{1,200})\](?:\([^()]{0,300}\)|\[[^\]]{0,100}\])?")
_MARKS: Final = re.compile(r"[`*|]")
_MAX_LINE: Final = 2_500
_MIN_SPACES: Final = 2
"""Two words are a label."""


class FolderNote(NamedTuple):
    folder: str
    text: str
    line: int
    end_line: int


def folder_notes(lines: Sequence[str], folder_by_name: Mapping[str, str]) -> Iterator[FolderNote]:
    """Of the folders that there are; an entry goes on while its lines are indented."""
    for number, line in enumerate(lines, 1):
        match = _ENTRY.match(line) if len(line) <= _MAX_LINE else None
        if match is None:
            continue
        names = [_name(match[group]) for group in ("address", "label", "code") if match[group]]
        folder = next((folder_by_name[name] for name in names if name in folder_by_name), "")
        if not folder:
            continue
        told, end_line = _whole(match["text"], lines, number)
        sentence = summary(_MARKS.sub("", _LINK.sub(r"\1", told)).strip()).text
        if sentence.count(" ") >= _MIN_SPACES:
            yield FolderNote(folder, sentence, number, end_line)


def _name(text: str) -> str:
    return text.strip("/").removeprefix("./")


def _whole(text: str, lines: Sequence[str], number: int) -> tuple[str, int]:
    end_line = number
    while end_line < len(lines) and len(text) < MAX_CHARACTERS and not text.endswith("."):
        line = lines[end_line]
        if not line.startswith((" ", "\t")) or _begins_entry(line) or len(line) > _MAX_LINE:
            break
        text, end_line = f"{text} {line.strip()}", end_line + 1
    return text, end_line


def _begins_entry(line: str) -> bool:
    return line.lstrip()[:2] in ("* ", "- ", "+ ", "| ", "")
