"""Answers questions in a process of its own: opens a book once, then takes one after the other.

A search takes a core for itself, and what it does must not keep pages waiting. What it meets in a
book may end this process, which costs one answer.
"""

import contextlib
import gc
import json
import os
import pickle
from functools import partial
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, Final, NamedTuple

import msgspec

from repobook.errors import RepobookError
from repobook.service.answers import Matches, Nothing, is_cut
from repobook.service.envelope import envelope
from repobook.service.foreign_book import damage_reported, memory_limited
from repobook.service.forks import Aside
from repobook.service.heap import hand_back_large_blocks
from repobook.service.patient_reader import BUILD_ANEW, NotNowError, PatientReader
from repobook.service.published import identity_of, packed_pages
from repobook.service.searching import Searcher
from repobook.store.manifest import manifest_bytes
from repobook.web.cursors import cursor_after
from repobook.web.endpoints import ENDPOINTS, FIRST, Endpoint
from repobook.web.parameters import Given

_BY_NAME: Final = {endpoint.name: endpoint for endpoint in ENDPOINTS}
# They touch what a first search would have to read: names and their words, paths, texts.
_FIRST_SEARCHES: Final = ("smoe wrod", "a/b.c")
_POLITENESS: Final = 5  # a page takes less than a millisecond and goes first
NOT_NOW: Final = 503
DEFECT: Final = 500


class Opened(NamedTuple):
    """How the opening of a book ended."""

    commit: str = ""
    identity: str = ""
    pages: bytes = b""
    problem: str = ""
    """Why it could not be opened; empty when it could."""
    hint: str = ""


class Told(NamedTuple):
    body: bytes
    status: int
    hint: str = ""


def answer_questions(connection: Connection, folder: Path, tells_pages: bool) -> None:
    """Until whoever asks hangs up."""
    gc.freeze()  # what all processes share stays shared while nobody looks through it
    hand_back_large_blocks()
    os.nice(_POLITENESS)
    # Native code that aborts may print what a hostile book made it print.
    os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
    with contextlib.suppress(EOFError, ConnectionError), memory_limited():
        _answer_all(connection, folder, tells_pages)


def _answer_all(connection: Connection, folder: Path, tells_pages: bool) -> None:
    try:
        with damage_reported(folder):
            book = OpenedBook(folder, tells_pages)
    except (RepobookError, OSError) as error:
        connection.send_bytes(msgspec.msgpack.encode(_problem(error)))
        return
    connection.send_bytes(msgspec.msgpack.encode(book.opened))
    while True:
        asked = pickle.loads(connection.recv_bytes())
        connection.send_bytes(msgspec.msgpack.encode(book.answer(*asked)))


def _problem(error: RepobookError | OSError) -> Opened:
    return Opened(problem=str(error), hint=getattr(error, "hint", ""))


class OpenedBook:
    def __init__(self, folder: Path, tells_pages: bool = False) -> None:
        identity, pages = _contents(folder, tells_pages)
        self._reader = PatientReader(folder)
        self._searcher = _searcher(folder)
        self.opened = Opened(self._reader.commit, identity, pages)

    def answer(self, name: str, given: Given) -> Told:
        """An answer, or why there is none; a defect of ours is told too, and ends nothing."""
        try:
            endpoint = _BY_NAME[name]
            with damage_reported("this book"):
                return self._answer(endpoint, given)
        except RepobookError as error:
            return Told(error.message.encode(), NOT_NOW, error.hint)
        except Exception as error:  # noqa: BLE001 - whoever asked raises it again
            return Told(f"{type(error).__name__}: {error}".encode("utf-8", "replace"), DEFECT)

    def _answer(self, endpoint: Endpoint, given: Given) -> Told:
        answer = endpoint.ask(self._asked(endpoint), given)
        goes_on = endpoint.is_paged and is_cut(answer) and not isinstance(answer, Matches)
        commit, identity = self.opened.commit, self.opened.identity
        next = cursor_after(identity, given[FIRST] + given["limit"]) if goes_on else None
        told = envelope(endpoint.name, commit, endpoint.data(answer), is_cut(answer), next)
        return Told(json.dumps(told).encode(), 404 if isinstance(answer, Nothing) else 200)

    def _asked(self, endpoint: Endpoint) -> Any:
        if not endpoint.is_search:
            self._reader.begin()
            return self._reader
        if self._searcher is None:
            raise NotNowError("this book cannot be searched", BUILD_ANEW)
        return self._searcher


def _contents(folder: Path, tells_pages: bool) -> tuple[str, bytes]:
    """Pages are packed aside: what that takes in memory must not stay as long as a book does."""
    manifest = manifest_bytes(folder)
    pages = Aside(partial(packed_pages, manifest)).result() if tells_pages else b""
    return identity_of(manifest), pages


def _searcher(folder: Path) -> Searcher | None:
    """Ready to answer at once. A book without a search index of its own still answers all else."""
    try:
        with damage_reported(folder):
            searcher = Searcher(folder, is_mapped=False)
            for text in _FIRST_SEARCHES:
                searcher.search(text)
    except RepobookError:
        return None
    return searcher
