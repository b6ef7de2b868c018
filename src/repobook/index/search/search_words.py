"""The words of all files inside ``search.db``, which files have them, and their packed texts.

All words are also stored as one list, because reading them from the full-text index is slow. Words
of files added since are stored as further rows; a word that no file has any more does no harm.
"""

import json
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from typing import Final

import apsw

from repobook.index.search.search_record import compressed, decompressed

# Row 0 has the words of all files at some time, the others those of files added since.
WORD_TABLES: Final = """
CREATE TABLE IF NOT EXISTS word_list (row INTEGER PRIMARY KEY, words BLOB NOT NULL);
"""
_BATCH: Final = 128
_MAX_ROWS: Final = 200


class WordWriter:
    def __init__(self, db: apsw.Connection) -> None:
        self._db = db
        self._db.execute(WORD_TABLES)
        self._is_listed = bool(self._db.execute("SELECT 1 FROM word_list WHERE row = 0").get)

    def add(self, row: int, fields: Iterable[str]) -> None:
        """The words of a file; not needed as long as there is no list."""
        if self._is_listed:
            words = sorted({word for field in fields for word in field.split(" ")})
            packed = compressed("\n".join(words).encode("utf-8", "replace"))
            self._db.execute("REPLACE INTO word_list VALUES (?, ?)", (row, packed))

    def finish(self) -> None:
        """Rebuilds the list if there is none, or too many further rows."""
        n_rows = self._db.execute("SELECT count(*) FROM word_list").get
        if not self._is_listed or n_rows > _MAX_ROWS:
            self._db.execute("DELETE FROM word_list")
            packed = compressed(_words_of_index(self._db))
            self._db.execute("INSERT INTO word_list VALUES (0, ?)", (packed,))


def _words_of_index(db: apsw.Connection) -> bytes:
    db.execute(_WORDS)
    joined = db.execute("SELECT group_concat(term, char(10)) FROM temp.file_word").get
    return (joined or "").encode("utf-8", "replace")


class WordReader:
    def __init__(self, db: apsw.Connection) -> None:
        self._db = db

    @cached_property
    def vocabulary(self) -> bytes:
        """Every term of the index in UTF-8, a line break before and after each."""
        is_listed = self._db.execute(_IS_LISTED).get
        lists = self._lists() if is_listed else [_words_of_index(self._db)]
        return b"\n".join([b"", *lists, b""])

    def _lists(self) -> Iterator[bytes]:
        packed = self._db.execute("SELECT words FROM word_list ORDER BY row")
        return (decompressed(words) for (words,) in packed)

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
_IS_LISTED: Final = "SELECT 1 FROM sqlite_schema WHERE name = 'word_list'"
_HAVING: Final = """
    SELECT i.file FROM file_text t JOIN indexed_file i ON i.row = t.rowid WHERE file_text MATCH ?
"""
_PACKED: Final = """
    SELECT i.file, t.data FROM json_each(?) asked CROSS JOIN indexed_file i ON i.file = asked.value
    CROSS JOIN source_text t ON t.row = i.row
"""
