"""The book that is served now. A new one replaces it whole; running requests finish on the old one.

Everything here happens in the thread of the event loop, so that no lock is needed.
"""

import asyncio
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Final

from repobook.ask.opening.published_book import look_at, open_published
from repobook.errors import RepobookError
from repobook.scan.sources.source import SourceSpec
from repobook.web.served_book import ServedBook

_SECONDS_BETWEEN_LOOKS: Final = 0.02
_SECONDS_OF_PATIENCE: Final = 10.0


class CurrentBook:
    def __init__(self, folder: Path, spec: SourceSpec | None = None) -> None:
        """``spec`` are the sources, from which the pages of a book without pages are made."""
        self._folder = folder
        self._spec = spec
        self._book, self._look = open_published(folder, partial(ServedBook, spec=spec))
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
                    await asyncio.sleep(_SECONDS_BETWEEN_LOOKS)
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
        self._look, makes_pages = look, self._book.page_cache is not None
        opened = partial(ServedBook, spec=self._spec, will_make_pages=makes_pages)
        try:
            fresh, self._look = await asyncio.to_thread(open_published, self._folder, opened)
        except (RepobookError, OSError) as error:
            self.problem = str(error)
            return
        self.problem = ""
        if fresh.page_cache and self._book.page_cache:
            fresh.page_cache.inherit(self._book.page_cache)
        old, self._book = self._book, fresh
        if self._renewing:
            self._renewing.cancel()
        self._renewing = asyncio.create_task(_renew(fresh))
        self._put_away(old)

    def _put_away(self, book: ServedBook) -> None:
        if book is not self._book and not self._n_users[book]:
            del self._n_users[book]
            book.close()


async def _renew(book: ServedBook) -> None:
    """What was just read goes first; until then its pages are shown as they were."""
    if book.page_cache:
        await book.page_cache.renew()
    await asyncio.to_thread(book.complete)
