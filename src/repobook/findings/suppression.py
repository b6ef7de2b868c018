"""Comments that suppress findings: ``repobook: ignore`` or ``repobook: ignore[RULE, RULE]``.

It stands on the line that is meant, or alone on the line above it.
"""

import re
from collections.abc import Iterable
from typing import Final

from repobook.model.finding import Finding
from repobook.parse.source import SourceText

_WORD: Final = b"repobook:"
_IGNORE: Final = re.compile(rb"\brepobook:[ \t]{0,9}ignore\b(?:\[([\w, \t-]{0,200})\])?")
_COMMENT: Final = (b"#", b"//", b"/*", b"*", b"--", b";", b"<!--", b"%")


def without_suppressed(findings: Iterable[Finding], source: SourceText) -> tuple[Finding, ...]:
    """The same findings; those that a comment speaks of ask nothing of anyone."""
    if _WORD not in source.data:
        return tuple(findings)
    lines = source.lines
    return tuple(
        finding._replace(severity="suppressed")
        if finding.asks_to_act and _is_suppressed(finding, lines)
        else finding
        for finding in findings
    )


def _is_suppressed(finding: Finding, lines: list[bytes]) -> bool:
    own = lines[finding.line - 1] if 0 < finding.line <= len(lines) else b""
    above = lines[finding.line - 2].strip() if 1 < finding.line <= len(lines) else b""
    return _names(own, finding.rule) or (above.startswith(_COMMENT) and _names(above, finding.rule))


def _names(line: bytes, rule: str) -> bool:
    found = _IGNORE.search(line)
    if found is None:
        return False
    rules = found[1]
    return rules is None or rule.encode() in [name.strip() for name in rules.split(b",")]
