"""Where a name stands in an alphabetical index: marks before it and case do not count."""

from typing import Final

OTHER: Final = "other"
_MARKS: Final = "_~$@.#-*/ "


def index_key(name: str) -> tuple[bool, str, str]:
    """What begins with no letter comes last."""
    return letter_of(name) == OTHER, name.lstrip(_MARKS).lower(), name


def letter_of(name: str) -> str:
    """A to Z, or ``other``."""
    first = name.lstrip(_MARKS)[:1]
    return first.upper() if first.isascii() and first.isalpha() else OTHER
