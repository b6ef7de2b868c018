"""The index of the whole repository from A to Z: a first page, and pages by letter.

A name with few definitions links to them; one with many is listed by kind and folder.
"""

from collections.abc import Iterable, Iterator
from itertools import groupby, zip_longest
from typing import Final

from repobook.book.shared.inline import counted, joined
from repobook.book.shared.paging import paged
from repobook.model.blocks import (
    Bullets,
    Code,
    Content,
    Facts,
    Link,
    Page,
    PageRef,
    Paragraph,
    Section,
)
from repobook.model.dossiers.folder_dossier import Homonym, RepositoryDossier

_INDEX: Final = PageRef("a-z")
_HOME: Final = PageRef("listing")
_LEFT_OUT: Final = (
    "private names, fields, variables, keys, headings and test definitions: "
    "on the pages of their files"
)


def index_pages(dossier: RepositoryDossier, letters: Iterable[str]) -> Iterator[Page]:
    """The first page; ``letters`` are the labels of the others."""
    facts = Facts(
        (
            ("Symbols", (f"{int(dossier.meta.get('n_symbols', '0')):,}",)),
            ("Listed here", ("exported classes, functions, types, macros, constants …",)),
            ("Not listed", (_LEFT_OUT,)),
            ("By folder", (Link(PageRef("subtree"), "all folders"),)),
        )
    )
    rows = [
        joined(((Link(_INDEX._replace(part=label), label),) for label in labels), " · ")
        for _, labels in groupby(letters, lambda label: len(label) > 1 and label[0])
    ]
    sections = (
        Section("Scope", (facts,)),
        *([Section("Letters", tuple(map(Paragraph, rows)))] if rows else []),
    )
    title = f"{dossier.repository.name}: names from A to Z"
    yield Page(_INDEX, title, sections, (), (("home", _HOME),))


def letter_pages(label: str, homonyms: Iterable[Homonym]) -> tuple[Page, ...]:
    entries = Bullets(tuple(map(_entry, homonyms)))
    around = (("index", _INDEX), ("home", _HOME))
    section = Section(label, (entries,))
    return paged(Page(_INDEX._replace(part=label), f"Names: {label}", (section,), (), around))


def _entry(one: Homonym) -> Content:
    kinds = ", ".join(
        counted(n, kind) if n > 1 else kind.replace("_", " ") for kind, n in one.kinds
    )
    if one.n_files <= len(one.paths):
        places = zip_longest(one.paths, one.anchors, fillvalue="")
        links = joined((_place(path, anchor),) for path, anchor in places)
        return Code(one.name), f" {kinds}: ", *links
    folders = joined(
        (Link(PageRef("overview", folder), f"{folder or '.'}/", is_code=True), f" {n:,}")
        for folder, n in one.folders
    )
    left = one.n_folders - len(one.folders)
    more = (f" and {counted(left, 'more folder')}",) if left else ()
    return Code(one.name), f" {kinds} in {counted(one.n_files, 'file')}: ", *folders, *more


def _place(path: str, anchor: str) -> Link:
    page = PageRef("symbols" if anchor else "file", path)
    return Link(page, path, anchor, is_code=True)
