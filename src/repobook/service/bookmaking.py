"""Whether the pages of a book are to be made at all, and under which conditions they hold.

What makes them is loaded only when there is something to make.
"""

import os
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import NamedTuple

from repobook.model.dossier import Repository
from repobook.scan.sources import SourceSpec
from repobook.service.format_folders import MARKDOWN_FOLDER
from repobook.service.made_book import BookInput, MadeBook
from repobook.service.progress import Phases
from repobook.service.versions import digest_of, version_of
from repobook.store.pages import NO_PAGES, PagesMemory, Publication, load_pages, staging_folder


class Sameness(NamedTuple):
    """What pages depend on beside the index, and whether that is as it was."""

    spec: SourceSpec
    repository: Repository
    is_new_index: bool


def make_book(
    book: Path,
    same: Sameness,
    are_untouched: Callable[[], bool],
    given: Callable[[], BookInput],
    n_jobs: int,
    phases: Phases,
) -> MadeBook:
    """``given`` is asked for only when there is something to make."""
    sources = _sources(same.spec, book)
    conditions = _conditions(same.repository, sources)
    previous = _remembered(book, conditions, are_untouched)
    if previous.made and not same.is_new_index:
        return _unchanged(book, previous)
    from repobook.service.pagemaking import BookMaker

    held = previous._replace(conditions=conditions)
    return BookMaker(book, given(), sources, held, n_jobs).make(phases)


def _unchanged(book: Path, previous: PagesMemory) -> MadeBook:
    names = tuple(previous.stamps)
    nothing = Publication(staging_folder(book), book, (), names, (), True, ())
    return MadeBook(nothing, previous, 0)


def _remembered(book: Path, conditions: str, are_untouched: Callable[[], bool]) -> PagesMemory:
    """Nothing, where pages were made otherwise, or are no longer what was put there."""
    memory = load_pages(book) if are_untouched() else NO_PAGES
    return memory if memory.conditions == conditions else NO_PAGES


def _sources(spec: SourceSpec, book: Path) -> str:
    """The way from a folder of pages to the sources, where the book lies among them."""
    here = os.path.realpath(book / MARKDOWN_FOLDER)
    inside = spec.kind == "folder" and here.startswith(spec.root.rstrip("/") + "/")
    return os.path.relpath(spec.root, here) if inside else ""


def _conditions(repository: Repository, sources: str) -> str:
    return digest_of((_maker_version(), repository, sources))


@cache
def _maker_version() -> str:
    """Changes whenever anything that shapes a page does."""
    return version_of("book", "book/sections", "render", "render/assets", "text", "store")
