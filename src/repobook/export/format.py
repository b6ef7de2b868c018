"""An export format: named files, each an iterator of pieces, so memory stays bounded."""

from collections.abc import Callable, Iterable, Iterator
from importlib import import_module
from pkgutil import iter_modules
from typing import NamedTuple

from repobook.export import formats
from repobook.index.reader.whole_book import WholeBook


class OutputFile(NamedTuple):
    name: str
    pieces: Iterable[bytes]
    """To be taken before the next file is asked for."""


class Format(NamedTuple):
    about: str
    file: str
    """What its only file is usually called; empty where there are several."""
    files: Callable[[WholeBook], Iterator[OutputFile]]


def all_formats() -> dict[str, str]:
    """Names with their modules; a module is loaded when its format is asked for."""
    names = sorted(module.name for module in iter_modules(formats.__path__))
    return {name.replace("_", "-"): f"{formats.__name__}.{name}" for name in names}


def load_format(name: str) -> Format:
    found: Format = import_module(all_formats()[name]).FORMAT
    return found


def one_file(name: str, pieces: Callable[[WholeBook], Iterable[bytes]], about: str) -> Format:
    """A format of a single file."""

    def files(book: WholeBook) -> Iterator[OutputFile]:
        yield OutputFile(name, pieces(book))

    return Format(about, name, files)


def text_file(name: str, lines: Callable[[WholeBook], Iterable[str]], about: str) -> Format:
    return one_file(name, lambda book: as_bytes(lines(book)), about)


def as_bytes(lines: Iterable[str]) -> Iterator[bytes]:
    """Whatever a name holds: lone surrogates become question marks."""
    return (f"{line}\n".encode("utf-8", "replace") for line in lines)
