"""One book as it is served: its pages, and the processes that answer questions about it."""

import contextlib
from pathlib import Path
from queue import LifoQueue
from typing import Final

from repobook.errors import RepobookError
from repobook.service.published import Look, MovedOnError, PublishedPages
from repobook.store.page_table import PageTable
from repobook.web.answerer import Answerer
from repobook.web.answering import Opened, Told
from repobook.web.parameters import Given

# A search takes a core for itself, and every process that searches holds tens of megabytes.
N_ANSWERERS: Final = 2


class ServedBook:
    def __init__(self, folder: Path, look: Look) -> None:
        """With one process that answers; one after the other, for each takes a core to open it."""
        self._folder, self._look = folder, look
        self._answerers: list[Answerer] = []
        self._idle: LifoQueue[Answerer] = LifoQueue()
        self._is_closed = False
        opened = self._add(tells_pages=True)
        self.identity, self.commit = opened.identity, opened.commit
        self.pages = PublishedPages(folder, PageTable(opened.pages))

    def complete(self) -> None:
        """Where it cannot be, because another book is there by now, it stays as it is."""
        with contextlib.suppress(RepobookError, OSError, MovedOnError):
            while len(self._answerers) < N_ANSWERERS:
                self._add()

    def _add(self, tells_pages: bool = False) -> Opened:
        answerer = Answerer(self._folder, self._look)
        answerer.start(tells_pages)
        opened = answerer.opened()
        self._answerers.append(answerer)
        if self._is_closed:  # meanwhile: whoever closed it has not seen this one
            answerer.close()
        self._idle.put(answerer)
        return opened

    def answer(self, name: str, given: Given) -> Told:
        """Waits for a process that has nothing to do."""
        answerer = self._idle.get()
        try:
            return answerer.ask(name, given)
        finally:
            self._idle.put(answerer)

    def close(self) -> None:
        self._is_closed = True
        self.pages.close()
        for answerer in self._answerers:
            answerer.close()
