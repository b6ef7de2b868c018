"""Opens a published ``book.db`` for reading, and says clearly when it cannot be read."""

from pathlib import Path
from typing import Final

import apsw

from repobook.store import schema
from repobook.store.read_only import ReadingTime, check_schema, open_read_only

INDEX: Final = "book.db"
SHA256_BY_VERSION: Final = {schema.VERSION: schema.SHA256}


def open_index(book: Path, allowed: ReadingTime | None = None) -> apsw.Connection:
    """Read-only; a book of a newer or older schema is refused with what to do."""
    path = book / INDEX
    db = open_read_only(path, allowed or ReadingTime(path))
    check_schema(db, path, SHA256_BY_VERSION)
    return db
