"""Documents that say what folders are for: a list or a table whose entries begin with a folder.

``* [c10](c10) - Core library files`` and ``| `src/` | the sources |`` are such entries.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from repobook.text.documents.document import Document
from repobook.text.documents.first_sentence import MAX_CHARACTERS, summary

_ENTRY: Final = re.compile(
    r"^[ \t]{0,12}(?:[*+-]|\d{1,3}[.)]|\|)[ \t]{1,8}(?:\*\*)?"
    r"(?:\[`?(?P<label>[\w./-]{1,200})`?\]\((?P<address>[^()\s]{0,300})\)"
    r"|`(?P<code>[\w./-]{1,200})`)(?:\*\*)?"
    r"[ \t]{0,8}(?:[-:|]|--|–|—)[ \t]{1,40}(?P<text>\S.{10,2000})$"
)
_LINK: Final = re.compile(r"\[([^\]\[]{1,200})\](?:\([^()]{0,300}\)|\[[^\]]{0,100}\])?")
_MARKS: Final = re.compile(r"[`*|]")
_MAX_LINE: Final = 2_500
_MAX_GAP: Final = 8
_MOST: Final = 0.6
_MIN_SPACES: Final = 2
"""Two words are a label."""


class FolderNote(NamedTuple):
    folder: str
    text: str
    line: int
    end_line: int


class _Entry(NamedTuple):
    folder: str
    """Empty where it begins with something else."""
    is_path: bool
    """Whether it can mean nothing but the folder."""
    text: str
    line: int


def folder_notes(document: Document, folder_by_name: Mapping[str, str]) -> Iterator[FolderNote]:
    """Of the folders that there are; an entry goes on while its lines are indented.

    A bare name may be the folder's or that of a kind of commit, a branch, a command: it counts
    where most entries of its list are folders.
    """
    for entries in _lists(document, folder_by_name):
        n_folders = sum(bool(entry.folder) for entry in entries)
        are_folders = n_folders >= _MOST * len(entries)
        for entry in entries:
            if entry.folder and (entry.is_path or are_folders):
                yield from _note(entry, document.lines)


def _lists(document: Document, folder_by_name: Mapping[str, str]) -> Iterator[list[_Entry]]:
    entries: list[_Entry] = []
    for number, line in enumerate(document.lines, 1):
        is_prose = number in document.prose and len(line) <= _MAX_LINE
        match = _ENTRY.match(line) if is_prose else None
        if match is None:
            continue
        if entries and number - entries[-1].line > _MAX_GAP:
            yield entries
            entries = []
        entries.append(_entry(match, number, folder_by_name))
    if entries:
        yield entries


def _entry(match: re.Match[str], number: int, folder_by_name: Mapping[str, str]) -> _Entry:
    address, name = match["address"] or "", match["label"] or match["code"]
    text = match["text"].partition("|")[0] if match[0].lstrip().startswith("|") else match["text"]
    for path in (address, "" if "://" in address else name):
        folder = folder_by_name.get(_name(path), "") if path else ""
        if folder:
            return _Entry(folder, path == address or "/" in path, text, number)
    return _Entry("", False, text, number)


def _note(entry: _Entry, lines: Sequence[str]) -> Iterator[FolderNote]:
    description, end_line = _whole(entry.text, lines, entry.line)
    sentence = summary(_MARKS.sub("", _LINK.sub(r"\1", description)).strip()).text
    if sentence.count(" ") >= _MIN_SPACES:
        yield FolderNote(entry.folder, sentence, entry.line, end_line)


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
