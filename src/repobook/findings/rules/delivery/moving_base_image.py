"""Images that mean something else tomorrow."""

import re
from collections.abc import Iterable
from typing import Final

from repobook.findings.rule import File, Hit, Rule, script

_STAGE: Final = re.compile(rb"^[ \t]*+FROM[^\n]{1,300}?[ \t][Aa][Ss][ \t]+(\S+)", re.MULTILINE)
_FROM = script(
    rb"^[ \t]*+FROM[ \t]+(?>(?:--\S+[ \t]+)*)(?!scratch\b)"
    rb"(?P<name>[^\s:@$]+(?::\d+/[^\s:@$]+)?(?::latest)?)(?=\s|$)",
    b"FROM",
)


def _find(file: File) -> Iterable[Hit]:
    """A stage of the same file is no image."""
    stages = {
        stage.decode("utf-8", "replace").lower() for stage in _STAGE.findall(file.source.data)
    }
    for hit in _FROM(file):
        if hit.name.lower() not in stages:
            yield hit


RULE = Rule(
    frozenset(["Dockerfile"]),
    "info",
    "maintainability",
    "{name} is not pinned: it is the latest published image",
    (_find,),
    fires=(("Dockerfile", "FROM ubuntu\nRUN a\n"), ("Dockerfile", "FROM ubuntu:latest AS x\n")),
    quiet=(
        ("Dockerfile", "FROM ubuntu:24.04 AS base\nFROM base\nFROM scratch\nFROM ${IMAGE}\n"),
        ("Dockerfile", "FROM example.com:5000/a:1\nFROM a@sha256:0\n"),
    ),
)
