"""The words of all files inside ``search.db``, which files have them, and their packed texts."""

import json
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from typing import Final

import apsw

_BATCH: Final = 128


class WordReader:
    def __init__(self, db: apsw.Connection) -> None:
        self._db = db
        self._db.execute(_WORDS)

    @cached_property
    def vocabulary(self) -> bytes:
        """Every term of the index in UTF-8, a line break before and after each."""
        joined = self._db.execute("SELECT group_concat(term, char(10)) FROM temp.file_word").get
        return f"\n{joined or ''}\n".encode("utf-8", "replace")

    def files_with_any(self, terms: Iterable[str]) -> set[int]:
        expression = " OR ".join(f'"{term}"' for term in terms)
        return {file for (file,) in self._db.execute(_HAVING, (expression,))}

    def packed_texts(self, files: Sequence[int]) -> Iterator[list[tuple[int, bytes]]]:
        """Each file that has one with its compressed text, some at a time."""
        for start in range(0, len(files), _BATCH):
            batch = json.dumps(files[start : start + _BATCH])
            yield list(self._db.execute(_PACKED, (batch,)))


_WORDS: Final = """
    CREATE VIRTUAL TABLE IF NOT EXISTS temp.file_word USING fts5vocab(main, file_text, row)
"""
_HAVING: Final = """
    SELECT i.file FROM file_text t JOIN indexed_file i ON i.row = t.rowid WHERE file_text MATCH ?
"""
_PACKED: Final = """
    SELECT i.file, t.data FROM json_each(?) asked CROSS JOIN indexed_file i ON i.file = asked.value
    CROSS JOIN source_text t ON t.row = i.row
"""
