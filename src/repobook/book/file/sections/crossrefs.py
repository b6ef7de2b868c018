"""Cross-References: the other pages about the file and its folder."""

from bisect import bisect_left
from collections.abc import Iterator
from typing import Final

from repobook.book.shared.inline import counted, folder_link, folder_of, joined
from repobook.model.blocks import Block, Code, Content, Facts, Link, PageRef
from repobook.model.dossiers.dossier import FileDossier

TITLE: Final = "Cross-References"
_MAX_KEYWORDS: Final = 5


def blocks(dossier: FileDossier) -> tuple[Block, ...]:
    around = tuple(_around(dossier))
    return (Facts((_keywords(dossier), *around), len(around)),)


def _keywords(dossier: FileDossier) -> tuple[str, Content]:
    words = counted(dossier.n_keywords, "keyword") if dossier.n_keywords else "keyword index"
    best = joined((Code(keyword.text),) for keyword in dossier.keywords[:_MAX_KEYWORDS])
    link = Link(PageRef("keywords", dossier.path), words)
    return "Keywords", (link, ", first ", *best) if best else (link,)


def _around(dossier: FileDossier) -> Iterator[tuple[str, Content]]:
    folder = folder_of(dossier.path)
    yield "Folder", (folder_link(folder),)
    yield "Overview", (Link(PageRef("overview", folder), "what the folder is for"),)
    yield from _siblings(dossier)


def _siblings(dossier: FileDossier) -> Iterator[tuple[str, Content]]:
    place = bisect_left(dossier.siblings, dossier.path)
    if place and dossier.siblings[place - 1] != dossier.path:
        yield "Previous", (_sibling(dossier.siblings[place - 1]),)
    for path in dossier.siblings[place : place + 2]:
        if path != dossier.path:
            yield "Next", (_sibling(path),)
            return


def _sibling(path: str) -> Link:
    return Link(PageRef("file", path), path.rpartition("/")[2], is_code=True)
