"""Fills ``search.db``: from nothing, or in a copy of the last one by replacing changed files."""

import hashlib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Final

import apsw

from repobook.disk.writing import discard, replace_file
from repobook.index.checksum import seal
from repobook.index.search import search_schema
from repobook.index.search.search_names import NAME_TABLES, NameWriter
from repobook.index.search.search_record import SearchRecord
from repobook.index.search.search_words import WordWriter
from repobook.text.terms import field_text, numbers_in, pairs_in, terms_in

# So many bytes of terms are gathered before they are sorted and written: few, large segments.
_GATHERING: Final = "('hashsize', 67108864)"
_CACHE_KIBIBYTES: Final = 8 << 10
_MUCH: Final = 4
"""Once more than one file in so many was replaced, the database is compacted."""
_FIELD_MARKS: Final = ", ".join("?" * (1 + len(search_schema.FIELDS)))
_ADD_FIELDS: Final = (
    f"INSERT INTO file_text (rowid, {', '.join(search_schema.FIELDS)}) VALUES ({_FIELD_MARKS})"
)
_REMOVE_CONTENT: Final = (
    "DELETE FROM file_text WHERE rowid = ?",
    "DELETE FROM source_text WHERE row = ?",
)
_REMOVE_PAST: Final = "DELETE FROM file_past WHERE rowid = ?"


class SearchWriter:
    """Nothing of it counts before ``finish``; a file that was not finished is of no use."""

    def __init__(self, path: Path, *, is_copy: bool) -> None:
        self._path = path
        self._db = apsw.Connection(str(path))
        self._execute("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF")
        self._execute(f"PRAGMA locking_mode = EXCLUSIVE; PRAGMA cache_size = -{_CACHE_KIBIBYTES}")
        if not is_copy:
            self._execute(f"PRAGMA user_version = {search_schema.VERSION}")
        self._execute("BEGIN")
        if not is_copy:
            self._execute(search_schema.TABLES + NAME_TABLES)
            self._execute(f"INSERT INTO file_text (file_text, rank) VALUES {_GATHERING}")
        self._names = NameWriter(self._db)
        self._words = WordWriter(self._db)
        self._n_replaced = 0

    def add(self, file: int, path: str, record: SearchRecord) -> None:
        """Replaces the content of this file; its past stays."""
        row = self._emptied(file)
        fields = (field_text(path.encode("utf-8", "replace")), *record.fields)
        n_terms = sum(field.count(" ") + 1 for field in fields if field)
        self._db.execute("UPDATE indexed_file SET n_terms = ? WHERE row = ?", (n_terms, row))
        self._db.execute(_ADD_FIELDS, (row, *fields))
        self._words.add(row, fields)
        self._names.add(file, record.names)
        self._db.execute("INSERT INTO source_text VALUES (?, ?)", (row, record.text))

    def remove(self, files: Iterable[int]) -> None:
        for file in files:
            row = self._emptied(file)
            self._db.execute(_REMOVE_PAST, (row,))
            self._db.execute("DELETE FROM indexed_file WHERE row = ?", (row,))

    def put_away(self) -> None:
        """Writes what was collected so far, to free its memory."""
        self._execute("INSERT INTO file_text (file_text) VALUES ('flush')")
        self._names.finish()

    def set_past(self, subjects_by_file: Mapping[int, str]) -> None:
        """The subjects of the commits of every file; one without any has no past."""
        rows = list(self._db.execute("SELECT row, file, past FROM indexed_file"))
        for row, file, past in rows:
            subjects = subjects_by_file.get(file, "")
            digest = _digest(subjects) if subjects else b""
            if digest != past:
                self._replace_past(row, digest, _past_terms(subjects))

    def finish(self, meta: Mapping[str, str], *, as_new: bool = False) -> None:
        """``as_new`` where nothing may be left of what was removed, free pages included."""
        self._execute("DELETE FROM search_meta")
        self._db.executemany("INSERT INTO search_meta VALUES (?, ?)", sorted(meta.items()))
        self._names.finish()
        self._words.finish()
        if as_new or self._n_replaced * _MUCH > self._n_files():
            self._commit_as_new()
        else:
            self._execute("COMMIT")
            self.close()
        seal(self._path)

    def close(self) -> None:
        self._db.close()

    def _commit_as_new(self) -> None:
        """Compacts the file: replaced rows leave old terms and free pages behind."""
        fresh = self._path.with_suffix(".fresh")
        self._execute("INSERT INTO file_text (file_text) VALUES ('optimize'); COMMIT")
        try:
            self._db.execute("VACUUM INTO ?", (str(fresh),))
            self.close()
            replace_file(fresh, self._path)
        except BaseException:
            discard(fresh)  # a part of it would only take room on a full disk
            raise

    def _replace_past(self, row: int, digest: bytes, terms: list[str]) -> None:
        """A repeated subject counts each time."""
        update = "UPDATE indexed_file SET past = ?, n_past_terms = ? WHERE row = ?"
        self._db.execute(update, (digest, len(terms), row))
        self._db.execute(_REMOVE_PAST, (row,))
        if terms:
            insert = "INSERT INTO file_past (rowid, subjects) VALUES (?, ?)"
            self._db.execute(insert, (row, " ".join(terms)))

    def _emptied(self, file: int) -> int:
        """The row of a file, without content."""
        existing_row = self._db.execute("SELECT row FROM indexed_file WHERE file = ?", (file,)).get
        if existing_row is None:
            self._db.execute("INSERT INTO indexed_file (file) VALUES (?)", (file,))
            return self._db.last_insert_rowid()
        self._n_replaced += 1
        self._names.remove([file])
        for statement in _REMOVE_CONTENT:
            self._db.execute(statement, (existing_row,))
        return int(existing_row)

    def _n_files(self) -> int:
        return int(self._db.execute("SELECT count(*) FROM indexed_file").get)

    def _execute(self, statements: str) -> None:
        for _ in self._db.execute(statements):
            pass


def _past_terms(subjects: str) -> list[str]:
    """Words, versions, and what two words of one subject say together."""
    pairs = [pair for subject in subjects.split("\n") for pair in pairs_in(subject)]
    return terms_in(subjects) + numbers_in(subjects) + pairs


def _digest(subjects: str) -> bytes:
    return hashlib.blake2b(subjects.encode("utf-8", "replace"), digest_size=8).digest()
