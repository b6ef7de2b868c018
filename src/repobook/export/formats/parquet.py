"""Every public view as Parquet, a file a view; needs ``repobook[parquet]``."""

from collections.abc import Iterator
from io import RawIOBase
from itertools import islice
from typing import Any, Final

from repobook.errors import RepobookError
from repobook.export.format import Format, OutputFile
from repobook.export.views import VIEWS, typed
from repobook.index.reader.whole_book import WholeBook

try:
    import pyarrow as arrow
    from pyarrow import parquet
except ImportError:
    raise RepobookError("pyarrow is not installed", "pip install 'repobook[parquet]'") from None

_ROWS_A_GROUP: Final = 50_000
_TYPES: Final = {
    "string": arrow.string(),
    "integer": arrow.int64(),
    "number": arrow.float64(),
    "boolean": arrow.bool_(),
}


def _files(book: WholeBook) -> Iterator[OutputFile]:
    for view in VIEWS:
        yield OutputFile(f"{view}.parquet", _pieces(book, view))


def _pieces(book: WholeBook, view: str) -> Iterator[bytes]:
    schema = arrow.schema([_field(*column) for column in VIEWS[view].items()])
    rows = book.view(view, tuple(VIEWS[view]))
    written = _Written()
    writer = parquet.ParquetWriter(written, schema, compression="zstd")
    while group := [typed(view, row) for row in islice(rows, _ROWS_A_GROUP)]:
        writer.write_table(arrow.Table.from_pylist(group, schema))
        yield written.taken()
    writer.close()
    yield written.taken()


def _field(name: str, kind: str) -> "arrow.Field":
    return arrow.field(name, _TYPES[kind.rstrip("?")], nullable=kind.endswith("?"))


class _Written(RawIOBase):
    """Holds what was written until it is taken; only the place in the file goes on."""

    def __init__(self) -> None:
        self._pieces: list[bytes] = []
        self._n_bytes = 0

    def writable(self) -> bool:
        return True

    def write(self, data: Any) -> int:
        piece = bytes(data)
        self._pieces.append(piece)
        self._n_bytes += len(piece)
        return len(piece)

    def tell(self) -> int:
        return self._n_bytes

    def taken(self) -> bytes:
        pieces, self._pieces = self._pieces, []
        return b"".join(pieces)


FORMAT = Format("all rows of the public views, in columns", "", _files)
