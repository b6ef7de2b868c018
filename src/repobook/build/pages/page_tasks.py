"""Tasks and results of page workers."""

from collections.abc import Mapping, Set
from typing import Final, NamedTuple

from repobook.build.pages.site_search_files import ShardsChange
from repobook.build.read.units import DocumentedFile
from repobook.index.reader.folder.folder_dossiers import FolderReader
from repobook.index.reader.repository.repository_dossier import (
    NO_FOLDER_MEMORY,
    FolderMemory,
)
from repobook.model.dossiers.dossier import Repository
from repobook.model.dossiers.folder_dossier import RepositoryDossier
from repobook.render.places import Places
from repobook.render.rendered_page import Written
from repobook.scan.sources.source import SourceSpec
from repobook.workers.pool import Answer


class PageTask(NamedTuple):
    kind: str
    """``file``, ``folder``, ``names`` for a part of the index from A to Z, ``rule`` for all that
    one rule found, ``operator`` for a family, ``operators`` for their list, ``shards`` for a part
    of the search of the site."""
    path: str
    input_digest: bytes = b""
    """Of the published pages: what is made from the same need not be written again."""
    table: bytes = b""
    """What the published shards were made from; empty where they are made as new."""

    @property
    def subject(self) -> str:
        return f"{self.kind} {self.path}"


class WrittenPage(NamedTuple):
    name: str
    """In the book."""
    written: Written
    is_heavy: bool


class RepositoryPagesDraft(NamedTuple):
    """Nothing is staged yet: the fork that wrote this may outlive its build."""

    dossier: RepositoryDossier
    pages: tuple[WrittenPage, ...]
    folder_memory: bytes = b""
    """What they show of folders, for the next build."""


class KnownFolders(NamedTuple):
    """What need not be read again for the pages about the repository."""

    reader: FolderReader | None
    """Of the process that this one was forked from, if it has read all folders."""
    memory: FolderMemory
    """By the last build."""
    stale: Set[str]
    """Folders that changed since."""


class FolderPages(NamedTuple):
    """The pages for which all folders are read, made in a fork."""

    repository: RepositoryPagesDraft
    answers: tuple[Answer[PageTask], ...]
    """Pages of single folders."""
    data_by_name: Mapping[str, bytes]
    """Those of them that are to be staged."""


NOTHING_KNOWN: Final = KnownFolders(None, NO_FOLDER_MEMORY, frozenset())


class PageInput(NamedTuple):
    """What pages are made from, besides the facts of each file."""

    spec: SourceSpec
    max_bytes: int
    index_path: str
    files: tuple[DocumentedFile, ...]
    repository: Repository
    places: dict[str, Places]
    """By format."""
    shards_change: ShardsChange | None = None
    """What an edit changed of the search of the site."""
