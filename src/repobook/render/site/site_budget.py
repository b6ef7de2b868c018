"""How much of the site may come over a line before a page is read."""

import zlib
from functools import lru_cache
from typing import Final

from repobook.model.blocks import Page

MAX_PAGE: Final = 60_000
MAX_SCRIPTS: Final = 45_000
MAX_STYLES: Final = 15_000
MAX_SHARD: Final = 20_000
MAX_SITE: Final = 800_000_000
MAX_SHARD_TEXT: Final = 64_000
"""Of a shard before it is compressed: so much is read by a browser at once."""
# What is shorter has never come near the budget, and compressing every page would cost too much.
_CERTAIN: Final = 100_000


def is_too_heavy(page: Page, text: str) -> bool:
    """The text of a file is as long as it is; every other page is cut to fit."""
    may_be = len(text) > _CERTAIN and page.ref.kind != "source"
    return may_be and compressed_size(text) > MAX_PAGE


def compressed_size(text: str) -> int:
    return len(compressed(text))


@lru_cache(maxsize=1)  # A shard is weighed, and then written as it was weighed.
def compressed(text: str) -> bytes:
    return zlib.compress(text.encode("utf-8", "backslashreplace"))
