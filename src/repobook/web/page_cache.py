"""Pages of a book that are made when they are read: once for all who ask, and then kept.

The next book takes them over with what they were made from, and it is asked whether they are still
the same: that takes less than to make them. Who asks for one that was not looked at yet waits for
that, but not for long, and not behind others: then it comes as it was in the book before.

Everything here happens in the thread of the event loop, so that no lock of threads is needed.
"""

import asyncio
import contextlib
from collections import OrderedDict
from collections.abc import Iterable
from functools import partial
from typing import Final, NamedTuple, Protocol

from repobook.ask.opening.published_book import MovedOnError
from repobook.errors import RepobookError
from repobook.render.places import is_of_file
from repobook.web.due_threads import DueThreads

_MAX_BYTES: Final = 32 << 20
_SECONDS_FOR_NEWS: Final = 0.025
# Whoever has no page at all goes before those who wait for news.
_PATIENCE_FOR_NEWS: Final = 1.0
_FEW: Final = 4
N_FILE_MAKERS: Final = 2
N_OTHER_MAKERS: Final = 1
"""How many processes make pages of files, and of folders and all else."""


class Made(NamedTuple):
    """All pages of one subject, as they come from where they are made."""

    pages: dict[str, bytes] | None
    """By name; None where they are as they were."""
    memory: bytes
    """What they were made from; empty where that is not known."""


class CachedPage(NamedTuple):
    content: bytes
    book: str
    """Which it is a page of: the one that is served, or the one before."""


class PageSource(Protocol):
    def make_pages(self, name: str, memory: bytes | None) -> Made | None:
        """All pages of the subject that has a page of this name, or none; it gets what is
        remembered of them, None where they are not known. None where it takes the whole repository
        to make them."""

    def make_pages_of_whole(self, name: str) -> Made:
        """The same where it does."""


class _Subject(NamedTuple):
    pages: dict[str, bytes]
    memory: bytes
    book: str
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

    def __init__(self, source: PageSource, book: str) -> None:
        self._source, self._book, self._store = source, book, MadePagesStore()
        self._making: dict[str, asyncio.Task[_Subject]] = {}
        self._one_of_whole = asyncio.Lock()
        self._of_files, self._of_others = DueThreads(N_FILE_MAKERS), DueThreads(N_OTHER_MAKERS)

    async def page(self, name: str) -> CachedPage | None:
        """None where there is no such page."""
        self._store.set_read(name)
        known = self._store.get(name)
        if known is None or known.book != self._book:
            known = await self._renewed(name, known)
        content = known.pages.get(name)
        return None if content is None else CachedPage(content, known.book)

    def inherit(self, earlier: "PageCache") -> None:
        """What readers of an earlier book have read since it was last asked."""
        for subject in reversed(earlier._store.last_read_first()):
            if not any(map(self._store.get, subject.pages)):
                self._store.put(subject)

    async def renew(self) -> None:
        """Asks of pages of earlier books whether they are still the same, the last read first."""
        earlier = [one for one in self._store.last_read_first() if one.memory]
        files = [one for one in earlier if is_of_file(one.name)]
        others = [one for one in earlier if not is_of_file(one.name)]
        await asyncio.gather(self._renew(files), self._renew(others))

    async def _renew(self, subjects: Iterable[_Subject]) -> None:
        for subject in subjects:
            # The reader of a page that cannot be made gets the reason then.
            with contextlib.suppress(RepobookError, MovedOnError):
                if self._store.get(subject.name) is subject:
                    await asyncio.shield(self._making_of(subject.name, subject))

    async def _renewed(self, name: str, known: _Subject | None) -> _Subject:
        are_others_before = self._threads(name).n_waiting > _FEW
        making = self._making_of(name, known)
        if known and are_others_before:
            return known
        if known:
            await asyncio.wait([making], timeout=_SECONDS_FOR_NEWS)
            if not making.done():
                return known
        # A reader who goes away does not take the page from the others.
        return await asyncio.shield(making)

    def _making_of(self, name: str, known: _Subject | None) -> "asyncio.Task[_Subject]":
        """Of the subject with a page of this name, for all who wait for it."""
        key = known.name if known else name
        if key not in self._making:
            self._making[key] = asyncio.create_task(self._made(name, known))
            self._making[key].add_done_callback(lambda made: self._forget(key, made))
        return self._making[key]

    def _forget(self, key: str, made: "asyncio.Task[_Subject]") -> None:
        del self._making[key]
        if not made.cancelled():
            made.exception()  # which was for those who waited

    async def _made(self, name: str, known: _Subject | None) -> _Subject:
        earlier, memory = (known.pages, known.memory) if known else ({}, None)
        patience = _PATIENCE_FOR_NEWS if known else 0.0
        make = partial(self._source.make_pages, name, memory)
        made = await self._threads(name).run(patience, make)
        if made is None:
            return await self._made_of_whole(name)
        return self._kept(earlier if made.pages is None else made.pages, made.memory)

    async def _made_of_whole(self, name: str) -> _Subject:
        """All pages about the whole repository are made together, which takes much memory."""
        async with self._one_of_whole:
            known = self._store.get(name)
            if known and known.book == self._book:
                return known
            made = await asyncio.to_thread(self._source.make_pages_of_whole, name)
            return self._kept(made.pages or {}, made.memory)

    def _threads(self, name: str) -> DueThreads:
        return self._of_files if is_of_file(name) else self._of_others

    def _kept(self, pages: dict[str, bytes], memory: bytes) -> _Subject:
        subject = _Subject(pages, memory, self._book)
        if pages:
            self._store.put(subject)
        return subject
