"""Which of the ranked tests of a file its page names.

Tests of which a line or a commit leads here are all named. What else ranks high, by its path or by
names that both have, is a guess (``flags`` is a name in many files): where there is nothing better,
of the best three those are named that speak of what the file or its folder is named for, or that
reach it by another; of the rest those that are named like the file. A file with tests of its own
needs no guesses.
"""

import re
from collections.abc import Sequence
from functools import partial
from typing import Final

from repobook.book.cases import has_own_tests
from repobook.model.dossier import Covering, FileDossier
from repobook.text.subjects import subject_words, telling_words
from repobook.text.words import words_of

_MENTIONS: Final = "mentions "
_REACHES: Final = "uses "
_PERHAPS: Final = "perhaps for "
_GUESSES: Final = (_MENTIONS, "has names like ", "path shares ", _PERHAPS)
_NAME: Final = re.compile(r"`([^`]*)`")
_GUESSED_ROLES: Final = frozenset(["source", "generated"])
_MAX_GUESSED: Final = 3
_LONG: Final = 5


def likely_tests(dossier: FileDossier) -> Sequence[Covering]:
    """Best first."""
    led = [test for test in dossier.tests if is_led_here(test)]
    if led or dossier.role not in _GUESSED_ROLES or has_own_tests(dossier):
        return led
    guesses = [
        test
        for n, test in enumerate(dossier.tests)
        if is_telling(dossier.path, test) and (n < _MAX_GUESSED or _is_alike(dossier.path, test))
    ]
    return guesses[:_MAX_GUESSED]


def _is_alike(path: str, test: Covering) -> bool:
    return subject_words(path) == subject_words(test.path)


def is_led_here(test: Covering) -> bool:
    """Else it is a guess, and must be told as one."""
    return any(
        not reason.startswith(_GUESSES) and not _is_detour(reason) for reason in test.reasons
    )


def _is_detour(reason: str) -> bool:
    return reason.startswith(_REACHES) and reason.endswith(", which uses it")


def is_telling(path: str, test: Covering) -> bool:
    """Whether a guess that the test is one of this file is worth a line of a page."""
    if any(map(_is_detour, test.reasons)) or any(map(_is_mention, test.reasons)):
        return True
    subject, about = subject_words(path), subject_words(test.path)
    if about and about <= set(words_of(path)):
        return True
    names = [name for reason in test.reasons for name in _NAME.findall(reason)]
    if any(map(_is_guessed_detour, test.reasons)) and any(map(partial(_names, subject), names)):
        return True
    spoken = set(words_of(test.path)).union(*(_words_about(subject, name) for name in names))
    return bool(subject) and 2 * len(subject & spoken) >= len(subject)


def _is_guessed_detour(reason: str) -> bool:
    """Little by itself, and something beside a name that speaks of the file."""
    return reason.startswith(_PERHAPS) and reason.endswith(", which uses it")


def _names(subject: frozenset[str], name: str) -> bool:
    return bool(subject) and subject <= telling_words(name)


def _words_about(subject: frozenset[str], name: str) -> frozenset[str]:
    """None of a name that is for the most part about something else.

    To hold all of several words, or one long one beside another, is no chance.
    """
    words = telling_words(name)
    is_long = len(subject) > 1 or len(min(subject, default="")) >= _LONG
    is_whole = is_long and subject <= words
    return words if is_whole or 2 * len(words & subject) > len(words) else frozenset()


def _is_mention(reason: str) -> bool:
    """By a name of several words: one word may mean anything."""
    return reason.startswith(_MENTIONS) and any(
        len(words_of(name)) > 1 for name in _NAME.findall(reason)
    )
