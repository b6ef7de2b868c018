"""The input and the result of making pages."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import NamedTuple

from repobook.build.read.units import DocumentedFile
from repobook.index.cache.facts_cache import FactsPlace
from repobook.index.publish.page_memory import PagesMemory, PublishedPages
from repobook.index.publish.pages import PagesAccount, Publication
from repobook.index.stale.changes import Changes
from repobook.model.dossiers.dossier import Repository
from repobook.model.files import Listing
from repobook.scan.sources.source import SourceSpec


class BookInput(NamedTuple):
    """What pages are made from."""

    spec: SourceSpec
    max_bytes: int
    index_path: Path
    published_index: Path
    """The last index; missing if ``changes`` is None."""
    changes: Changes | None
    index_sha256: Callable[[], str]
    facts: FactsPlace
    files: tuple[DocumentedFile, ...]
    listing: Listing
    repository: Repository
    meta: dict[str, str]


class MadeBook(NamedTuple):
    publication: Publication
    memory: PagesMemory
    pages_by_subject: Callable[[], dict[str, PublishedPages]]
    """Of all pages, those among them that stay as they are."""
    made: Mapping[str, str] = {}
    """The SHA-256 of the pages that were made now, by name."""
    n_written: int = 0
    """How many pages are new or differ."""
    account: PagesAccount = PagesAccount()
    """Of all pages that are in their places."""
