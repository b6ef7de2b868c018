"""Reads ``search.db``, joined with the ``book.db`` that it belongs to."""

import json
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final, NamedTuple

import apsw

from repobook.errors import RepobookError
from repobook.index.reader.open_index import SCHEMAS
from repobook.index.reader.read_only import (
    BUILD_AGAIN,
    KnownSchema,
    ReadingTime,
    attach_read_only,
    check_schema,
    open_read_only,
    unreadable,
)
from repobook.index.search import search_schema
from repobook.index.search.search_names import NAME_TABLES
from repobook.index.search.search_record import decompressor
from repobook.index.search.search_words import WORD_TABLES
from repobook.model.book_layout import INDEX, SEARCH
from repobook.model.search.matches import FileMatch

# Weights of the fields, in the order of ``search_schema.FIELDS``.
View = Sequence[float]
# A file's id, and its score by each view.
_Scored = tuple[int, tuple[float, ...]]

_STATEMENTS: Final = search_schema.TABLES + NAME_TABLES
SEARCH_SCHEMAS: Final = {
    1: KnownSchema(search_schema.SHA256_BY_VERSION[1], _STATEMENTS),
    2: KnownSchema(search_schema.SHA256_BY_VERSION[2], _STATEMENTS + WORD_TABLES),
}
# Of each of the two files. Not mapped into memory instead: SQLite checks a page when it reads it,
# and reads a mapped one again for every row.
_CACHE_KIBIBYTES: Final = 16 << 10
_MAX_REMEMBERED: Final = 1 << 15
_BYTES_BETWEEN_LOOKS: Final = 1 << 20
# So small that a repeated subject counts each time.
_PAST: Final[View] = (0.5,)
_PAST_TERMS: Final = """
    SELECT file, n_past_terms FROM json_each(?) CROSS JOIN indexed_file ON file = value
"""
_DESCRIBED: Final = """
    SELECT f.id, f.path, f.language, f.role, i.n_terms, coalesce(r.score, 0) / 1e6, f.lines
    FROM json_each(?) found CROSS JOIN indexed_file i ON i.file = found.value
    JOIN book.file f ON f.id = i.file
    LEFT JOIN book.file_rank r ON r.file = f.id
"""
# The sign keeps SQLite from asking the full-text index for each of the files by itself.
_WITHIN: Final = """
    AND +rowid IN (SELECT row FROM json_each(?) CROSS JOIN indexed_file ON file = value)
"""
_TEXTS_OF: Final = """
    SELECT i.file, t.data FROM json_each(?) asked CROSS JOIN indexed_file i ON i.file = asked.value
    CROSS JOIN source_text t ON t.row = i.row
"""
_LINE_BITS: Final = 40
_NAMES_ON: Final = f"""
    SELECT asked.key, s.line, s.name
    FROM json_each(?) asked CROSS JOIN book.symbol s ON s.file = asked.value
    WHERE (asked.key << {_LINE_BITS} | s.line) IN (SELECT value FROM json_each(?))
"""
_DEFINING: Final = "SELECT DISTINCT file FROM book.symbol WHERE name = ? LIMIT ?"
_CALLED: Final = """
    SELECT id, path FROM book.file
    WHERE (path = ?1 OR substr(path, -length(?1) - 1) = '/' || ?1) AND status = 'documented'
    ORDER BY path
"""
_TERMS: Final = "CREATE VIRTUAL TABLE temp.file_term USING fts5vocab('main', 'file_text', 'row')"
_MISSING: Final = """
    SELECT path FROM book.file
    WHERE status = 'documented' AND id NOT IN (
        SELECT file FROM indexed_file JOIN source_text USING (row)
        JOIN file_text_docsize d ON d.id = row
    )
    ORDER BY path
"""


class SearchIndex:
    """Opened together with the index of the same build, read-only."""

    def __init__(self, book: Path, allowed: ReadingTime | None = None) -> None:
        self.allowed = allowed or ReadingTime(book)
        self._db = _open(book, self.allowed)
        self._decompressed = decompressor()
        self._described: dict[int, FileMatch] = {}
        self._n_by_term: dict[str, int] = {}
        self._n_unpacked = 0

    @property
    def db(self) -> apsw.Connection:
        """``book.db`` is attached to it as ``book``."""
        return self._db

    def matching(
        self,
        expression: str,
        views: Sequence[View],
        n: int,
        within: Collection[int] | None = None,
    ) -> list[FileMatch]:
        """The best ``n`` files by the first view, with their scores by all of them.

        ``expression`` is one of FTS5 over terms. Files that score the same come by path. Words
        weigh the same ``within`` some files as among all.
        """
        scores = dict(self._best(_TextQuery("file_text", expression, views, within), n))
        matches = [
            FileMatch._make((*match[:6], scores[match.file], match.n_lines))
            for match in self.described(scores)
        ]
        return sorted(matches, key=lambda match: (-match.scores[0], match.path))

    def past_scores(self, expression: str, n: int) -> dict[int, tuple[float, int]]:
        """How well the subjects of their commits match, and of how many terms these are.

        For the best ``n`` files, by id.
        """
        best = self._best(_TextQuery("file_past", expression, [_PAST]), n)
        files = json.dumps([file for file, _ in best])
        n_terms = dict(self._db.execute(_PAST_TERMS, (files,)))
        return {file: (score, n_terms[file]) for file, (score,) in best}

    def mean_past_terms(self) -> float:
        """How many terms the subjects of a file have on average, where it has any."""
        query = "SELECT avg(n_past_terms) FROM indexed_file WHERE n_past_terms"
        return float(self._db.execute(query).get or 0)

    def files_with(self, expression: str) -> set[int]:
        """The ids of all files that hold what an expression asks for."""
        query = (
            "SELECT file FROM file_text t JOIN indexed_file i ON i.row = t.rowid"
            " WHERE file_text MATCH ?"
        )
        return {file for (file,) in self._db.execute(query, (expression,))}

    def files_defining(self, name: str, most: int | None = None) -> list[int]:
        """The ids of the files that define a name; none where they are more than ``most``."""
        limit = -1 if most is None else most + 1
        files = [file for (file,) in self._db.execute(_DEFINING, (name, limit))]
        return files if most is None or len(files) <= most else []

    def files_called(self, name: str) -> list[tuple[int, str]]:
        """Documented files of that name in any folder, with their paths."""
        return [*self._db.execute(_CALLED, (name,))]

    def described(self, files: Iterable[int]) -> list[FileMatch]:
        """Without scores. Cached, since an open book does not change."""
        wanted = [*files]
        if len(self._described) > _MAX_REMEMBERED:
            self._described.clear()
        if missing := [file for file in wanted if file not in self._described]:
            rows = self._db.execute(_DESCRIBED, (json.dumps(missing),))
            self._described.update(
                {row[0]: FileMatch._make((*row[:6], (), row[6])) for row in rows}
            )
        return [self._described[file] for file in wanted if file in self._described]

    def mean_terms(self) -> float:
        """How many terms a file has on average."""
        return float(self._db.execute("SELECT avg(n_terms) FROM indexed_file").get or 0)

    def n_files(self) -> int:
        return int(self._db.execute("SELECT count(*) FROM indexed_file").get or 0)

    def n_files_by_term(self, terms: Iterable[str]) -> dict[str, int]:
        """In how many files each term is; those that no file has are left out."""
        n_by_term = {term: self._n_files_with(term) for term in terms}
        return {term: n for term, n in n_by_term.items() if n}

    def text(self, file: int) -> bytes:
        """The text of a file in UTF-8; empty for one that is not documented."""
        query = "SELECT data FROM source_text JOIN indexed_file USING (row) WHERE file = ?"
        data = self._db.execute(query, (file,)).get
        return self._unpacked(data) if data is not None else b""

    def texts_of(self, files: Iterable[int]) -> dict[int, bytes]:
        """Those that are documented, by id."""
        rows = self._db.execute(_TEXTS_OF, (json.dumps([*files]),))
        return {file: self._unpacked(data) for file, data in rows}

    def names_on(self, lines_by_file: Mapping[int, Sequence[int]]) -> dict[int, dict[int, str]]:
        """What is defined on some lines of some files, by file and line."""
        files, places = [*lines_by_file], lines_by_file.values()
        keys = [n << _LINE_BITS | line for n, lines in enumerate(places) for line in lines]
        names: dict[int, dict[int, str]] = {file: {} for file in files}
        for n, line, name in self._db.execute(_NAMES_ON, (json.dumps(files), json.dumps(keys))):
            names[files[n]][line] = name
        return names

    def texts(self) -> Iterator[tuple[int, bytes]]:
        """Every file by its id with its text, in no order that means anything."""
        query = "SELECT file, data FROM source_text JOIN indexed_file USING (row)"
        return ((file, self._unpacked(data)) for file, data in self._db.execute(query))

    def paths_missing(self) -> list[str]:
        """Documented files without words or without a text."""
        return [path for (path,) in self._db.execute(_MISSING)]

    def close(self) -> None:
        self._db.close()

    def _unpacked(self, data: bytes) -> bytes:
        """A look at the clock takes longer than most texts."""
        text = self._decompressed(data)
        self._n_unpacked += len(text)
        if self._n_unpacked > _BYTES_BETWEEN_LOOKS:
            self._n_unpacked = 0
            self.allowed.check()
        return text

    def _n_files_with(self, term: str) -> int:
        if len(self._n_by_term) > _MAX_REMEMBERED:
            self._n_by_term.clear()
        if term not in self._n_by_term:
            n_files = self._db.execute("SELECT doc FROM temp.file_term WHERE term = ?", (term,)).get
            self._n_by_term[term] = int(n_files or 0)
        return self._n_by_term[term]

    def _best(self, query: "_TextQuery", n: int) -> list[_Scored]:
        """Leaves out files that tie for the last place: which of them fit would be chance."""
        ranked = self._ranked(query, n + 1)
        if len(ranked) <= n:
            return ranked
        best = [one for one in ranked if one[1][0] > ranked[-1][1][0]]
        return best or self._ranked(query, -1)

    def _ranked(self, text_query: "_TextQuery", limit: int) -> list[_Scored]:
        table, expression, views, within = text_query
        scores = ", ".join(f"-bm25({table}, {', '.join(map(repr, view))})" for view in views)
        condition, values = f"{table} MATCH ?", [expression]
        if within is not None:
            condition += _WITHIN
            values.append(json.dumps([*within]))
        query = (
            f"SELECT file, t.* FROM (SELECT rowid AS row, {scores} FROM {table}"
            f" WHERE {condition} ORDER BY 2 DESC LIMIT ?) t JOIN indexed_file USING (row)"
        )
        rows = self._db.execute(query, (*values, limit))
        return sorted(
            ((file, tuple(columns)) for file, _, *columns in rows), key=lambda one: -one[1][0]
        )


class _TextQuery(NamedTuple):
    table: str
    expression: str
    views: Sequence[View]
    within: Collection[int] | None = None


def _open(book: Path, allowed: ReadingTime) -> apsw.Connection:
    path = book / SEARCH
    if not path.exists():
        raise RepobookError(f"{book}: it has no search index", BUILD_AGAIN)
    db = open_read_only(path, allowed)
    check_schema(db, path, SEARCH_SCHEMAS)
    attach_read_only(db, book / INDEX, "book")
    check_schema(db, book / INDEX, SCHEMAS, "book")
    try:
        for schema in ("main", "book"):
            db.execute(f"PRAGMA {schema}.cache_size = -{_CACHE_KIBIBYTES}")
        db.execute(_TERMS)
        if _belongs(db):
            return db
    except apsw.Error as error:
        raise unreadable(path, error) from None
    raise RepobookError(f"{book}: its search index is not that of this book", BUILD_AGAIN)


def _belongs(db: apsw.Connection) -> bool:
    mine = db.execute("SELECT value FROM search_meta WHERE key = 'identity'").get
    return mine is not None and mine == db.execute(_IDENTITY).get


_IDENTITY: Final = "SELECT value FROM book.meta_entry WHERE key = 'identity'"
