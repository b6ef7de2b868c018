"""The commands of a target of a Makefile."""

from typing import Final

from repobook.book.shared.citations import first_of, line_texts
from repobook.book.shared.inline import here
from repobook.model.blocks import Content
from repobook.model.dossiers.dossier import FileDossier
from repobook.model.facts import Definition

_LANGUAGE: Final = "Makefile"
_MAX_COMMANDS: Final = 2
_MAX_CODE: Final = 100


def recipe(dossier: FileDossier, definition: Definition) -> Content:
    """The first of them, as written, and how many more there are."""
    if dossier.language != _LANGUAGE:
        return ()
    texts = line_texts(dossier, definition.line + 1, definition.end_line)
    commands = [
        (line, text.strip())
        for line, text in enumerate(texts, definition.line + 1)
        if text.startswith("\t") and text.strip() and not text.lstrip().startswith("#")
    ]
    shown: list[Content] = [
        (here(dossier, line, code=text),)
        if len(text) <= _MAX_CODE
        else (here(dossier, line, code=text[:_MAX_CODE].rstrip()), " …")
        for line, text in commands[:_MAX_COMMANDS]
    ]
    return first_of(shown, _MAX_COMMANDS, len(commands))
