"""Words inside identifiers and paths: ``MaxPool2d``, ``max_pool2d`` and ``max-pool`` share two."""

import re
from functools import lru_cache
from typing import Final

_WORD: Final = re.compile(
    r"[A-Z]+(?=[A-Z][^\W\d_A-Z])|[A-Z]?[^\W\d_A-Z]+|[A-Z]+|\d+"  # Letters without case are small.
)
_MAX_LENGTH: Final = 200
_NO_PLURAL: Final = ("ss", "us", "is")


@lru_cache(maxsize=1 << 16)
def words_of(name: str) -> tuple[str, ...]:
    """In lower case, plurals as singulars; what lies beyond 200 characters is no name."""
    return tuple([singular(word.lower()) for word in _WORD.findall(name[:_MAX_LENGTH])])


def singular(word: str) -> str:
    plural = len(word) > 3 and word.endswith("s") and not word.endswith(_NO_PLURAL)
    return word[:-1] if plural else word


def _natural(small: str, letter: str) -> re.Pattern[str]:
    """For letters without capitals, and all letters."""
    numbered = rf"{small}+(?:\d+{small}?(?!{small}|\d))?"
    return re.compile(
        rf"{small}{numbered}|[A-Z]{numbered}"
        rf"|(?<!{letter})(?<!\d){letter}[A-Z]{numbered}"  # One letter belongs to the word after it.
        rf"|[A-Z]+(?=[A-Z]{small})|[A-Z]{{2,}}\d*"
        rf"|{letter}\d+{small}(?!{small}|\d)|{letter}\d*|\d+"
    )


_ASCII: Final = _natural("[a-z]", "[A-Za-z]")
_ANY: Final = _natural(r"[^\W\d_A-Z]", r"[^\W\d_]")


def natural_words_in(text: str) -> list[str]:
    """Every word as people say it: ``conv2d``, ``fp16`` and ``ATen`` are words of their own."""
    words = (_ASCII if text.isascii() else _ANY).findall(text)
    return [*map(str.lower, words)]


@lru_cache(maxsize=1 << 16)
def natural_words(name: str) -> tuple[str, ...]:
    """The words of a name, each once."""
    return tuple(dict.fromkeys(natural_words_in(name[:_MAX_LENGTH])))
