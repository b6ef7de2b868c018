"""Names inside ``search.db``: every name that the repository defines, once, by words and letters.

A name knows how many files define it and goes with the last of them. Definitions themselves are
rows of ``book.db``, which a reader attaches to the same connection.
"""

import json
import sys
from array import array
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

import apsw

from repobook.index.reader.file_briefs import FileBrief, briefs_by_id
from repobook.model.graph import symbol_id
from repobook.model.search.matches import NamedSymbol, NameRow
from repobook.text.naming.identifier_words import words_of
from repobook.text.naming.name_forms import initials, said_besides, squeezed

# The words of a name are terms; ``=`` marks its letters and ``~`` its initials.
NAME_TABLES: Final = """
CREATE TABLE name (id INTEGER PRIMARY KEY, name TEXT NOT NULL, n_files INTEGER NOT NULL);
CREATE TABLE names_of_file (file INTEGER PRIMARY KEY, names BLOB NOT NULL);
CREATE VIRTUAL TABLE name_term USING fts5(
    terms, content='', contentless_delete=1, detail=none, tokenize="ascii tokenchars '=~'"
);
"""
MANY_DEFINITIONS: Final = 100
MAX_BEST: Final = 60
_MAX_REMEMBERED: Final = 1 << 14
_FEW_FILES: Final = 20
_MAX_EXPECTED: Final = 500
_MAIN: Final = 2  # of a name the definitions that are weighed as a rule


class NameWriter:
    """Collects added and removed names; nothing is written before ``finish``."""

    def __init__(self, db: apsw.Connection) -> None:
        self._db = db
        self._is_fresh = not _number(db, "SELECT EXISTS (SELECT 1 FROM name)")
        self._n_files: Counter[str] = Counter()
        self._names_by_file: dict[int, list[str]] = {}

    def add(self, file: int, defined: Iterable[str]) -> None:
        names = sorted({sys.intern(name) for name in defined if squeezed(name)})
        if names:
            self._names_by_file[file] = names
            self._n_files.update(names)

    def remove(self, files: Iterable[int]) -> None:
        for file in files:
            self._n_files.subtract(self._names_of(file))
            self._db.execute("DELETE FROM names_of_file WHERE file = ?", (file,))

    def finish(self) -> None:
        id_by_name = self._ids()
        rows = (
            (file, array("I", [id_by_name[name] for name in names]).tobytes())
            for file, names in sorted(self._names_by_file.items())
        )
        self._db.executemany("INSERT INTO names_of_file VALUES (?, ?)", rows)
        self._n_files.clear()
        self._names_by_file.clear()
        self._is_fresh = False

    def _names_of(self, file: int) -> list[str]:
        blob = self._db.execute("SELECT names FROM names_of_file WHERE file = ?", (file,)).get
        ids = array("I", blob or b"")
        return [self._db.execute("SELECT name FROM name WHERE id = ?", (id,)).get for id in ids]

    def _ids(self) -> dict[str, int]:
        """The id of every name that was added or removed."""
        id_by_name = {} if self._is_fresh else self._existing_ids()
        changed = {name: n for name, n in self._n_files.items() if n and name in id_by_name}
        self._change(id_by_name, changed)
        new = sorted(name for name in self._n_files if name not in id_by_name)
        return id_by_name | self._insert(new)

    def _existing_ids(self) -> dict[str, int]:
        """Read before anything is written: a query in between would fragment the index."""
        id_by_name: dict[str, int] = {}
        for name in self._n_files:
            for id, spelt in self._db.execute(_SPELT, (f'"={squeezed(name)}"',)):
                if spelt == name:
                    id_by_name[name] = id
        return id_by_name

    def _change(self, id_by_name: dict[str, int], changed: dict[str, int]) -> None:
        rows = [(n, id_by_name[name]) for name, n in sorted(changed.items())]
        self._db.executemany("UPDATE name SET n_files = n_files + ? WHERE id = ?", rows)
        left = "SELECT n_files FROM name WHERE id = ?"
        gone = [(id,) for _, id in rows if self._db.execute(left, (id,)).get <= 0]
        self._db.executemany("DELETE FROM name WHERE id = ?", gone)
        self._db.executemany("DELETE FROM name_term WHERE rowid = ?", gone)

    def _insert(self, names: Sequence[str]) -> dict[str, int]:
        first = 1 + _number(self._db, "SELECT coalesce(max(id), 0) FROM name")
        id_by_name = {name: id for id, name in enumerate(names, first)}
        rows = ((id, name, self._n_files[name]) for name, id in id_by_name.items())
        self._db.executemany("INSERT INTO name VALUES (?, ?, ?)", rows)
        terms = ((id, _terms(name)) for name, id in id_by_name.items())
        self._db.executemany("INSERT INTO name_term (rowid, terms) VALUES (?, ?)", terms)
        return id_by_name


def _terms(name: str) -> str:
    words = words_of(name)
    by_initials = [f"~{initials(words)}"] if len(words) > 1 else []
    terms = (f"={squeezed(name)}", *by_initials, *words, *said_besides(name))
    return " ".join(dict.fromkeys(terms))


class NameReader:
    """Asks about names and their definitions; ``db`` has ``book.db`` attached."""

    def __init__(self, db: apsw.Connection) -> None:
        self._db = db
        self._db.execute(_WORDS)
        self._n_by_name: dict[str, int] = {}
        self._n_by_word: dict[str, int] = {}
        self._is_there: dict[str, bool] = {}
        self._n_in_tests: dict[str, int] = {}
        self._file_by_id: dict[int, FileBrief] = {}
        self._expected: dict[str, list[NamedSymbol]] = {}
        self._n_users: dict[int, int] = {}

    def matching(self, expression: str, n: int) -> list[NameRow]:
        """The ``n`` shortest names whose terms fulfil an expression of FTS5."""
        return [NameRow(*row) for row in self._db.execute(_MATCHING, (expression, n))]

    def has(self, expression: str) -> bool:
        """Whether the terms of some name match an expression of FTS5; cached."""
        if len(self._is_there) > _MAX_REMEMBERED:
            self._is_there.clear()
        if expression not in self._is_there:
            self._is_there[expression] = bool(_number(self._db, _HAS, expression))
        return self._is_there[expression]

    def n_with_word(self, word: str) -> int:
        """How many names have a word; cached."""
        if len(self._n_by_word) > _MAX_REMEMBERED:
            self._n_by_word.clear()
        if word not in self._n_by_word:
            n_names = self._db.execute(_N_WITH_WORD, (word,)).get
            self._n_by_word[word] = int(n_names or 0)
        return self._n_by_word[word]

    def vocabulary(self) -> str:
        """All names, one a line: the whole table."""
        joined = self._db.execute("SELECT group_concat(name, char(10)) FROM name").get
        return str(joined or "")

    def words(self) -> list[str]:
        """Each word that stands in a name and begins with a letter."""
        return [word for (word,) in self._db.execute(_LETTER_WORDS)]

    def expect(self, rows: Iterable[NameRow]) -> None:
        """Reads the definitions of several names at once, where they are few; forgets the last."""
        names = json.dumps([row.name for row in rows if row.n_files <= _FEW_FILES])
        rows_expected = list(self._db.execute(_EXPECTED, (names,)))
        self._expected = self._by_name(rows_expected) if len(rows_expected) < _MAX_EXPECTED else {}
        self._count_users(one.key for group in self._expected.values() for one in group[:_MAIN])

    def _by_name(self, rows: list[tuple[Any, ...]]) -> dict[str, list[NamedSymbol]]:
        files = self._files(row[0] for row in rows)
        ranked_by_name: defaultdict[str, list[tuple[_Rank, NamedSymbol]]] = defaultdict(list)
        for file, n, *columns in rows:
            symbol = _symbol_in(files[file], *columns)
            ranked_by_name[symbol.name].append((_rank(files[file], symbol, n), symbol))
        if len(self._n_in_tests) > _MAX_REMEMBERED:
            self._n_in_tests.clear()
        self._n_in_tests.update(
            (name, sum([one.role == "test" for _, one in ranked]))
            for name, ranked in ranked_by_name.items()
        )
        return {name: [one for _, one in sorted(ranked)] for name, ranked in ranked_by_name.items()}

    def _files(self, files: Iterable[int]) -> Mapping[int, FileBrief]:
        """Rows of files, cached."""
        if len(self._file_by_id) > _MAX_REMEMBERED:
            self._file_by_id.clear()
        if missing := {file for file in files if file not in self._file_by_id}:
            self._file_by_id.update(briefs_by_id(self._db.execute, missing))
        return self._file_by_id

    def n_definitions(self, name: str) -> int:
        """Cached, since an open book does not change."""
        if name in self._expected:
            return len(self._expected[name])
        if len(self._n_by_name) > _MAX_REMEMBERED:
            self._n_by_name.clear()
        if name not in self._n_by_name:
            query = "SELECT count(*) FROM symbol WHERE name = ?"
            self._n_by_name[name] = _number(self._db, query, name)
        return self._n_by_name[name]

    def n_in_tests(self, name: str) -> int:
        found = self._n_in_tests.get(name)
        return _number(self._db, _N_IN_TESTS, name) if found is None else found

    def definitions(self, name: str, n: int, around: Sequence[str] = ()) -> list[NamedSymbol]:
        """The first ``n`` in the order of their files' importance.

        Each text of ``around`` must stand in the path or the qualified name.
        """
        if not around and name in self._expected:
            return self._expected[name][:n]
        condition = "s.name = ?" + _AROUND * len(around)
        values: tuple[str | int, ...] = (name, *(word.lower() for word in around))
        if not around and n <= MAX_BEST and self.n_definitions(name) > MANY_DEFINITIONS:
            condition += f" AND s.file IN ({_BEST_FILES})"
            values = (*values, name)
        rows = list(self._db.execute(_DEFINITIONS.format(condition=condition), (*values, n)))
        files = self._files(row[0] for row in rows)
        return [_symbol_in(files[file], *columns) for file, _, *columns in rows]

    def with_users(self, symbols: Sequence[NamedSymbol]) -> list[NamedSymbol]:
        self._count_users(symbol.key for symbol in symbols)
        return [symbol._replace(n_users=self._n_users[symbol.key]) for symbol in symbols]

    def _count_users(self, keys: Iterable[int]) -> None:
        if len(self._n_users) > _MAX_REMEMBERED:
            self._n_users.clear()
        if missing := [key for key in keys if key not in self._n_users]:
            self._n_users.update(self._db.execute(_USERS, (json.dumps(missing),)))


_Rank = tuple[bool, bool, bool, int, str, int]


def _rank(file: FileBrief, symbol: NamedSymbol, n: int) -> _Rank:
    """As ``_ORDER`` has it."""
    weight = 1 if file.score is None else -file.score
    return file.role != "source", file.role == "test", not symbol.exported, weight, file.path, n


def _symbol_in(file: FileBrief, overload: int, kind: str, name: str, *rest: Any) -> NamedSymbol:
    qualname, line, end_line, signature, exported, key = rest
    _, path, language, role, score = file
    id = symbol_id(path, qualname, overload)
    place = (path, language, role, score or 0, kind, name, qualname, line, end_line)
    return NamedSymbol(id, *place, signature, bool(exported), key)


def _number(db: apsw.Connection, query: str, *values: str) -> int:
    return int(db.execute(query, values).get)


_WORDS: Final = """
    CREATE VIRTUAL TABLE IF NOT EXISTS temp.name_word USING fts5vocab(main, name_term, row)
"""
# Digits and the mark of letters sort before, the mark of initials behind.
_LETTER_WORDS: Final = "SELECT term FROM temp.name_word WHERE term >= 'a' AND term < '~'"
_N_WITH_WORD: Final = "SELECT doc FROM temp.name_word WHERE term = ?"
_SPELT: Final = """
    SELECT name.id, name.name FROM name_term JOIN name ON name.id = name_term.rowid
    WHERE name_term MATCH ?
"""
_MATCHING: Final = """
    SELECT name.name, name.n_files FROM name_term JOIN name ON name.id = name_term.rowid
    WHERE name_term MATCH ? ORDER BY length(name.name), name.name LIMIT ?
"""
_HAS: Final = "SELECT EXISTS (SELECT 1 FROM name_term WHERE name_term MATCH ?)"
_N_IN_TESTS: Final = """
    SELECT coalesce(sum(s.n), 0)
    FROM (SELECT file, count(*) AS n FROM symbol WHERE name = ? GROUP BY file) s
    CROSS JOIN file f ON f.id = s.file WHERE f.role = 'test'
"""
_USERS: Final = """
    SELECT value, (
        SELECT count(DISTINCT file) FROM
            (SELECT value AS key UNION ALL SELECT other FROM same_symbol WHERE key = value) s
        CROSS JOIN referrer r ON r.target = s.key
    ) FROM json_each(?)
"""
_AROUND: Final = " AND instr(lower(f.path || '.' || s.qualname), ?)"
_BEST_FILES: Final = f"""
    SELECT f.id FROM (SELECT DISTINCT file FROM symbol WHERE name = ?) s
    CROSS JOIN file f ON f.id = s.file LEFT JOIN file_rank r ON r.file = f.id
    ORDER BY f.role != 'source', f.role = 'test', r.score DESC, f.path LIMIT {MAX_BEST}
"""
_SELECTED: Final = """
    SELECT s.file, s.n, s.overload, s.kind, s.name, s.qualname, s.line, s.end_line, s.signature,
           s.exported, s.key
"""
_ORDER: Final = "f.role != 'source', f.role = 'test', s.exported DESC, r.score DESC, f.path, s.n"
_DEFINITIONS: Final = f"""
    {_SELECTED}
    FROM symbol s JOIN file f ON f.id = s.file LEFT JOIN file_rank r ON r.file = f.id
    WHERE {{condition}} ORDER BY {_ORDER} LIMIT ?
"""
_EXPECTED: Final = f"""
    {_SELECTED} FROM json_each(?) asked CROSS JOIN symbol s ON s.name = asked.value
    LIMIT {_MAX_EXPECTED}
"""
