"""Which of the ranked tests of a file its page names.

Tests of which a line or a commit leads here are all named. What else ranks high, by its path or by
names that both have, is a guess (``flags`` is a name in many files): where there is nothing better,
of the best three those are named that speak of what the file or its folder is named for, or that
reach it by another; of the rest those that are named like the file. A file with tests of its own
needs no guesses.
"""

from collections.abc import Sequence
from functools import partial
from typing import Final

from repobook.book.file.tests.case_table import has_own_tests
from repobook.model.dossiers.dossier import Covering, FileDossier
from repobook.model.graph import Reason, ReasonKind
from repobook.text.naming.identifier_words import words_of
from repobook.text.naming.subjects import subject_words, telling_words

_GUESSES: Final = frozenset[ReasonKind](["mention", "alike", "path", "perhaps", "reach"])
_GUESSED_ROLES: Final = frozenset(["source", "generated"])
_MAX_GUESSED: Final = 3
_LONG: Final = 5
_MIN_TOGETHER: Final = 2


def likely_tests(dossier: FileDossier) -> Sequence[Covering]:
    """Best first."""
    led = [test for test in dossier.tests if is_led_here(test)]
    if dossier.role not in _GUESSED_ROLES:
        return [test for test in led if _is_used(test)]
    if led or has_own_tests(dossier):
        return led
    guesses = [
        test
        for n, test in enumerate(dossier.tests)
        if is_worth_naming(dossier.path, test)
        and (n < _MAX_GUESSED or _is_alike(dossier.path, test))
    ]
    return guesses[:_MAX_GUESSED]


def _is_used(test: Covering) -> bool:
    """A build file changes with every test that it lists, and is tested by none for that."""
    return any(reason.kind not in _GUESSES | {"together"} for reason in test.reasons)


def _is_alike(path: str, test: Covering) -> bool:
    return subject_words(path) == subject_words(test.path)


def is_led_here(test: Covering) -> bool:
    """Otherwise it is a guess, and labelled as one."""
    return any(map(_leads_here, test.reasons))


def _leads_here(reason: Reason) -> bool:
    """One commit that changed both may have changed everything."""
    is_chance = reason.kind == "together" and reason.n < _MIN_TOGETHER
    return reason.kind not in _GUESSES and not is_chance


def is_worth_naming(path: str, test: Covering) -> bool:
    """Whether a guess that the test is one of this file is worth a line of a page."""
    kinds = {reason.kind for reason in test.reasons}
    if "reach" in kinds or any(map(_is_mention, test.reasons)):
        return True
    subject, about = subject_words(path), subject_words(test.path)
    if about and about <= set(words_of(path)):
        return True
    names = [n for r in test.reasons if r.kind in ("mention", "alike") for n in r.names]
    # A guessed detour is weak by itself; it counts together with a name that is about the file.
    if "perhaps" in kinds and any(map(partial(_names, subject), names)):
        return True
    mentioned = set(words_of(test.path)).union(*(_words_about(subject, name) for name in names))
    return bool(subject) and 2 * len(subject & mentioned) >= len(subject)


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


def _is_mention(reason: Reason) -> bool:
    """By a name of several words: one word may mean anything."""
    return reason.kind == "mention" and any(len(words_of(name)) > 1 for name in reason.names)
