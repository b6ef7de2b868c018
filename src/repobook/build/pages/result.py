"""What the pages of a book are made from, and what comes of it."""

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from repobook.build.read.units import DocumentedFile
from repobook.index.cache.facts_cache import FactsPlace
from repobook.index.publish.pages import PagesAccount, PagesMemory, Publication
from repobook.index.stale.changes import Changes
from repobook.model.dossier import Repository
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
    memory: Callable[[], PagesMemory]
    """To be completed with the stamps of what is published, and then counted."""
    n_written: int = 0
    """How many pages are new or differ."""
    account: PagesAccount = PagesAccount()
    """Of all pages that are in their places."""
