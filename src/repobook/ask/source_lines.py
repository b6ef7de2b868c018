"""Lines of a file as the book has them, and its page in Markdown."""

import os
from pathlib import Path
from typing import Final, NamedTuple

from repobook.disk.reading import open_regular
from repobook.index.search.search_index import SearchIndex
from repobook.index.search.source_texts import text_at
from repobook.model.blocks import PageRef
from repobook.model.book_layout import MARKDOWN
from repobook.render.places import Places
from repobook.text.lines import split_lines

_PLACES: Final = Places({}, {})
_MAX_PAGE: Final = 256 << 10


class SourceLines(NamedTuple):
    path: str
    first: int
    lines: tuple[str, ...]
    n_lines: int
    """Of the whole file."""


def lines_of(index: SearchIndex, path: str, first: int, last: int) -> SourceLines | None:
    """From the first to the last, both counted from 1; None where the book has no text of it."""
    text = text_at(index, path)
    if text is None:
        return None
    lines = split_lines(text)
    start = max(first, 1)
    return SourceLines(path, start, tuple(lines[start - 1 : max(last, 0)]), len(lines))


def page_of(book: Path, path: str) -> str | None:
    """The page of a file, or of a folder with a slash at its end; None where there is none.

    A page that is longer than anybody reads at once is cut, and says so.
    """
    is_folder = path.endswith("/") or not path
    ref = PageRef("overview" if is_folder else "file", path.rstrip("/"))
    data = _content(book, f"{MARKDOWN}/{_PLACES.name(ref)}")
    if data is None:
        return None
    text = data[:_MAX_PAGE].decode("utf-8", "ignore")
    return text if len(data) <= _MAX_PAGE else f"{text}\n\n[cut after {_MAX_PAGE:,} bytes]\n"


def _content(book: Path, name: str) -> bytes | None:
    folder = os.open(book, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        with open(open_regular(folder, name.encode("utf-8", "replace")), "rb") as file:
            return file.read(_MAX_PAGE + 1)
    except (OSError, ValueError):
        return None
    finally:
        os.close(folder)
