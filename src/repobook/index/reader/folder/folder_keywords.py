"""Keywords of all that lies below a folder, put together from those of its files."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import islice
from typing import Final

from repobook.index.reader.file.file_keywords import (
    DEFINED_ELSEWHERE,
    RankedKeyword,
    decode_ranked,
    stored_keywords,
)
from repobook.index.reader.folder.folder_tables import FileRow, Tables
from repobook.model.dossiers.dossier import Repository
from repobook.model.dossiers.folder_dossier import Concept, IndexedName, Place, SubtreeDossier
from repobook.text.naming.alphabet import index_key

_A_FILE_HERE: Final = 20
_MAX_BELOW: Final = 1_000
_MAX_PATHS: Final = 5
_N_CONCEPTS: Final = 16
MAX_COUNTED: Final = 300
_MAX_HOME_RANK: Final = 10
_PATH: Final = "path"
_MIN_NAME: Final = 3
# A concept of one name in many places has many homes.
_MAX_HOMES: Final = 3

_PARTS: Final = frozenset(["field", "method", "property", "enum_member", "variable", "constructor"])

_MAX_CACHED_FILES: Final = 1 << 10

# A file with a keyword of it: its text and kind.
_FileKeyword = tuple[str, str, str]


class FolderKeywords:
    def __init__(self, tables: Tables, repository: Repository) -> None:
        self._tables = tables
        self._repository = repository
        self._ranked = lru_cache(maxsize=_MAX_CACHED_FILES)(self._read_ranked)

    def subtree(self, path: str) -> SubtreeDossier:
        folders, files = self._tables.children[path]
        here = [row for row in files if row.line.status == "documented"]
        below = [row for row in self._documented(path) if _folder(row) != path]
        most_used = sorted(below, key=lambda row: (-row.line.fan_in, row.line.path))[:_MAX_BELOW]
        a_file = min(_A_FILE_HERE, _MAX_BELOW // len(most_used)) if most_used else 0
        keywords = [
            *self._best_keywords(here, _A_FILE_HERE),
            *self._best_keywords(most_used, a_file),
        ]
        return SubtreeDossier(
            self._repository,
            path,
            tuple((folder, len(list(self._documented(folder)))) for folder in folders),
            len(here) + len(below),
            tuple(_indexed(keywords)),
            _A_FILE_HERE,
            a_file,
            len(most_used),
            len(below),
        )

    def concepts(self, rows: Iterable[FileRow]) -> tuple[Concept, ...]:
        """Of very many files, those with most dependents count."""
        documented = [row for row in rows if row.line.status == "documented"]
        documented.sort(key=lambda row: (-row.line.fan_in, row.line.path))
        return tuple(concepts_of(self._by_file(documented[:MAX_COUNTED]))[:_N_CONCEPTS])

    def _documented(self, path: str) -> Iterator[FileRow]:
        return (row for row in self._tables.below(path) if row.line.status == "documented")

    def _best_keywords(self, rows: Iterable[FileRow], a_file: int) -> Iterator[_FileKeyword]:
        for path, keywords in self._by_file(rows):
            named = ((path, text, kind) for text, kind, _, _ in keywords if kind != _PATH)
            yield from islice(named, a_file)

    def _by_file(self, rows: Iterable[FileRow]) -> Iterator[tuple[str, list[RankedKeyword]]]:
        return ((row.line.path, self._ranked(row.id)) for row in rows)

    def _read_ranked(self, file: int) -> list[RankedKeyword]:
        """Cached: the folder around it needs the same."""
        return decode_ranked(stored_keywords(self._tables.execute, file)[1])


def concepts_of(by_file: Iterable[tuple[str, list[RankedKeyword]]]) -> list[Concept]:
    """Names defined there that are keywords of most files, each with the file that is its home.

    The farther up in the keywords of a file, the more it counts; what stands on its own comes
    before members and values.
    """
    files = list(by_file)
    homes: defaultdict[str, list[tuple[str, Place]]] = defaultdict(list)
    for path, keywords in files:
        for text, kind, _, line in keywords[:_MAX_HOME_RANK]:
            if kind not in DEFINED_ELSEWHERE and len(text) >= _MIN_NAME:
                homes[text].append((kind, Place(path, line, 0)))
    worth = {text: 0.0 for text, places in homes.items() if len(places) <= _MAX_HOMES}
    n_files = dict.fromkeys(worth, 0)
    for _, keywords in files:
        for rank, (text, *_) in enumerate(keywords, 1):
            if text in worth:
                worth[text] += 1 / rank
                n_files[text] += 1
    ordered = sorted(worth, key=lambda t: (homes[t][0][0] in _PARTS, -n_files[t], -worth[t], t))
    return [Concept(text, *homes[text][0], n_files[text]) for text in ordered]


def _indexed(keywords: Iterable[_FileKeyword]) -> Iterator[IndexedName]:
    by_name: defaultdict[str, list[tuple[str, str]]] = defaultdict(list)
    for path, text, kind in keywords:
        by_name[text].append((path, kind))
    for name in sorted(by_name, key=index_key):
        places = sorted({path for path, _ in by_name[name]})
        kinds = sorted({kind for _, kind in by_name[name]})
        yield IndexedName(name, tuple(kinds), tuple(places[:_MAX_PATHS]), len(places))


def _folder(row: FileRow) -> str:
    return row.line.path.rpartition("/")[0]
