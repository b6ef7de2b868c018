"""File Purpose: the role, the sign by which it was recognised, and what the file says of itself."""

from collections.abc import Iterator
from typing import Final

from repobook.book.leading import main_sentence
from repobook.book.pieces import file_link, here
from repobook.book.shown import first_of
from repobook.book.tested import tested_files
from repobook.model.blocks import Block, Cite, Code, Content, Facts, Inline, Paragraph, Quotation
from repobook.model.dossier import FileDossier

TITLE: Final = "File Purpose"
_HEADER_LINES: Final = 40
_MAX_TESTED: Final = 3
_MAX_SPOKEN: Final = 2


def blocks(dossier: FileDossier) -> tuple[Block, ...]:
    """The file's own sentence, and what documents say of it."""
    found: list[Block] = [Facts(tuple(_facts(dossier)))]
    text, line, end_line = dossier.summary
    if text:
        found.append(Quotation(text, here(dossier, line, end_line)))
    for path, line, end_line, words in dossier.spoken[:_MAX_SPOKEN]:
        found.append(Quotation(words, Cite(path, line, 0 if end_line == line else end_line)))
    if len(found) == 1 and (main := main_sentence(dossier)):
        symbol, said = main
        found += [Paragraph((Code(symbol.definition.qualname), " in its own words:")), said]
    return tuple(found)


def _facts(dossier: FileDossier) -> Iterator[tuple[str, Content]]:
    yield "Role", (dossier.role,)
    if dossier.role_reason:
        yield "Recognised by", (dossier.role_reason, *_sign(dossier))
    if tested := tested_files(dossier):
        yield "Tests", first_of([(file_link(dossier, tie.path),) for tie in tested], _MAX_TESTED)
    if not dossier.summary.text:
        yield "In its own words", ("nothing",)


def _sign(dossier: FileDossier) -> tuple[Inline, ...]:
    """The line of a header that gave the role away."""
    _, is_header, sign = dossier.role_reason.partition("header says ")
    if not is_header:
        return ()
    for number, line in enumerate(dossier.lines[:_HEADER_LINES], 1):
        if sign.lower() in line.lower():
            return " ", here(dossier, number)
    return ()
