"""Whether the search index of a book is whole, belongs to it and tells of every documented file."""

from collections.abc import Iterator
from pathlib import Path

import apsw

from repobook.errors import RepobookError
from repobook.service.cited_texts import Problem
from repobook.store import search_schema
from repobook.store.read_only import SECONDS_TO_VERIFY, ReadingTime
from repobook.store.seal import is_sealed
from repobook.store.search_index import SearchIndex


def search_problems(book: Path) -> Iterator[Problem]:
    try:
        yield from (Problem("page", search_schema.NAME, told) for told in _problems(book))
    except RepobookError as error:
        yield Problem("page", search_schema.NAME, f"{error.message}; {error.hint}")
    except apsw.Error as error:
        yield Problem("page", search_schema.NAME, f"cannot be read: {error}")


def _problems(book: Path) -> Iterator[str]:
    index = SearchIndex(book, allowed=ReadingTime(book, SECONDS_TO_VERIFY))
    try:
        if not is_sealed(book / search_schema.NAME):
            yield "is not as it was written"
        yield from (f"does not tell of {path}" for path in index.paths_missing())
    finally:
        index.close()
