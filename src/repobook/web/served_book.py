"""One book as it is served: its pages, and the processes that answer questions about it."""

import contextlib
from pathlib import Path
from queue import LifoQueue
from typing import Final

import msgspec

from repobook.ask.opening.published_book import Look, MovedOnError, PublishedPages
from repobook.errors import RepobookError
from repobook.index.publish.page_table import PageTable
from repobook.scan.sources.source import SourceSpec
from repobook.web.api.parameters import Arguments
from repobook.web.page_cache import Made, MadePagesStore, PageCache
from repobook.web.query_worker import PAGE, EncodedAnswer, Opened
from repobook.web.query_worker_client import QueryWorker

# A search takes a core for itself, and every process that searches holds tens of megabytes.
N_WORKERS: Final = 2


class ServedBook:
    def __init__(
        self,
        folder: Path,
        look: Look,
        spec: SourceSpec | None = None,
        made_pages: MadePagesStore | None = None,
    ) -> None:
        """Starts one worker; the others follow one by one, since opening a book takes a core.

        ``spec`` are the sources, from which the pages of a book without pages are made;
        ``made_pages`` those of earlier books.
        """
        self._folder, self._look, self._spec = folder, look, spec
        self._workers: list[QueryWorker] = []
        self._idle: LifoQueue[QueryWorker] = LifoQueue()
        self._is_closed = False
        opened = self._add(lists_pages=True)
        self.identity, self.commit = opened.identity, opened.commit
        self.pages = PublishedPages(folder, PageTable(opened.pages))
        if opened.pages:
            self._spec = None
        store = made_pages or MadePagesStore()
        self.page_cache = PageCache(self._make_pages, store) if self._spec else None
        """None where the book has pages, or its sources are not known."""

    def complete(self) -> None:
        """Starts the other workers, unless another book was published."""
        with contextlib.suppress(RepobookError, OSError, MovedOnError):
            while len(self._workers) < N_WORKERS:
                self._add()

    def _add(self, lists_pages: bool = False) -> Opened:
        worker = QueryWorker(self._folder, self._look, self._spec)
        worker.start(lists_pages)
        opened = worker.opened()
        self._workers.append(worker)
        if self._is_closed:  # closed while the worker started
            worker.close()
        self._idle.put(worker)
        return opened

    def answer(self, name: str, arguments: Arguments) -> EncodedAnswer:
        """Waits for a process that has nothing to do."""
        worker = self._idle.get()
        try:
            return worker.ask(name, arguments)
        finally:
            self._idle.put(worker)

    def _make_pages(self, name: str, memory: bytes) -> Made:
        answer = self.answer(PAGE, {"name": name, "memory": memory})
        return msgspec.msgpack.decode(answer.body, type=Made)

    def close(self) -> None:
        self._is_closed = True
        self.pages.close()
        for worker in self._workers:
            worker.close()
