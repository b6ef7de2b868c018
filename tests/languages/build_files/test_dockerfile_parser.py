"""Dockerfiles: stages, variables, images and copied files."""

from repobook.languages import parse

TEXT = b"""# syntax=docker/dockerfile:1
ARG BASE=ubuntu:22.04
FROM ${BASE} AS base
# Where things are.
ENV HOME=/root \\
    # in between
    PATH="/a b:$PATH"
RUN apt-get update && \\
    apt-get install x

FROM base
COPY --chown=me a.txt b/ /dst/
COPY --from=base /x /y
ADD ["c d.txt", "/dst"]
ENV LEGACY some value
RUN <<EOF
FROM nothing
EOF
from python:3.11
"""


def test_stages_hold_their_variables() -> None:
    facts = parse("Dockerfile", TEXT)
    assert [(d.kind, d.qualname, d.line, d.end_line) for d in facts.definitions] == [
        ("variable", "BASE", 2, 2),
        ("stage", "base", 3, 9),
        ("variable", "base.HOME", 5, 7),
        ("variable", "base.PATH", 5, 7),
        ("stage", "base", 11, 18),
        ("variable", "base.LEGACY", 15, 15),
        ("stage", "python:3.11", 19, 19),
    ]
    assert facts.definitions[2].doc == "Where things are."


def test_images_and_files_are_imports_and_stages_are_mentions() -> None:
    facts = parse("Dockerfile", TEXT)
    assert [(i.form, i.module, i.alias, i.line) for i in facts.imports] == [
        ("from", "${BASE}", "base", 3),
        ("copy", "a.txt", "", 12),
        ("copy", "b/", "", 12),
        ("copy", "c d.txt", "", 14),
        ("from", "python:3.11", "", 19),
    ]
    assert [(r.name, len(r.positions)) for r in facts.references] == [("base", 2)]
