"""Names as slugs for file names and URLs."""

import hashlib
import re
from functools import lru_cache
from typing import Final

_NOT_IN_ANCHOR: Final = re.compile(r"[^\w\- ]")
_NOT_IN_SYMBOL: Final = re.compile(r"[^\w.-]")
_MAX_SYMBOL: Final = 120


def slug(language: str) -> str:
    """``Objective-C++`` is read by ``languages/objective_cpp.py``."""
    return re.sub(r"[^a-z0-9]+", "_", language.lower().replace("+", "p").replace("#", "sharp"))


@lru_cache(maxsize=1 << 12)
def anchor(title: str) -> str:
    """What leads to a heading in an address: ``getting-started`` to ``Getting started!``."""
    return _NOT_IN_ANCHOR.sub("", title.lower()).replace(" ", "-")


@lru_cache(maxsize=1 << 14)
def symbol_anchor(qualname: str, overload: int = 1) -> str:
    """What leads to a symbol on a page about its file, as long as it keeps its name.

    It needs no escaping in HTML, no two symbols of a file share it, and no title has it.
    """
    name = _NOT_IN_SYMBOL.sub(lambda match: f"~{ord(match.group()):x}~", qualname)
    if len(name) > _MAX_SYMBOL:
        digest = hashlib.blake2b(name.encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()
        name = f"{name[:_MAX_SYMBOL]}~~{digest}"
    return f".{name}~{overload}" if overload > 1 else f".{name}"
