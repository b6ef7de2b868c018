"""What the pages of a book are made from, and what comes of it."""

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from repobook.model.dossier import Repository
from repobook.model.files import Listing
from repobook.scan.sources import SourceSpec
from repobook.service.units import DocumentedFile
from repobook.store.cache import FactsPlace
from repobook.store.changes import Changes
from repobook.store.pages import PagesAccount, PagesMemory, Publication


class BookInput(NamedTuple):
    """What pages are made from."""

    spec: SourceSpec
    max_bytes: int
    index_path: Path
    published_index: Path
    """The last one; there is none where there are no changes to tell."""
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
