"""Cases inside a test function of Go: ``t.Run("title", func(t *testing.T) { … })``."""

import re
from typing import Final, NamedTuple

from repobook.book.shared.citations import line_texts
from repobook.model.dossiers.dossier import FileDossier
from repobook.model.facts import Definition

_LANGUAGE: Final = "Go"
_RUN: Final = re.compile(r'(\s*)\w{1,20}\.Run\("([^"\\]{1,120})", func\(')
_MAX_LINES: Final = 2_000


class Subtest(NamedTuple):
    title: str
    part: Definition
    """The function around it, from its first line to its last."""


def subtests(dossier: FileDossier, definition: Definition) -> list[Subtest]:
    """Those with a written title, not those inside others."""
    if dossier.language != _LANGUAGE:
        return []
    found: list[Subtest] = []
    last = min(definition.end_line, definition.line + _MAX_LINES)
    title, indent, first = "", "", 0
    for number, text in enumerate(line_texts(dossier, definition.line, last), definition.line):
        if title and text.startswith(f"{indent}}})"):
            found.append(Subtest(title, definition._replace(line=first, end_line=number)))
            title = ""
        elif not title and (opened := _RUN.match(text)):
            indent, title, first = opened[1], opened[2], number
    return found
