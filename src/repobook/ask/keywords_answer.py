"""Keywords of a file or a folder, and the names under a prefix: the answers of ``keywords``."""

from collections import Counter, defaultdict
from typing import Final, NamedTuple

from repobook.ask.dependencies_answer import find_file
from repobook.index.reader.book_reader import BookReader
from repobook.index.reader.file.file_keywords import (
    FileKeyword,
    decode_ranked,
    keywords_below,
    scored,
    stored_keywords,
)
from repobook.index.reader.folder.folder_keywords import MAX_COUNTED, concepts_of
from repobook.index.reader.repository.prefixed_names import names_under
from repobook.index.reader.rows import asked_path
from repobook.model.answers import Matches, Nothing
from repobook.text.naming.alphabet import index_key

_MAX_PLACES: Final = 3


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
    """Keywords of the files below a folder, the most frequent first."""

    path: str
    keywords: tuple[FolderKeyword, ...]
    n_all: int
    n_counted: int
    """Files whose keywords were put together: of very many those with most dependents."""
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
    path = asked_path(target)
    if not path or reader.has_files_below(path):
        return _of_folder(reader, path, n)
    file = find_file(reader, path)
    if isinstance(file, str):
        return _of_file(reader, file, n)
    return _under(reader, target, n) if isinstance(file, Nothing) else file


def _of_file(reader: BookReader, path: str, n: int) -> FileKeywords:
    n_all, ranked = stored_keywords(reader.rows, reader.file_id(path))
    return FileKeywords(path, tuple(map(scored, decode_ranked(ranked)[:n])), n_all)


def _of_folder(reader: BookReader, path: str, n: int) -> FolderKeywords:
    concepts = concepts_of(keywords_below(reader.rows, path, MAX_COUNTED))
    keywords = [FolderKeyword(c.keyword, c.kind, *c.place[:2], c.n_files) for c in concepts]
    n_files = reader.n_documented_below(path)
    return FolderKeywords(
        path or ".", tuple(keywords[:n]), len(keywords), min(n_files, MAX_COUNTED), n_files
    )


def _under(reader: BookReader, prefix: str, n: int) -> PrefixAnswer | Nothing:
    definitions_by_name: defaultdict[str, list[tuple[str, str, int]]] = defaultdict(list)
    for name, *place in names_under(reader.rows, prefix):
        definitions_by_name[name].append((place[0], place[1], place[2]))
    if not definitions_by_name:
        return reader.nothing(prefix)
    names = sorted(definitions_by_name, key=index_key)
    return PrefixAnswer(
        prefix,
        tuple(_named(name, definitions_by_name[name]) for name in names[:n]),
        len(names),
        reader.n_files,
        reader.n_unparsed,
    )


def _named(name: str, definitions: list[tuple[str, str, int]]) -> NamedThing:
    kinds = Counter(kind for _, kind, _ in definitions)
    most = sorted(kinds.items(), key=lambda pair: (-pair[1], pair[0]))
    places = [(path, line) for path, _, line in definitions[:_MAX_PLACES]]
    return NamedThing(name, len(definitions), tuple(most), tuple(places))
