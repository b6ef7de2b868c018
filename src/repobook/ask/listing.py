"""Lists of files and symbols, part by part, for clients that read a whole book."""

from typing import NamedTuple

from repobook.index.reader.book_reader import BookReader
from repobook.index.reader.rows import asked_path, at_or_below, both, chosen
from repobook.model.answers import FileLine, SymbolLine


class Part(NamedTuple):
    """Which part of a list is meant."""

    first: int
    n: int


class FilesAnswer(NamedTuple):
    files: tuple[FileLine, ...]
    """By path."""
    first: int
    n_all: int

    @property
    def is_cut(self) -> bool:
        return self.first + len(self.files) < self.n_all


class SymbolsAnswer(NamedTuple):
    symbols: tuple[SymbolLine, ...]
    """By path, then as they stand in the file."""
    first: int
    has_more: bool

    @property
    def is_cut(self) -> bool:
        return self.has_more


class WantedFiles(NamedTuple):
    """An empty choice is no restriction."""

    folder: str = ""
    language: str = ""
    role: str = ""
    status: str = ""


class WantedSymbols(NamedTuple):
    """An empty choice is no restriction."""

    path: str = ""
    """A file, or a folder and all below it."""
    name: str = ""
    kind: str = ""


def files_in(reader: BookReader, wanted: WantedFiles, part: Part) -> FilesAnswer:
    kind = chosen(language=wanted.language, role=wanted.role, status=wanted.status)
    place = both(at_or_below(asked_path(wanted.folder)), kind)
    files, n_all = reader.files_at(place, part.first, part.n)
    return FilesAnswer(tuple(files), part.first, n_all)


def symbols_in(reader: BookReader, wanted: WantedSymbols, part: Part) -> SymbolsAnswer:
    place = both(at_or_below(asked_path(wanted.path)), chosen(name=wanted.name, kind=wanted.kind))
    symbols = reader.symbols_at(place, part.first, part.n + 1)
    return SymbolsAnswer(tuple(symbols[: part.n]), part.first, len(symbols) > part.n)
