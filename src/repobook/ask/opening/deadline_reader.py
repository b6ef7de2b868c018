"""Reads a book under a time limit, and reports why there is no answer."""

import time
from typing import Any, Final

import apsw

from repobook.errors import RepobookError
from repobook.index.reader.book_reader import BookReader

REBUILD_HINT: Final = "rebuild it with: repobook build PATH"
_TOO_LONG: Final = ("the query takes too long", "narrow the query")


class NotNowError(RepobookError):
    """A question that cannot be answered, though nothing is wrong with it."""


class DeadlineReader(BookReader):
    """Gives up on a question that takes too long."""

    seconds: float = 5.0

    def begin(self) -> None:
        self._deadline = time.monotonic() + self.seconds
        self._db.set_progress_handler(self._is_late, 100_000)

    def rows(self, query: str, values: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
        if self._is_late():
            raise NotNowError(*_TOO_LONG)
        try:
            return super().rows(query, values)
        except apsw.InterruptError:
            raise NotNowError(*_TOO_LONG) from None
        except (apsw.CorruptError, apsw.NotADBError, apsw.IOError):
            raise NotNowError("the index of this book is damaged", REBUILD_HINT) from None

    def _is_late(self) -> bool:
        return time.monotonic() > self._deadline
