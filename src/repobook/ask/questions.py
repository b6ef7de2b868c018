"""Answers natural questions from the graph, by the same answers that ``refs`` and others give.

What is asked about must be there by that very name: where it is not, there is no answer, and the
question is a plain search.
"""

from collections.abc import Callable, Iterable, Sequence
from itertools import islice
from shlex import quote
from typing import Final

from repobook.ask.dependencies_answer import counted_files, deps_of, find_module
from repobook.ask.impact.impact_answer import ImpactAnswer, impact_of
from repobook.ask.impact.test_plan import PlannedTest
from repobook.ask.references.references_answer import (
    Site,
    UsesAnswer,
    Wanted,
    sites_in,
    users_of,
    uses_by,
    uses_of,
)
from repobook.ask.tests.tests_answer import CoveringTest, CoveringTests, best_tests
from repobook.ask.trace.trace_answer import kernels
from repobook.index.reader.book_reader import BookReader
from repobook.index.reader.file_briefs import FileBrief, briefs_by_path
from repobook.model.answers import Edge, Matches, Nothing, SymbolLine
from repobook.model.kinds import CLASSES, HOLDERS, OPERATOR
from repobook.search.answers import AnswerRow, GraphAnswer
from repobook.search.query.questions import Asks, Question
from repobook.text.amounts import count, uncertain
from repobook.text.code.code_line import one_code_line

MAX_ROWS: Final = 8
_MAX_TEXT: Final = 120
_IMPORTING: Final = ("import", "deferred", "type-only", "include")
_ROLES: Final = {"docs": 1, "data": 1, "test": 2}


def answer_question(
    reader: BookReader, question: Question, spellings: Callable[[str], Iterable[str]]
) -> GraphAnswer | None:
    """``spellings`` returns names of the same letters, since case is rarely typed."""
    name = question.subject.removeprefix("./")
    if not name or any(letter.isspace() for letter in name):
        return None
    file = "" if reader.operators_called(name) else find_module(reader, name)
    if isinstance(file, str) and file:
        return _ABOUT_FILES.get(question.asks, _needed_by)(reader, file)
    symbols = _meant(reader, name, spellings)
    if not symbols or not _is_answered(reader, question, symbols):
        return None
    if question.asks == "definition" and symbols[0].kind == OPERATOR:
        return _implementations(reader, symbols, question.place)
    answer = _ABOUT_SYMBOLS[question.asks](reader, symbols[0])
    if question.asks == "definition":
        answer = _all_definitions(answer, symbols)
    return answer._replace(n_others=len(symbols) - 1)


def _is_answered(reader: BookReader, question: Question, symbols: list[SymbolLine]) -> bool:
    """Fields and namespaces all over are no one thing, and a test is not what is tested.

    Nor is a field tested that is asked for by a bare word: anything else with that name is meant.
    """
    if question.asks == "definition":
        return symbols[0].kind in HOLDERS or len(symbols) <= MAX_ROWS
    if question.asks != "tests":
        return True
    path = symbols[0].path
    is_field = symbols[0].kind == "field" and question.subject.isalnum()
    return not is_field and briefs_by_path(reader.rows, [path])[path].role != "test"


def _meant(
    reader: BookReader, name: str, spellings: Callable[[str], Iterable[str]]
) -> list[SymbolLine]:
    """The most likely first, code before tests and documents.

    Where no code has the name, a slightly different spelling is meant.
    """
    named = _code_first(reader, reader.symbols_called(name))
    if named and _place(reader, named[0]) == 0:
        return named
    spelt = spellings(name) if name.replace("_", "").isalnum() else ()
    others = [one for other in spelt for one in reader.symbols_called(other)]
    code = [one for one in others if _place(reader, one) == 0]
    return code or named


def _code_first(reader: BookReader, symbols: list[SymbolLine]) -> list[SymbolLine]:
    return sorted(symbols, key=lambda symbol: _place(reader, symbol))


def _place(reader: BookReader, symbol: SymbolLine) -> int:
    return _ROLES.get(briefs_by_path(reader.rows, [symbol.path])[symbol.path].role, 0)


def _all_definitions(answer: GraphAnswer, symbols: list[SymbolLine]) -> GraphAnswer:
    rows = [
        AnswerRow(symbol.path, symbol.line, _cut(symbol.signature or symbol.qualname), "")
        for symbol in symbols[:MAX_ROWS]
    ]
    command = f"repobook show {quote(symbols[0].name)}" if len(symbols) > 1 else answer.command
    return answer._replace(rows=tuple(rows), n_all=len(symbols), command=command)


def _implementations(reader: BookReader, operators: list[SymbolLine], backend: str) -> GraphAnswer:
    """Of an operator its kernels, and last the line that declares it."""
    hops = kernels(reader, operators, backend)
    rows = [
        AnswerRow(hop.target_path, hop.target_line, f"{hop.detail}: {hop.name}", hop.confidence)
        for hop in hops
        if hop.target
    ]
    rows += [AnswerRow(s.path, s.line, _cut(s.signature), "") for s in operators]
    distinct = list(dict.fromkeys(rows))
    where = f" for {backend}" if backend else ""
    statement = f"{count(len(distinct) - len(operators), 'kernel')}{where}"
    reasons = sorted({hop.rule for hop in hops if hop.rule})
    answer = _about(operators[0], "definition", statement, f"trace {quote(operators[0].qualname)}")
    covered = "; ".join(reasons)
    return answer._replace(rows=tuple(distinct[:MAX_ROWS]), n_all=len(distinct), covered=covered)


def _definition(reader: BookReader, symbol: SymbolLine) -> GraphAnswer:
    lines = f"lines {symbol.line}-{symbol.end_line}"
    return _about(symbol, "definition", lines, f"show {quote(symbol.id)}")


def _callers(reader: BookReader, symbol: SymbolLine) -> GraphAnswer:
    answer = uses_of(reader, symbol, Wanted("call", 1, 0))
    return _uses_answer(reader, answer, "call", "call", "callers")


def _uses(reader: BookReader, symbol: SymbolLine) -> GraphAnswer:
    return _uses_answer(reader, uses_of(reader, symbol, Wanted("", 1, 0)), "", "use", "uses")


def _uses_answer(
    reader: BookReader, answer: UsesAnswer, role: str, noun: str, asks: Asks
) -> GraphAnswer:
    command = f"refs {quote(answer.symbol.id)}" + (f" --kind {role}" if role else "")
    unsure = uncertain(answer.n_places, answer.n_sure)
    places = f"{count(answer.n_places, noun)} in {count(answer.n_files, 'file')}{unsure}"
    rows = [
        AnswerRow(site.path, site.line, _site_text(site), site.confidence)
        for site in _best_sites(reader, answer.symbol, role)
    ]
    statement = places if answer.n_places else _none(answer, noun)
    rows = rows or [
        AnswerRow(m.path, m.line, m.text, "") for m in answer.mentions.places[:MAX_ROWS]
    ]
    dynamic = count(answer.coverage.n_dynamic, "dynamic site")
    covered = f"{_unread(answer.coverage.n_unparsed)}; {dynamic} that may use it"
    answered = _about(answer.symbol, asks, statement, command)
    n_all = answer.n_places or answer.mentions.n_places
    return _listing(answered, rows, n_all, covered)


def _none(answer: UsesAnswer, noun: str) -> str:
    n_files = answer.mentions.n_files
    if not n_files:
        return f"no {noun} found"
    return f"no {noun} resolved; the name also appears in {count(n_files, 'file')}"


def _site_text(site: Site) -> str:
    return f"{site.role} in {site.within}" if site.within else site.role


def _best_sites(reader: BookReader, symbol: SymbolLine, role: str) -> list[Site]:
    """Two places a file, by importance of the file, tests last."""
    is_sure: dict[FileBrief, bool] = {}
    for file, use in users_of(reader, symbol.id, role):
        if role or use.role != "import":
            is_sure[file] = is_sure.get(file, False) or use.confidence != "ambiguous"
    best = sorted(
        is_sure, key=lambda f: (not is_sure[f], f.role == "test", -(f.score or 0), f.path)
    )
    sites: list[Site] = []
    for file in best[:MAX_ROWS]:
        file_sites = (site for site, _ in sites_in(reader, file.path, symbol.id, role))
        sites += islice((site for site in file_sites if role or site.role != "import"), 2)
    return sites[:MAX_ROWS]


def _subclasses(reader: BookReader, symbol: SymbolLine) -> GraphAnswer:
    answer = uses_of(reader, symbol, Wanted("inherit", 1, 0))
    n = len(answer.overrides)
    noun = "subclass" if symbol.kind in CLASSES else "overriding method"
    more = "at least " if answer.has_more_subclasses else ""
    statement = f"{more}{count(n, noun, noun + ('es' if noun[-1] == 's' else 's'))}"
    rows = [AnswerRow(s.path, s.line, f"{s.kind} {s.qualname}", "") for s in answer.overrides]
    answered = _about(
        symbol, "subclasses", statement if n else f"no {noun} found", f"refs {quote(symbol.id)}"
    )
    return _listing(answered, rows, n, _unread(answer.coverage.n_unparsed))


def _needs_of_symbol(reader: BookReader, symbol: SymbolLine) -> GraphAnswer:
    answer = uses_by(reader, symbol, Wanted())
    resolved = [use for use in answer.uses if use.target]
    rows = [
        AnswerRow(symbol.path, use.line, f"{use.role} {use.target}", use.confidence)
        for use in resolved
    ]
    n = len({use.target for use in resolved})
    statement = f"uses {count(n, 'thing')} of this repository"
    answered = _about(symbol, "needs", statement, f"refs {quote(symbol.id)} --out")
    return _listing(answered, rows, len(rows), _unread(answer.coverage.n_unparsed))


def _tests_of_symbol(reader: BookReader, symbol: SymbolLine) -> GraphAnswer:
    answer = best_tests(reader, symbol.id, MAX_ROWS)
    unanswered = _about(symbol, "tests", "", f"tests {quote(symbol.id)}")
    return _with_tests(unanswered, answer)


def _tests_of_file(reader: BookReader, path: str) -> GraphAnswer:
    unanswered = _about_file(path, "tests", "", f"tests {quote(path)}")
    return _with_tests(unanswered, best_tests(reader, path, MAX_ROWS))


def _with_tests(unanswered: GraphAnswer, answer: CoveringTests | Matches | Nothing) -> GraphAnswer:
    if not isinstance(answer, CoveringTests):
        return unanswered
    rows = [AnswerRow(test.path, _line(test), _why(test), "") for test in answer.tests]
    statement = count(answer.n_all, "test file") if rows else "no tests found"
    covered = f"{count(answer.n_test_files, 'test file')} searched, "
    covered += _unread(answer.n_unparsed)
    return _listing(unanswered._replace(statement=statement), rows, answer.n_all, covered)


def _line(test: CoveringTest | PlannedTest) -> int:
    return test.cases[0].line if test.cases else 1


def _why(test: CoveringTest) -> str:
    """The command of the best of its tests, where there is one."""
    command = next((case.command for case in test.cases if case.command), test.command)
    reasons = "; ".join(test.reasons[:2])
    return _cut(f"{command}: {reasons}" if command else reasons)


def _impact_of_symbol(reader: BookReader, symbol: SymbolLine) -> GraphAnswer:
    unanswered = _about(symbol, "impact", "", f"impact {quote(symbol.id)}")
    return _with_impact(unanswered, impact_of(reader, symbol.id, MAX_ROWS))


def _impact_of_file(reader: BookReader, path: str) -> GraphAnswer:
    unanswered = _about_file(path, "impact", "", f"impact {quote(path)}")
    return _with_impact(unanswered, impact_of(reader, path, MAX_ROWS))


def _with_impact(unanswered: GraphAnswer, answer: ImpactAnswer | Matches | Nothing) -> GraphAnswer:
    """The nearest callers, then the tests to run."""
    if not isinstance(answer, ImpactAnswer):
        return unanswered
    rows = [
        AnswerRow(c.path, c.line, f"{c.role} in {c.within}" if c.within else c.role, c.confidence)
        for c in answer.callers[: MAX_ROWS // 2]
    ]
    rows += [
        AnswerRow(t.path, _line(t), _cut(f"test: {t.command}" if t.command else "test"), "")
        for t in answer.tests[: MAX_ROWS - len(rows)]
    ]
    statement = f"{count(answer.n_callers, 'caller')}, {count(answer.n_tests, 'test file')} to run"
    n_all = answer.n_callers + answer.n_tests
    covered = f"unknown: {'; '.join(answer.unknown)}" if answer.unknown else ""
    return _listing(unanswered._replace(statement=statement), rows, n_all, covered)


def _place_of_file(reader: BookReader, path: str) -> GraphAnswer:
    n_lines = count(reader.n_lines(path), "line")
    return _about_file(path, "definition", n_lines, f"show {quote(path)}")


def _needs(reader: BookReader, path: str) -> GraphAnswer:
    answer = deps_of(reader, path)
    outside = f"; {len(answer.outside):,} external imports" if answer.outside else ""
    answered = _about_file(
        path, "needs", f"depends on {counted_files(answer.out)}{outside}", f"deps {quote(path)}"
    )
    rows = [AnswerRow(path, e.line, f"{e.kind} {e.path}", e.confidence) for e in _once(answer.out)]
    return _listing(answered, rows, len(rows), _unread(answer.n_unparsed))


def _needed_by(reader: BookReader, path: str) -> GraphAnswer:
    answer = deps_of(reader, path)
    answered = _about_file(
        path, "needed by", f"used by {counted_files(answer.into)}", f"deps {quote(path)}"
    )
    files = briefs_by_path(reader.rows, {edge.path for edge in answer.into})
    into = sorted(_once(answer.into), key=lambda edge: files[edge.path].role == "test")
    rows = [AnswerRow(e.path, e.line, f"{e.kind} {path}", e.confidence) for e in into]
    return _listing(answered, rows, len(rows), _unread(answer.n_unparsed))


def _about(symbol: SymbolLine, asks: Asks, statement: str, command: str) -> GraphAnswer:
    what = f"{symbol.kind} {symbol.qualname}"
    place = (symbol.id, symbol.path, symbol.line, what)
    return GraphAnswer(asks, *place, 0, statement, (), 0, f"repobook {command}", "")


def _about_file(path: str, asks: Asks, statement: str, command: str) -> GraphAnswer:
    return GraphAnswer(asks, path, path, 1, "file", 0, statement, (), 0, f"repobook {command}", "")


def _listing(
    answer: GraphAnswer, rows: Sequence[AnswerRow], n_all: int, covered: str
) -> GraphAnswer:
    return answer._replace(rows=tuple(rows[:MAX_ROWS]), n_all=n_all, covered=covered)


def _once(edges: Iterable[Edge]) -> list[Edge]:
    """One edge for each file, the import where there is one."""
    first: dict[str, Edge] = {}
    for edge in sorted(edges, key=lambda edge: edge.kind not in _IMPORTING):
        first.setdefault(edge.path, edge)
    return list(first.values())


def _cut(text: str) -> str:
    text = one_code_line(text)
    return text if len(text) <= _MAX_TEXT else text[: _MAX_TEXT - 1] + "…"


def _unread(n: int) -> str:
    return f"{count(n, 'file')} with parse problems"


_ABOUT_SYMBOLS: Final[dict[Asks, Callable[[BookReader, SymbolLine], GraphAnswer]]] = {
    "definition": _definition,
    "callers": _callers,
    "uses": _uses,
    "tests": _tests_of_symbol,
    "needs": _needs_of_symbol,
    "needed by": _uses,
    "subclasses": _subclasses,
    "impact": _impact_of_symbol,
}
_ABOUT_FILES: Final[dict[Asks, Callable[[BookReader, str], GraphAnswer]]] = {
    "definition": _place_of_file,
    "tests": _tests_of_file,
    "needs": _needs,
    "impact": _impact_of_file,
}
