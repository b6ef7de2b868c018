"""The symbols of a file that matter most: their decisions, their calls, their users."""

from bisect import bisect_left, bisect_right
from collections.abc import Container, Iterator, Sequence
from typing import Final, NamedTuple

from repobook.book.file.functions.decisions import (
    decision_table,
    decisions_by_symbol,
    is_decided,
    is_listed,
    sets_default,
)
from repobook.book.file.functions.inner_comments import remarks
from repobook.book.file.functions.only_statement import few_statements
from repobook.book.file.functions.runs import Run, runs, stands_in
from repobook.book.file.functions.written_values import value_here, written_values
from repobook.book.file.outline import CALLABLE, Shape
from repobook.book.file.symbols.important_symbols import TYPES, anchors, important
from repobook.book.file.symbols.most_used_symbols import symbol_words
from repobook.book.shared.citations import first_of, named_here, sure
from repobook.book.shared.inline import file_link, here, joined
from repobook.book.shared.symbol_links import distinct, symbol_link
from repobook.model.blocks import Block, Bullets, Code, Content, Heading, Paragraph, Quoted, Strong
from repobook.model.dossiers.dossier import FileDossier, ReferenceGroup, Symbol, SymbolName
from repobook.model.facts import Decision

_MAX_CALLS: Final = 3
_MAX_VALUES: Final = 6
_MAX_TARGETS: Final = 2
_MAX_ENDS: Final = 4
_MAX_CODE: Final = 240
_MAX_REMARKS: Final = 6
_MAX_TITLE: Final = 80
_HEAD_LINES: Final = 10


class Uses(NamedTuple):
    """Where a file uses what it names, by line: the groups of one kind of role."""

    lines: tuple[int, ...]
    groups: tuple[ReferenceGroup, ...]

    def within(self, first: int, last: int) -> list[tuple[int, ReferenceGroup]]:
        start, end = bisect_left(self.lines, first), bisect_right(self.lines, last)
        return list(zip(self.lines[start:end], self.groups[start:end], strict=True))


def details(dossier: FileDossier, lie: Shape) -> Iterator[Block]:
    symbols, n_all = important(dossier, lie)
    if not symbols:
        return
    chosen = f", {len(symbols)} of {n_all:,}: the most used and those with most branches"
    yield Heading(3, ("Symbol details" + (chosen if n_all > len(symbols) else ""),))
    decisions = decisions_by_symbol(dossier, lie)
    anchor_by_symbol = anchors(symbols)
    subject = _subject(dossier)
    for symbol in symbols:
        yield Heading(4, (Code(_title(symbol)),), anchor_by_symbol[symbol.n])
        yield from _introduction(dossier, symbol)
        decided = decisions.pop(symbol.n, [])
        is_plain = not any(map(is_listed, decided))
        is_short = symbol.n in lie.bodies
        is_done = is_short or symbol.definition.kind not in CALLABLE
        plain = [] if is_done else runs(dossier, symbol.definition, () if is_plain else decided)
        done = _done(dossier, symbol, decided, plain) if is_plain and not is_short else ()
        relations = tuple(_relations(subject, symbol, bool(plain)))
        values = done or (() if plain or is_short else tuple(_values(dossier, symbol, decided)))
        own = (*_decorators(symbol), *_comments_inside(dossier, symbol), *values)
        if relations or own:
            is_repeated = symbol.section and symbol.uses.n_places
            yield Bullets((*own, *relations), n_repeated=len(relations) if is_repeated else 0)
        if not is_short and (not is_plain or len(plain) > 1):
            yield decision_table(dossier, () if is_plain else decided, symbol.n, plain)
    yield from _others(dossier, decisions, lie.bodies)


def _title(symbol: Symbol) -> str:
    """A block that a macro opens is named by the arguments of the macro."""
    definition = symbol.definition
    if definition.kind != "block" or not definition.signature:
        return definition.qualname
    return definition.signature[:_MAX_TITLE]


def _comments_inside(dossier: FileDossier, symbol: Symbol) -> Iterator[Content]:
    """What its comments say; the two functions that are shown step by step have it there too."""
    if symbol.definition.kind in TYPES:
        return
    said = [
        (Quoted(remark.text), " ", here(dossier, remark.line, remark.end_line))
        for remark in remarks(dossier, symbol.definition)
    ]
    if said:
        yield Strong("Comments"), " ", *first_of(said, _MAX_REMARKS)


def _done(
    dossier: FileDossier, symbol: Symbol, decisions: Sequence[Decision], plain: Sequence[Run]
) -> tuple[Content, ...]:
    """Of a function that decides nothing: all that a short one does, else what it returns. Its only
    statement stands in the outline."""
    if symbol.definition.kind in TYPES:
        return ()
    if len(plain) == 1:
        (one,) = plain
        lines = here(dossier, one.line, one.end_line)
        when = stands_in(dossier, one.blocks)
        return (
            (Strong("Does"), " ", Code(one.code), *((" in ", *when) if when else ()), " ", lines),
        )
    if plain:
        return ()
    if statements := few_statements(dossier, symbol.definition):
        return ((Strong("Does"), " ", *joined(statements)),)
    return (*_values(dossier, symbol, decisions), *_returned(dossier, decisions))


def _values(
    dossier: FileDossier, symbol: Symbol, decisions: Sequence[Decision]
) -> Iterator[Content]:
    """Numbers and texts that it is written with, outside of what it decides and reads."""
    if symbol.definition.kind in TYPES:
        return
    shown = {line for one in decisions for line in range(one.line, one.end_line + 1)}
    shown.update(setting.line for setting in dossier.settings)
    lines = list(written_values(dossier, symbol.definition, shown))
    if lines:
        values = [value_here(dossier, line) for line in lines[:_MAX_VALUES]]
        yield Strong("Values"), " ", *first_of(values, _MAX_VALUES, len(lines))


def _returned(dossier: FileDossier, decisions: Sequence[Decision]) -> Iterator[Content]:
    """Where there is nothing to decide."""
    if decisions:
        outcomes = [
            (Code(decision.outcome), " ", here(dossier, decision.line, decision.end_line))
            for decision in decisions
        ]
        yield Strong("Outcomes"), " ", *first_of(outcomes, _MAX_ENDS)


def _others(
    dossier: FileDossier, decisions: dict[int, list[Decision]], bodies: Container[int]
) -> Iterator[Block]:
    """Decisions of the other symbols; not for tests, whose cases are listed elsewhere."""
    left_over = [
        decision
        for n, decided in decisions.items()
        if n >= 0 and n not in bodies
        for decision in decided
        if is_decided(decision) or sets_default(decision)
    ]
    if left_over and dossier.role != "test":
        left_over.sort(key=lambda decision: decision.line)
        yield Heading(4, ("Decisions in other symbols",))
        yield decision_table(dossier, left_over)


class _Subject(NamedTuple):
    """What is looked up for each symbol in turn."""

    dossier: FileDossier
    calls: Uses
    bases: Uses
    own: dict[str, Symbol]
    """By qualified name; of overloads the first."""


def _subject(dossier: FileDossier) -> _Subject:
    own = {symbol.definition.qualname: symbol for symbol in reversed(dossier.symbols)}
    calls = uses_in_roles(dossier, frozenset(["call", "macro"]))
    return _Subject(dossier, calls, uses_in_roles(dossier, frozenset(["inherit"])), own)


def uses_in_roles(dossier: FileDossier, roles: frozenset[str]) -> Uses:
    groups = [group for group in dossier.references if group.role in roles]
    placed = sorted([(line, n) for n, group in enumerate(groups) for line in group.lines])
    return Uses(tuple([line for line, _ in placed]), tuple([groups[n] for _, n in placed]))


def _introduction(dossier: FileDossier, symbol: Symbol) -> Iterator[Block]:
    """What it is, how much it is used and how complex it is says its row of the outline."""
    definition = symbol.definition
    yield Paragraph((here(dossier, definition.line, definition.end_line),))
    if quote := symbol_words(dossier, symbol):
        yield quote


def _decorators(symbol: Symbol) -> Iterator[Content]:
    if decorators := [(Code(_cut(decorator)),) for decorator in symbol.definition.decorators]:
        yield Strong("Decorated with"), " ", *joined(decorators)


def _relations(subject: _Subject, symbol: Symbol, is_shown: bool) -> Iterator[Content]:
    """What its section on the page of symbols says too, if it is used; where its statements are
    shown, calls that leave the file."""
    definition = symbol.definition
    if definition.kind in TYPES:
        uses = subject.bases.within(definition.line, definition.end_line)
        # Classes inside have bases of their own, further down.
        bases = [(line, group) for line, group in uses if line <= definition.line + _HEAD_LINES]
        yield from _listed("Base classes", subject, bases)
    else:
        uses = subject.calls.within(definition.line, definition.end_line)
        if is_shown:
            uses = [(line, group) for line, group in uses if _leaves(subject.dossier, group)]
        yield from _listed("Calls", subject, uses)
    if symbol.uses.top:
        users = [(file_link(subject.dossier, path), f" {n:,}×") for path, n in symbol.uses.top]
        yield Strong("Most used in"), " ", *joined(users)


def _leaves(dossier: FileDossier, group: ReferenceGroup) -> bool:
    return any(name.path != dossier.path for name in group.targets)


def _cut(code: str) -> str:
    return code if len(code) <= _MAX_CODE else code[:_MAX_CODE].rstrip() + " …"


def _listed(
    label: str, subject: _Subject, uses: Sequence[tuple[int, ReferenceGroup]]
) -> Iterator[Content]:
    """Each group once, with the lines it stands in."""
    lines_by_group: dict[int, list[int]] = {}
    group_by_id: dict[int, ReferenceGroup] = {}
    for line, group in uses:
        lines_by_group.setdefault(id(group), []).append(line)
        group_by_id[id(group)] = group
    led = [key for key in lines_by_group if group_by_id[key].targets]
    items = [
        (*_targets(subject, group_by_id[key]), " ", *_at(subject.dossier, lines_by_group[key]))
        for key in led[:_MAX_CALLS]
    ]
    if len(led) > _MAX_CALLS:
        items.append((f"{len(led) - _MAX_CALLS:,} more",))
    if led:
        yield Strong(label), " ", *joined(items)


def _targets(subject: _Subject, group: ReferenceGroup) -> Content:
    targets = distinct(group.targets)
    names = joined((_target(subject, name) for name in targets[:_MAX_TARGETS]), " or ")
    n_more = len(targets) - _MAX_TARGETS
    more = (f" or {n_more:,} others",) if n_more > 0 else ()
    return *names, *more, *sure(group.confidence, group.rule)


def _target(subject: _Subject, name: SymbolName) -> Content:
    """A symbol of this file by its lines, another by a link."""
    dossier = subject.dossier
    if name.path == dossier.path and (own := subject.own.get(name.qualname)):
        definition = own.definition
        return named_here(dossier, definition.name, definition.line, definition.end_line)
    return (symbol_link(dossier, name),)


def _at(dossier: FileDossier, lines: Sequence[int]) -> Content:
    """The first line, and how many there are."""
    distinct = list(dict.fromkeys(lines))
    times = (f" ×{len(distinct):,}",) if len(distinct) > 1 else ()
    return (here(dossier, distinct[0]), *times)
