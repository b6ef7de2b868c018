"""Reading a book that anybody may have made: it ends in an answer, or in what is wrong with it.

The schema is ours, for nothing else is opened; what the rows hold can be anything. Rather than to
check each value, answers are computed inside of this guard.
"""

import os
import resource
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import apsw

from repobook.errors import RepobookError
from repobook.index.reader.read_only import BUILD_AGAIN

DAMAGED: Final = "its index is damaged"
IF_IT_STAYS: Final = (
    "rebuild it; if that does not help, set REPOBOOK_DEBUG=1 for a traceback and report it"
)
_TOO_MUCH: Final = "reading it takes more memory than is allowed; it may be damaged"
# What a value of another type or shape than ours leads to.
_OF_VALUES: Final = (
    *(apsw.Error, ArithmeticError, AttributeError, LookupError),
    *(RecursionError, TypeError, ValueError),
)
_MAX_MEMORY: Final = 2 << 30


@contextmanager
def damage_reported(book: Path | str) -> Iterator[None]:
    try:
        yield
    except (MemoryError, apsw.NoMemError):
        raise RepobookError(f"{book}: {_TOO_MUCH}", BUILD_AGAIN) from None
    except _OF_VALUES:
        if os.environ.get("REPOBOOK_DEBUG"):
            raise
        raise RepobookError(f"{book}: {DAMAGED}", IF_IT_STAYS) from None


@contextmanager
def memory_limited() -> Iterator[None]:
    """Few bytes may stand for many, one page of an index for several."""
    soft, hard = resource.getrlimit(resource.RLIMIT_DATA)
    if soft == resource.RLIM_INFINITY or soft > _MAX_MEMORY:
        resource.setrlimit(resource.RLIMIT_DATA, (_MAX_MEMORY, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_DATA, (soft, hard))
