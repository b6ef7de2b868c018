"""The book that is served now. A new one replaces it whole; running requests finish on the old one.

Everything here happens in the thread of the event loop, so that no lock is needed.
"""

import asyncio
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Final

from repobook.ask.opening.published_book import Look, look_at, open_published
from repobook.errors import RepobookError
from repobook.scan.sources.source import SourceSpec
from repobook.web.served_book import ServedBook

_SECONDS_BETWEEN_LOOKS: Final = 0.1
_SECONDS_OF_PATIENCE: Final = 10.0


class CurrentBook:
    def __init__(self, folder: Path, spec: SourceSpec | None = None) -> None:
        """``spec`` are the sources, from which the pages of a book without pages are made."""
        self._folder = folder
        self._open = partial(ServedBook, spec=spec)
        self._book, self._look = open_published(folder, self._open)
        self._n_users: Counter[ServedBook] = Counter()
        self._renewing: asyncio.Task[None] | None = None
        self.problem = ""
        """Why a book that was published is not shown; empty when it is."""

    @contextmanager
    def borrow(self) -> Iterator[ServedBook]:
        book = self._book
        self._n_users[book] += 1
        try:
            yield book
        finally:
            self._n_users[book] -= 1
            self._put_away(book)

    async def keep_fresh(self) -> None:
        """Until it is cancelled."""
        await asyncio.to_thread(self._book.complete)
        while True:
            await asyncio.sleep(_SECONDS_BETWEEN_LOOKS)
            await self._refresh()

    async def successor(self, book: ServedBook) -> bool:
        """Waits until another book is served; False after a timeout."""
        try:
            async with asyncio.timeout(_SECONDS_OF_PATIENCE):
                while self._book is book:
                    await asyncio.sleep(_SECONDS_BETWEEN_LOOKS / 5)
                    await self._refresh()
        except TimeoutError:
            return False
        return True

    def close(self) -> None:
        if self._renewing:
            self._renewing.cancel()
        self._book.close()

    async def _refresh(self) -> None:
        look = look_at(self._folder)
        if look is None or look == self._look:
            return
        self._look, began = look, time.monotonic()
        try:
            fresh, self._look = await asyncio.to_thread(
                open_published, self._folder, self._complete
            )
        except (RepobookError, OSError) as error:
            self.problem = str(error)
            return
        self.problem = ""
        # For at most as long again: small books do not wait, large ones have more to renew.
        await self._renew_pages(fresh, time.monotonic() - began)
        old, self._book = self._book, fresh
        self._put_away(old)

    async def _renew_pages(self, fresh: ServedBook, seconds: float) -> None:
        """What was just read is there when the book is; the rest follows while it is served."""
        if self._renewing:
            self._renewing.cancel()
        if fresh.page_cache and self._book.page_cache:
            fresh.page_cache.inherit(self._book.page_cache)
            self._renewing = asyncio.create_task(fresh.page_cache.renew())
            await asyncio.wait([self._renewing], timeout=seconds)
            fresh.page_cache.inherit(self._book.page_cache)

    def _put_away(self, book: ServedBook) -> None:
        if book is not self._book and not self._n_users[book]:
            del self._n_users[book]
            book.close()

    def _complete(self, folder: Path, look: Look) -> ServedBook:
        book = self._open(folder, look)
        book.complete()
        return book
