"""The forms under which a name is looked up: its words, its letters alone, their initials.

``flash_attn``, ``FlashAttn`` and ``flashattn`` are the same letters; the first two have the words
``flash`` and ``attn`` and the initials ``fa``.
"""

import re
from functools import lru_cache
from typing import Final

from repobook.text.naming.identifier_words import natural_words, words_of

MAX_LENGTH: Final = 200
_NO_LETTERS: Final = re.compile(r"[\W_]+")


def squeezed(name: str) -> str:
    """Letters and digits alone, in lower case; what lies beyond 200 characters is no name."""
    plain = name[:MAX_LENGTH].replace("_", "")
    # Nearly all names are plain now, and this check is cheaper than the substitution.
    return (plain if plain.isalnum() else _NO_LETTERS.sub("", plain)).lower()


@lru_cache(maxsize=1 << 14)
def said_besides(name: str) -> tuple[str, ...]:
    """Words that people hear in a name where its spelling has others: ``RRef`` is said ``rref``."""
    plain = name.replace("_", "")
    if plain.isascii() and plain.isalpha() and plain.islower():
        return ()  # most names: they are spelt as they are said
    words = words_of(name)
    said = [parts for word in natural_words(name) if len(parts := words_of(word)) == 1]
    return tuple([word for (word,) in said if word not in words])


def initials(words: tuple[str, ...]) -> str:
    """Of several words; one word has none."""
    return "".join([word[0] for word in words]) if len(words) > 1 else ""
