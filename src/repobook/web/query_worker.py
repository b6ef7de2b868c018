"""A process that answers questions about one book, one after the other.

A search takes a core for itself and must not delay pages. A damaged book may crash this process,
which costs one answer.
"""

import contextlib
import gc
import json
import os
import pickle
from functools import partial
from multiprocessing.connection import Connection
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import msgspec

from repobook.ask.envelope import envelope
from repobook.ask.opening.deadline_reader import REBUILD_HINT, DeadlineReader, NotNowError
from repobook.ask.opening.foreign_book import damage_reported, memory_limited
from repobook.ask.opening.published_book import identity_of, packed_pages
from repobook.ask.searcher import Searcher
from repobook.errors import RepobookError
from repobook.index.publish.manifest import manifest_bytes
from repobook.model.answers import Matches, Nothing, is_cut
from repobook.model.book_layout import SITE
from repobook.scan.sources.source import SourceSpec
from repobook.web.api.cursors import cursor_after
from repobook.web.api.endpoints import FIRST, Endpoint, endpoint_by_question
from repobook.web.api.parameters import Arguments
from repobook.web.page_cache import Made
from repobook.workers.forks import ForkedTask
from repobook.workers.heap import release_large_blocks

if TYPE_CHECKING:
    from repobook.build.pages.on_demand import OnDemandPages

_BY_QUESTION: Final = endpoint_by_question()
# They touch what a first search would have to read: names and their words, paths, texts.
_FIRST_SEARCHES: Final = ("smoe wrod", "a/b.c")
# A page that is there takes less than a millisecond and goes first, then one that is made.
_POLITENESS, _POLITENESS_WITH_PAGES = 5, 2
_NO_PAGE: Final = f"{SITE}/"
PAGE: Final = "page"  # an internal request: no endpoint of the API has this name
OF_WHOLE: Final = 303  # a process of its own makes this page
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


class EncodedAnswer(NamedTuple):
    body: bytes
    status: int
    hint: str = ""


def answer_questions(
    connection: Connection, folder: Path, lists_pages: bool, spec: SourceSpec | None = None
) -> None:
    """Until the connection is closed."""
    gc.freeze()  # memory shared with other processes stays shared if it is not collected
    release_large_blocks()
    os.nice(_POLITENESS_WITH_PAGES if spec else _POLITENESS)
    # Native code that aborts may print what a hostile book made it print.
    os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
    with contextlib.suppress(EOFError, ConnectionError), memory_limited():
        _answer_all(connection, folder, lists_pages, spec)


def _answer_all(
    connection: Connection, folder: Path, lists_pages: bool, spec: SourceSpec | None
) -> None:
    try:
        with damage_reported(folder):
            book = OpenedBook(folder, lists_pages, spec)
    except (RepobookError, OSError) as error:
        connection.send_bytes(msgspec.msgpack.encode(_problem(error)))
        return
    # Collecting takes longer than most answers, so it waits until they are given.
    gc.disable()
    gc.freeze()
    connection.send_bytes(msgspec.msgpack.encode(book.opened))
    while True:
        question = pickle.loads(connection.recv_bytes())
        connection.send_bytes(msgspec.msgpack.encode(book.answer(*question)))
        gc.collect(0)


def _problem(error: RepobookError | OSError) -> Opened:
    return Opened(problem=str(error), hint=getattr(error, "hint", ""))


class OpenedBook:
    def __init__(
        self, folder: Path, lists_pages: bool = False, spec: SourceSpec | None = None
    ) -> None:
        """``spec`` are the sources, if it makes pages from them; then it answers nothing else."""
        identity, pages = _contents(folder, lists_pages)
        self._reader = DeadlineReader(folder)
        self._searcher = None if spec else _searcher(folder)
        # Opened now, and once: later the folder may hold another book.
        self._reader.search_index = self._searcher.index if self._searcher else None
        self._pages = _pages(folder, spec) if spec else None
        self.opened = Opened(self._reader.commit, identity, pages)

    def answer(self, name: str, arguments: Arguments) -> EncodedAnswer:
        """An answer, or why there is none; a defect is reported and does not end the process."""
        try:
            endpoint = None if name == PAGE else _BY_QUESTION[name]
            with damage_reported("this book"):
                if endpoint is None:
                    return self._made_pages(**arguments)
                return self._answer(endpoint, arguments)
        except RepobookError as error:
            return EncodedAnswer(error.message.encode(), NOT_NOW, error.hint)
        except Exception as error:  # noqa: BLE001 - the client raises it again
            return EncodedAnswer(
                f"{type(error).__name__}: {error}".encode("utf-8", "replace"), DEFECT
            )

    def _answer(self, endpoint: Endpoint, arguments: Arguments) -> EncodedAnswer:
        answer = endpoint.ask(self._source(endpoint), arguments)
        goes_on = endpoint.is_paged and is_cut(answer) and not isinstance(answer, Matches)
        commit, identity = self.opened.commit, self.opened.identity
        next = cursor_after(identity, arguments[FIRST] + arguments["limit"]) if goes_on else None
        content = envelope(endpoint.name, commit, endpoint.data(answer), is_cut(answer), next)
        return EncodedAnswer(
            json.dumps(content).encode(), 404 if isinstance(answer, Nothing) else 200
        )

    def _made_pages(self, name: str, memory: bytes | None, of_whole: bool = False) -> EncodedAnswer:
        """The page of this name with all others of its subject, of which one is often read next."""
        assert self._pages is not None
        if of_whole:
            texts, new_memory = self._pages.made_of_whole(name)
        elif self._pages.is_of_whole(name, is_known=memory is not None):
            return EncodedAnswer(b"", OF_WHOLE)
        else:
            texts, new_memory = self._pages.made_with(name, memory or b"")
        pages = None if texts is None else {name: text.encode() for name, text in texts.items()}
        return EncodedAnswer(msgspec.msgpack.encode(Made(pages, new_memory)), 200)

    def _source(self, endpoint: Endpoint) -> Any:
        if not endpoint.is_search:
            self._reader.begin()
            return self._reader
        if self._searcher is None:
            raise NotNowError("this book cannot be searched", REBUILD_HINT)
        return self._searcher


def _pages(folder: Path, spec: SourceSpec) -> "OnDemandPages":
    """Ready to make any page."""
    from repobook.build.pages.on_demand import OnDemandPages  # with all that makes pages

    pages = OnDemandPages(folder, spec)
    pages.made_with(_NO_PAGE)
    return pages


def _contents(folder: Path, lists_pages: bool) -> tuple[str, bytes]:
    """Packs the pages in a fork, whose memory is freed at once."""
    manifest = manifest_bytes(folder)
    pages = ForkedTask(partial(packed_pages, manifest)).result() if lists_pages else b""
    return identity_of(manifest), pages


def _searcher(folder: Path) -> Searcher | None:
    """Ready to answer at once. A book without a search index of its own still answers all else."""
    try:
        with damage_reported(folder):
            searcher = Searcher(folder)
            for text in _FIRST_SEARCHES:
                searcher.search(text)
    except RepobookError:
        return None
    return searcher
