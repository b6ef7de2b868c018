"""The forms under which a name is looked up: its words, its letters alone, their initials.

``flash_attn``, ``FlashAttn`` and ``flashattn`` are the same letters; the first two have the words
``flash`` and ``attn`` and the initials ``fa``.
"""

import re
from typing import Final

MAX_LENGTH: Final = 200
_NO_LETTERS: Final = re.compile(r"[\W_]+")


def squeezed(name: str) -> str:
    """Letters and digits alone, in lower case; what lies beyond 200 characters is no name."""
    plain = name[:MAX_LENGTH].replace("_", "")
    # Nearly all names are plain now, which is sooner told than looked for.
    return (plain if plain.isalnum() else _NO_LETTERS.sub("", plain)).lower()


def initials(words: tuple[str, ...]) -> str:
    """Of several words; one word has none."""
    return "".join([word[0] for word in words]) if len(words) > 1 else ""
