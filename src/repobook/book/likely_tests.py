"""Which of the ranked tests of a file its page names.

A test that merely has names like those of the file is a guess that would fit many files: it is
named only where nothing better is known, and then few of them are.
"""

from collections.abc import Sequence
from typing import Final

from repobook.model.dossier import Covering, FileDossier

_ALIKE: Final = "has names like "
_MAX_ALIKE: Final = 3


def likely_tests(dossier: FileDossier) -> Sequence[Covering]:
    """Best first; why each is one, without what adds nothing to a better reason."""
    grounded = [_grounded(test) for test in dossier.tests]
    return [test for test in grounded if test.reasons] or dossier.tests[:_MAX_ALIKE]


def _grounded(test: Covering) -> Covering:
    reasons = tuple([reason for reason in test.reasons if not reason.startswith(_ALIKE)])
    return test._replace(reasons=reasons)
