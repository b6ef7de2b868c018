"""The symbols of a file that matter most: what they decide, what they call, who needs them."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from repobook.book.decided import decision_table, decisions_by_symbol, is_decided
from repobook.book.important import TYPES, anchors, important
from repobook.book.leading import symbol_words
from repobook.book.outline import Shape, used
from repobook.book.pieces import counted, file_link, here, joined
from repobook.book.shown import first_of, named_here, sure
from repobook.book.symbol_links import distinct, symbol_link
from repobook.model.blocks import (
    Block,
    Bullets,
    Code,
    Content,
    Heading,
    Paragraph,
    Strong,
)
from repobook.model.dossier import FileDossier, ReferenceGroup, Symbol, SymbolName
from repobook.model.facts import Decision

_MAX_CALLS: Final = 16
_MAX_TARGETS: Final = 3
_MAX_LINES: Final = 4
_MAX_CODE: Final = 240
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
    chosen = f", {len(symbols)} of {n_all:,}: most used elsewhere, most deciding"
    yield Heading(3, ("Symbols in detail" + (chosen if n_all > len(symbols) else ""),))
    decisions = decisions_by_symbol(dossier, lie)
    anchor_by_symbol = anchors(symbols)
    subject = _subject(dossier)
    for symbol in symbols:
        yield Heading(4, (Code(_title(symbol)),), anchor_by_symbol[symbol.n])
        yield from _introduction(dossier, symbol)
        found = decisions.pop(symbol.n, [])
        is_plain = not any(map(is_decided, found))
        returned = _returned(dossier, found) if is_plain else ()
        if items := (*_relations(subject, symbol), *returned):
            yield Bullets(items)
        if not is_plain:
            yield decision_table(dossier, found, symbol.n)
    yield from _others(dossier, decisions)


def _title(symbol: Symbol) -> str:
    """A block that a macro opens is told apart by what the macro is given."""
    definition = symbol.definition
    if definition.kind != "block" or not definition.signature:
        return definition.qualname
    return definition.signature[:_MAX_TITLE]


def _returned(dossier: FileDossier, decisions: Sequence[Decision]) -> Iterator[Content]:
    """Where there is nothing to decide."""
    if decisions:
        shown = [
            (Code(decision.outcome), " ", here(dossier, decision.line, decision.end_line))
            for decision in decisions
        ]
        yield Strong("Ends in"), " ", *first_of(shown, _MAX_LINES)


def _others(dossier: FileDossier, decisions: dict[int, list[Decision]]) -> Iterator[Block]:
    """What the rest decides; cases of a test are told where testing is."""
    found = [
        decision
        for n, decided in decisions.items()
        for decision in decided
        if n >= 0 and is_decided(decision)
    ]
    if found and dossier.role != "test":
        found.sort(key=lambda decision: decision.line)
        yield Heading(4, ("Decided by the other symbols",))
        yield decision_table(dossier, found)


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
    placed = [
        (line, n)
        for n, group in enumerate(dossier.references)
        if group.role in roles
        for line in group.lines
    ]
    placed.sort()
    groups = tuple(dossier.references[n] for _, n in placed)
    return Uses(tuple(line for line, _ in placed), groups)


def _introduction(dossier: FileDossier, symbol: Symbol) -> Iterator[Block]:
    definition = symbol.definition
    facts = [definition.kind.replace("_", " ")]
    if symbol.uses.n_places:
        facts.append(f"used {used(symbol.uses)}")
    if definition.complexity > 1:
        facts.append(f"complexity {definition.complexity:,}, nesting {definition.nesting:,}")
    lines = here(dossier, definition.line, definition.end_line)
    yield Paragraph((lines, " · ", " · ".join(facts)))
    if said := symbol_words(dossier, symbol):
        yield said


def _relations(subject: _Subject, symbol: Symbol) -> Iterator[Content]:
    definition = symbol.definition
    if definition.decorators:
        shown = [(Code(_cut(decorator)),) for decorator in definition.decorators]
        yield Strong("Decorated with"), " ", *joined(shown)
    if definition.kind in TYPES:
        found = subject.bases.within(definition.line, definition.end_line)
        # Classes inside have bases of their own, further down.
        bases = [(line, group) for line, group in found if line <= definition.line + _HEAD_LINES]
        yield from _listed("Built on", subject, bases)
    else:
        found = subject.calls.within(definition.line, definition.end_line)
        yield from _listed("Calls", subject, found)
    if symbol.uses.top:
        users = [(file_link(subject.dossier, path), f" {n:,}×") for path, n in symbol.uses.top]
        yield Strong("Used most in"), " ", *joined(users)


def _cut(code: str) -> str:
    return code if len(code) <= _MAX_CODE else code[:_MAX_CODE].rstrip() + " …"


def _listed(
    label: str, subject: _Subject, found: Sequence[tuple[int, ReferenceGroup]]
) -> Iterator[Content]:
    """Each group once, with the lines it stands in; what leads nowhere is counted."""
    lines_by_group: dict[int, list[int]] = {}
    group_by_id: dict[int, ReferenceGroup] = {}
    for line, group in found:
        lines_by_group.setdefault(id(group), []).append(line)
        group_by_id[id(group)] = group
    led = [key for key in lines_by_group if group_by_id[key].targets]
    items = [
        (*_targets(subject, group_by_id[key]), " ", *_at(subject.dossier, lines_by_group[key]))
        for key in led[:_MAX_CALLS]
    ]
    counts = (
        (len(led) - _MAX_CALLS, "more"),
        (len(lines_by_group) - len(led), "outside or unknown"),
    )
    items += [(f"{n:,} {what}",) for n, what in counts if n > 0]
    if items:
        yield Strong(label), " ", *joined(items)


def _targets(subject: _Subject, group: ReferenceGroup) -> Content:
    targets = distinct(group.targets)
    shown = joined((_target(subject, name) for name in targets[:_MAX_TARGETS]), " or ")
    n_more = len(targets) - _MAX_TARGETS
    more = (f" or {n_more:,} others",) if n_more > 0 else ()
    return *shown, *more, *sure(group.confidence, group.rule)


def _target(subject: _Subject, name: SymbolName) -> Content:
    """A symbol of this file by its lines, another by what is told of it."""
    dossier = subject.dossier
    if name.path == dossier.path and (own := subject.own.get(name.qualname)):
        definition = own.definition
        return named_here(dossier, definition.name, definition.line, definition.end_line)
    return (symbol_link(dossier, name),)


def _at(dossier: FileDossier, lines: Sequence[int]) -> Content:
    distinct = list(dict.fromkeys(lines))
    shown = joined(((here(dossier, line),) for line in distinct[:_MAX_LINES]), " ")
    n_more = len(distinct) - _MAX_LINES
    return (*shown, f" and {counted(n_more, 'line')} more") if n_more > 0 else shown
