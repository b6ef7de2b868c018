"""What a file is named for: the words by which a test and its subject are called alike."""

from functools import lru_cache
from typing import Final

from repobook.text.naming.identifier_words import words_of

# A word that says how a file is used or where it lies, never what it is about.
_SAYING_NOTHING: Final = frozenset(
    [
        *("base", "common", "core", "helper", "impl", "index", "init", "internal", "lib", "main"),
        *("misc", "mod", "spec", "src", "test", "tester", "testing", "type", "unit", "unittest"),
        *("util",),
    ]
)
# The name and so many folders around it are asked.
_N_PARTS: Final = 3


@lru_cache(maxsize=1 << 15)
def subject_words(path: str) -> frozenset[str]:
    """Of its name or, where that is generic, of a folder near it: ``grid`` of ``grid/mod.rs``.

    One letter is no word: ``t_list.c`` is about lists.
    """
    *folders, name = path.split("/")
    stem = name.rpartition(".")[0] or name
    for part in [stem, *folders[::-1]][:_N_PARTS]:
        if words := telling_words(part):
            return words
    return frozenset()


@lru_cache(maxsize=1 << 15)
def telling_words(name: str) -> frozenset[str]:
    words = {word for word in words_of(name) if len(word) > 1 and not word.isdigit()}
    return frozenset(words - _SAYING_NOTHING)
