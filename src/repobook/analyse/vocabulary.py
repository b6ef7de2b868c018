"""The words that a repository names things with, and how telling each of them is.

A word is counted once a file, if the file's path or a definition in it bears it. What it weighs
depends on these counts in steps of eight only, so that an edit seldom changes what a word weighs
elsewhere.
"""

import math
import zlib
from array import array
from collections import Counter
from collections.abc import Iterable, Mapping, Set
from operator import methodcaller
from typing import Final, NamedTuple

from repobook.text.naming.identifier_words import natural_words
from repobook.text.stop_words import STOP_WORDS

_BITS_PER_STEP: Final = 3
_STEP_WORTH: Final = 3
# A word that paths bear is one that people sort the repository by.
_PATH_WORTH: Final = 0.2
_HASH_BITS: Final = 0xFFFF
_ENCODED: Final = methodcaller("encode", "utf-8", "surrogatepass")


class WordCount(NamedTuple):
    n_files: int = 0
    """Whose path or definitions bear the word."""
    n_paths: int = 0


class NamingWords(NamedTuple):
    """What one file adds to the counts."""

    words: frozenset[str]
    path_words: frozenset[str]


def naming_words(path: str, names: Iterable[str]) -> NamingWords:
    in_path = frozenset(natural_words(path)) - STOP_WORDS
    words = set(in_path)
    for name in names:
        words.update(natural_words(name))
    return NamingWords(frozenset(words - STOP_WORDS), in_path)


def counted(files: Iterable[NamingWords]) -> dict[str, WordCount]:
    n_files: Counter[str] = Counter()
    n_paths: Counter[str] = Counter()
    for words, path_words in files:
        n_files.update(words)
        n_paths.update(path_words)
    return {word: WordCount(n, n_paths[word]) for word, n in n_files.items()}


def weights(counts: Mapping[str, WordCount], n_files: int) -> dict[str, float]:
    """The rarer in names and the more common in paths, the heavier; single letters are none."""
    top = _step(n_files)
    by_count: dict[tuple[int, int], float] = {}
    weight_by_word: dict[str, float] = {}
    for word, count in counts.items():
        if len(word) < 2 or word.isdigit():
            continue
        steps = _step(count.n_files), _step(count.n_paths)
        weight = by_count.get(steps)
        if weight is None:
            rarity = max(1, _STEP_WORTH * (top - steps[0]) - 1)
            weight = by_count[steps] = math.sqrt(rarity) * (1 + _PATH_WORTH * steps[1])
        weight_by_word[word] = weight
    return weight_by_word


def weigh_alike(one: WordCount, other: WordCount) -> bool:
    return [*map(_step, one)] == [*map(_step, other)]


def same_scale(n_files: int, n_others: int) -> bool:
    return _step(n_files) == _step(n_others)


def _step(n: int) -> int:
    """0, 1 to 7, 8 to 63, 64 to 511 …"""
    return (n.bit_length() + _BITS_PER_STEP - 1) // _BITS_PER_STEP


def hashes_of_words(words: Iterable[str]) -> set[int]:
    """Hashes of two bytes: a collision costs an unneeded look at a file."""
    return {hash & _HASH_BITS for hash in map(zlib.crc32, map(_ENCODED, words))}


def word_hashes(words: Iterable[str]) -> bytes:
    return array("H", sorted(hashes_of_words(words))).tobytes()


def holds_any(hashes: bytes, wanted: Set[int]) -> bool:
    return not wanted.isdisjoint(memoryview(hashes).cast("H"))
