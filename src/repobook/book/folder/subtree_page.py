"""``sub.md`` of a folder: the keywords of all that lies below it, from A to Z.

A long index goes on over pages by letter; what is left out of it stands in the indexes of the
folders farther down.
"""

from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import Final

from repobook.book.folder.folder_inline import neighbours
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
from repobook.model.dossiers.folder_dossier import IndexedName, SubtreeDossier
from repobook.text.naming.alphabet import letter_of

_MAX_ON_ONE_PAGE: Final = 600


def subtree_pages(dossier: SubtreeDossier) -> Iterator[Page]:
    ref = PageRef("subtree", dossier.path)
    title = f"{dossier.path or dossier.repository.name}/: keywords"
    around = tuple(one for one in neighbours(dossier.path) if one[1] != ref)
    letters = tuple(_letters(dossier))
    if len(dossier.names) <= _MAX_ON_ONE_PAGE:
        sections = (_head(dossier), *letters, *_below(dossier))
        yield from paged(Page(ref, title, sections, (), around))
        return
    sections = (_head(dossier), _contents(ref, letters), *_below(dossier))
    yield Page(ref, title, sections, (), around)
    for section in letters:
        page = PageRef("subtree", dossier.path, section.title)
        title_here = f"{title}, {section.title}"
        yield from paged(Page(page, title_here, (section,), (), (("all letters", ref), *around)))


def _letters(dossier: SubtreeDossier) -> Iterator[Section]:
    for letter, names in groupby(dossier.names, lambda name: letter_of(name.keyword)):
        yield Section(letter, (_entries(dossier.path, names),))


def _contents(ref: PageRef, letters: Iterable[Section]) -> Section:
    links = [
        (Link(ref._replace(part=section.title), section.title), f" {len(block.items):,}")
        for section in letters
        for block in section.blocks
        if isinstance(block, Bullets)
    ]
    return Section("Letters", (Paragraph(joined(links, " · ")),))


def _entries(path: str, names: Iterable[IndexedName]) -> Bullets:
    start = len(path) + 1 if path else 0
    return Bullets(tuple(_entry(name, start) for name in names))


def _entry(name: IndexedName, start: int) -> Content:
    links = joined(
        (Link(PageRef("keywords", path), path[start:], is_code=True),) for path in name.paths
    )
    left = name.n_files - len(name.paths)
    more = (f" and {left:,} more",) if left else ()
    return Code(name.keyword), f" {', '.join(name.kinds)}: ".replace("_", " "), *links, *more


def _head(dossier: SubtreeDossier) -> Section:
    items: list[tuple[str, Content]] = [
        ("Files", (f"{dossier.n_files:,}",)),
        ("Keywords", (f"{len(dossier.names):,}",)),
        ("Keywords per file here", (f"{dossier.n_a_file}",)),
    ]
    if dossier.n_below:
        which = f"the {dossier.n_below_shown:,} most used of {dossier.n_below:,}"
        of = which if dossier.n_below_shown < dossier.n_below else f"{dossier.n_below:,}"
        items.append(("Keywords per file in subfolders", (f"{dossier.n_a_file_below} ({of})",)))
    return Section("Scope", (Facts(tuple(items)),))


def _below(dossier: SubtreeDossier) -> Iterator[Section]:
    items = [
        (Link(PageRef("subtree", path), f"{path}/", is_code=True), f" {counted(n, 'file')}")
        for path, n in dossier.folders
    ]
    if items:
        yield Section("Indexes of subfolders", (Bullets(tuple(items)),))
