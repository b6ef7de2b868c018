"""The open books: each is asked by one thread at a time, and replaced when it is rebuilt."""

import os
import subprocess
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from threading import Lock
from typing import Final, NamedTuple

from repobook.ask.book import Book
from repobook.ask.opening.published_book import look_at, open_published
from repobook.model.book_layout import MANIFEST

_SECONDS_BETWEEN_NOTICES: Final = 3_600.0
_LEAST_REST: Final = 0.1
_LOOKS_REST: Final = 5
"""How much longer than a look the files are not looked at again."""


class BookPlace(NamedTuple):
    name: str
    folder: Path
    root: str = ""
    """The repository that it describes; empty where that is not known."""


class Freshness(NamedTuple):
    """What is known of the files that an answer names."""

    commit: str
    is_checked: bool
    """Whether the repository is here, so that they could be compared."""
    changed: tuple[str, ...]
    notice: str
    """The same in words, at most once an hour for each file: agents repeat what is repeated."""
    problem: str
    """Why the book could not be brought up to date; empty when it was, or need not be."""


class OpenBook:
    def __init__(self, place: BookPlace, update: Callable[[], str] | None = None) -> None:
        """``update`` brings the book up to date before it is asked, or returns why it cannot."""
        self.place = place
        self._update = update
        self._lock = Lock()
        self._book, self._look = open_published(place.folder, lambda folder, _: Book(folder))
        self._noticed: dict[str, float] = {}
        self._problem = ""

    @contextmanager
    def asked(self) -> Iterator[Book]:
        with self._lock:
            if self._update:
                self._problem = self._update()
            self._replace_if_rebuilt()
            self._book.begin()
            yield self._book

    def freshness(self, book: Book, paths: Sequence[str]) -> Freshness:
        """Of a book that is being asked. What names no file, as a negative answer, is as old as
        the book, unless that is kept up to date."""
        root = self.place.root
        is_compared = bool(paths) or self._update is not None
        if not is_compared or not root or not os.path.isdir(root):
            return Freshness(book.commit, False, (), "", self._problem)
        changed = book.changed_files(root, paths, self._built_ns())
        return Freshness(book.commit, True, changed, self._notice(changed), self._problem)

    def close(self) -> None:
        self._book.close()

    def _replace_if_rebuilt(self) -> None:
        look = look_at(self.place.folder)
        if look is None or look == self._look:
            return  # while another is being published this one still answers
        old = self._book
        self._book, self._look = open_published(self.place.folder, lambda folder, _: Book(folder))
        old.close()

    def _built_ns(self) -> int:
        return os.stat(self.place.folder / MANIFEST).st_mtime_ns

    def _notice(self, changed: tuple[str, ...]) -> str:
        now = time.monotonic()
        is_due = now - _SECONDS_BETWEEN_NOTICES
        fresh = [path for path in changed if self._noticed.get(path, is_due) <= is_due]
        self._noticed.update(dict.fromkeys(fresh, now))
        files = ", ".join(fresh[:5])
        return f"changed since the book was built, lines may differ: {files}" if fresh else ""


class Updater:
    """Runs a build when files have changed; looks at them for a small part of the time."""

    def __init__(self, look: Callable[[], bool], set_built: Callable[[], None], command: list[str]):
        self._is_stale = look
        self._set_built = set_built
        self._command = command
        self._next_look = 0.0
        self._problem = ""

    def __call__(self) -> str:
        """Why the book is not up to date; empty when it is."""
        started = time.monotonic()
        if started >= self._next_look:
            is_stale = self._is_stale()
            seconds = _LOOKS_REST * (time.monotonic() - started)
            self._problem = self._build() if is_stale else ""
            self._next_look = time.monotonic() + max(_LEAST_REST, seconds)
        return self._problem

    def _build(self) -> str:
        command = self._command
        done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, check=False)
        if done.returncode == 0:
            self._set_built()
            return ""
        message = done.stderr.decode("utf-8", "replace").strip().removeprefix("repobook: ")
        return message or f"the build ended with {done.returncode}"
