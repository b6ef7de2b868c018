"""Which of the ranked tests of a file its page names.

Tests of which a line or a commit leads here are all named. What else ranks high, by its path or by
names that both have, is a guess (``flags`` is a name in many files): where there is nothing better,
a few of them are named, the best first.
"""

from collections.abc import Sequence
from typing import Final

from repobook.model.dossier import Covering, FileDossier

_GUESSES: Final = ("mentions ", "has names like ", "path shares ", "is for ")
_MAX_GUESSED: Final = 3


def likely_tests(dossier: FileDossier) -> Sequence[Covering]:
    """Best first."""
    return [test for test in dossier.tests if is_led_here(test)] or dossier.tests[:_MAX_GUESSED]


def is_led_here(test: Covering) -> bool:
    """Else it is a guess, and must be told as one."""
    return any(not reason.startswith(_GUESSES) for reason in test.reasons)
