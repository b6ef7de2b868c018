"""Checks that the search index is intact, belongs to the book and has every documented file."""

from collections.abc import Iterator
from pathlib import Path

import apsw

from repobook.errors import RepobookError
from repobook.index.checksum import is_sealed
from repobook.index.reader.read_only import SECONDS_TO_VERIFY, ReadingTime
from repobook.index.search.search_index import SearchIndex
from repobook.model.book_layout import SEARCH
from repobook.verify.cited_texts import Problem


def search_problems(book: Path) -> Iterator[Problem]:
    try:
        yield from (Problem("page", SEARCH, message) for message in _problems(book))
    except RepobookError as error:
        yield Problem("page", SEARCH, f"{error.message}; {error.hint}")
    except apsw.Error as error:
        yield Problem("page", SEARCH, f"cannot be read: {error}")


def _problems(book: Path) -> Iterator[str]:
    index = SearchIndex(book, allowed=ReadingTime(book, SECONDS_TO_VERIFY))
    try:
        if not is_sealed(book / SEARCH):
            yield "has been modified"
        yield from (f"does not have {path}" for path in index.paths_missing())
    finally:
        index.close()
