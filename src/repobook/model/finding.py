"""Results of rules: findings, which someone should fix, and facts."""

from collections.abc import Iterable, Iterator, Set
from typing import Final, Literal, NamedTuple

Severity = Literal["error", "warning", "info", "fact", "suppressed"]
SEVERITIES: Final[tuple[str, ...]] = ("error", "warning", "info")
"""Of findings, the gravest first."""
Category = Literal["security", "performance", "correctness", "maintainability"]

_FACT: Final = "fact"
_SUPPRESSED: Final = "suppressed"
_NOT_OURS: Final = frozenset(["generated", "vendored"])
# What a test runs it has made itself, and it may fail as it likes; a key in it is a key.
_MATTERS_IN_TESTS: Final = frozenset(["secret", "hidden-direction", "conflict-marker"])
_COMMON_IN_TESTS: Final = frozenset(["B006", "S113", "exception-swallowed", "unreachable-code"])


class Finding(NamedTuple):
    """``fact`` says how code works (a kernel launch, a lock) and asks nothing of anyone."""

    rule: str
    severity: Severity
    category: Category
    line: int
    message: str
    code: str
    """The line of source it speaks of; masked where that is a secret."""

    @property
    def asks_to_act(self) -> bool:
        return self.severity in SEVERITIES


def reported(role: str, findings: Iterable[Finding], ignored_rules: Set[str]) -> Iterator[Finding]:
    """What is said in a file of this role, in a repository that ignores some rules."""
    for finding in findings:
        if not finding.asks_to_act:
            yield finding
        elif role in _NOT_OURS and finding.category != "security":
            continue  # It is not mended here.
        elif finding.rule in ignored_rules:
            yield finding._replace(severity=_SUPPRESSED)
        elif not _is_to_act_on(role, finding):
            yield finding._replace(severity=_FACT)
        else:
            yield finding


def _is_to_act_on(role: str, finding: Finding) -> bool:
    if finding.rule in _MATTERS_IN_TESTS:
        return True
    if role in _NOT_OURS:
        return False
    if role == "test":
        return finding.category == "correctness" and finding.rule not in _COMMON_IN_TESTS
    return True
