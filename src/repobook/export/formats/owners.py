"""Who owns every file: what CODEOWNERS and the file itself say, with the line, and who changed it.

A file that nobody owns is listed too, with no owner.
"""

import csv
import json
from collections.abc import Iterator
from io import StringIO

from repobook.export.format import one_file
from repobook.index.reader.whole_book import FileRow, WholeBook
from repobook.text.visible import one_visible_line

_COLUMNS = ("path", "owners", "said_by", "last_change", "n_changes", "authors")


def _pieces(book: WholeBook) -> Iterator[bytes]:
    yield _row(_COLUMNS)
    for file in book.files():
        yield _row(_cells(book, file))


def _cells(book: WholeBook, file: FileRow) -> tuple[str, ...]:
    said = book.owners_of(file.path)
    names = dict.fromkeys(name for one in said for name in _names(one.owners))
    proofs = dict.fromkeys(f"{one.proof}:{one.line}" for one in said)
    past = book.history_of(file.id)
    history = (
        (past.date, str(past.n_changes), " ".join(_names(past.authors))) if past else ("",) * 3
    )
    return (file.path, " ".join(names), " ".join(proofs), *history)


def _names(text: str) -> list[str]:
    """The index keeps lists as JSON; of authors also how often."""
    found = json.loads(text)
    return [str(one[0] if isinstance(one, list) else one) for one in found]


def _row(cells: tuple[str, ...]) -> bytes:
    """A cell that a spreadsheet would take for a formula is marked as text."""
    shown = [one_visible_line(cell) for cell in cells]
    buffer = StringIO()
    csv.writer(buffer).writerow(
        f"'{c}" if c.startswith(("=", "+", "@\t", "-")) else c for c in shown
    )
    return buffer.getvalue().encode("utf-8", "replace")


FORMAT = one_file(
    "owners.csv", _pieces, "the owners of every file, with the line that declares them"
)
