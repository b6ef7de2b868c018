"""Keywords of files as pages need them, and where else their names are defined."""

from collections.abc import Callable, Iterable, Iterator
from typing import Final, NamedTuple

import apsw
import msgspec

from repobook.index.reader.rows import Rows, below
from repobook.model.dossiers.dossier import MANY_HOMONYMS, Keyword

# Its text, kind, score in hundredths, and line.
RankedKeyword = tuple[str, str, int, int]
_RANKED: Final = msgspec.json.Decoder(list[RankedKeyword])
# Kinds of keywords that the file does not define.
DEFINED_ELSEWHERE: Final = frozenset(["path", "term", "used name"])
_N_ELSEWHERE: Final = 3
_MAX_CACHED_NAMES: Final = 1 << 15


class FileKeyword(NamedTuple):
    keyword: str
    kind: str
    score: float
    line: int


def stored_keywords(rows: Rows, file: int) -> tuple[int, str]:
    """How many there are in truth, and the best of them as they are stored."""
    query = "SELECT n_all, ranked FROM file_keywords WHERE file = ?"
    return next(((n_all, ranked) for n_all, ranked in rows(query, (file,))), (0, "[]"))


def keywords_below(rows: Rows, folder: str, most: int) -> Iterator[tuple[str, list[RankedKeyword]]]:
    """By file: of very many those with most dependents."""
    for path, ranked in rows(_BELOW, (*below(folder), most)):
        yield path, decode_ranked(ranked)


def scored(keyword: RankedKeyword) -> FileKeyword:
    text, kind, hundredths, line = keyword
    return FileKeyword(text, kind, hundredths / 100, line)


def decode_keywords(ranked: str) -> list[Keyword]:
    """Best first."""
    return [Keyword(name, kind, line) for name, kind, _, line in decode_ranked(ranked)]


def decode_ranked(ranked: str) -> list[RankedKeyword]:
    return _RANKED.decode(ranked)


def homonym_counts(db: apsw.Connection, names: Iterable[str]) -> dict[str, int]:
    """How many definitions a name has, up to one more than pages count: of more than that, one
    that comes or goes is of no concern to the pages of others."""
    parameters = (msgspec.json.encode([*names]).decode(), MANY_HOMONYMS + 1)
    return dict(db.execute(_COUNTS, parameters))


class Homonyms:
    """Files that define the same name; cached, since many files need the same names."""

    def __init__(self, db: apsw.Connection, path_of: Callable[[int], str]) -> None:
        self._db = db
        self._path_of = path_of
        self._files_by_name: dict[str, tuple[int, tuple[int, ...]]] = {}
        """How many, and the first by path; of very many no more than that."""

    def with_places(self, file: int, keywords: Iterable[Keyword]) -> tuple[Keyword, ...]:
        listed = list(keywords)
        self._load({one.text for one in listed if one.kind not in DEFINED_ELSEWHERE})
        return tuple(
            keyword if keyword.kind in DEFINED_ELSEWHERE else self._with_places(file, keyword)
            for keyword in listed
        )

    def _with_places(self, file: int, keyword: Keyword) -> Keyword:
        text, kind, line, *_ = keyword
        n_all, first = self._files_by_name[text]
        others = [self._path_of(other) for other in first if other != file]
        return Keyword(text, kind, line, n_all - 1, tuple(others[:_N_ELSEWHERE]))

    def _load(self, names: set[str]) -> None:
        if len(self._files_by_name) > _MAX_CACHED_NAMES:
            self._files_by_name.clear()
        n_by_name = homonym_counts(self._db, sorted(names.difference(self._files_by_name)))
        self._files_by_name.update((name, (n, ())) for name, n in n_by_name.items())
        few = [name for name, n in n_by_name.items() if n <= MANY_HOMONYMS]
        files_by_name: dict[str, list[int]] = {name: [] for name in few}
        for name, file in self._db.execute(_FILES, (msgspec.json.encode(few).decode(),)):
            files_by_name[name].append(file)
        for name, files in files_by_name.items():
            files.sort(key=self._path_of)
            self._files_by_name[name] = len(files), tuple(files[: _N_ELSEWHERE + 1])


_BELOW: Final = """
    SELECT f.path, k.ranked FROM file f JOIN file_keywords k ON k.file = f.id
    LEFT JOIN file_rank r ON r.file = f.id
    WHERE f.path >= ? AND f.path < ? AND f.status = 'documented'
    ORDER BY coalesce(r.fan_in, 0) DESC, f.path LIMIT ?
"""
_COUNTS: Final = """
    SELECT k.value, (SELECT count(*) FROM (SELECT 1 FROM symbol s WHERE s.name = k.value LIMIT ?2))
    FROM json_each(?1) k
"""
_FILES: Final = """
    SELECT DISTINCT s.name, s.file FROM json_each(?) k JOIN symbol s ON s.name = k.value
"""
