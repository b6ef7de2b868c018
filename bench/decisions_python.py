"""What Python functions decide, against Python's own ``ast``.

    python bench/decisions_python.py PATH [PATH ...]

Every ``raise``, ``return``, ``assert`` and ``continue`` that ``ast`` finds must be told with its
lines and its function, or counted as left out; and where only conditions lead there, the condition
told must be the same expression. The figures are kept in ``decisions_python.md``.
"""

import argparse
import ast
import sys
import warnings
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final, NamedTuple

from repobook.languages import parse
from repobook.model.facts import Decision, FileFacts

_N_EXAMPLES: Final = 10
_MAX_PIECES: Final = 8
_LEAVING: Final = (ast.Raise, ast.Return, ast.Assert, ast.Continue)
_KINDS: Final = frozenset(["raise", "return", "assert", "continue", "skip"])
_WORDS: Final = ("raise", "return", "assert", "continue")

Place = tuple[int, int, int]
"""First and last line, and the line of the function or class around; 0 for the module."""


class Around(NamedTuple):
    owner: int = 0
    conditions: tuple[ast.expr, ...] = ()
    is_plain: bool = True
    """Nothing but conditions leads there: no loop, case or handler."""


class Tally(NamedTuple):
    counts: Counter[str]
    examples: list[str]

    def note(self, what: str, example: str = "") -> None:
        self.counts[what] += 1
        if example:
            self.examples.append(example)


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("paths", nargs="+", metavar="PATH")
    for path in map(Path, parser.parse_args(arguments).paths):
        tally = Tally(Counter(), [])
        for file in sorted(path.rglob("*.py")):
            _compare(file, tally)
        told = ", ".join(f"{n:,} {what}" for what, n in sorted(tally.counts.items()))
        print(f"{path.name}: {told}")
        print("\n".join(tally.examples[:_N_EXAMPLES]))
    return 0


def _compare(file: Path, tally: Tally) -> None:
    content = file.read_bytes()
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            expected = {_place(node, around): around for node, around in _found(content)}
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return
    facts = parse("Python", content)
    ours = {_told_place(facts, d): d for d in facts.decisions if _is_compared(d)}
    tally.counts["left out and counted"] += sum(d.n_more for d in facts.decisions if d.n_more)
    tally.counts["expected"] += len(expected)
    for place, decision in ours.items():
        if place not in expected:
            tally.note("told wrongly", f"  {file}:{place[0]} {decision}")
        else:
            _compare_conditions(f"{file}:{place[0]}", decision, expected[place], tally)
    cut = {decision.definition for decision in facts.decisions if decision.n_more}
    owners = {facts.definitions[n].line if n >= 0 else 0 for n in cut}
    for place in expected.keys() - ours.keys():
        if place[2] not in owners:
            tally.note("missing", f"  {file}:{place[0]} missing")


def _found(content: bytes) -> Iterator[tuple[ast.stmt, Around]]:
    return _inside(ast.parse(content).body, Around())


def _inside(statements: Iterable[ast.stmt], around: Around) -> Iterator[tuple[ast.stmt, Around]]:
    for statement in statements:
        if isinstance(statement, _LEAVING):
            yield statement, around
        for body, inner in _bodies(statement, around):
            yield from _inside(body, inner)


def _bodies(statement: ast.stmt, around: Around) -> Iterator[tuple[list[ast.stmt], Around]]:
    head = around._replace(is_plain=False)
    match statement:
        case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
            yield statement.body, Around(statement.lineno)
        case ast.If():
            both = (*around.conditions, statement.test)
            otherwise = (*around.conditions, ast.UnaryOp(ast.Not(), statement.test))
            yield statement.body, around._replace(conditions=both)
            yield statement.orelse, around._replace(conditions=otherwise)
        case ast.For() | ast.AsyncFor() | ast.While():
            yield statement.body, head
            yield statement.orelse, head
        case ast.Try() | ast.TryStar():
            yield statement.body + statement.orelse + statement.finalbody, around
            for handler in statement.handlers:
                yield handler.body, head
        case ast.With() | ast.AsyncWith():
            yield statement.body, around
        case ast.Match():
            for case in statement.cases:
                yield case.body, head


def _place(node: ast.stmt, around: Around) -> Place:
    return node.lineno, node.end_lineno or node.lineno, around.owner


def _told_place(facts: FileFacts, decision: Decision) -> Place:
    n = decision.definition
    owner = facts.definitions[n].line if n >= 0 else 0
    return decision.line, decision.end_line, owner


def _is_compared(decision: Decision) -> bool:
    return decision.kind in _KINDS and decision.outcome.startswith(_WORDS)


def _compare_conditions(place: str, decision: Decision, around: Around, tally: Tally) -> None:
    is_cut = "…" in decision.condition
    if not around.is_plain or is_cut or len(around.conditions) > _MAX_PIECES:
        tally.note("with a loop, case, handler or cut")
        return
    try:
        told = ast.parse(f"({decision.condition})", mode="eval").body
    except SyntaxError:
        tally.note("condition is no expression", f"  {place} {decision.condition}")
        return
    parts = [part for condition in around.conditions for part in _parts(condition)]
    is_equal = list(_parts(told)) == parts if decision.condition else not parts
    if is_equal:
        tally.note("condition equal")
    else:
        tally.note("condition different", f"  {place} {decision.condition}")


def _parts(condition: ast.expr) -> Iterator[str]:
    """What ``and`` joins, each as text; what is turned twice is as it was."""
    match condition:
        case ast.BoolOp(op=ast.And(), values=values):
            for value in values:
                yield from _parts(value)
        case ast.UnaryOp(op=ast.Not(), operand=ast.UnaryOp(op=ast.Not(), operand=inner)):
            yield from _parts(inner)
        case _:
            yield ast.dump(condition)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
