"""Words inside identifiers and paths: ``MaxPool2d``, ``max_pool2d`` and ``max-pool`` share two."""

import re
from functools import lru_cache
from typing import Final

_WORD: Final = re.compile(
    r"[A-Z]+(?=[A-Z][^\W\d_A-Z])|[A-Z]?[^\W\d_A-Z]+|[A-Z]+|\d+"  # Letters without case are small.
)
_MAX_LENGTH: Final = 200
_NO_PLURAL: Final = ("ss", "us", "is")


@lru_cache(maxsize=1 << 14)
def words_of(name: str) -> tuple[str, ...]:
    """In lower case, plurals as singulars; what lies beyond 200 characters is no name."""
    return tuple([_singular(word.lower()) for word in _WORD.findall(name[:_MAX_LENGTH])])


def _singular(word: str) -> str:
    plural = len(word) > 3 and word.endswith("s") and not word.endswith(_NO_PLURAL)
    return word[:-1] if plural else word
