"""Estimates the tokens of a text without a tokenizer, never too few.

Vocabularies differ and take megabytes. They all have one token for a common word, one or two for
each rare pair of letters, and at most one for each byte; `bench/agents.md` compares.
"""

import re
from functools import lru_cache
from itertools import pairwise
from typing import Final

_PIECES: Final = re.compile(
    r"""[A-Z]?[a-z]+|[A-Z]+|[0-9]+|[ ]+|[^\x00-\x7f]+|",|":|\{"|\["|"\}|\(\)|->|::|\):|__|.""",
    re.DOTALL,
)
# Pairs of letters that stand inside of single tokens.
_PAIRS: Final = (
    "ab ac ad ag ai ak al am an ap ar as at au av aw ay ba be bj bl bo br bu by ca ce ch ck cl co "
    "cr ct da dd de di do ds ea ec ed ee ef eg ei ek el em en ep eq er es et ev ex ey fa fe ff fi "
    "fo fr ft fu ge gh gi go gr gu ha he hi ho ht ib ic id ie if ig il im in io ip ir is it iv ix "
    "je ke la ld le li ll lo ls lt lu ly ma mb me mm mo mp mu nc nd ne ng ni nn no ns nt nu ny ob "
    "oc od of ok ol om on oo op or os ot ou ow pa pe pl po pp pr pu qu ra rc re ri rm ro rr rs rt "
    "ry sc se sh si sk so sp ss st su sy ta te th ti to tr ts tt tu ty ub ud ue ui ul um un up ur "
    "us ut va ve vi wa we wh wn wo xp xt ye ym ys "
)
_COMMON: Final = frozenset(_PAIRS.split())
_LONG: Final = 8


def n_tokens(text: str) -> int:
    return sum(map(_n_of_piece, _PIECES.findall(text)))


@lru_cache(maxsize=8192)
def _n_of_piece(piece: str) -> int:
    first = piece[0]
    if not first.isascii():
        return len(piece.encode("utf-8", "replace"))
    if first.isalpha():
        return _n_of_word(piece.lower())
    if first.isdigit():
        return (len(piece) + 1) // 2
    if first == " ":  # one of them belongs to the word behind it
        return (len(piece) + 14) // 16
    return 1


def _n_of_word(word: str) -> int:
    rare = sum(pair not in _COMMON for pair in map("".join, pairwise(word)))
    return min(len(word), 1 + rare + max(0, len(word) - _LONG) // 3)


def clipped(text: str, max_tokens: int) -> str:
    """As much of the beginning as fits; what is left out is counted."""
    if n_tokens(text) <= max_tokens:
        return text
    n = len(text)
    while n and n_tokens(_cut(text, n)) > max_tokens:
        n = n * 3 // 4
    return _cut(text, n)


def _cut(text: str, n: int) -> str:
    return f"{text[:n]}… [{len(text) - n:,} more characters]"
