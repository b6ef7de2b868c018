"""Text of strangers that a workflow puts into a script before the shell reads it."""

import re
from collections.abc import Iterable
from typing import Final

from repobook.findings.rule import File, Hit, Rule

# What anyone can write who opens an issue or a pull request.
_FOREIGN: Final = re.compile(
    rb"\$\{\{[^}\n]{0,200}?\b(?P<name>github\.(?:head_ref|event\.(?:issue|pull_request|comment"
    rb"|review|review_comment|discussion|head_commit|commits|pages)(?:\.(?:title|body|message)"
    rb"|\.head\.(?:ref|label|repo\.default_branch)|\.author\.(?:name|email)|\[\d+\]\.message)))\b"
)
_RUN: Final = re.compile(rb"(\s*+(?:-\s++)?)(?:run|script)\s*:(.*)")


def _find(file: File) -> Iterable[Hit]:
    """Inside ``run:``, on its line or in the lines indented below it."""
    if b"github.event" not in file.source.data and b"github.head_ref" not in file.source.data:
        return
    indent: int | None = None
    for number, line in enumerate(file.source.lines, 1):
        if run := _RUN.match(line):
            indent = len(run.group(1))
        elif indent is not None and line.strip() and _indent(line) <= indent:
            indent = None
        if indent is not None and (match := _FOREIGN.search(line)):
            yield Hit(number, match.group("name").decode())


def _indent(line: bytes) -> int:
    return len(line) - len(line.lstrip())


RULE = Rule(
    frozenset(["YAML"]),
    "error",
    "security",
    "{name} is expanded inside a script: whoever controls it can run commands",
    (_find,),
    fires=(
        ("YAML", "- run: echo ${{ github.event.issue.title }}\n"),
        ("YAML", "steps:\n  - run: |\n      a\n\n      git log ${{ github.head_ref }}\n"),
    ),
    quiet=(
        ("YAML", "- run: echo $TITLE\n  env:\n    TITLE: ${{ github.event.issue.title }}\n"),
        ("YAML", "- run: echo ${{ github.event.pull_request.number }} ${{ github.sha }}\n"),
    ),
)
