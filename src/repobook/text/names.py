"""Names as file names and addresses spell them."""

import re
from functools import lru_cache
from typing import Final

_NOT_IN_ANCHOR: Final = re.compile(r"[^\w\- ]")


def slug(language: str) -> str:
    """``Objective-C++`` is read by ``languages/objective_cpp.py``."""
    return re.sub(r"[^a-z0-9]+", "_", language.lower().replace("+", "p").replace("#", "sharp"))


@lru_cache(maxsize=1 << 12)
def anchor(title: str) -> str:
    """What leads to a heading in an address: ``getting-started`` to ``Getting started!``."""
    return _NOT_IN_ANCHOR.sub("", title.lower()).replace(" ", "-")
