"""A test file: how it is run, what it tests, its cases and what keeps one from running."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import chain, islice
from typing import Final, NamedTuple

from repobook.book.pieces import counted, here, joined
from repobook.book.rows import Row, table, without_empty
from repobook.book.shown import call_here, first_of, line_text, named_here
from repobook.book.tested import perhaps_tested, what_it_tests
from repobook.model.blocks import Block, Cite, Code, CodeBlock, Content, Facts, Heading
from repobook.model.dossier import FileDossier, Symbol
from repobook.model.facts import Decision
from repobook.text.sentences import first_sentence

_MAX_NAMES: Final = 6
_MAX_CASES: Final = 1_000
_MAX_SILENT: Final = 60
_MAX_GUARD: Final = 8
_MAX_DECORATOR: Final = 120
_PARAMETERS: Final = ("parametri", "param", "ops", "dtypes", "subtest", "foreach")
_MARKS: Final = frozenset(["Test", "ParameterizedTest", "test"])
_INSTANTIATING: Final = "instantiate"


def test_file(dossier: FileDossier) -> Iterator[Block]:
    return chain(_run(dossier), what_it_tests(dossier), _cases(dossier), perhaps_tested(dossier))


def _run(dossier: FileDossier) -> Iterator[Block]:
    """The command and its proof; what the file does when it is run as a program."""
    items: list[tuple[str, Content]] = []
    command = dossier.command
    if command:
        is_here = command.proof == dossier.path
        proof = Cite(command.proof, max(command.line, 1), is_here=is_here)
        yield CodeBlock(command.text, "Shell")
        items.append(("Run so because of", (proof,)))
    collectors = [
        edge for edge in dossier.edges_in if edge.kind == "import" and _is_test(dossier, edge.path)
    ]
    if collectors:
        told: list[Content] = [(Cite(edge.path, max(edge.line, 1)),) for edge in collectors]
        items.append(("Imported by the tests", first_of(told, _MAX_NAMES)))
    if items:
        yield Facts(tuple(items))
    yield from _guard(dossier)


def _is_test(dossier: FileDossier, path: str) -> bool:
    line = dossier.known.get(path)
    return line is not None and line.role == "test"


def _guard(dossier: FileDossier) -> Iterator[Block]:
    first = dossier.rank.entry_line
    if not first:
        return
    last = first
    for line in range(first + 1, min(first + _MAX_GUARD, len(dossier.lines)) + 1):
        text = line_text(dossier, line)
        if text and not text[0].isspace():
            break
        last = line if text.strip() else last
    refuses = line_text(dossier, first + 1).lstrip().startswith("raise")
    title = "Not to be run directly" if refuses else "Run as a program"
    yield Heading(3, (title,))
    text = "\n".join(dossier.lines[first - 1 : last])
    yield CodeBlock(text, dossier.language, here(dossier, first, last))


class _Case(NamedTuple):
    symbol: Symbol
    decisions: list[Decision]


def _cases(dossier: FileDossier) -> Iterator[Block]:
    by_definition: defaultdict[int, list[Decision]] = defaultdict(list)
    for decision in dossier.decisions:
        by_definition[decision.definition].append(decision)
    cases = [_Case(symbol, by_definition.pop(symbol.n, [])) for symbol in cases_of(dossier)]
    if cases:
        yield Heading(3, (counted(len(cases), "case"),))
        rows = [_case(dossier, case) for case in cases[:_MAX_CASES]]
        columns = ("Case", "Of", "Parameters", "Skipped", "Says")
        yield without_empty(columns, rows, len(cases))
    yield from _instantiated(dossier)
    yield from _silent(dossier, cases)
    yield from _skipped_around(dossier, list(chain.from_iterable(by_definition.values())))


def cases_of(dossier: FileDossier) -> list[Symbol]:
    """What a macro or a call makes a test; where there is none, what is named or marked as one.

    A suite is no case of its own.
    """
    made = [symbol for symbol in dossier.symbols if symbol.definition.kind == "test"]
    cases = made or [symbol for symbol in dossier.symbols if _is_named_test(symbol)]
    around = {symbol.definition.parent for symbol in cases}
    return [symbol for symbol in cases if symbol.n not in around]


def _is_named_test(symbol: Symbol) -> bool:
    definition = symbol.definition
    if definition.kind not in ("function", "method"):
        return False
    marks = {_last(mark) for mark in definition.decorators}
    return definition.name.startswith(("test", "Test")) or bool(marks & _MARKS)


def _case(dossier: FileDossier, case: _Case) -> Row:
    definition = case.symbol.definition
    owner = _owner(dossier, case.symbol)
    said = first_sentence(definition.doc)
    return (
        named_here(dossier, definition.name, definition.line, definition.end_line),
        (Code(owner),) if owner else (),
        _decorators(dossier, case.symbol, _PARAMETERS),
        _skips(dossier, case),
        (Code(said),) if said else (),
    )


def _owner(dossier: FileDossier, symbol: Symbol) -> str:
    """The suite: a class or a block around it, or what stands before it in its name."""
    definition = symbol.definition
    if 0 <= definition.parent < len(dossier.symbols):
        return dossier.symbols[definition.parent].definition.qualname
    return definition.qualname.removesuffix(definition.name).rstrip(".")


def _decorators(dossier: FileDossier, symbol: Symbol, wanted: tuple[str, ...]) -> Content:
    """As written, cited by the lines above the definition."""
    told = [mark for mark in symbol.definition.decorators if _last(mark).lower().startswith(wanted)]
    if not told:
        return ()
    first, last = _decorator_lines(dossier, symbol)
    shown = joined((Code(_shortened(mark)),) for mark in told)
    return (*shown, " ", here(dossier, first, last))


def _decorator_lines(dossier: FileDossier, symbol: Symbol) -> tuple[int, int]:
    """From the first sign of one to the line before the definition."""
    definition = symbol.definition
    first, wanted = definition.line, len(definition.decorators)
    for line in range(definition.line - 1, 0, -1):
        if line_text(dossier, line).lstrip().startswith("@"):
            first, wanted = line, wanted - 1
        if not wanted or definition.line - line > 300:
            break
    return first, max(definition.line - 1, first)


def _skips(dossier: FileDossier, case: _Case) -> Content:
    marks = _decorators(dossier, case.symbol, ("skip", "xfail", "expectedfail", "disabled"))
    inside = [
        (Code(_shortened(decision.condition or decision.outcome)), " ", _cite(dossier, decision))
        for decision in case.decisions
        if decision.kind == "skip" and decision.line >= case.symbol.definition.line
    ]
    return joined([*([marks] if marks else []), *inside], "; ")


def _cite(dossier: FileDossier, decision: Decision) -> Cite:
    return here(dossier, decision.line, decision.end_line)


def _instantiated(dossier: FileDossier) -> Iterator[Block]:
    """Cases that are made for each device or set of parameters by a call."""
    lines = sorted(
        {
            line
            for group in dossier.references
            if group.role == "call" and group.name.lower().startswith(_INSTANTIATING)
            for line in group.lines
        }
    )
    if lines:
        told = [call_here(dossier, line) for line in lines]
        yield Facts((("Instantiated", first_of(told, _MAX_NAMES)),))


def _silent(dossier: FileDossier, cases: Sequence[_Case]) -> Iterator[Block]:
    """A test that returns before its end has passed without testing."""
    silent = [
        (case, decision)
        for case in cases
        for decision in case.decisions
        if decision.kind == "return"
    ]
    if not silent:
        return
    rows = tuple(
        (
            (Code(case.symbol.definition.name),),
            (Code(_shortened(decision.condition)),) if decision.condition else (),
            (_cite(dossier, decision),),
        )
        for case, decision in islice(silent, _MAX_SILENT)
    )
    yield Heading(3, ("Returns without a word",))
    yield table(("Case", "When", "Line"), rows, len(silent))


def _skipped_around(dossier: FileDossier, decisions: Sequence[Decision]) -> Iterator[Block]:
    """What keeps several cases from running at once: a set-up, a class, the module."""
    skips = sorted(
        (found for found in decisions if found.kind == "skip"), key=lambda found: found.line
    )
    if not skips:
        return
    rows = tuple(
        (
            _place(dossier, decision),
            (Code(_shortened(decision.condition)),) if decision.condition else (),
            (Code(_shortened(decision.outcome)), " ", _cite(dossier, decision)),
        )
        for decision in skips[:_MAX_SILENT]
    )
    yield Heading(3, ("Skips around the cases",))
    yield without_empty(("In", "When", "Then"), rows, len(skips))


def _place(dossier: FileDossier, decision: Decision) -> Content:
    if not 0 <= decision.definition < len(dossier.symbols):
        return ("module",)
    return (Code(dossier.symbols[decision.definition].definition.qualname),)


def _last(mark: str) -> str:
    """``skipif`` of ``pytest.mark.skipif(…)``."""
    return mark.partition("(")[0].rpartition(".")[2].strip()


def _shortened(text: str) -> str:
    return text if len(text) <= _MAX_DECORATOR else f"{text[:_MAX_DECORATOR].rstrip()} …"
