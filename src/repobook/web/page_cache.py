"""Pages of one book that are made when they are read: once for all who ask, and then kept.

Everything here happens in the thread of the event loop, so that no lock is needed.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Mapping
from concurrent.futures import Executor
from typing import Final

_MAX_BYTES: Final = 32 << 20


class PageCache:
    def __init__(self, make: Callable[[str], Mapping[str, bytes]]) -> None:
        """``make`` gives all pages of the subject that has a page of this name, or none."""
        self._make = make
        self._page_by_name: OrderedDict[str, bytes] = OrderedDict()
        self._n_bytes = 0
        self._making: dict[str, asyncio.Future[Mapping[str, bytes]]] = {}

    async def page(self, name: str, threads: Executor) -> bytes | None:
        """None where there is no such page."""
        if name in self._page_by_name:
            self._page_by_name.move_to_end(name)
            return self._page_by_name[name]
        if name not in self._making:
            loop = asyncio.get_running_loop()
            self._making[name] = loop.run_in_executor(threads, self._make, name)
            self._making[name].add_done_callback(lambda _: self._making.pop(name))
        # A reader who goes away does not take the page from the others.
        made = await asyncio.shield(self._making[name])
        self._keep(made)
        return made.get(name)

    def _keep(self, made: Mapping[str, bytes]) -> None:
        for name, page in made.items():
            if name not in self._page_by_name:
                self._page_by_name[name] = page
                self._n_bytes += len(page)
        while self._n_bytes > _MAX_BYTES:
            self._n_bytes -= len(self._page_by_name.popitem(last=False)[1])
