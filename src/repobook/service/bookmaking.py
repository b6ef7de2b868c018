"""Whether the pages of a book are to be made at all, and under which conditions they hold.

What makes them is loaded only when there is something to make.
"""

import os
from collections.abc import Callable
from functools import cache, partial
from pathlib import Path
from typing import NamedTuple

from repobook.model.dossier import Repository
from repobook.scan.sources import SourceSpec
from repobook.service.format_folders import MARKDOWN_FOLDER
from repobook.service.made_book import BookInput, MadeBook
from repobook.service.progress import Phases
from repobook.service.versions import digest_of, version_of
from repobook.store.book_folder import BookFolder
from repobook.store.pages import (
    NO_PAGES,
    PagesAccount,
    Publication,
    load_head,
    load_pages,
)


class Sameness(NamedTuple):
    """What pages depend on beside the index, and whether that is as it was."""

    spec: SourceSpec
    repository: Repository
    is_new_index: bool


def make_book(
    book: BookFolder,
    same: Sameness,
    are_untouched: Callable[[], bool],
    given: Callable[[], BookInput],
    n_jobs: int,
    phases: Phases,
) -> MadeBook:
    """``given`` is asked for only when there is something to make."""
    sources = _sources(same.spec, book.path)
    conditions = _conditions(same.repository, sources)
    head = load_head(book)
    is_valid = are_untouched() and head.conditions == conditions
    if is_valid and not same.is_new_index and not head.account.n_incomplete:
        return _unchanged(book, head.account)
    from repobook.service.pagemaking import BookMaker

    # Nothing, where pages were made otherwise, or are no longer what was put there.
    previous = load_pages(book) if is_valid else NO_PAGES
    held = previous._replace(conditions=conditions)
    return BookMaker(book, given(), sources, held, n_jobs).make(phases)


def _unchanged(book: BookFolder, account: PagesAccount) -> MadeBook:
    nothing = Publication((), (), (), True, ())
    return MadeBook(nothing, cache(partial(load_pages, book)), account=account)


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
