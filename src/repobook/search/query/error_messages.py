"""Messages of errors, as people paste them from a terminal: ``KeyError: no entry of that name``.

The program wrote the message, so some file has its text; what was filled in (numbers, names, paths)
stands between the words that it has.
"""

import re
from collections.abc import Iterator
from typing import Final

from repobook.text.stop_words import STOP_WORDS

_MESSAGE: Final = re.compile(r"[\w.]{0,80}(?:Error|Exception|Warning)\s?:\s(.{1,2000})", re.DOTALL)
_WORD: Final = re.compile(r"([^\W\d_]+(?:['-][^\W\d_]+)*)([,.;:!?]?)")
_MIN_WORDS: Final = 4
_MIN_TELLING: Final = 2
# A longer text may be broken into several lines.
_MAX_WORDS: Final = 6


def text_of_message(query: str) -> str:
    """Words that a file with the message has in one piece; empty where it is no message."""
    message = _MESSAGE.match(query.strip())
    if message is None or '"' in query:
        return ""
    longest = max(_pieces(message[1]), key=len)[:_MAX_WORDS]
    n_telling = sum(word.lower() not in STOP_WORDS for word in longest)
    is_telling = len(longest) >= _MIN_WORDS and n_telling >= _MIN_TELLING
    return " ".join(longest) if is_telling else ""


def _pieces(message: str) -> Iterator[list[str]]:
    """Words up to a mark, or to what is no plain word."""
    piece: list[str] = []
    for token in message.split():
        word = _WORD.fullmatch(token)
        if word:
            piece.append(word[1])
        if not word or word[2]:
            yield piece
            piece = []
    yield piece
