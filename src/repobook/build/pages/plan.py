"""Whether any page of a book is stale, and under which conditions pages are valid.

The code that makes pages is loaded only when it is needed.
"""

import os
from collections.abc import Callable
from pathlib import Path
from typing import Final, NamedTuple

from repobook.ask.opening.published_book import has_pages
from repobook.build.digest import digest_of
from repobook.build.fingerprint import own_fingerprint
from repobook.build.pages.result import BookInput, MadeBook
from repobook.index.publish.book_folder import BookFolder
from repobook.index.publish.page_memory import NO_PAGES, PagesMemory, load_pages
from repobook.index.publish.pages import NOTHING_TO_PUBLISH, Publication
from repobook.model.book_layout import FORMATS, MARKDOWN
from repobook.model.dossiers.dossier import Repository
from repobook.model.progress import Phases
from repobook.scan.sources.source import SourceSpec
from repobook.workers.pool import Pools

_WITHOUT_PAGES: Final = "no pages"


class PageRebuildCheck(NamedTuple):
    """What pages depend on besides the index, and whether the index is new."""

    spec: SourceSpec
    repository: Repository
    is_new_index: bool


def make_book(
    book: BookFolder,
    check: PageRebuildCheck,
    are_untouched: Callable[[], bool],
    book_input: Callable[[], BookInput],
    n_jobs: int,
    pools: Pools,
    phases: Phases,
) -> MadeBook:
    """``book_input`` is called only when a page has to be made."""
    sources = _sources(check.spec, book.path)
    conditions = _conditions(check, sources)
    previous = load_pages(book)
    is_valid = are_untouched() and previous.conditions == conditions
    if is_valid and not check.is_new_index and not previous.account.n_incomplete:
        return unchanged(previous)
    from repobook.build.pages.run import BookMaker

    # None, if pages were made under other conditions, or were changed since.
    valid = previous if is_valid else NO_PAGES
    published = valid._replace(conditions=conditions)
    return BookMaker(book, book_input(), sources, published, n_jobs, pools).make(phases)


def has_no_pages(book: BookFolder) -> bool:
    """Whether a reader of the book as it lies there can have none."""
    return not has_pages(book.path) and not load_pages(book).account.n_pages


def no_pages(book: BookFolder, are_untouched: Callable[[], bool]) -> MadeBook:
    """For a book without pages: those that are there are removed."""
    previous = load_pages(book) if are_untouched() else NO_PAGES
    lost = sorted(n for pages in previous.pages_by_subject().values() for n in pages.outputs())
    knows_all = bool(lost) or previous.conditions == _WITHOUT_PAGES
    publication = Publication(FORMATS, (), (), knows_all, tuple(lost))
    return MadeBook(publication, NO_PAGES._replace(conditions=_WITHOUT_PAGES), dict)


def unchanged(memory: PagesMemory) -> MadeBook:
    return MadeBook(NOTHING_TO_PUBLISH, memory, memory.pages_by_subject, account=memory.account)


def _sources(spec: SourceSpec, book: Path) -> str:
    """The relative path from a folder of pages to the sources, if the book lies among them."""
    here = os.path.realpath(book / MARKDOWN)
    inside = spec.kind == "folder" and here.startswith(spec.root.rstrip("/") + "/")
    return os.path.relpath(spec.root, here) if inside else ""


def _conditions(check: PageRebuildCheck, sources: str) -> str:
    return digest_of((own_fingerprint(), check.repository, check.spec.formats or FORMATS, sources))
