"""Keywords of a file or a folder, and the names under a prefix: the answers of ``keywords``."""

from collections import Counter, defaultdict
from collections.abc import Iterator
from typing import Final, NamedTuple

from repobook.service.answers import Matches, Nothing
from repobook.service.dependencies import find_file
from repobook.service.reader import BookReader
from repobook.store.folder_keywords import MAX_TELLING, concepts_of
from repobook.store.keywords import RankedKeyword, decode_ranked
from repobook.text.letters import index_key
from repobook.text.symbol_sections import OFFERING, UNINDEXED

_MAX_PLACES: Final = 3
_MARKS: Final = ("_", "~")


class FileKeyword(NamedTuple):
    keyword: str
    kind: str
    score: float
    line: int


class FileKeywords(NamedTuple):
    """What distinguishes a file, best first."""

    path: str
    keywords: tuple[FileKeyword, ...]
    n_all: int
    """How many there are in truth; the index keeps the best of them."""

    @property
    def is_cut(self) -> bool:
        return len(self.keywords) < self.n_all


class FolderKeyword(NamedTuple):
    keyword: str
    kind: str
    path: str
    """The file that is its home."""
    line: int
    n_files: int
    """Files below the folder that have it among their keywords."""


class FolderKeywords(NamedTuple):
    """What the files below a folder speak of, what most of them do first."""

    path: str
    keywords: tuple[FolderKeyword, ...]
    n_all: int
    n_counted: int
    """Files whose keywords were put together: of very many those that others lean on most."""
    n_files: int

    @property
    def is_cut(self) -> bool:
        return len(self.keywords) < self.n_all


class NamedThing(NamedTuple):
    """One entry of the index from A to Z."""

    name: str
    n_definitions: int
    kinds: tuple[tuple[str, int], ...]
    places: tuple[tuple[str, int], ...]
    """Paths and lines of the first definitions."""


class PrefixAnswer(NamedTuple):
    prefix: str
    names: tuple[NamedThing, ...]
    n_all: int
    n_files: int
    n_unparsed: int

    @property
    def is_cut(self) -> bool:
        return len(self.names) < self.n_all


KeywordsAnswer = FileKeywords | FolderKeywords | PrefixAnswer | Matches | Nothing


def keywords_of(reader: BookReader, target: str, n: int) -> KeywordsAnswer:
    """Of a file, a folder, or under a prefix; a star at the end says that it is a prefix."""
    if target.endswith("*"):
        return _under(reader, target.rstrip("*"), n)
    path = target.strip().removeprefix("./").rstrip("/")
    if path in ("", ".") or reader.rows(_IS_FOLDER, (f"{path}/", f"{path}0")):
        return _of_folder(reader, path.removeprefix("."), n)
    file = find_file(reader, path)
    if isinstance(file, str):
        return _of_file(reader, file, n)
    return _under(reader, target, n) if isinstance(file, Nothing) else file


def _of_file(reader: BookReader, path: str, n: int) -> FileKeywords:
    rows = reader.rows(_OF_FILE, (path,))
    n_all = rows[0][-1] if rows else 0
    return FileKeywords(path, tuple(FileKeyword(*row[:-1]) for row in rows[:n]), n_all)


def _of_folder(reader: BookReader, path: str, n: int) -> FolderKeywords:
    values = (f"{path}/", f"{path}0") if path else ("", "\U0010ffff")
    concepts = concepts_of(_by_file(reader, values))
    shown = [FolderKeyword(c.keyword, c.kind, *c.place[:2], c.n_files) for c in concepts]
    n_files = reader.number(_N_BELOW, values)
    return FolderKeywords(
        path or ".", tuple(shown[:n]), len(shown), min(n_files, MAX_TELLING), n_files
    )


def _by_file(
    reader: BookReader, below: tuple[str, str]
) -> Iterator[tuple[str, list[RankedKeyword]]]:
    for path, ranked in reader.rows(_BELOW, (*below, MAX_TELLING)):
        yield path, decode_ranked(ranked)


def _under(reader: BookReader, prefix: str, n: int) -> PrefixAnswer | Nothing:
    """Case does not count. Names that are kept private are told when the prefix has their mark."""
    column, which = (
        ("name", "1") if prefix.startswith(_MARKS) else ("ltrim(name, '_~')", "exported")
    )
    pattern = prefix.replace("\\", r"\\").replace("%", r"\%").replace("_", r"\_") + "%"
    found: defaultdict[str, list[tuple[str, str, int]]] = defaultdict(list)
    for name, kind, path, line in reader.rows(
        _UNDER.format(column=column, which=which), (pattern,)
    ):
        found[name].append((path, kind, line))
    if not found:
        return reader.nothing(prefix)
    names = sorted(found, key=index_key)
    return PrefixAnswer(
        prefix,
        tuple(_named(name, found[name]) for name in names[:n]),
        len(names),
        reader.number("SELECT count(*) FROM file"),
        reader.number("SELECT count(DISTINCT file) FROM diagnostic"),
    )


def _named(name: str, definitions: list[tuple[str, str, int]]) -> NamedThing:
    kinds = Counter(kind for _, kind, _ in definitions)
    most = sorted(kinds.items(), key=lambda pair: (-pair[1], pair[0]))
    places = [(path, line) for path, _, line in definitions[:_MAX_PLACES]]
    return NamedThing(name, len(definitions), tuple(most), tuple(places))


_IS_FOLDER: Final = "SELECT 1 FROM file WHERE path >= ? AND path < ? LIMIT 1"
_OF_FILE: Final = """
    SELECT keyword, kind, score, line, n_all FROM keywords WHERE path = ? ORDER BY rank
"""
_N_BELOW: Final = """
    SELECT count(*) FROM file WHERE path >= ? AND path < ? AND status = 'documented'
"""
_BELOW: Final = """
    SELECT f.path, k.ranked FROM file f JOIN file_keywords k ON k.file = f.id
    LEFT JOIN file_rank r ON r.file = f.id
    WHERE f.path >= ? AND f.path < ? AND f.status = 'documented'
    ORDER BY coalesce(r.fan_in, 0) DESC, f.path LIMIT ?
"""
# The index of names holds nothing else, so looking through all of it takes a moment.
_UNDER: Final = rf"""
    SELECT s.name, s.kind, f.path, s.line FROM symbol s JOIN file f ON f.id = s.file
    WHERE s.name IN (SELECT DISTINCT name FROM symbol WHERE {{column}} LIKE ? ESCAPE '\')
    AND {{which}} AND s.kind NOT IN {UNINDEXED} AND f.role IN {OFFERING}
    ORDER BY f.path, s.line
"""
