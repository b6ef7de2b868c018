"""Statements that stand behind a return or raise of the same block: nothing ever runs them."""

import re
from collections.abc import Iterable

from repobook.findings.rule import PYTHON, File, Hit, Rule
from repobook.model.facts import Decision

_LEAVES = re.compile(rb"[ \t]*(?:return|raise|continue)\b")
_KINDS = frozenset(["return", "raise", "continue"])
_MAX_LINES_BELOW = 20
# ``return`` before a ``yield`` makes an empty generator, on purpose; text alone is a comment.
_MEANT = re.compile(
    rb"[ \t]*(?:[\"']{3}|yield\b|.*=[ \t]*yield\b|else\b|elif\b|except\b|finally\b|case\b)"
)
_EMPTY = re.compile(rb"[ \t]*(?:#.*)?$")
# The authors know, and say so.
_KNOWN = re.compile(rb"#[^\n]*\b(?:not|never|un)[ -]?reach(?:able|ed)")
_INDENT = re.compile(rb"[ \t]*")


def _find(file: File) -> Iterable[Hit]:
    for decision in file.facts.decisions:
        if decision.kind in _KINDS and (line := _below(file.source.lines, decision)):
            yield Hit(line, decision.kind)


def _below(lines: list[bytes], decision: Decision) -> int:
    """The next line of code, where it lies in the same block; else 0."""
    first = lines[decision.line - 1] if decision.line <= len(lines) else b""
    if not _LEAVES.match(first) or b";" in first:
        return 0
    for number in range(decision.end_line, min(decision.end_line + _MAX_LINES_BELOW, len(lines))):
        line = lines[number]
        if _KNOWN.search(line):
            return 0
        if not _EMPTY.match(line):
            is_meant = _MEANT.match(line) is not None
            is_beside = _indent(line) == _indent(first)
            return number + 1 if is_beside and not is_meant else 0
    return 0


def _indent(line: bytes) -> bytes:
    found = _INDENT.match(line)
    return found[0] if found else b""


RULE = Rule(
    PYTHON,
    "warning",
    "correctness",
    "unreachable: {name} above it leaves the block",
    (_find,),
    fires=(
        ("Python", "def f():\n    return 1\n    g()\n"),
        (
            "Python",
            "def f(a):\n    if a:\n        raise ValueError(\n            a)\n\n        g()\n",
        ),
        ("Python", "def f(a):\n    for b in a:\n        continue\n        # why\n        g()\n"),
    ),
    quiet=(
        ("Python", "def f():\n    return 1\n    # not reachable by design\n    g()\n"),
        ("Python", "def f(a):\n    if a:\n        return 1\n    g()\n"),
        ("Python", "def f(a):\n    if a: return 1\n    g()\n"),
        ("Python", "def f():\n    return\n    yield\n"),
        ("Python", "def f(a):\n    try:\n        return 1\n    except E:\n        pass\n"),
        ("Python", 'def f(a):\n    return """\n    text\n    """\n\n\ndef g(): pass\n'),
        ("Python", "def f(a):\n    return a + \\\n    1\n"),
        ("Python", 'def f(a):\n    return a\n    """\n    if a > 0: return 1\n    """\n'),
    ),
)
