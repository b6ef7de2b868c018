"""The text of a file as it was when the book was built."""

from repobook.index.search.search_index import SearchIndex


def text_at(index: SearchIndex, path: str) -> str | None:
    """None for a path that is not documented."""
    file = index.db.execute("SELECT id FROM book.file WHERE path = ?", (path,)).get
    data = index.text(file) if file is not None else b""
    return data.decode("utf-8", "replace") if data else None
