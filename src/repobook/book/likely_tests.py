"""Which of the ranked tests of a file its page names.

Tests of which a line or a commit leads here are all named. What else ranks high, by its path or by
names that are alike, is a guess: where there is nothing better a few of them are named.
"""

from collections.abc import Sequence
from typing import Final

from repobook.model.dossier import Covering, FileDossier

_GUESSES: Final = ("has names like ", "path shares ", "is for ")
_MAX_GUESSED: Final = 3


def likely_tests(dossier: FileDossier) -> Sequence[Covering]:
    """Best first."""
    return [test for test in dossier.tests if _is_led_here(test)] or dossier.tests[:_MAX_GUESSED]


def _is_led_here(test: Covering) -> bool:
    return any(not reason.startswith(_GUESSES) for reason in test.reasons)
