"""Opens a published ``book.db`` for reading, and says clearly when it cannot be read."""

from pathlib import Path
from typing import Final

import apsw

from repobook.index import schema
from repobook.index.reader.read_only import KnownSchema, ReadingTime, check_schema, open_read_only
from repobook.model.book_layout import INDEX

SCHEMAS: Final = {schema.VERSION: KnownSchema(schema.SHA256, schema.STATEMENTS)}


def open_index(book: Path, allowed: ReadingTime | None = None) -> apsw.Connection:
    """Read-only; a book of a newer or older schema is refused with what to do."""
    path = book / INDEX
    db = open_read_only(path, allowed or ReadingTime(path))
    check_schema(db, path, SCHEMAS)
    return db


def is_readable_when_new() -> bool:
    """Tries the tables and the hardest of the views in memory."""
    db = apsw.Connection(":memory:")
    for _ in db.execute(schema.STATEMENTS):
        pass
    return bool(db.execute("SELECT count(*) FROM refs").get == 0)
