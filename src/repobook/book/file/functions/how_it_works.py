"""How the main functions of a file work: what they call and decide, step by step, with its lines.

Only what is known exactly is a step: calls that were followed to a definition, and ways out of the
function. A step lies below the condition or loop that stands around it in the text.
"""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import takewhile
from math import log2
from typing import Final, NamedTuple

from repobook.book.file.functions.inner_comments import Remark, remarks
from repobook.book.file.functions.plain_statements import plain_statements
from repobook.book.file.outline import CALLABLE
from repobook.book.shared.citations import call_here, first_of, line_text
from repobook.book.shared.inline import counted, here
from repobook.model.blocks import Block, Bullets, Code, Content, Heading, Quoted
from repobook.model.dossiers.dossier import FileDossier, Symbol
from repobook.model.facts import Decision
from repobook.text.code.enclosing_blocks import EnclosingHeads, Head, is_head
from repobook.text.code.statements import has_statements

_MAX_SYMBOLS: Final = 2
"""One where tables of the symbols show the statements of all."""
_MAX_LOOKED_AT: Final = 6
"""Until two are found that have steps to show: many a long function has but one."""
_MAX_STEPS: Final = 12
_MIN_STEPS: Final = 3
_MAX_CALLS: Final = 4
_MAX_CODE: Final = 100
_WORD: Final = re.compile(r"\w")
_MAX_DEPTH: Final = 3
_MAX_ABOVE: Final = 4
_MAX_EVENTS: Final = 100
"""More than are ever shown."""
_OUTCOMES: Final = frozenset(["raise", "return", "exit", "continue", "goto", "do"])


class _Found(NamedTuple):
    line: int
    name: str
    """What is called; empty where a decision is taken."""
    decision: Decision | None = None
    remark: Remark | None = None
    """What the authors say there."""


class _Event(NamedTuple):
    line: int
    heads: tuple[Head, ...]
    """Outer before inner."""
    name: str
    """What is called; empty where a decision is taken or something is said."""
    decision: Decision | None = None
    remark: Remark | None = None


class _Step(NamedTuple):
    depth: int
    content: Content


# A condition over several lines is shown by the first.
_GOES_ON: Final = ("||", "&&", ",", "(", " and", " or")


def how_it_works(dossier: FileDossier) -> Iterator[Block]:
    """Of the functions that do most, public ones first; not of tests, whose cases are listed."""
    if dossier.role == "test" or not dossier.lines:
        return
    found = _found(dossier)
    n_uses = _uses_elsewhere(dossier)
    ranked = sorted(found, key=lambda n: (-_weight(dossier.symbols[n], found[n], n_uses), n))
    steps_by_symbol: dict[int, list[_Step]] = {}
    most = 1 if has_statements(dossier.language) else _MAX_SYMBOLS
    for n in ranked[:_MAX_LOOKED_AT]:
        events = _with_remarks(dossier, n, found[n])
        steps = list(_steps(dossier, _events(dossier, dossier.symbols[n].definition.line, events)))
        if len(steps) >= _MIN_STEPS:
            steps_by_symbol[n] = _with_plain_statements(dossier, n, events) or steps
        if len(steps_by_symbol) == most:
            break
    shown = sorted(
        steps_by_symbol.items(), key=lambda one: not dossier.symbols[one[0]].definition.exported
    )
    for n, steps in shown:
        definition = dossier.symbols[n].definition
        lines = here(dossier, definition.line, definition.end_line)
        yield Heading(3, ("How ", Code(definition.qualname), " works ", lines))
        yield _listed(steps, len(found[n]) > _MAX_EVENTS)


def _with_plain_statements(dossier: FileDossier, n: int, events: Sequence[_Found]) -> list[_Step]:
    """Where all of it fits, else nothing."""
    shown = {one.line for one in events}
    for one in events:
        if one.decision:
            shown.update(range(one.line, one.decision.end_line + 1))
    definition = dossier.symbols[n].definition
    lines = [line for line in plain_statements(dossier, definition) if line not in shown]
    around = _innermost(dossier, lines)
    plain = [_Found(line, "=") for line, m in zip(lines, around, strict=True) if m == n]
    every = sorted([*events, *plain], key=lambda one: one.line)
    steps = list(_steps(dossier, _events(dossier, definition.line, every))) if plain else []
    return steps if len(steps) <= _MAX_STEPS and len(every) <= _MAX_EVENTS else []


def _with_remarks(dossier: FileDossier, n: int, found: Sequence[_Found]) -> list[_Found]:
    """Not those of functions inside it."""
    said = list(remarks(dossier, dossier.symbols[n].definition))
    around = _innermost(dossier, [remark.line for remark in said])
    own = [
        _Found(remark.line, "", remark=remark)
        for remark, innermost in zip(said, around, strict=True)
        if innermost == n
    ]
    return sorted([*found, *own], key=lambda one: one.line)


def _uses_elsewhere(dossier: FileDossier) -> dict[str, int]:
    """By qualified name, in how many places what other files use is used."""
    return {
        symbol.definition.qualname: symbol.uses.n_places
        for symbol in dossier.symbols
        if symbol.uses.n_elsewhere
    }


def _weight(symbol: Symbol, found: Sequence[_Found], n_uses: Mapping[str, int]) -> float:
    """Distinct calls tell most, and what guards against errors least; what others use, by itself
    or by its class, is looked for first."""
    names = {one.name for one in found if one.name}
    kinds = [one.decision.kind for one in found if one.decision]
    telling = len(names) + sum(0.25 if kind == "raise" else 0.5 for kind in kinds)
    name = symbol.definition.qualname
    used = max(n_uses.get(name, 0), n_uses.get(name.rpartition(".")[0], 0) / 2)
    return telling * (1 + log2(1 + used))


def _found(dossier: FileDossier) -> dict[int, list[_Found]]:
    """By function, what stands in it and in none inside it; no calls in what is shown whole."""
    ways_out = [d for d in dossier.decisions if d.kind in _OUTCOMES and (d.condition or d.outcome)]
    shown = {
        (way.definition, line) for way in ways_out for line in range(way.line, way.end_line + 1)
    }
    found = [*_exact_calls(dossier), *(_Found(way.line, "", way) for way in ways_out)]
    found.sort(key=lambda one: (one.line, not one.name, one.name))
    found_by_function: defaultdict[int, list[_Found]] = defaultdict(list)
    for n, one in zip(_innermost(dossier, [one.line for one in found]), found, strict=True):
        is_own = one.decision.definition == n if one.decision else (n, one.line) not in shown
        if n >= 0 and is_own:
            found_by_function[n].append(one)
    return found_by_function


def _exact_calls(dossier: FileDossier) -> Iterator[_Found]:
    for group in dossier.references:
        if group.role == "call" and group.confidence == "exact" and len(group.targets) == 1:
            for line in group.lines:
                if not is_head(line_text(dossier, line)):
                    yield _Found(line, group.name)


def _innermost(dossier: FileDossier, lines: Sequence[int]) -> Iterator[int]:
    """The function around each of the ascending lines; -1 at the line where one begins."""
    definitions = [(symbol.n, symbol.definition) for symbol in dossier.symbols]
    functions = sorted((d.line, -d.end_line, n) for n, d in definitions if d.kind in CALLABLE)
    around: list[tuple[int, int, int]] = []
    at = 0
    for line in lines:
        while at < len(functions) and functions[at][0] <= line:
            around.append(functions[at])
            at += 1
        while around and -around[-1][1] < line:
            around.pop()
        first, end, n = around[-1] if around else (line, 0, -1)
        yield n if first < line or first == -end else -1


def _events(dossier: FileDossier, first: int, found: Sequence[_Found]) -> list[_Event]:
    heads = EnclosingHeads(dossier.lines, dossier.language)
    return [
        _Event(one.line, heads.around(first, one.line), *one[1:]) for one in found[:_MAX_EVENTS]
    ]


def _steps(dossier: FileDossier, events: Sequence[_Event]) -> Iterator[_Step]:
    """Calls side by side are one step, with what is said above them; a head is one where what is
    below it begins."""
    open_heads: tuple[Head, ...] = ()
    calls: list[_Event] = []
    for event in events:
        heads = event.heads[:_MAX_DEPTH]
        if calls and (not event.name or heads != open_heads):
            yield _Step(len(open_heads), _calls(dossier, calls))
            calls = []
        pairs = zip(open_heads, heads, strict=False)
        n_same = len([*takewhile(lambda pair: pair[0] == pair[1], pairs)])
        for depth, head in enumerate(heads[n_same:], n_same):
            yield _Step(depth, _head(dossier, head))
        open_heads = heads
        if event.decision:
            is_cut = heads != event.heads
            yield _Step(len(heads), _decision(dossier, event.decision, bool(heads), is_cut))
        else:
            calls.append(event)
    if calls:
        yield _Step(len(open_heads), _calls(dossier, calls))


def _calls(dossier: FileDossier, events: Sequence[_Event]) -> Content:
    said = next((_said(dossier, event.remark) for event in events if event.remark), ())
    lines = list(dict.fromkeys(_begin(dossier, event.line) for event in events if event.name))
    if not lines:
        return said
    code = [call_here(dossier, line) for line in lines[:_MAX_CALLS]]
    return (*said, ": " if said else "", *first_of(code, _MAX_CALLS, len(lines)))


def _begin(dossier: FileDossier, line: int) -> int:
    """Of the statement, where the call stands on a line of its own between its brackets."""
    for above in range(line - 1, line - _MAX_ABOVE, -1):
        if not line_text(dossier, above).rstrip().endswith("("):
            # A line that holds nothing but a bracket says nothing.
            return above + 1 if _WORD.search(line_text(dossier, above + 1)) else line
    return line


def _said(dossier: FileDossier, remark: Remark) -> Content:
    return (Quoted(remark.text), " ", here(dossier, remark.line, remark.end_line))


def _head(dossier: FileDossier, head: Head) -> Content:
    code = head.code
    if len(code) > _MAX_CODE:
        return (here(dossier, head.line, head.end_line, code[:_MAX_CODE].rstrip()), " …")
    shown = here(dossier, head.line, head.end_line, code)
    return (shown, " …") if code.endswith(_GOES_ON) else (shown,)


def _decision(dossier: FileDossier, decision: Decision, is_below: bool, is_cut: bool) -> Content:
    """The condition stands above where the text shows it so, unless it stands in the same line or
    is too deep to be shown there."""
    outcome = decision.outcome or decision.kind
    lines = here(dossier, decision.line, decision.end_line)
    if not decision.condition:
        return (Code(outcome), " ", lines)
    if not is_below:
        return (Code(outcome), " when ", Code(decision.condition), " ", lines)
    if decision.guards and (is_cut or _stands_beside(dossier, decision)):
        return (Code(outcome), " when ", Code(decision.guards[-1].text), " ", lines)
    return (Code(outcome), " ", lines)


def _stands_beside(dossier: FileDossier, decision: Decision) -> bool:
    """Whether the condition stands in the same line, as that of a case does."""
    text = line_text(dossier, decision.line)
    return is_head(text) or text.strip().startswith(decision.guards[-1].text[:_MAX_CODE])


def _listed(steps: Sequence[_Step], are_cut: bool) -> Bullets:
    """The first of them, and how many are left out; of very many nobody counts the rest."""
    n_shown = len(steps) if len(steps) == _MAX_STEPS + 1 else _MAX_STEPS
    n_left = len(steps) - n_shown
    items = [step.content for step in steps[:n_shown]]
    depths = [step.depth for step in steps[:n_shown]]
    if n_left > 0:
        rest = "many more steps" if are_cut else counted(n_left, "more step")
        items, depths = [*items, (rest,)], [*depths, 0]
    return Bullets(tuple(items), tuple(depths))
