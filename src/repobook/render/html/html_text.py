"""Text as HTML shows it literally: whatever it holds, it is never more than text.

There is one way into a text and one into an attribute; both show what cannot be seen as its code.
"""

import re
from functools import lru_cache
from typing import Final

from repobook.text.visible import visible

_SPECIAL: Final = re.compile(r"[&<]")
# Any other is taken as it stands, and "&&" and "->" are half of what would be written otherwise.
_BEFORE_A_NAME: Final = re.compile(r"&(?=[A-Za-z#]|\Z)")
_BREAKS: Final = re.compile(r"[\n\r\t ]{2,}|[\n\r\t]")


@lru_cache(maxsize=1 << 14)
def text(words: str) -> str:
    """On one line."""
    if words.isprintable():
        return escaped(words) if _SPECIAL.search(words) else words
    return escaped(visible(_BREAKS.sub(" ", words)))


def lines(words: str) -> str:
    """Lines as they are; their breaks are of one kind."""
    if "\r" in words:
        words = words.replace("\r\n", "\n").replace("\r", "\n")
    return escaped(visible(words))


def attribute(words: str) -> str:
    """A value with its quotes."""
    return f'"{text(words).replace(chr(34), "&quot;").replace(">", "&gt;")}"'


def escaped(words: str) -> str:
    """Within an element; what else an attribute needs, ``attribute`` does."""
    if "&" in words:
        words = _BEFORE_A_NAME.sub("&amp;", words)
    return words.replace("<", "&lt;")
