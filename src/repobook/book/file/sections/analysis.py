"""Detailed Analysis: the outline, what the important symbols decide, and what authors noted."""

from collections.abc import Iterator
from typing import Final

from repobook.book.file.functions.decisions import ACTION, decision_table
from repobook.book.file.outline import outline, shape
from repobook.book.file.symbols.messages import messages
from repobook.book.file.symbols.set_values import set_values
from repobook.book.file.symbols.symbol_details import details
from repobook.book.shared.citations import code_here, first_of, line_text, line_texts
from repobook.book.shared.inline import here
from repobook.book.shared.tables import table
from repobook.model.blocks import Block, Code, Content, Heading, Quoted, Strong, Table
from repobook.model.dossiers.dossier import FileDossier
from repobook.model.facts import Note
from repobook.text.code.code_line import one_code_line
from repobook.text.code.top_calls import top_calls

TITLE: Final = "Detailed Analysis"
_MAX_PLACES: Final = 8
_MAX_CALLS: Final = 6
_MAX_CALL: Final = 300
_MARKS: Final = " \t:;,.-*_)]}>"


def blocks(dossier: FileDossier) -> tuple[Block, ...]:
    lie = shape(dossier)
    return (
        *outline(dossier, lie),
        *details(dossier, lie),
        *_loading(dossier),
        *_calls_when_loaded(dossier),
        *set_values(dossier),
        *messages(dossier),
        *_settings(dossier),
        *_notes(dossier),
        *_unread(dossier),
    )


def _loading(dossier: FileDossier) -> Iterator[Block]:
    """What is decided in no function; of a test file the section on testing shows the checks."""
    decisions = [
        decision
        for decision in dossier.decisions
        if decision.definition < 0 and (dossier.role != "test" or decision.kind == ACTION)
    ]
    if decisions:
        yield Heading(3, ("Top-level decisions",))
        yield decision_table(dossier, sorted(decisions, key=lambda decision: decision.line))


def _calls_when_loaded(dossier: FileDossier) -> Iterator[Block]:
    """Not what defines something, as cases of a test are, nor an import."""
    taken = {line for symbol in dossier.symbols for line in (symbol.definition.line,)}
    taken.update(imported.line for imported in dossier.imports)
    taken.update(decision.line for decision in dossier.decisions)
    calls = [span for span in top_calls(dossier.text, dossier.language) if span[0] not in taken]
    if calls:
        yield Heading(3, ("Calls when it is loaded",))
        rows = [(_call(dossier, *span),) for span in calls[:_MAX_CALLS]]
        yield table(("Code",), rows, len(calls))


def _call(dossier: FileDossier, first: int, last: int) -> Content:
    code = one_code_line("\n".join(line_texts(dossier, first, last)))
    if len(code) <= _MAX_CALL:
        return (here(dossier, first, last, code),)
    return (here(dossier, first, last, code[:_MAX_CALL].rstrip()), " …")


def _settings(dossier: FileDossier) -> Iterator[Block]:
    if dossier.settings:
        yield Heading(3, ("Settings read",))
        rows = [
            ((kind,), (Code(name),), code_here(dossier, line))
            for line, kind, name in dossier.settings
        ]
        yield Table(("Kind", "Name", "Code"), tuple(rows))


def _notes(dossier: FileDossier) -> Iterator[Block]:
    if dossier.notes:
        yield Heading(3, ("TODO, FIXME and other notes",))
        rows = [
            ((here(dossier, note.line),), (Strong(note.tag),), (Quoted(_words(dossier, note)),))
            for note in dossier.notes
        ]
        yield Table(("Line", "Tag", "Text"), tuple(rows))


def _words(dossier: FileDossier, note: Note) -> str:
    """Without the marks between tag and words; the whole line where it does not begin with them."""
    words = note.text.lstrip(_MARKS)
    line = line_text(dossier, note.line).strip()
    begins = line.partition(note.tag)[0]
    is_whole = bool(words) and not any(map(str.isalpha, begins))
    return words if is_whole or not line else line


def _unread(dossier: FileDossier) -> Iterator[Block]:
    if dossier.diagnostics:
        yield Heading(3, ("Parse problems",))
        lines_by_reason: dict[str, list[int]] = {}
        for line, reason in dossier.diagnostics:
            lines_by_reason.setdefault(reason, []).append(max(line, 1))
        rows = [
            (first_of([(here(dossier, line),) for line in lines], _MAX_PLACES), (reason,))
            for reason, found in lines_by_reason.items()
            for lines in [list(dict.fromkeys(found))]
        ]
        yield Table(("Line", "Reason"), tuple(rows))
