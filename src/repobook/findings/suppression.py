"""Comments that suppress findings: ``repobook: ignore`` or ``repobook: ignore[RULE, RULE]``.

It stands on the line that is meant, or alone on the line above it. ``NOLINT`` and
``NOLINTNEXTLINE`` of clang-tidy count too: alone, or with the name of its check for the same.
"""

import re
from collections.abc import Iterable
from typing import Final

from repobook.model.finding import Finding
from repobook.parse.source import SourceText

_WORDS: Final = (b"repobook:", b"NOLINT")
_IGNORE: Final = re.compile(rb"\brepobook:[ \t]{0,9}ignore\b(?:\[([\w, \t-]{0,200})\])?")
_COMMENT: Final = (b"#", b"//", b"/*", b"*", b"--", b";", b"<!--", b"%")
_NOLINT: Final = re.compile(
    rb"(?://|/\*)[^\n]{0,200}?\bNOLINT(NEXTLINE)?\b(?:\(([^()\n]{0,200})\))?"
)
_CHECK_BY_RULE: Final = {
    "complex-function": b"readability-function",
    "exception-swallowed": b"bugprone-empty-catch",
    "shared-answer": b"concurrency-mt-unsafe",
    "system-command": b"cert-env33-c",
    "unbounded-copy": b"clang-analyzer-security.insecureAPI",
}


def without_suppressed(findings: Iterable[Finding], source: SourceText) -> tuple[Finding, ...]:
    """The same findings; those that a comment speaks of ask nothing of anyone."""
    if not any(word in source.data for word in _WORDS):
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
    if _names(own, finding.rule) or (above.startswith(_COMMENT) and _names(above, finding.rule)):
        return True
    return _is_not_linted(own, b"", finding) or _is_not_linted(above, b"NEXTLINE", finding)


def _names(line: bytes, rule: str) -> bool:
    found = _IGNORE.search(line)
    if found is None:
        return False
    rules = found[1]
    return rules is None or rule.encode() in [name.strip() for name in rules.split(b",")]


def _is_not_linted(line: bytes, which: bytes, finding: Finding) -> bool:
    found = _NOLINT.search(line)
    if found is None or (found[1] or b"") != which:
        return False
    check = _CHECK_BY_RULE.get(finding.rule, b"-")
    return not found[2] or any(name.strip().startswith(check) for name in found[2].split(b","))
