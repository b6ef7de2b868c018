"""What functions decide: under which condition they raise, return early, skip or check."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from repobook.book.file.functions.runs import Run, shortened, stands_in
from repobook.book.file.functions.short_conditions import Chain
from repobook.book.file.outline import Shape
from repobook.book.shared.inline import counted, here, joined
from repobook.book.shared.tables import Row
from repobook.model.blocks import Code, Content, Link, PageRef, Strong, Table
from repobook.model.dossiers.dossier import FileDossier
from repobook.model.facts import Decision, Guard

_MAX_DECISIONS: Final = 40
ACTION: Final = "do"
_MAX_NAMES: Final = 4
_WORD_OR_MEMBER: Final = re.compile(r"[\w$]+(?:(?:\.|->)[\w$]+)*")
_LEAVING: Final = frozenset(["raise", "return", "exit", "goto", "continue"])
_NOUNS: Final = {
    "raise": "raise",
    "return": "conditional return",
    "continue": "early continue",
    "exit": "exit",
    "goto": "goto",
    "assert": "check",
    "warn": "warning",
    "skip": "skip",
    "restrict": "restriction",
    "expect_failure": "expected failure",
}
# ``raise ValueError(x)``, ``throw new Error(x)``: what is thrown has a name in every language.
# A variable that is thrown has no meaningful name.
_THROWN: Final = re.compile(
    r"(?:raise|throw)\s+(?:new\s+)?((?!std::(?:move|forward)\b)[A-Za-z_][\w.:]*)(?=\s*[({<])"
    r"|(?:raise|throw)\s+((?:[\w.:]*[.:])?[A-Z]\w*)"
)


def decisions_by_symbol(dossier: FileDossier, lie: Shape) -> dict[int, list[Decision]]:
    """By the number of the outermost function, in the order of lines; -1 for what is in none."""
    decisions: dict[int, list[Decision]] = {}
    for decision in sorted(dossier.decisions, key=lambda decision: decision.line):
        decisions.setdefault(lie.outermost.get(decision.definition, -1), []).append(decision)
    return decisions


def is_decided(decision: Decision) -> bool:
    """The one way out of a function is no decision, nor is what only multiplies or runs tests."""
    if decision.kind == "return":
        return bool(decision.guards)
    return decision.kind in _NOUNS


def is_listed(decision: Decision) -> bool:
    """What a branch does is listed beside what is decided, and counted nowhere."""
    return is_decided(decision) or decision.kind == ACTION


def sets_default(decision: Decision) -> bool:
    """``width = 80`` when ``width is None``: a name that the condition asks for gets a value."""
    if decision.kind != ACTION or not decision.guards:
        return False
    name, is_set, _ = decision.outcome.partition(" = ")
    return bool(is_set) and name in _WORD_OR_MEMBER.findall(decision.guards[-1].text)


def decision_table(
    dossier: FileDossier, decisions: Sequence[Decision], n: int = -1, plain: Sequence[Run] = ()
) -> Table:
    """Of the symbol of that number, with what it does in between; *otherwise* is when nothing above
    has left the function."""
    chains: dict[int, Chain] = {}
    rows: list[Row] = []
    every: list[Decision | Run] = [*decisions, *plain]
    every = _merged(sorted(every, key=_by_lines))
    for one in every[:_MAX_DECISIONS]:
        if isinstance(one, Run):
            lines = here(dossier, one.line, one.end_line)
            rows.append(((lines,), stands_in(dossier, one.blocks), (Code(one.code),)))
            continue
        chain = chains.setdefault(one.definition, Chain())
        rows.append((_lines(dossier, one, n), _when(one, chain), _then(one)))
        if one.guards and one.kind in _LEAVING:
            chain.add(one.guards)
    n_left = len(every) - len(rows)
    rest = (here(dossier, every[len(rows)].line, every[-1].end_line),) if n_left else ()
    return Table(("Line", "When", "Then"), tuple(rows), len(every) if n_left else 0, rest)


def _merged(every: Iterable[Decision | Run]) -> list[Decision | Run]:
    """What is done right before a function is left, under one condition, stands in one row."""
    merged: list[Decision | Run] = []
    for one in every:
        before = merged[-1] if merged else None
        if isinstance(before, Run) and isinstance(one, Decision) and _leads_to(before, one):
            code = f"{before.code}; {one.outcome}"
            merged[-1] = one._replace(line=before.line, outcome=code)
        else:
            merged.append(one)
    return merged


def _leads_to(run: Run, decision: Decision) -> bool:
    """The block of the condition, and nothing in between that could be a block of its own."""
    if not (run.blocks and decision.guards and decision.kind in _LEAVING):
        return False
    own, guard = run.blocks[-1], decision.guards[-1]
    is_same = bool(own.text) and own.condition == guard.text and not guard.is_negated
    return is_same and decision.line == run.end_line + 1 and bool(decision.outcome)


def _by_lines(one: Decision | Run) -> tuple[int, int]:
    return one.line, -one.end_line


def _lines(dossier: FileDossier, decision: Decision, n: int) -> Content:
    lines = here(dossier, decision.line, decision.end_line)
    if decision.definition == n:
        return (lines,)
    return lines, " in ", Code(dossier.symbols[decision.definition].definition.name)


def _when(decision: Decision, chain: Chain) -> Content:
    if decision.kind == ACTION:
        return _branch(decision.guards)
    if not decision.guards:
        return ("otherwise",) if decision.kind in _LEAVING and chain.has_any else ()
    is_otherwise, text = chain.shortened(decision.guards)
    if not text:
        return ("otherwise",)
    return ("otherwise ", Code(text)) if is_otherwise else (Code(text),)


def _branch(guards: Sequence[Guard]) -> Content:
    """Its own condition, in what stands around that; that the ones above do not hold is ``else``.

    Lines are cited for who wants all: chains of conditions would stand in every row.
    """
    if not guards:
        return ()
    *above, own = guards
    is_else = bool(above) and above[-1].is_negated
    around = [n for n, guard in enumerate(above) if not guard.is_negated]
    inside: Content = ()
    if around:
        last = around[-1]
        is_chained = last > 0 and above[last - 1].is_negated
        head = ("else " if is_chained else "", Code(shortened(above[last].text)))
        inside = (", in ", *head, " …" if around[1:] else "")
    return ("else " if is_else else "", Code(own.text), *inside)


def _then(decision: Decision) -> Content:
    then = Code(decision.outcome or decision.kind)
    if not decision.n_more:
        return (then,)
    what = "branches" if decision.kind == ACTION else decision.kind
    return (then, f" and {decision.n_more:,} more {what}")


def summed(dossier: FileDossier) -> Content:
    """``12 raises (`ValueError` 9), 30 conditional returns``, of the whole file."""
    decided = [decision for decision in dossier.decisions if is_decided(decision)]
    if not decided:
        return ()
    n_by_kind: Counter[str] = Counter()
    for decision in decided:
        n_by_kind[decision.kind] += 1 + decision.n_more
    ordered = sorted(n_by_kind.items(), key=lambda item: (-item[1], item[0]))
    counts = [(_count(kind, n), *_thrown(decided, kind)) for kind, n in ordered]
    link = Link(PageRef("file", dossier.path), "Detailed Analysis", "detailed-analysis")
    return Strong("Decisions"), " ", *joined(counts), ": ", link


def _count(kind: str, n: int) -> str:
    return counted(n, _NOUNS[kind])


def _thrown(decisions: Iterable[Decision], kind: str) -> Content:
    names = Counter(_names(decision for decision in decisions if decision.kind == kind))
    ordered = sorted(names.items(), key=lambda item: (-item[1], item[0]))
    if not ordered:
        return ()
    names_shown = joined((Code(name), f" {n:,}") for name, n in ordered[:_MAX_NAMES])
    n_more = len(ordered) - _MAX_NAMES
    return " (", *names_shown, f" and {n_more:,} others)" if n_more > 0 else ")"


def _names(decisions: Iterable[Decision]) -> Iterator[str]:
    for decision in decisions:
        if thrown := _THROWN.match(decision.outcome):
            yield thrown.group(1) or thrown.group(2)
