"""Reads a share of a repository's files, for a book that is built elsewhere."""

from collections.abc import Callable, Set

from repobook.build.entry import open_book_of
from repobook.build.fingerprint import reading_conditions
from repobook.build.memory import open_memory
from repobook.build.read.files_to_read import FilesToRead
from repobook.build.read.read_file import Reading
from repobook.build.read.shares import Share, encode_share, share_name
from repobook.build.request import BuildRequest
from repobook.build.scanning import configured, scan_files
from repobook.model.files import Entry
from repobook.model.progress import Phases, Silent
from repobook.scan.config import read_config


def read_share(
    request: BuildRequest, share: Share, is_known: Callable[[str], bool]
) -> bytes | None:
    """None if it is known already by its name. The book of the request is a place to work in."""
    config = read_config(request.spec)
    request = configured(request, config)
    _, listing, attributes = scan_files(request, config)
    part = share.of(listing)
    limits = request.max_bytes, request.show_credentials
    name = share_name(part, reading_conditions(attributes, *limits))
    if is_known(name):
        return None
    with open_book_of(request) as book:
        memory = open_memory(book, attributes, *limits, "")
        try:
            files = FilesToRead(request, part, attributes, memory, _NoIndex(), Phases(Silent()))
            readings, _ = files.read_and_lint(book)
            by_entry = ((entry, readings[entry.path]) for entry in part.entries)
            return encode_share(name, memory, by_entry)
        finally:
            memory.facts.close()


class _NoIndex:
    def put(self, entry: Entry, reading: Reading) -> bool:
        return True

    def expect_changes(self) -> None:
        pass

    def add_findings(self, linted: Set[bytes]) -> None:
        pass
