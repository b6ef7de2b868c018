"""The documentation page of a file: the sections of the contract, in its order."""

from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

from repobook.book.sections import source
from repobook.model.blocks import Block, Page, PageRef, Section
from repobook.model.dossier import FileDossier


class SectionMaker(NamedTuple):
    title: str
    blocks: Callable[[FileDossier], tuple[Block, ...]]


SECTIONS: Final = (SectionMaker(source.TITLE, source.blocks),)


def file_pages(dossier: FileDossier) -> Iterator[Page]:
    """The page itself first, then what did not fit on it."""
    sections = [Section(maker.title, maker.blocks(dossier)) for maker in SECTIONS]
    ref = PageRef("file", dossier.path)
    yield Page(ref, dossier.path, tuple(section for section in sections if section.blocks))
    yield from _continuations(dossier)


def _continuations(dossier: FileDossier) -> Iterator[Page]:
    for n, part in enumerate(source.parts(dossier)[1:], 2):
        section = Section(f"{source.TITLE}, continued", (part,))
        yield Page(PageRef("file", dossier.path, str(n)), dossier.path, (section,))
