"""Pieces of sentences that several sections of a page are made of."""

from collections.abc import Iterable
from typing import Final

from repobook.model.blocks import Cite, Code, Content, Inline, Link, PageRef
from repobook.model.dossiers.dossier import FileDossier

_PLURALS: Final = {
    "class": "classes",
    "property": "properties",
    "alias": "aliases",
    "info": "info",
}


def counted(n: int, word: str) -> str:
    """``1 file``, ``12,345 files``; a kind of symbol is a word too."""
    noun = word.replace("_", " ")
    return f"1 {noun}" if n == 1 else f"{n:,} {_PLURALS.get(noun, noun + 's')}"


def joined(parts: Iterable[Content], separator: str = ", ") -> Content:
    inlines: list[Inline] = []
    for part in parts:
        if inlines:
            inlines.append(separator)
        inlines.extend(part)
    return tuple(inlines)


def here(dossier: FileDossier, line: int, end_line: int = 0, code: str = "") -> Cite:
    return Cite(dossier.path, line, end_line if end_line != line else 0, code, True)


def file_link(dossier: FileDossier, path: str) -> Link | Code:
    """A file that is only listed has no page to lead to."""
    summary = dossier.known.get(path)
    if path != dossier.path and (summary is None or summary.status != "documented"):
        return Code(path)
    return Link(PageRef("file", path), path, is_code=True)


def folder_link(folder: str) -> Link:
    return Link(PageRef("listing", folder), f"{folder}/" if folder else "./", is_code=True)


def rule_link(rule: str) -> Link:
    """To all that it found in the repository."""
    return Link(PageRef("findings", part=rule), rule, is_code=True)


def folder_of(path: str) -> str:
    return path.rpartition("/")[0]
