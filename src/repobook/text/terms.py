"""Terms: what text is indexed by, and what queries look up.

A word is found whole, in lower case and without underscores, and by the words that it is made of:
``flashAttn``, ``flash_attn`` and ``FlashAttn`` are all ``flashattn``, ``flash`` and ``attn``.
"""

import re
from collections import Counter
from collections.abc import Mapping
from itertools import pairwise
from typing import Final

from repobook.text.naming.identifier_words import natural_words_in, singular
from repobook.text.stop_words import STOP_WORDS

MAX_WORD: Final = 100
"""Longer words are data (digests, encoded files): what they hold cannot be asked for."""
LONG_WORD: Final = "…"
"""The term that stands for each of them: no word has this character."""

_WORD: Final = re.compile(r"\w+")
_WORDS_ALONE: Final = bytes(
    byte if byte > 127 or chr(byte).isalnum() or byte == ord("_") else ord(" ")
    for byte in range(256)
)
_NUMBER: Final = re.compile(r"(?<![\w#])\d{2,4}(?!\w)", re.ASCII)
_NUMBERED: Final = re.compile(r"([^\W\d_]{2,})\d")
_MAX_COPIES: Final = 12
_MAX_REMEMBERED: Final = 1 << 18


def field_text(data: bytes) -> str:
    """The terms of a UTF-8 text, joined by blanks, each repeated the square root of its count.

    The count of a term carries information, with diminishing returns.
    """
    return _repeated(_counted(Counter(_words(data))))


def terms_in(text: str) -> list[str]:
    """The terms of a text in order, each word before its parts."""
    terms_by_word = _terms_by_word()
    words = [word for word in _words(text.encode("utf-8", "replace")) if len(word) <= MAX_WORD]
    return [term for word in words for term in terms_by_word[word]]


def pairs_in(text: str) -> list[str]:
    """Words that follow each other, as one: ``flex attention`` is also ``flexattention``."""
    words = [word.lower().replace("_", "") for word in _WORD.findall(text)]
    return [singular(one + other) for one, other in pairwise(words) if _may_be_one(one, other)]


def _may_be_one(one: str, other: str) -> bool:
    return min(len(one), len(other)) > 1 and STOP_WORDS.isdisjoint((one, other))


def numbers_in(text: str) -> list[str]:
    """Those that people call versions, years and kinds by; longer ones count or point at things."""
    return _NUMBER.findall(text)


def _words(data: bytes) -> list[bytes]:
    words = data.translate(_WORDS_ALONE).split()
    if data.isascii():
        return words
    return [part for word in words for part in ((word,) if word.isascii() else _parted(word))]


def _parted(word: bytes) -> list[bytes]:
    """Beyond ASCII there are marks and blanks too."""
    return [part.encode() for part in _WORD.findall(word.decode("utf-8", "replace"))]


def _counted(n_by_word: Mapping[bytes, int]) -> dict[str, int]:
    """Counts by term, in the order of the words."""
    terms_by_word = _terms_by_word()
    n_by_term: dict[str, int] = {}
    count = n_by_term.get
    for terms, n in zip(map(terms_by_word.__getitem__, n_by_word), n_by_word.values(), strict=True):
        for term in terms:
            n_by_term[term] = count(term, 0) + n
    return n_by_term


def _repeated(n_by_term: Mapping[str, int]) -> str:
    copies = [*n_by_term]
    again = [term for term, n in n_by_term.items() if n >= 4]
    for n in range(3, _MAX_COPIES + 2):
        if not again:
            break
        copies += again
        again = [term for term in again if n_by_term[term] >= n * n]
    return " ".join(copies)


class _TermsByWord(dict[bytes, tuple[str, ...]]):
    """A cache: the same words recur in file after file."""

    def __missing__(self, word: bytes) -> tuple[str, ...]:
        """The word, then its parts where it has several; a number has no terms."""
        if len(word) > MAX_WORD:
            return (LONG_WORD,)
        if word.isdigit():
            return ()  # there are too many to remember
        if b"_" in word:
            pieces = [piece for piece in word.split(b"_") if len(piece) > 1]
            parts = [part for piece in pieces for part in self[piece]]
        else:
            parts = _parts(word.decode())
        terms = self[word] = _with_whole(word.decode(), parts)
        return terms


_CACHE: Final = _TermsByWord()


def _terms_by_word() -> _TermsByWord:
    if len(_CACHE) > _MAX_REMEMBERED:
        _CACHE.clear()
    return _CACHE


def _with_whole(word: str, parts: list[str]) -> tuple[str, ...]:
    whole = word.lower().replace("_", "")
    if not whole or whole.isdigit():
        return ()
    return tuple(dict.fromkeys([singular(whole), *parts]))


def _parts(word: str) -> list[str]:
    """``pool2d`` is also found by ``pool``; a letter alone says nothing."""
    if word.isalpha() and (word.islower() or word[1:].islower()):
        return []
    words = [part for part in natural_words_in(word) if len(part) > 1 and not part.isdigit()]
    stems = [numbered[1] for part in words if (numbered := _NUMBERED.match(part))]
    return [singular(part) for part in (*words, *stems)]
