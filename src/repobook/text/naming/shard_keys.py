"""Under which letters a name or word is kept in the search of the site.

A key has small letters of ASCII and digits, and ``_`` for every other letter, so that it can stand
in the name of a file anywhere.
"""

import re
from functools import lru_cache
from typing import Final

from repobook.text.naming.name_forms import squeezed

OTHER: Final = "_"
LETTERS: Final = "abcdefghijklmnopqrstuvwxyz0123456789" + OTHER
_UNFIT: Final = re.compile(r"[^a-z0-9]")


@lru_cache(maxsize=1 << 16)
def shard_key(name: str) -> str:
    """What has no letters at all is kept under ``_``."""
    return _UNFIT.sub(OTHER, squeezed(name)) or OTHER
