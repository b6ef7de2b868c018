"""Pages of a book that are made when they are read: once for all who ask, and then kept.

The next book takes them over with what they were made from, and it is asked whether they are still
the same: that takes less than to make them.

Everything here happens in the thread of the event loop, so that no lock of threads is needed.
"""

import asyncio
import contextlib
from collections import OrderedDict
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import Final, NamedTuple, Protocol

from repobook.ask.opening.deadline_reader import NotNowError
from repobook.ask.opening.published_book import MovedOnError
from repobook.render.places import is_of_file

_MAX_BYTES: Final = 32 << 20
# They only wait for processes, of two books at most.
_THREADS: Final = ThreadPoolExecutor(8)


class Made(NamedTuple):
    """All pages of one subject, as they come from where they are made."""

    pages: dict[str, bytes] | None
    """By name; None where they are as they were."""
    memory: bytes
    """What they were made from; empty where that is not known."""


class PageSource(Protocol):
    def make_pages(self, name: str, memory: bytes) -> Made | None:
        """All pages of the subject that has a page of this name, or none; it gets what is
        remembered of them. None where it takes the whole repository to make them."""

    def make_pages_of_whole(self, name: str) -> Made:
        """The same where it does."""


class _Subject(NamedTuple):
    pages: dict[str, bytes]
    memory: bytes
    book: object
    """The last one that they are known to be of."""

    @property
    def name(self) -> str:
        return min(self.pages)

    @property
    def n_bytes(self) -> int:
        return sum(map(len, self.pages.values())) + len(self.memory)


class MadePagesStore:
    """Subjects by the names of their pages; what was not read for long makes room."""

    def __init__(self) -> None:
        self._subjects: OrderedDict[str, _Subject] = OrderedDict()
        self._key_by_name: dict[str, str] = {}
        self._n_bytes = 0

    def get(self, name: str) -> _Subject | None:
        return self._subjects.get(self._key_by_name.get(name, ""))

    def set_read(self, name: str) -> None:
        if name in self._key_by_name:
            self._subjects.move_to_end(self._key_by_name[name])

    def last_read_first(self) -> list[_Subject]:
        return list(reversed(self._subjects.values()))

    def put(self, subject: _Subject) -> None:
        """A subject that is known already keeps its place among the others."""
        key = subject.name
        for name in subject.pages:
            if self._key_by_name.get(name, key) != key:
                self._remove(self._key_by_name[name])
        if key in self._subjects:
            self._forget_names(key)
        self._subjects[key] = subject
        self._key_by_name |= dict.fromkeys(subject.pages, key)
        self._n_bytes += subject.n_bytes
        while self._n_bytes > _MAX_BYTES:
            self._remove(next(iter(self._subjects)))

    def _remove(self, key: str) -> None:
        self._forget_names(key)
        del self._subjects[key]

    def _forget_names(self, key: str) -> None:
        subject = self._subjects[key]
        self._n_bytes -= subject.n_bytes
        for name in subject.pages:
            del self._key_by_name[name]


class PageCache:
    """The pages of one book."""

    def __init__(self, source: PageSource) -> None:
        self._source, self._store = source, MadePagesStore()
        self._making: dict[str, asyncio.Task[dict[str, bytes]]] = {}
        self._one_of_whole = asyncio.Lock()

    async def page(self, name: str) -> bytes | None:
        """None where there is no such page."""
        self._store.set_read(name)
        return (await self._pages_with(name)).get(name)

    def inherit(self, earlier: "PageCache") -> None:
        """What readers of an earlier book have read since it was last asked."""
        for subject in reversed(earlier._store.last_read_first()):
            if not any(map(self._store.get, subject.pages)):
                self._store.put(subject)

    async def renew(self) -> None:
        """Asks of pages of earlier books whether they are still the same, the last read first."""
        earlier = [one.name for one in self._store.last_read_first() if one.memory]
        files = [name for name in earlier if is_of_file(name)]
        others = [name for name in earlier if not is_of_file(name)]
        await asyncio.gather(self._renew(files), self._renew(others))

    async def _renew(self, names: Iterable[str]) -> None:
        for name in names:
            # The reader of a page that cannot be made gets the reason then.
            with contextlib.suppress(NotNowError, MovedOnError):
                await self._pages_with(name)

    async def _pages_with(self, name: str) -> dict[str, bytes]:
        known = self._store.get(name)
        if known and known.book is self:
            return known.pages
        if name not in self._making:
            self._making[name] = asyncio.create_task(self._made(name, known))
            self._making[name].add_done_callback(lambda _: self._making.pop(name))
        # A reader who goes away does not take the page from the others.
        return await asyncio.shield(self._making[name])

    async def _made(self, name: str, known: _Subject | None) -> dict[str, bytes]:
        earlier, memory = (known.pages, known.memory) if known else ({}, b"")
        loop = asyncio.get_running_loop()
        made = await loop.run_in_executor(_THREADS, self._source.make_pages, name, memory)
        if made is None:
            return await self._made_of_whole(name)
        pages = earlier if made.pages is None else made.pages
        self._keep(pages, made.memory)
        return pages

    async def _made_of_whole(self, name: str) -> dict[str, bytes]:
        """All pages about the whole repository are made together, which takes much memory."""
        async with self._one_of_whole:
            known = self._store.get(name)
            if known and known.book is self:
                return known.pages
            loop = asyncio.get_running_loop()
            made = await loop.run_in_executor(_THREADS, self._source.make_pages_of_whole, name)
            self._keep(made.pages or {}, made.memory)
            return made.pages or {}

    def _keep(self, pages: dict[str, bytes], memory: bytes) -> None:
        if pages:
            self._store.put(_Subject(pages, memory, self))
