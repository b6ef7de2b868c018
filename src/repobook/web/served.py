"""One book as it is served: its pages, and the processes that answer questions about it."""

from pathlib import Path
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
        self._idle = [Answerer(folder, look) for _ in range(N_ANSWERERS)]
        try:
            opened = self._opened()
        except (RepobookError, OSError, MovedOnError):
            self._send_away()
            raise
        self.identity, self.commit = opened.identity, opened.commit
        self.pages = PublishedPages(folder, PageTable(opened.pages))

    def _opened(self) -> Opened:
        """All at once; the pages are told by the first."""
        for answerer in self._idle:
            answerer.start(tells_pages=answerer is self._idle[0])
        first, *_ = [answerer.opened() for answerer in self._idle]
        return first

    def answer(self, name: str, given: Given) -> Told:
        """For one of as many threads as there are processes that answer."""
        answerer = self._idle.pop()
        try:
            return answerer.ask(name, given)
        finally:
            self._idle.append(answerer)

    def close(self) -> None:
        self.pages.close()
        self._send_away()

    def _send_away(self) -> None:
        for answerer in self._idle:
            answerer.close()
