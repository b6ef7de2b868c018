"""The cases of a test file: what multiplies them, what keeps them from running or from testing."""

import ast
import re
import warnings
from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import chain, islice
from typing import Final, NamedTuple

from repobook.book.file.functions.inner_comments import remarks
from repobook.book.file.functions.runs import plain_statements
from repobook.book.file.functions.written_values import value_here, written_values
from repobook.book.file.tests.checks import check_lines, checks
from repobook.book.file.tests.subtests import subtests
from repobook.book.shared.citations import (
    MAX_CODE,
    line_texts,
    named_here,
    side_by_side,
    stands_over,
)
from repobook.book.shared.inline import counted, here, joined
from repobook.book.shared.tables import Row, table, without_empty
from repobook.model.blocks import Block, Cite, Code, Content, Facts, Heading, Quoted
from repobook.model.dossiers.dossier import FileDossier, Symbol
from repobook.model.facts import Decision, Definition
from repobook.text.code.statement import Statement
from repobook.text.documents.sentences import first_sentence

MAX_CASES: Final = 1_000
_MAX_ROWS: Final = 60
_MAX_NARROW: Final = 3
"""Columns that are wide enough for code on most screens."""
_MAX_REMARKS: Final = 4
_MAX_VALUES: Final = 5
_MAX_LINES: Final = 40
_MAX_STEPS: Final = 8
_MAX_OF_STEPS: Final = 320
_NO_STEP: Final = re.compile(r"[tb]\.(?:Parallel|Helper|Error|Fatal|Log|Skip)f?\(|(?:pass|return)$")
_DEFINES: Final = re.compile(r"(?:async )?(?:def|class|cdef|cpdef)\b")
_MAX_SUBTESTS: Final = 20
_FUNCTIONS: Final = frozenset(["function", "method"])
_MARKS: Final = frozenset(["Test", "ParameterizedTest", "test"])
_TEST_BUILD: Final = "cfg(test)"
_MULTIPLYING: Final = frozenset(["parametrize"])
_PARAMETRIZES: Final = re.compile(r"@?(?:\w+\.){0,4}parametri[sz]e\(")
_KEEPING: Final = frozenset(["skip", "restrict", "expect_failure"])
_EMPTY_HANDED: Final = frozenset(["return", "return;", "return None"])


class _Case(NamedTuple):
    symbol: Symbol
    decisions: list[Decision]


def cases(dossier: FileDossier) -> Iterator[Block]:
    """Of a test file, or of a source that brings its own."""
    by_definition: defaultdict[int, list[Decision]] = defaultdict(list)
    for decision in dossier.decisions:
        by_definition[decision.definition].append(decision)
    all_cases = [_Case(symbol, by_definition.pop(symbol.n, [])) for symbol in cases_of(dossier)]
    if not all_cases and dossier.role != "test":
        yield from _hidden(dossier)
        return
    if all_cases:
        yield Heading(3, (counted(len(all_cases), "case"),))
        rows = list(chain.from_iterable(_rows(dossier, one) for one in all_cases[:MAX_CASES]))
        columns = ("Case", "Suite", "Parameters", "Skipped", "Summary", "Steps", "Assertions")
        listed = without_empty(columns, rows, max(len(all_cases), len(rows)))
        yield listed._replace(has_long_cells=len(listed.columns) > _MAX_NARROW)
    yield from _silent(dossier, all_cases)
    yield from _around(dossier, list(chain.from_iterable(by_definition.values())))


def has_own_tests(dossier: FileDossier) -> bool:
    """Cases, or at least a part that only tests are built with."""
    return bool(cases_of(dossier) or _built_for_tests(dossier))


def cases_of(dossier: FileDossier) -> list[Symbol]:
    """What is made or marked as a test; in a test file without such, what is named as one.

    A suite is no case of its own.
    """
    symbols = [symbol for symbol in dossier.symbols if _is_marked(symbol)]
    if not symbols and dossier.role == "test":
        symbols = [symbol for symbol in dossier.symbols if _is_named(symbol)]
    around = {symbol.definition.parent for symbol in symbols}
    return [symbol for symbol in symbols if symbol.n not in around]


def _is_marked(symbol: Symbol) -> bool:
    definition = symbol.definition
    if definition.kind == "test":
        return True
    marks = {_last_name(mark) for mark in definition.decorators}
    return definition.kind in _FUNCTIONS and not marks.isdisjoint(_MARKS)


def _is_named(symbol: Symbol) -> bool:
    definition = symbol.definition
    return definition.kind in _FUNCTIONS and definition.name.startswith(("test", "Test"))


def _last_name(mark: str) -> str:
    """``test`` of ``tokio::test(flavor = "x")``."""
    return mark.partition("(")[0].replace("::", ".").rpartition(".")[2].strip()


def _built_for_tests(dossier: FileDossier) -> list[Symbol]:
    return [symbol for symbol in dossier.symbols if _TEST_BUILD in symbol.definition.decorators]


def _hidden(dossier: FileDossier) -> Iterator[Block]:
    """Cases that macros make have no names to list."""
    parts = [
        named_here(dossier, part.definition.name, part.definition.line, part.definition.end_line)
        for part in _built_for_tests(dossier)
    ]
    if parts:
        yield Facts((("Compiled for tests only", joined(parts)),))


def _rows(dossier: FileDossier, case: _Case) -> Iterator[Row]:
    """With a row for each of the first cases inside; then it speaks for what stands above them."""
    definition = case.symbol.definition
    inner = subtests(dossier, definition)
    yield _case(dossier, case, inner[0].part.line - 1 if inner else definition.end_line)
    for title, part in inner[:_MAX_SUBTESTS]:
        named: Content = (Quoted(title), " ", here(dossier, part.line, part.end_line))
        tried: Content = _values(dossier, part)
        yield (named, (), (), (), _remarks(dossier, part), tried, checks(dossier, part))
    if len(inner) > _MAX_SUBTESTS:
        yield ((f"{len(inner) - _MAX_SUBTESTS:,} more",), (), (), (), (), (), ())


def _case(dossier: FileDossier, case: _Case, last: int) -> Row:
    definition = case.symbol.definition
    own = definition._replace(end_line=last)
    owner = _owner(dossier, case.symbol)
    sentence = first_sentence(definition.doc)
    return (
        named_here(dossier, definition.name, definition.line, definition.end_line),
        (Code(owner),) if owner else (),
        _decision_list(dossier, case, _MULTIPLYING),
        _decision_list(dossier, case, _KEEPING),
        (Quoted(sentence),) if sentence else _remarks(dossier, own),
        _values(dossier, own),
        checks(dossier, own),
    )


def _remarks(dossier: FileDossier, definition: Definition) -> Content:
    """The first things that comments inside say, where nothing is said above."""
    said = islice(remarks(dossier, definition), _MAX_REMARKS)
    return joined([(Quoted(one.text), " ", here(dossier, one.line, one.end_line)) for one in said])


def _values(dossier: FileDossier, definition: Definition) -> Content:
    """What it is tried with: the first numbers and texts that are written out."""
    if steps := _steps(dossier, definition):
        return steps
    lines = list(written_values(dossier, definition))
    values = [value_here(dossier, line, MAX_CODE) for line in lines[:_MAX_VALUES]]
    n_left = len(lines) - len(values)
    more = (f" and {n_left:,} more",) if n_left else ()
    return (*joined(side_by_side(dossier, values)), *more)


def _steps(dossier: FileDossier, definition: Definition) -> Content:
    """All that a short case does beside its checks."""
    if not 0 < definition.end_line - definition.line <= _MAX_LINES:
        return ()
    checking = check_lines(dossier, definition)
    every = [
        one
        for one in plain_statements(dossier, definition)
        if checking.isdisjoint(range(one.line, one.last + 1))
        and not (_NO_STEP.match(one.text) or _is_in_function(one))
    ]
    if len(every) > _MAX_STEPS or sum(len(one.text) for one in every) > _MAX_OF_STEPS:
        return ()
    cited: list[Content] = [(here(dossier, one.line, one.last, one.text),) for one in every]
    whole = [(one,) for (one,) in cited if isinstance(one, Cite) and stands_over(dossier, one)]
    return joined(side_by_side(dossier, whole)) if len(whole) == len(every) else ()


def _is_in_function(one: Statement) -> bool:
    """What a function inside does is no step of the case: what it returns would seem to end it."""
    return any(_DEFINES.match(block.text) for block in one.blocks)


def _owner(dossier: FileDossier, symbol: Symbol) -> str:
    """The suite: a class or a block around it, or what stands before it in its name."""
    definition = symbol.definition
    if 0 <= definition.parent < len(dossier.symbols):
        return dossier.symbols[definition.parent].definition.qualname
    return definition.qualname.removesuffix(definition.name).rstrip(".")


def _decision_list(dossier: FileDossier, case: _Case, kinds: frozenset[str]) -> Content:
    found = [decision for decision in case.decisions if decision.kind in kinds]
    return joined((_decision(dossier, decision) for decision in found), "; ")


def _decision(dossier: FileDossier, decision: Decision) -> Content:
    """What is written; the condition too where that is not part of it (``skipUnless(x)``)."""
    is_in_outcome = decision.condition.removeprefix("not ") in decision.outcome
    when: Content = () if is_in_outcome else (" when ", Code(decision.condition))
    lines = here(dossier, decision.line, decision.end_line)
    n_made = _n_made(dossier, decision) if decision.kind in _MULTIPLYING else 0
    makes = (f" → {counted(n_made, 'case')}",) if n_made else ()
    return (Code(decision.outcome or decision.kind), *when, " ", lines, *makes, *_more(decision))


def _n_made(dossier: FileDossier, decision: Decision) -> int:
    """From the text, which is not cut."""
    lines = line_texts(dossier, decision.line, decision.end_line)
    return n_parametrised("\n".join(lines).strip()) or n_parametrised(decision.outcome)


def n_parametrised(decorator: str) -> int:
    """How many cases a list that is written out makes: 0 where it is cut, named or unpacked."""
    if _PARAMETRIZES.match(decorator) is None:
        return 0
    try:
        with warnings.catch_warnings():  # what Python thinks of the repository is not for our user
            warnings.simplefilter("ignore")
            call = ast.parse(decorator.removeprefix("@"), mode="eval").body
    except (SyntaxError, ValueError):
        return 0
    values = call.args[1] if isinstance(call, ast.Call) and len(call.args) > 1 else None
    if not isinstance(values, ast.List | ast.Tuple):
        return 0
    return 0 if any(isinstance(value, ast.Starred) for value in values.elts) else len(values.elts)


def _more(decision: Decision) -> Content:
    """What the parser left out of a long row of the same kind."""
    return (f" and {decision.n_more:,} more",) if decision.n_more else ()


def _silent(dossier: FileDossier, all_cases: Sequence[_Case]) -> Iterator[Block]:
    """A test that returns before its end has passed without testing."""
    silent = [
        (case.symbol, decision)
        for case in all_cases
        for decision in case.decisions
        if decision.kind == "return" and decision.condition and decision.outcome in _EMPTY_HANDED
    ]
    if not silent:
        return
    rows = [
        (
            (Code(symbol.definition.qualname),),
            (Code(decision.condition),),
            (here(dossier, decision.line, decision.end_line), *_more(decision)),
        )
        for symbol, decision in silent[:_MAX_ROWS]
    ]
    yield Heading(3, ("Cases that may return early",))
    yield table(("Case", "When", "Line"), rows, len(silent))


def _around(dossier: FileDossier, decisions: Sequence[Decision]) -> Iterator[Block]:
    """What several cases share: of a set-up, a class, the module."""
    kinds = _MULTIPLYING | _KEEPING
    shared = sorted(decision for decision in decisions if decision.kind in kinds)
    if not shared:
        return
    rows = [
        (_place(dossier, decision), _decision(dossier, decision)) for decision in shared[:_MAX_ROWS]
    ]
    yield Heading(3, ("Shared setup",))
    yield table(("In", "Code"), rows, len(shared))


def _place(dossier: FileDossier, decision: Decision) -> Content:
    if not 0 <= decision.definition < len(dossier.symbols):
        return ("module",)
    return (Code(dossier.symbols[decision.definition].definition.qualname),)
