"""One book as it is served: its pages, and the processes that answer questions about it.

Questions, pages of files and other pages have processes of their own, so that none waits for
another: what folders are added up from is read by one process alone. A page about the whole
repository is made by a process that ends with it, for that takes seconds, and much memory.
"""

import contextlib
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Final

import msgspec

from repobook.ask.opening.deadline_reader import NotNowError
from repobook.ask.opening.published_book import Look, MovedOnError, PublishedPages
from repobook.errors import RepobookError
from repobook.index.publish.page_table import PageTable
from repobook.model.book_layout import SITE
from repobook.render.places import is_of_file
from repobook.scan.sources.source import SourceSpec
from repobook.web.api.parameters import Arguments
from repobook.web.page_cache import N_FILE_MAKERS, N_OTHER_MAKERS, Made, PageCache
from repobook.web.query_worker import OF_WHOLE, PAGE, EncodedAnswer
from repobook.web.query_worker_client import LOST, QueryWorker
from repobook.web.worker_lane import WorkerLane
from repobook.workers import fork_server

# A search takes a core for itself, and every process that searches holds tens of megabytes.
N_WORKERS: Final = 2
_SECONDS_FOR_WHOLE: Final = 120.0
_THREADS: Final = ThreadPoolExecutor(2)  # each waits for one process to open a book
_OF_FOLDER: Final = f"{SITE}/doc.html"
_MAKES_PAGES: Final = "repobook.build.pages.on_demand"


class ServedBook:
    def __init__(
        self,
        folder: Path,
        look: Look,
        spec: SourceSpec | None = None,
        *,
        will_make_pages: bool = False,
    ) -> None:
        """Starts one worker of a kind; the others follow one by one, since opening a book takes a
        core.

        ``spec`` are the sources, from which the pages of a book without pages are made, as it is
        expected to be where it ``will_make_pages``.
        """
        if spec:
            fork_server.preload(_MAKES_PAGES)
        self._page_worker = partial(QueryWorker, folder, look, spec)
        self._answering = WorkerLane(partial(QueryWorker, folder, look), N_WORKERS)
        self._making_files = WorkerLane(self._page_worker, N_FILE_MAKERS)
        self._making_others = WorkerLane(self._page_worker, N_OTHER_MAKERS)
        try:
            growing = _THREADS.submit(self._making_files.grow) if will_make_pages else None
            opened = self._answering.grow(lists_pages=True)
            if growing and isinstance(growing.exception(), MovedOnError):
                raise MovedOnError
        except BaseException:
            self._close_lanes()
            raise
        assert opened
        self.identity, self.commit = opened.identity, opened.commit
        self.pages = PublishedPages(folder, PageTable(opened.pages))
        self.page_cache = None if opened.pages or not spec else PageCache(self, self.identity)
        """None where the book has pages, or its sources are not known."""
        if not self.page_cache:
            self._making_files.close()

    def complete(self) -> None:
        """Starts the other workers, unless another book was published."""
        with contextlib.suppress(RepobookError, OSError, MovedOnError):
            if self.page_cache:
                self.make_pages(_OF_FOLDER, b"")  # reads what folders are added up from
                for _ in range(N_FILE_MAKERS):
                    self._making_files.grow()
            for _ in range(1, N_WORKERS):
                self._answering.grow()

    def answer(self, name: str, arguments: Arguments) -> EncodedAnswer:
        """Waits for a process that has nothing to do."""
        try:
            return self._answering.ask(name, arguments)
        except MovedOnError:
            raise NotNowError(*LOST) from None

    def make_pages(self, name: str, memory: bytes | None) -> Made | None:
        lane = self._making_files if is_of_file(name) else self._making_others
        answer = lane.ask(PAGE, {"name": name, "memory": memory})
        if answer.status == OF_WHOLE:
            return None
        return msgspec.msgpack.decode(answer.body, type=Made)

    def make_pages_of_whole(self, name: str) -> Made:
        with contextlib.closing(self._page_worker()) as worker:
            arguments = {"name": name, "memory": b"", "of_whole": True}
            answer = worker.ask(PAGE, arguments, _SECONDS_FOR_WHOLE)
        return msgspec.msgpack.decode(answer.body, type=Made)

    def close(self) -> None:
        self.pages.close()
        self._close_lanes()

    def _close_lanes(self) -> None:
        self._answering.close()
        self._making_files.close()
        self._making_others.close()
