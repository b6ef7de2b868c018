"""Workflows that run a stranger's code with the rights of the repository."""

import re
from collections.abc import Iterable
from typing import Final

from repobook.findings.rule import File, Hit, Rule

_TRIGGER: Final = re.compile(rb"^\s*+(?:on\s*:[^\n#]*|-\s*)?\bpull_request_target\b", re.MULTILINE)
_FOREIGN_HEAD: Final = re.compile(
    rb"^\s*+(?:ref|repository)\s*:[^\n#]*\bgithub\.(?:head_ref\b|event\.pull_request\.head\.)",
    re.MULTILINE,
)


def _find(file: File) -> Iterable[Hit]:
    data = file.source.data
    if b"pull_request_target" not in data or b"actions/checkout" not in data:
        return
    if _TRIGGER.search(data):
        for match in _FOREIGN_HEAD.finditer(data):
            yield Hit(file.source.line_of(match.end()))


RULE = Rule(
    frozenset(["YAML"]),
    "error",
    "security",
    "checks out pull request code in a workflow with write access to the repository",
    (_find,),
    fires=(
        (
            "YAML",
            "on: pull_request_target\njobs:\n  a:\n    steps:\n      - uses: actions/checkout@v4\n"
            "        with:\n          ref: ${{ github.event.pull_request.head.sha }}\n",
        ),
    ),
    quiet=(
        (
            "YAML",
            "on: pull_request\njobs:\n  a:\n    steps:\n      - uses: actions/checkout@v4\n"
            "        with:\n          ref: ${{ github.event.pull_request.head.sha }}\n",
        ),
        ("YAML", "on:\n  pull_request_target:\njobs: {}\n"),
    ),
)
