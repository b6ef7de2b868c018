"""Counts source files in excluded folders, so that the build report can mention them."""

import os
from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import Final, NamedTuple

from repobook.disk.reading import Folders
from repobook.model.files import LeftOut
from repobook.scan.classify.languages import language_of, language_type
from repobook.scan.sources.books import BOOK_RULE
from repobook.scan.sources.path_names import display

_MAX_NAMES: Final = 10_000
_OF_BOOKS: Final = "JavaScript"
"""The site of a book has scripts of its own."""


class Hidden(NamedTuple):
    """A path that was left out though it may hold sources; of a folder, what is known of it."""

    path: bytes
    rule: str
    is_folder: bool
    names: tuple[bytes, ...] | None = None
    """The files to count; None where they have to be looked for."""


def count_sources(folders: Folders, hidden: Iterable[Hidden]) -> tuple[LeftOut, ...]:
    """Of each path that holds any; at most ``_MAX_NAMES`` names are looked at in all."""
    n_left = _MAX_NAMES
    left_out = []
    for hidden_path in sorted(hidden, key=lambda hidden_path: hidden_path.path):
        n_sources = 0
        for name in _names(folders, hidden_path):
            if n_left == 0:
                break
            n_left -= 1
            n_sources += _is_source(name, hidden_path.rule)
        if n_sources:
            path = display(hidden_path.path) + "/" * hidden_path.is_folder
            left_out.append(LeftOut(path, hidden_path.rule, n_sources, n_left == 0))
    return tuple(left_out)


def _names(folders: Folders, hidden: Hidden) -> Iterable[bytes]:
    if hidden.names is not None:
        return hidden.names
    return _names_below(folders, hidden.path) if hidden.is_folder else (hidden.path,)


def _names_below(folders: Folders, folder: bytes) -> Iterator[bytes]:
    """The names of all files; what cannot be opened has none."""
    stack = [folder]
    while stack:
        place = stack.pop()
        with suppress(OSError), os.scandir(folders.open(place)) as children:
            for child in children:
                name = os.fsencode(child.name)
                if not child.is_dir(follow_symlinks=False):
                    yield name
                elif name != b".git":
                    stack.append(place + b"/" + name)


def _is_source(name: bytes, rule: str) -> bool:
    language = language_of(display(name), b"")
    is_own = rule == BOOK_RULE and language == _OF_BOOKS
    return language_type(language) == "programming" and not is_own
