"""Names that the repository defines, from A to Z, with all places of each."""

import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from typing import Final, NamedTuple

import apsw

from repobook.index.stale.changes import Changes
from repobook.model.dossiers.folder_dossier import Homonym
from repobook.text.naming.alphabet import index_key, part_of, parts, ranges_of
from repobook.text.naming.slugs import symbol_anchor
from repobook.text.naming.symbol_sections import OFFERING, UNINDEXED, has_section

_MANY_SYMBOLS: Final = 20_000
_MAX_PATHS: Final = 4
_MAX_FOLDERS: Final = 8
_DEPTH: Final = 2


def is_fine_index(meta: Mapping[str, str]) -> bool:
    """Whether one page a letter would be long."""
    return int(meta.get("n_symbols", "0")) > _MANY_SYMBOLS


def names_shown_differently(db: apsw.Connection, changes: Changes) -> set[str]:
    """Names that changed places or standing, and those of files that came, went or changed."""
    of_symbols = db.execute(_OF_SYMBOLS, (json.dumps(sorted(changes.symbols)),))
    of_files = names_defined_in(db, changes.listed)
    return {*changes.names, *of_files, *(name for (name,) in of_symbols)}


def names_defined_in(db: apsw.Connection, files: Iterable[int]) -> set[str]:
    return {name for (name,) in db.execute(_OF_FILES, (json.dumps(sorted(files)),))}


class NameIndex:
    def __init__(self, db: apsw.Connection) -> None:
        self._db = db
        files = db.execute("SELECT id, path, role FROM file WHERE status = 'documented'")
        self._file_by_id = {id: (path, role) for id, path, role in files if role in OFFERING}
        self._part_by_label = {
            part.label: part for is_fine in (False, True) for part in parts(is_fine)
        }

    def homonyms(self, label: str) -> list[Homonym]:
        """The names of one part, in order."""
        part = self._part_by_label[label]
        is_fine = bool(part.seconds)
        places: defaultdict[str, list[_Place]] = defaultdict(list)
        for name, place in self._definitions(label):
            places[name].append(place)
        names = [name for name in places if part_of(name, is_fine).letter == part.letter]
        return [_homonym(name, places[name]) for name in sorted(names, key=index_key)]

    def labels(self, is_fine: bool) -> list[str]:
        """Of the parts that have names, in order."""
        rows = self._db.execute(_NAMES)
        used = {part_of(name, is_fine) for name, file in rows if file in self._file_by_id}
        return [part.label for part in parts(is_fine) if part in used]

    def _definitions(self, label: str) -> Iterator[tuple[str, "_Place"]]:
        for first, end in ranges_of(self._part_by_label[label]):
            for name, file, *columns in self._db.execute(_DEFINITIONS, (first, end)):
                if file in self._file_by_id:
                    yield name, _Place(*self._file_by_id[file], *columns)


class _Place(NamedTuple):
    path: str
    role: str
    n: int
    """Its number in the file."""
    kind: str
    qualname: str
    overload: int


def _homonym(name: str, places: list[_Place]) -> Homonym:
    paths = sorted({place.path for place in places})
    is_many = len(paths) > _MAX_PATHS
    folders = Counter(_folder(place.path) for place in places) if is_many else Counter()
    return Homonym(
        name,
        len(places),
        tuple(paths[:_MAX_PATHS]),
        len(paths),
        _most(Counter(place.kind for place in places)),
        _most(folders)[:_MAX_FOLDERS],
        len(folders),
        () if is_many else tuple(_anchors(paths, places)),
    )


def _anchors(paths: list[str], places: list[_Place]) -> Iterator[str]:
    """Only what is exported is among the places."""
    with_section = sorted((p for p in places if has_section(p.kind, p.role, True)), reverse=True)
    first_by_path = {place.path: place for place in with_section}
    for path in paths:
        first = first_by_path.get(path)
        yield symbol_anchor(first.qualname, first.overload) if first else ""


def _folder(path: str) -> str:
    return "/".join(path.split("/")[:-1][:_DEPTH])


def _most(counts: Counter[str]) -> tuple[tuple[str, int], ...]:
    return tuple(sorted(counts.items(), key=lambda pair: (-pair[1], pair[0])))


_OF_FILES: Final = """
    SELECT DISTINCT s.name FROM json_each(?) k JOIN symbol s ON s.file = k.value
"""
_OF_SYMBOLS: Final = """
    SELECT s.name FROM json_each(?) k JOIN symbol s
    ON s.file = json_extract(k.value, '$[0]') AND s.n = json_extract(k.value, '$[1]')
"""
_NAMES: Final = f"SELECT DISTINCT name, file FROM symbol WHERE exported AND kind NOT IN {UNINDEXED}"
_DEFINITIONS: Final = f"""
    SELECT name, file, n, kind, qualname, overload FROM symbol
    WHERE name >= ? AND name < ? AND exported AND kind NOT IN {UNINDEXED}
"""
