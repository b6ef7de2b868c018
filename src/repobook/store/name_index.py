"""Names that the repository defines, from A to Z, with all places of each."""

import json
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from typing import Final

import apsw

from repobook.model.folder_dossier import Homonym
from repobook.store.changes import Changes
from repobook.text.letters import index_key, part_of, parts, ranges_of

_MANY_SYMBOLS: Final = 20_000
# What only the page of a file tells: data, members, titles, tests.
LEFT_OUT: Final = ("key", "field", "variable", "enum_member", "heading", "block", "test")
ROLES: Final = ("build", "generated", "source", "vendored")
_MAX_PATHS: Final = 4
_MAX_FOLDERS: Final = 8
_DEPTH: Final = 2


def is_fine_index(meta: Mapping[str, str]) -> bool:
    """Whether one page a letter would be long."""
    return int(meta.get("n_symbols", "0")) > _MANY_SYMBOLS


def names_shown_differently(db: apsw.Connection, changes: Changes) -> set[str]:
    """Names that changed places or standing, and those of files that came, went or changed."""
    of_files = db.execute(_OF_FILES, (json.dumps(sorted(changes.comings)),))
    of_symbols = db.execute(_OF_SYMBOLS, (json.dumps(sorted(changes.symbols)),))
    return {*changes.names, *(name for (name,) in (*of_files, *of_symbols))}


class NameIndex:
    def __init__(self, db: apsw.Connection) -> None:
        self._db = db
        files = db.execute("SELECT id, path, role FROM file WHERE status = 'documented'")
        self._path_by_id = {id: path for id, path, role in files if role in ROLES}
        self._part_by_label = {
            part.label: part for is_fine in (False, True) for part in parts(is_fine)
        }

    def homonyms(self, label: str) -> list[Homonym]:
        """The names of one part, in order."""
        part = self._part_by_label[label]
        is_fine = bool(part.seconds)
        places: defaultdict[str, list[tuple[str, str]]] = defaultdict(list)
        for name, kind, path in self._definitions(label):
            places[name].append((path, kind))
        names = [name for name in places if part_of(name, is_fine).letter == part.letter]
        return [_homonym(name, places[name]) for name in sorted(names, key=index_key)]

    def _definitions(self, label: str) -> Iterator[tuple[str, str, str]]:
        for first, end in ranges_of(self._part_by_label[label]):
            for name, kind, file in self._db.execute(_DEFINITIONS, (first, end)):
                if file in self._path_by_id:
                    yield name, kind, self._path_by_id[file]


def _homonym(name: str, places: list[tuple[str, str]]) -> Homonym:
    paths = sorted({path for path, _ in places})
    folders = Counter(_folder(path) for path, _ in places) if len(paths) > _MAX_PATHS else Counter()
    return Homonym(
        name,
        len(places),
        tuple(paths[:_MAX_PATHS]),
        len(paths),
        _most(Counter(kind for _, kind in places)),
        _most(folders)[:_MAX_FOLDERS],
        len(folders),
    )


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
_DEFINITIONS: Final = f"""
    SELECT name, kind, file FROM symbol
    WHERE name >= ? AND name < ? AND exported AND kind NOT IN {LEFT_OUT}
"""
