"""Which imports do not run with their module: those inside functions, those for types only."""

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from typing import Final

from repobook.model.facts import Definition, Import
from repobook.parse.source import SourceText

_FUNCTIONS: Final = frozenset(["function", "method", "constructor", "property", "test"])
_GUARD: Final = re.compile(r"^([ \t]*+)if (?:\w++\.)?TYPE_CHECKING[ \t]*+:", re.MULTILINE)
_BACK: Final = re.compile(r"^([ \t]*+)[^\s#]", re.MULTILINE)

Spans = list[tuple[int, int]]


def later_imports(
    imports: tuple[Import, ...], definitions: Sequence[Definition], source: SourceText
) -> tuple[Import, ...]:
    """Their form says so."""
    if not imports:
        return imports
    functions = _outer((d.line, d.end_line) for d in definitions if d.kind in _FUNCTIONS)
    guarded = list(_guarded(source))
    return tuple([_marked(imported, functions, guarded) for imported in imports])


def _marked(imported: Import, functions: Spans, guarded: Spans) -> Import:
    if guarded and _is_in(guarded, imported.line):
        return imported._replace(form="type-only")
    return imported._replace(form="deferred") if _is_in(functions, imported.line) else imported


def _outer(spans: Iterator[tuple[int, int]]) -> Spans:
    """Without those within others, so that one look at the last that begins before is enough."""
    outer: Spans = []
    for first, last in sorted(spans, key=lambda span: (span[0], -span[1])):
        if not outer or first > outer[-1][1]:
            outer.append((first, last))
    return outer


def _is_in(spans: Spans, line: int) -> bool:
    at = bisect_right(spans, (line, 1 << 60)) - 1
    return at >= 0 and spans[at][0] < line <= spans[at][1]


def _guarded(source: SourceText) -> Iterator[tuple[int, int]]:
    """The lines of each ``if TYPE_CHECKING:`` up to the next that is indented no deeper."""
    if b"TYPE_CHECKING" not in source.data:
        return
    text, end = source.data.decode("latin-1"), 0
    for guard in _GUARD.finditer(text):
        if guard.start() < end:
            continue
        indent = len(guard[1])
        backs = _BACK.finditer(text, guard.end())
        end = next((back.start() for back in backs if len(back[1]) <= indent), len(text))
        yield source.line_of(guard.start()), source.line_of(max(end - 1, 0))
