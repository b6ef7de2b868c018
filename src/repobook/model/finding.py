"""What to watch out for in a file: each finding names its rule, its line and the code it means."""

from typing import Final, Literal, NamedTuple

Severity = Literal["error", "warning", "info"]
SEVERITIES: Final[tuple[str, ...]] = ("error", "warning", "info")
"""The gravest first."""
Category = Literal["security", "performance", "correctness", "maintainability"]


class Finding(NamedTuple):
    """``info`` is a fact worth knowing (a kernel launch, a lock), not a complaint."""

    rule: str
    severity: Severity
    category: Category
    line: int
    message: str
    code: str
    """The line of source it speaks of; masked where that is a secret."""
