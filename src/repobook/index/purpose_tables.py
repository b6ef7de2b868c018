"""The table of purposes, and the tables they are derived from."""

import json
from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any, Final, NamedTuple

import apsw

from repobook.index.reader.file.implemented_operators import ImplementedOperators
from repobook.index.record import tested_by
from repobook.model.dossiers.dossier import ImplementedOperator
from repobook.model.facts import Description
from repobook.model.kinds import OPERATOR, STUB
from repobook.model.purpose import DERIVED, Purpose

# Endings of what a test compares with.
OUTPUTS: Final = ("err", "expected", "golden", "out", "output", "stderr", "stdout")
PACKAGE_FILES: Final = ("package.json", "pyproject.toml", "Cargo.toml")


class DescribedFile(NamedTuple):
    """A documented file, and what itself tells of its purpose."""

    id: int
    path: str
    role: str
    words: Purpose
    """Its own words."""
    own: Purpose
    """By its own definitions."""


class Dependency(NamedTuple):
    source: int
    source_path: str
    source_role: str
    target: int
    target_path: str
    target_role: str
    n: int
    """The number of places."""


class NamedFile(NamedTuple):
    """A path in a string of a test."""

    path: str
    """Of the test."""
    text: str
    line: int
    case: str
    case_line: int


class PurposeTables:
    """Of all files, or of those that are asked for by their ids."""

    def __init__(self, db: apsw.Connection, ids: Collection[int] | None = None) -> None:
        self._db = db
        self._ids = None if ids is None else json.dumps(sorted(ids))

    @property
    def is_partial(self) -> bool:
        return self._ids is not None

    def only(self, ids: Collection[int]) -> "PurposeTables":
        return PurposeTables(self._db, ids)

    def with_these(self, ids: Collection[int]) -> "PurposeTables":
        asked = json.loads(self._ids) if self._ids is not None else None
        return self if asked is None else self.only({*asked, *ids})

    def within(self, ids: Collection[int]) -> "PurposeTables":
        """Of these among the files that are asked for; all are read sooner than most."""
        return self if self._ids is None else self.only(ids)

    def files(self) -> Iterator[DescribedFile]:
        for id, path, role, *words, text, source, subject, line, end_line in self._rows(
            _FILES, "f.id"
        ):
            own_words = Purpose(words[0], "own words", "", path, *words[1:])
            own = Purpose(text, source, subject, path, line, end_line) if text else Purpose()
            yield DescribedFile(id, path, role, own_words if words[0] else Purpose(), own)

    def all_words(self) -> Iterator[tuple[int, str, str]]:
        """Files that say something that another one says too, with path and words."""
        return self._db.execute(_ALL_WORDS)

    def named_files(self) -> Iterator[NamedFile]:
        yield from (NamedFile(*row) for row in self._db.execute(_NAMED_FILES))

    def calling(self, ids: Collection[int] | None = None) -> Iterator[tuple[int, str, str]]:
        """All files, or these, whose sentence has calls to choose from, with path and sentence."""
        if ids is None:
            return self._db.execute(_CALLING.format("1"))
        wanted = "f.id IN (SELECT value FROM json_each(?))"
        return self._db.execute(_CALLING.format(wanted), (json.dumps(sorted(ids)),))

    def descriptions(self) -> dict[int, list[Description]]:
        """By document."""
        by_document: dict[int, list[Description]] = {}
        for file, *row, is_heading in self._db.execute(_DESCRIPTIONS):
            by_document.setdefault(file, []).append(Description(*(*row, bool(is_heading))))
        return by_document

    def documents(self) -> Iterator[tuple[int, str]]:
        """Those that describe something, with their paths."""
        return self._db.execute(_DOCUMENTS)

    def readmes(self) -> Iterator[Purpose]:
        """Files of such a name, with their own words."""
        for path, *words in self._db.execute(_READMES):
            yield Purpose(words[0], "document", "", path, *words[1:])

    def below(self, folder: str) -> set[int]:
        """The files in a folder."""
        first, last = (f"{folder}/", f"{folder}0") if folder else ("", "\U0010ffff")
        return {id for (id,) in self._db.execute(_BELOW, (first, last))}

    def mentions(self) -> Iterator[tuple[int, str, str]]:
        """Documents that say something of files, with their paths and those of the files."""
        return self._db.execute(_MENTIONS)

    def package_words(self) -> Iterator[tuple[str, str, int]]:
        """Path of a package's own file, the line that describes it, and its number."""
        return self._db.execute(_PACKAGES)

    def sources(self) -> list[tuple[int, str, str]]:
        """Number, path and role of sources, tests and documents, and of what tests compare with."""
        return list(self._db.execute(_SOURCES))

    def id_of(self, path: str) -> int:
        return int(self._db.execute("SELECT id FROM file WHERE path = ?", (path,)).get)

    def ids_of(self, paths: Iterable[str]) -> set[int]:
        """Of those that are there."""
        return {id for (id,) in self._db.execute(_IDS, (json.dumps(sorted(paths)),))}

    def proved_by(self, ids: Iterable[int]) -> set[int]:
        """The files whose purpose stands in one of these."""
        return {file for (file,) in self._db.execute(_PROVED_BY, (json.dumps(sorted(ids)),))}

    def registering(self, ids: Iterable[int]) -> set[int]:
        """The files with code for stubs that these have or call: it implements what calls them."""
        return {file for (file,) in self._db.execute(_REGISTERING, (json.dumps(sorted(ids)),))}

    def implemented(self) -> Iterator[tuple[int, tuple[ImplementedOperator, ...]]]:
        """By file: the operators that its code implements."""
        if not self._db.execute(_ANY_OPERATOR).get:
            return
        numbers: dict[int, list[tuple[int, int]]] = {}
        query = _BOUND if self._ids is not None else _ALL_BOUND
        for file, key, n in self._rows(query, "s.file"):
            numbers.setdefault(file, []).append((key, n))
        operators = ImplementedOperators(self._db.execute)
        for file, keys in numbers.items():
            if found := operators.among(keys).operators:
                yield file, found

    def tests(self) -> Iterator[tuple[int, int, int]]:
        """File, test, and the place of the test among those of the file."""
        for file, links in self._rows(_TESTS, _TESTED):
            for place, test in enumerate(tested_by(links)):
                yield file, test, place

    def dependencies(self) -> Iterator[Dependency]:
        """Where that is certain; those that begin or end at a file."""
        for row in self._rows(_DEPENDENCIES, "e.source", "e.target"):
            yield Dependency(*row)

    def inherited(self) -> Iterator[tuple[int, int, str]]:
        """Each pair of files of which one inherits from the other, with the path of that."""
        return self._rows(_INHERITED, "e.source")

    def base_names(self) -> Iterator[tuple[int, int, str]]:
        """By file: the files of the symbols that it inherits from, with the names of these."""
        return self._rows(_BASE_NAMES, "r.file")

    def said_otherwise(self, stated: Mapping[int, str]) -> set[int]:
        """Of files that are asked for: those that said something else of themselves before. Of all
        files nothing is left to find."""
        if self._ids is None:
            return set()
        before = dict(self._rows(_SAID, "file"))
        ids = before.keys() | stated.keys()
        return {id for id in ids if before.get(id) != stated.get(id)}

    def near(self, ids: Collection[int]) -> set[int]:
        """Files with an edge to one of these, or from one."""
        wanted = json.dumps(sorted(ids))
        return {file for (file,) in self._db.execute(_NEAR, (wanted,))} if ids else set()

    def write(self, purposes: Mapping[int, tuple[object, ...]]) -> None:
        """Touches no row that stays as it is."""
        rows = self._rows("SELECT * FROM file_purpose WHERE {}", "file")
        old = {id: tuple(row) for id, *row in rows}
        gone = [(id,) for id in old.keys() - purposes.keys()]
        self._db.executemany("DELETE FROM file_purpose WHERE file = ?", gone)
        changed = [(id, *row) for id, row in purposes.items() if old.get(id) != row]
        insert = "INSERT OR REPLACE INTO file_purpose VALUES (?, ?, ?, ?, ?, ?, ?)"
        self._db.executemany(insert, changed)

    def _rows(self, query: str, *columns: str) -> Iterator[tuple[Any, ...]]:
        """Each row once, where one of the columns holds an id that was asked for."""
        if self._ids is None:
            return self._db.execute(query.format("1"))
        wanted = [f"{column} IN (SELECT value FROM json_each(?1))" for column in columns]
        union = " UNION ".join(query.format(condition) for condition in wanted)
        return self._db.execute(union, (self._ids,))


_FILES: Final = """
    SELECT f.id, f.path, f.role, f.summary, f.summary_line, f.summary_end_line,
           coalesce(o.text, ''), o.source, o.subject, o.line, o.end_line
    FROM file f LEFT JOIN own_purpose o ON o.file = f.id
    WHERE f.status = 'documented' AND {}
"""
_ALL_WORDS: Final = """
    SELECT id, path, summary FROM file
    WHERE status = 'documented' AND summary IN (
        SELECT summary FROM file WHERE status = 'documented' AND summary != ''
        GROUP BY summary HAVING count(*) > 1
    )
"""
_NAMED_FILES: Final = """
    SELECT f.path, n.text, n.line, n.case_name, n.case_line
    FROM named_file n JOIN file f ON f.id = n.file WHERE f.status = 'documented'
"""
_CALLING: Final = """
    SELECT f.id, f.path, o.text FROM own_purpose o JOIN file f ON f.id = o.file
    WHERE f.status = 'documented' AND instr(o.text, char(2)) AND {} ORDER BY f.path
"""
_INHERITED: Final = """
    SELECT DISTINCT e.source, e.target, t.path FROM edge e JOIN file t ON t.id = e.target
    WHERE e.kind = 'inherit' AND e.confidence IN ('exact', 'inferred') AND e.source != e.target
          AND t.status = 'documented' AND {}
    ORDER BY e.source, t.path
"""
_BASE_NAMES: Final = """
    SELECT r.file, s.file, s.qualname FROM referrer r JOIN symbol s ON s.key = r.target
    WHERE r.role = 'inherit' AND r.confidence IN ('exact', 'inferred') AND s.file != r.file AND {}
"""
_SAID: Final = f"""
    SELECT file, text || ' ' || subject || ' ' || line || '-' || end_line FROM file_purpose
    WHERE proof = file AND source != '{DERIVED}' AND {{}}
"""
_NEAR: Final = """
    SELECT e.source FROM json_each(?1) k JOIN edge e ON e.target = k.value
    UNION SELECT e.target FROM json_each(?1) k JOIN edge e ON e.source = k.value
"""
_OUTPUT: Final = " OR ".join(f"path LIKE '%.{ending}'" for ending in OUTPUTS)
_SOURCES: Final = f"""
    SELECT id, path, role FROM file
    WHERE status = 'documented'
          AND (role IN ('source', 'test', 'docs') OR role = 'data' AND ({_OUTPUT})) ORDER BY path
"""
_IDS: Final = "SELECT id FROM file WHERE path IN (SELECT value FROM json_each(?))"
_PROVED_BY: Final = """
    SELECT p.file FROM file_purpose p WHERE p.proof IN (SELECT value FROM json_each(?))
"""
_REGISTERING: Final = f"""
    WITH stub AS (
        SELECT s.key FROM json_each(?1) k JOIN symbol s ON s.file = k.value
        WHERE s.kind = '{STUB}'
        UNION
        SELECT s.key FROM json_each(?1) k CROSS JOIN referrer r ON r.file = k.value
        JOIN symbol s ON s.key = r.target WHERE r.role = 'bind' AND s.kind = '{STUB}'
    )
    SELECT DISTINCT r.file FROM stub CROSS JOIN referrer r ON r.target = stub.key
    WHERE r.role = 'bind'
"""
_ANY_OPERATOR: Final = f"SELECT 1 FROM symbol WHERE kind = '{OPERATOR}' LIMIT 1"
_SUBJECTS: Final = f"('{OPERATOR}', '{STUB}')"
# Of all files that bind something, few bind operators and stubs.
_ALL_BOUND: Final = f"""
    WITH subject AS (
        SELECT file, key FROM symbol WHERE kind = '{OPERATOR}'
        UNION ALL SELECT file, key FROM symbol WHERE kind = '{STUB}'
    ), binding AS (
        SELECT file FROM subject
        UNION SELECT r.file FROM subject o CROSS JOIN referrer r ON r.target = o.key
              WHERE r.role = 'bind'
    )
    SELECT DISTINCT s.file, s.key, s.n
    FROM binding b CROSS JOIN referrer r ON r.file = b.file JOIN symbol s ON s.key = r.target
    WHERE r.role = 'bind' AND s.kind NOT IN {_SUBJECTS} AND {{}}
"""
_BOUND: Final = f"""
    SELECT DISTINCT s.file, s.key, s.n FROM referrer r JOIN symbol s ON s.key = r.target
    WHERE r.role = 'bind' AND s.kind NOT IN {_SUBJECTS} AND {{}} AND (
        EXISTS (SELECT 1 FROM symbol o WHERE o.file = r.file AND o.kind IN {_SUBJECTS})
        OR EXISTS (SELECT 1 FROM referrer q JOIN symbol o ON o.key = q.target
                   WHERE q.file = r.file AND q.role = 'bind' AND o.kind IN {_SUBJECTS}))
"""
_TESTS: Final = "SELECT file, links FROM file_tests WHERE {}"
# What a file that is asked for depends on: the file may be one of its tests.
_TESTED: Final = """file IN (
    SELECT e.target FROM edge e JOIN json_each(?1) k ON e.source = k.value
) OR file"""
_DESCRIPTIONS: Final = """
    SELECT file, name, address, line, end_line, words, is_heading FROM description ORDER BY file, n
"""
_DOCUMENTS: Final = """
    SELECT f.id, f.path FROM file f
    WHERE f.status = 'documented' AND f.id IN (SELECT file FROM description) ORDER BY f.path
"""
_READMES: Final = """
    SELECT path, summary, summary_line, summary_end_line FROM file
    WHERE status = 'documented' AND role = 'docs' AND summary != ''
          AND (path LIKE '%/readme%' OR path LIKE 'readme%')
    ORDER BY path DESC
"""
_BELOW: Final = "SELECT id FROM file WHERE path >= ? AND path < ?"
_MENTIONS: Final = """
    SELECT e.source, d.path, f.path
    FROM edge e JOIN file d ON d.id = e.source JOIN file f ON f.id = e.target
    WHERE e.kind = 'document' AND e.source IN (SELECT DISTINCT file FROM description)
          AND d.status = 'documented' AND f.status = 'documented'
    ORDER BY e.source, e.target
"""
_PACKAGES: Final = """
    SELECT f.path, s.signature, s.line FROM symbol s JOIN file f ON f.id = s.file
    WHERE s.name = 'description'
          AND (s.qualname = 'description' AND f.path LIKE '%package.json'
               OR s.qualname IN ('project.description', 'tool.poetry.description')
                  AND f.path LIKE '%pyproject.toml'
               OR s.qualname = 'package.description' AND f.path LIKE '%Cargo.toml')
    ORDER BY f.path
"""
_DEPENDENCIES: Final = """
    SELECT e.source, s.path, s.role, e.target, t.path, t.role, sum(e.n)
    FROM edge e JOIN file s ON s.id = e.source JOIN file t ON t.id = e.target
    WHERE e.source != e.target AND (e.confidence = 'exact' OR e.kind IN ('import', 'include'))
          AND e.confidence != 'ambiguous'
          AND e.kind IN ('import', 'include', 'inherit', 'call', 'use', 'test')
          AND s.status = 'documented' AND t.status = 'documented' AND {}
    GROUP BY e.source, e.target
"""
