"""Opens a published ``book.db`` for reading, and says clearly when it cannot be read."""

from pathlib import Path

import apsw

from repobook.errors import RepobookError
from repobook.store import schema


def open_index(book: Path) -> apsw.Connection:
    """Read-only; a book of a newer or older schema is refused with what to do."""
    path = book / "book.db"
    try:
        db = apsw.Connection(str(path), flags=apsw.SQLITE_OPEN_READONLY)
        version = db.execute("PRAGMA user_version").get
        db.execute("SELECT 1 FROM meta LIMIT 1").get  # noqa: B018 - reads the schema
    except apsw.Error:
        raise RepobookError(f"{book}: its index is damaged or not one of ours", _HINT) from None
    if version > schema.VERSION:
        raise RepobookError(f"{book}: made by a newer repobook (schema {version})", _UPGRADE)
    if version < schema.VERSION:
        raise RepobookError(f"{book}: made by an older repobook (schema {version})", _HINT)
    return db


_HINT = "make it anew with: repobook build PATH"
_UPGRADE = "upgrade repobook, or build it anew"
