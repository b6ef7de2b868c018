"""Mentions of a symbol in text, besides its resolved uses.

A macro may register it, a configuration name it, a string hold it. What leads to something else of
the same name for certain is left out.
"""

import string
from collections.abc import Collection, Iterator
from typing import Final, NamedTuple

from repobook.index.reader.book_reader import BookReader
from repobook.index.reader.file.file_links import decode_called, references_in
from repobook.index.search.search_index import SearchIndex
from repobook.model.answers import SymbolLine
from repobook.model.facts import unpack_position
from repobook.model.search.matches import FileMatch
from repobook.text.code.code_line import one_code_line
from repobook.text.terms import terms_in

_MAX_FILES: Final = 400
_N_READ_AT_ONCE: Final = 16
_MAX_LISTED: Final = 50
_MAX_TEXT: Final = 160
_IN_NAMES: Final = frozenset(c.encode() for c in f"{string.ascii_letters}{string.digits}_$")
_LAST_ROLES: Final = {"docs": 1, "test": 2, "vendored": 3, "generated": 4, "data": 5}


class Mention(NamedTuple):
    path: str
    line: int
    text: str


class Mentions(NamedTuple):
    """The first of them, code before documents and tests."""

    places: tuple[Mention, ...] = ()
    n_files: int = 0
    n_places: int = 0
    n_unread: int = 0
    """Files that have the words of the name and were not searched: enough are listed, or too
    many have them."""


def mentions_of(reader: BookReader, symbol: SymbolLine, known: Collection[str] = ()) -> Mentions:
    """In other files than the known ones."""
    index = reader.search_index
    if index is None:  # a book may be without one
        return Mentions()
    index.allowed.begin()
    return _found(reader, index, symbol.name, known)


def _found(reader: BookReader, index: SearchIndex, name: str, known: Collection[str]) -> Mentions:
    """File by file until enough are listed: a common name stands in thousands."""
    places: list[Mention] = []
    n_files = n_places = n_read = 0
    files = [file for file in _files_with(index, name) if file.path not in known]
    for file, text in _texts(index, files[:_MAX_FILES]):
        if len(places) == _MAX_LISTED:
            break
        n_read += 1
        if lines := list(_lines(text, name.encode())):
            explained = _known_lines(reader, file.path, name)
            lines = [line for line in lines if line[0] not in explained]
        n_files, n_places = n_files + bool(lines), n_places + len(lines)
        places += [Mention(file.path, *line) for line in lines[: _MAX_LISTED - len(places)]]
    return Mentions(tuple(places), n_files, n_places, len(files) - n_read)


def _texts(index: SearchIndex, files: list[FileMatch]) -> Iterator[tuple[FileMatch, bytes]]:
    """A few at a time: each question to the index takes as long as to look through a text."""
    for first in range(0, len(files), _N_READ_AT_ONCE):
        some = files[first : first + _N_READ_AT_ONCE]
        text_by_file = index.texts_of(file.file for file in some)
        yield from ((file, text_by_file.get(file.file, b"")) for file in some)


def _files_with(index: SearchIndex, name: str) -> list[FileMatch]:
    terms = terms_in(name)
    if not terms:
        return []
    all_terms = " AND ".join(f'"{term}"' for term in dict.fromkeys(terms))
    files = index.described(index.files_with(all_terms))
    return sorted(files, key=_standing)


def _standing(file: FileMatch) -> tuple[int, str]:
    return _LAST_ROLES.get(file.role, 0), file.path


def _lines(text: bytes, name: bytes) -> Iterator[tuple[int, str]]:
    """Most texts have the words of a name and not the name, which ``find`` sees soonest."""
    n, done = 1, 0
    at = text.find(name)
    while at >= 0:
        end = at + len(name)
        if text[at - 1 : at] in _IN_NAMES or text[end : end + 1] in _IN_NAMES:
            at = text.find(name, at + 1)
            continue
        start = text.rfind(b"\n", 0, at) + 1
        n += text.count(b"\n", done, start)
        done = text.find(b"\n", end) + 1 or len(text)
        line = one_code_line(text[start:done].decode("utf-8", "replace"))
        yield n, line if len(line) <= _MAX_TEXT else line[: _MAX_TEXT - 1] + "…"
        n += 1
        at = text.find(name, done)


def _known_lines(reader: BookReader, path: str, name: str) -> set[int]:
    """Lines that define something of the name, or lead to one for certain."""
    known = {line for symbol in reader.symbols_in(path, name) for line in _head(symbol)}
    for group in decode_called(references_in(reader.rows, path), name):
        if group.confidence == "exact":
            known.update(line for line, _ in map(unpack_position, group.positions))
    return known


def _head(symbol: SymbolLine) -> range:
    """The lines of its signature: a name may stand in another one than the definition begins in."""
    n_lines = 1 + len(symbol.signature) // 60
    return range(symbol.line, min(symbol.end_line, symbol.line + n_lines) + 1)
