"""Size and git blob hash of each file when the book was built."""

import json
from collections.abc import Iterable
from typing import Final, NamedTuple

from repobook.index.reader.book_reader import BookReader


class FileContent(NamedTuple):
    path: str
    n_bytes: int
    blob: str


def contents_of(reader: BookReader, paths: Iterable[str]) -> list[FileContent]:
    """Of those that were read."""
    return [FileContent(*row) for row in reader.rows(_CONTENTS, (json.dumps([*paths]),))]


_CONTENTS: Final = """
    SELECT path, bytes, blob FROM file
    WHERE path IN (SELECT value FROM json_each(?)) AND status = 'documented' AND blob != ''
"""
