"""Pages of a book that are made when they are read: once for all who ask, and then kept.

With what they were made from they outlive their book: of the next one it is asked whether they are
still the same, which takes less than to make them.

Everything here happens in the thread of the event loop, so that no lock is needed.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import Executor
from typing import Final, NamedTuple

_MAX_BYTES: Final = 32 << 20


class Made(NamedTuple):
    """All pages of one subject, as they come from where they are made."""

    pages: dict[str, bytes] | None
    """By name; None where they are as they were."""
    memory: bytes
    """What they were made from."""


class _Subject(NamedTuple):
    pages: dict[str, bytes]
    memory: bytes
    book: object
    """The last one that they are known to be of."""

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
        key = self._key_by_name.get(name)
        if key is None:
            return None
        self._subjects.move_to_end(key)
        return self._subjects[key]

    def put(self, subject: _Subject) -> None:
        for key in {self._key_by_name[name] for name in subject.pages if name in self._key_by_name}:
            self._remove(key)
        first = min(subject.pages)
        self._subjects[first] = subject
        self._key_by_name |= dict.fromkeys(subject.pages, first)
        self._n_bytes += subject.n_bytes
        while self._n_bytes > _MAX_BYTES:
            self._remove(next(iter(self._subjects)))

    def _remove(self, key: str) -> None:
        subject = self._subjects.pop(key)
        self._n_bytes -= subject.n_bytes
        for name in subject.pages:
            del self._key_by_name[name]


class PageCache:
    """The pages of one book."""

    def __init__(self, make: Callable[[str, bytes], Made], store: MadePagesStore) -> None:
        """``make`` returns all pages of the subject that has a page of this name, or none; it gets
        what is remembered of them."""
        self._make, self._store = make, store
        self._making: dict[str, asyncio.Task[dict[str, bytes]]] = {}

    async def page(self, name: str, threads: Executor) -> bytes | None:
        """None where there is no such page."""
        known = self._store.get(name)
        if known and known.book is self:
            return known.pages[name]
        if name not in self._making:
            self._making[name] = asyncio.create_task(self._made(name, known, threads))
            self._making[name].add_done_callback(lambda _: self._making.pop(name))
        # A reader who goes away does not take the page from the others.
        return (await asyncio.shield(self._making[name])).get(name)

    async def _made(self, name: str, known: _Subject | None, threads: Executor) -> dict[str, bytes]:
        earlier, memory = (known.pages, known.memory) if known else ({}, b"")
        loop = asyncio.get_running_loop()
        made = await loop.run_in_executor(threads, self._make, name, memory)
        pages = earlier if made.pages is None else made.pages
        if pages:
            self._store.put(_Subject(pages, made.memory, self))
        return pages
