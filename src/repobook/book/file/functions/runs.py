"""Runs of plain statements of a function: what it does beside what it decides, in its order."""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from repobook.book.shared.citations import line_texts
from repobook.model.blocks import Code, Content
from repobook.model.dossiers.dossier import FileDossier
from repobook.model.facts import Decision, Definition
from repobook.text.code.enclosing_blocks import is_head
from repobook.text.code.statement import Block, Statement
from repobook.text.code.statements import statements
from repobook.text.logic import SIGNS, WORDS, negation

_MAX_LINES: Final = 200
_MAX_RUN: Final = 240
_MAX_HEAD: Final = 80
_MAX_LOOP: Final = 40
_LOOP: Final = re.compile(r"(?:for|foreach|[A-Z_]+FOREACH\w*)\b")
_MAX_LINE: Final = 400
"""Of a line that nobody wrote by hand nothing is shown."""
# A field that is set to the argument of its name, and what every constructor begins with.
_IDLE: Final = re.compile(
    r"(?:self|this|\$this)(?:\.|->)_?(\w+)(?:: [^=]{1,80})? = \1$|super\(.*\)$|Ok\(\(\)\)$"
)

_FIELD: Final = re.compile(r"(?:self|this|\$this)(?:\.|->)\w+(?:: [^=]{1,80})? = |(?:pass|\.\.\.)$")

# A function inside that has a name: what it does stands below, with its head.
_NAMES: Final = re.compile(
    r"(?:async )?function \w+\([^{}]*\)[^{}]* ?\{ … \}$"
    r"|(?:const|let|var|auto) [\w$]+ = (?:async )?[^{}=]*(?:=>|\]|\)) ?\{ … \}$"
)


class Run(NamedTuple):
    """Statements that follow each other in one block."""

    line: int
    end_line: int
    code: str
    blocks: tuple[Block, ...]


def runs(
    dossier: FileDossier, definition: Definition, decisions: Sequence[Decision] = ()
) -> list[Run]:
    """Without what the decisions show."""
    every = plain_statements(dossier, definition)
    # What a function does that stands in a statement is no part of what is decided.
    own_last = {one.line: one.own_last for one in every if one.own_last < one.last}
    decided = {
        n for one in decisions for n in range(one.line, own_last.get(one.line, one.end_line) + 1)
    }
    begun = {one.line for one in decisions}
    return list(_runs(_plain(every, decided, begun)))


def plain_statements(dossier: FileDossier, definition: Definition) -> list[Statement]:
    """With the lines of the file; none where the text does not show them plainly."""
    if not 0 < definition.end_line - definition.line <= _MAX_LINES:
        return []
    lines = line_texts(dossier, definition.line, definition.end_line)
    if any(len(line) > _MAX_LINE for line in lines):
        return []
    first = definition.line
    return [
        one._replace(line=one.line + first, last=one.last + first, own_last=one.own_last + first)
        for one in statements("\n".join(lines), dossier.language)
    ]


def _plain(
    every: Iterable[Statement], decided: set[int], begun: set[int]
) -> Iterator[Statement | None]:
    """None where a decision stands in between, which has a row of its own."""
    for one in every:
        holds = not begun.isdisjoint(range(one.line, one.own_last + 1))
        if one.line in decided or (holds and is_head(one.text)):
            yield None
        elif not (_IDLE.match(one.text) or (one.own_last < one.last and _NAMES.match(one.text))):
            yield one


def _runs(plain: Iterable[Statement | None]) -> Iterator[Run]:
    run: list[Statement] = []
    for one in plain:
        if run and not (one and one.place == run[-1].place and _fits(run, one)):
            yield _run(run)
            run = []
        if one:
            run.append(one)
    if run:
        yield _run(run)


def _fits(run: Sequence[Statement], one: Statement) -> bool:
    return sum(len(other.text) for other in run) + len(one.text) <= _MAX_RUN


def _run(run: Sequence[Statement]) -> Run:
    code = "; ".join(one.text for one in run)
    return Run(run[0].line, max(one.own_last for one in run), code, run[-1].blocks)


def only_sets_fields(every: Sequence[Run]) -> bool:
    """Which have a table of their own."""
    pieces = [piece for run in every for piece in run.code.split("; ")]
    return all(map(_FIELD.match, pieces))


def stands_in(dossier: FileDossier, blocks: Sequence[Block]) -> Content:
    """The innermost, then what is around that."""
    if not blocks:
        return ()
    *above, own = blocks
    inside = (", in ", *_named(dossier, above[-1]), " …" if above[1:] else "") if above else ()
    return (*_named(dossier, own), *inside)


def _named(dossier: FileDossier, block: Block) -> Content:
    is_chained = block.is_else and block.text
    return ("else " if is_chained else "", Code(shortened(_head(dossier, block))))


def _head(dossier: FileDossier, block: Block) -> str:
    if not block.condition:
        return block.text or "else"
    if block.text:
        return block.condition
    return negation(block.condition, WORDS if dossier.language == "Python" else SIGNS)


def shortened(head: str) -> str:
    """A loop is known by how it begins; a condition that is cut may seem to be another."""
    most = _MAX_LOOP if _LOOP.match(head) else _MAX_HEAD
    return head if len(head) <= most else head[:most].rstrip() + " …"
