"""The table of what each file is for, and the tables that it is put together from."""

from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

import apsw

from repobook.index.record import decode_tests
from repobook.model.facts import Description
from repobook.model.purpose import Purpose


class DescribedFile(NamedTuple):
    """A documented file, and what itself tells of its purpose."""

    id: int
    path: str
    role: str
    words: Purpose
    """Its own words."""
    own: Purpose
    """By its own definitions."""


class PurposeTables:
    def __init__(self, db: apsw.Connection) -> None:
        self._db = db

    def files(self) -> Iterator[DescribedFile]:
        for id, path, role, *words, text, source, subject, line, end_line in self._db.execute(
            _FILES
        ):
            own_words = Purpose(words[0], "own words", "", path, *words[1:])
            own = Purpose(text, source, subject, path, line, end_line) if text else Purpose()
            yield DescribedFile(id, path, role, own_words if words[0] else Purpose(), own)

    def descriptions(self) -> dict[int, list[Description]]:
        """By document."""
        by_document: dict[int, list[Description]] = {}
        for file, *row, is_heading in self._db.execute(_DESCRIPTIONS):
            by_document.setdefault(file, []).append(Description(*(*row, bool(is_heading))))
        return by_document

    def mentions(self) -> Iterator[tuple[int, int]]:
        """Documents that say something of files, and the files that they mention."""
        return self._db.execute(_MENTIONS)

    def package_words(self) -> Iterator[tuple[str, str, int]]:
        """Path of a package's own file, the line that describes it, and its number."""
        return self._db.execute(_PACKAGES)

    def tests(self) -> Iterator[tuple[int, int, int]]:
        """File, test, and the place of the test among those of the file."""
        for file, links in self._db.execute("SELECT file, links FROM file_tests"):
            for place, (test, *_) in enumerate(decode_tests(links)):
                yield file, test, place

    def dependencies(self) -> Iterator[tuple[int, int, int]]:
        """Source, target and number of places, where that is certain."""
        return self._db.execute(_DEPENDENCIES)

    def write(self, purposes: Mapping[int, tuple[object, ...]]) -> None:
        """Touches no row that stays as it is."""
        old = {id: tuple(row) for id, *row in self._db.execute("SELECT * FROM file_purpose")}
        gone = [(id,) for id in old.keys() - purposes.keys()]
        self._db.executemany("DELETE FROM file_purpose WHERE file = ?", gone)
        rows = [(id, *row) for id, row in purposes.items() if old.get(id) != row]
        insert = "INSERT OR REPLACE INTO file_purpose VALUES (?, ?, ?, ?, ?, ?, ?)"
        self._db.executemany(insert, rows)


_FILES: Final = """
    SELECT f.id, f.path, f.role, f.summary, f.summary_line, f.summary_end_line,
           coalesce(o.text, ''), o.source, o.subject, o.line, o.end_line
    FROM file f LEFT JOIN own_purpose o ON o.file = f.id
    WHERE f.status = 'documented' ORDER BY f.path
"""
_DESCRIPTIONS: Final = """
    SELECT file, name, address, line, end_line, words, is_heading FROM description ORDER BY file, n
"""
_MENTIONS: Final = """
    SELECT source, target FROM edge
    WHERE kind = 'document' AND source IN (SELECT DISTINCT file FROM description)
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
    SELECT source, target, sum(n) FROM edge
    WHERE source != target AND (confidence = 'exact' OR kind IN ('import', 'include'))
          AND confidence != 'ambiguous'
          AND kind IN ('import', 'include', 'inherit', 'call', 'use', 'test')
    GROUP BY source, target
"""
