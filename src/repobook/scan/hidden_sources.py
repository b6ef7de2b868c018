"""Counts source files where a scan does not go, so that nothing of interest is missed unsaid."""

import os
from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import Final, NamedTuple

from repobook.model.files import LeftOut
from repobook.scan.books import BOOK_RULE
from repobook.scan.descriptors import Folders
from repobook.scan.languages import language_of, language_type
from repobook.scan.names import display

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
    """Of each path that holds any; so many names are looked at in all, and no more."""
    n_left = _MAX_NAMES
    found = []
    for one in sorted(hidden, key=lambda one: one.path):
        n_sources = 0
        for name in _names(folders, one):
            if n_left == 0:
                break
            n_left -= 1
            n_sources += _is_source(name, one.rule)
        if n_sources:
            shown = display(one.path) + "/" * one.is_folder
            found.append(LeftOut(shown, one.rule, n_sources, n_left == 0))
    return tuple(found)


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
