"""Every public view as JSON Lines, a file a view, each with the JSON Schema of its rows."""

import json
from collections.abc import Iterator

from repobook.export.format import Format, OutputFile
from repobook.export.views import VIEWS, row_schema, typed
from repobook.index.reader.whole_book import WholeBook


def _files(book: WholeBook) -> Iterator[OutputFile]:
    for view in VIEWS:
        schema = json.dumps(row_schema(view), indent=2) + "\n"
        yield OutputFile(f"{view}.schema.json", [schema.encode()])
        yield OutputFile(f"{view}.jsonl", _rows(book, view))


def _rows(book: WholeBook, view: str) -> Iterator[bytes]:
    for row in book.view(view, tuple(VIEWS[view])):
        yield json.dumps(typed(view, row)).encode() + b"\n"


FORMAT = Format("all rows of the public views, with JSON Schemas", "", _files)
