"""Answers natural questions from the graph, by the same answers that ``refs`` and others give.

What is asked about must be there by that very name: where it is not, there is no answer, and the
question is a plain search.
"""

from collections.abc import Callable, Iterable
from itertools import islice
from shlex import quote
from typing import Final

from repobook.model.kinds import CLASSES, HOLDERS
from repobook.search.questions import Asks, Question
from repobook.service.answers import Matches, Nothing, SymbolLine
from repobook.service.dependencies import Edge, deps_of, find_file
from repobook.service.reader import BookReader
from repobook.service.search_answers import AnswerRow, GraphAnswer
from repobook.service.testing import CoveringTest, CoveringTests, tests_of
from repobook.service.usage import Site, UsesAnswer, Wanted, sites_in, uses_by, uses_of
from repobook.store.ids import symbol_key
from repobook.text.amounts import count

MAX_ROWS: Final = 8
_MAX_TEXT: Final = 120
_ROLES: Final = {"docs": 1, "data": 1, "test": 2}


def answer_question(
    reader: BookReader, question: Question, spellings: Callable[[str], Iterable[str]]
) -> GraphAnswer | None:
    """``spellings`` tells names of the same letters, for what is rarely asked for in its case."""
    name = question.subject.removeprefix("./")
    if not name or any(letter.isspace() for letter in name):
        return None
    file = find_file(reader, name)
    if isinstance(file, str):
        return _ABOUT_FILES.get(question.asks, _needed_by)(reader, file)
    symbols = _meant(reader, name, spellings)
    if not symbols or not _is_answered(reader, question, symbols):
        return None
    answer = _ABOUT_SYMBOLS[question.asks](reader, symbols[0])
    if question.asks == "definition":
        answer = _all_definitions(answer, symbols)
    return answer._replace(n_others=len(symbols) - 1)


def _is_answered(reader: BookReader, question: Question, symbols: list[SymbolLine]) -> bool:
    """Fields and namespaces all over are no one thing, and a test is not what is tested."""
    if question.asks == "definition":
        return symbols[0].kind in HOLDERS or len(symbols) <= MAX_ROWS
    role = reader.rows("SELECT role FROM file WHERE path = ?", (symbols[0].path,))[0][0]
    return question.asks != "tests" or role != "test"


def _meant(
    reader: BookReader, name: str, spellings: Callable[[str], Iterable[str]]
) -> list[SymbolLine]:
    """What most places speak of first, code before tests and documents.

    Where no code is called so, code that is spelt a little differently is meant.
    """
    found = reader.symbols_called(name)
    ranked = _ranked(reader, found)
    if ranked and ranked[0][0] == 0:
        return [symbol for *_, symbol in ranked]
    spelt = spellings(name) if name.replace("_", "").isalnum() else ()
    others = [one for other in spelt for one in reader.symbols_called(other)]
    code = [one for one in _ranked(reader, others) if one[0] == 0]
    return [symbol for *_, symbol in code or ranked]


def _ranked(
    reader: BookReader, symbols: list[SymbolLine]
) -> list[tuple[int, int, str, int, SymbolLine]]:
    standing = {
        (name, path, qualname, line): (_ROLES.get(role, 0), -n)
        for name in sorted({symbol.name for symbol in symbols})
        for path, qualname, line, role, n in reader.rows(_STANDING, (name,))
    }
    return sorted(
        (*standing[s.name, s.path, s.qualname, s.line], s.path, s.line, s) for s in symbols
    )


def _all_definitions(answer: GraphAnswer, symbols: list[SymbolLine]) -> GraphAnswer:
    rows = [
        AnswerRow(symbol.path, symbol.line, _cut(symbol.signature or symbol.qualname), "")
        for symbol in symbols[:MAX_ROWS]
    ]
    command = f"repobook show {quote(symbols[0].name)}" if len(symbols) > 1 else answer.command
    return answer._replace(rows=tuple(rows), n_all=len(symbols), command=command)


def _definition(reader: BookReader, symbol: SymbolLine) -> GraphAnswer:
    lines = f"lines {symbol.line}-{symbol.end_line}"
    return _about(symbol, "definition", lines, f"show {quote(symbol.id)}")


def _callers(reader: BookReader, symbol: SymbolLine) -> GraphAnswer:
    answer = uses_of(reader, symbol, Wanted("call", 1, 0))
    return _told_uses(reader, answer, "call", "call", "callers")


def _uses(reader: BookReader, symbol: SymbolLine) -> GraphAnswer:
    return _told_uses(reader, uses_of(reader, symbol, Wanted("", 1, 0)), "", "use", "uses")


def _told_uses(
    reader: BookReader, answer: UsesAnswer, role: str, noun: str, asks: Asks
) -> GraphAnswer:
    command = f"refs {quote(answer.symbol.id)}" + (f" --kind {role}" if role else "")
    sure = ", ".join(f"{n:,} {confidence}" for confidence, n in answer.by_confidence)
    places = f"{count(answer.n_places, noun)} in {count(answer.n_files, 'file')} ({sure})"
    rows = [
        AnswerRow(site.path, site.line, _told_site(site), site.confidence)
        for site in _telling_sites(reader, answer.symbol, role)
    ]
    found = places if answer.n_places else f"no {noun} found"
    dynamic = count(answer.coverage.n_dynamic, "dynamic site")
    covered = f"{_unread(answer.coverage.n_unparsed)}; {dynamic} that may use it"
    told = _about(answer.symbol, asks, found, command)
    return told._replace(rows=tuple(rows), n_all=answer.n_places, covered=covered)


def _told_site(site: Site) -> str:
    return f"{site.role} in {site.within}" if site.within else site.role


def _telling_sites(reader: BookReader, symbol: SymbolLine, role: str) -> list[Site]:
    """Two places a file, first of the files that others lean on, last of tests."""
    rows = reader.rows(_BEST_USERS, (symbol_key(symbol.id), role, role, MAX_ROWS))
    sites: list[Site] = []
    for (path,) in rows:
        found = (site for site, _ in sites_in(reader, path, symbol.id, role))
        sites += islice((site for site in found if role or site.role != "import"), 2)
    return sites[:MAX_ROWS]


def _subclasses(reader: BookReader, symbol: SymbolLine) -> GraphAnswer:
    answer = uses_of(reader, symbol, Wanted("inherit", 1, 0))
    n = len(answer.overrides)
    noun = "subclass" if symbol.kind in CLASSES else "overriding method"
    more = "at least " if answer.has_more_subclasses else ""
    found = f"{more}{count(n, noun, noun + ('es' if noun[-1] == 's' else 's'))}"
    rows = [AnswerRow(s.path, s.line, f"{s.kind} {s.qualname}", "") for s in answer.overrides]
    told = _about(
        symbol, "subclasses", found if n else f"no {noun} found", f"refs {quote(symbol.id)}"
    )
    covered = _unread(answer.coverage.n_unparsed)
    return told._replace(rows=tuple(rows[:MAX_ROWS]), n_all=n, covered=covered)


def _needs_of_symbol(reader: BookReader, symbol: SymbolLine) -> GraphAnswer:
    answer = uses_by(reader, symbol, Wanted())
    known = [use for use in answer.uses if use.target]
    rows = [
        AnswerRow(symbol.path, use.line, f"{use.role} {use.target}", use.confidence)
        for use in known[:MAX_ROWS]
    ]
    n = len({use.target for use in known})
    found = f"uses {count(n, 'thing')} of this repository"
    told = _about(symbol, "needs", found, f"refs {quote(symbol.id)} --out")
    covered = _unread(answer.coverage.n_unparsed)
    return told._replace(rows=tuple(rows), n_all=len(known), covered=covered)


def _tests_of_symbol(reader: BookReader, symbol: SymbolLine) -> GraphAnswer:
    answer = tests_of(reader, symbol.id)
    told = _about(symbol, "tests", "", f"tests {quote(symbol.id)}")
    return _told_tests(told, answer)


def _tests_of_file(reader: BookReader, path: str) -> GraphAnswer:
    told = _about_file(path, "tests", "", f"tests {quote(path)}")
    return _told_tests(told, tests_of(reader, path))


def _told_tests(told: GraphAnswer, answer: CoveringTests | Matches | Nothing) -> GraphAnswer:
    if not isinstance(answer, CoveringTests):
        return told
    rows = [AnswerRow(test.path, 1, _why(test), "") for test in answer.tests[:MAX_ROWS]]
    covered = f"{count(answer.n_test_files, 'test file')} looked through, "
    return told._replace(
        statement=count(len(answer.tests), "test file") if rows else "no tests found",
        rows=tuple(rows),
        n_all=len(answer.tests),
        covered=covered + _unread(answer.n_unparsed),
    )


def _why(test: CoveringTest) -> str:
    told = "; ".join(test.reasons[:2])
    return _cut(f"{test.command}: {told}" if test.command else told)


def _place_of_file(reader: BookReader, path: str) -> GraphAnswer:
    n = reader.number("SELECT lines FROM file WHERE path = ?", (path,))
    return _about_file(path, "definition", count(n, "line"), f"show {quote(path)}")


def _needs(reader: BookReader, path: str) -> GraphAnswer:
    answer = deps_of(reader, path)
    outside = f"; {len(answer.outside):,} imports lead outside" if answer.outside else ""
    told = _about_file(
        path, "needs", f"depends on {_n_files(answer.out)}{outside}", f"deps {quote(path)}"
    )
    rows = [AnswerRow(path, e.line, f"{e.kind} {e.path}", e.confidence) for e in _once(answer.out)]
    return told._replace(
        rows=tuple(rows[:MAX_ROWS]), n_all=len(rows), covered=_unread(answer.n_unparsed)
    )


def _needed_by(reader: BookReader, path: str) -> GraphAnswer:
    answer = deps_of(reader, path)
    told = _about_file(
        path, "needed by", f"needed by {_n_files(answer.into)}", f"deps {quote(path)}"
    )
    tests = {test for (test,) in reader.rows(_TESTS_AMONG, (path,))}
    into = sorted(_once(answer.into), key=lambda edge: edge.path in tests)
    rows = [AnswerRow(e.path, e.line, f"{e.kind} {path}", e.confidence) for e in into]
    return told._replace(
        rows=tuple(rows[:MAX_ROWS]), n_all=len(rows), covered=_unread(answer.n_unparsed)
    )


def _about(symbol: SymbolLine, asks: Asks, statement: str, command: str) -> GraphAnswer:
    what = f"{symbol.kind} {symbol.qualname}"
    place = (symbol.id, symbol.path, symbol.line, what)
    return GraphAnswer(asks, *place, 0, statement, (), 0, f"repobook {command}", "")


def _about_file(path: str, asks: Asks, statement: str, command: str) -> GraphAnswer:
    return GraphAnswer(asks, path, path, 1, "file", 0, statement, (), 0, f"repobook {command}", "")


def _once(edges: Iterable[Edge]) -> list[Edge]:
    """One edge for each file, the import where there is one."""
    first: dict[str, Edge] = {}
    for edge in sorted(edges, key=lambda edge: edge.kind not in ("import", "include")):
        first.setdefault(edge.path, edge)
    return list(first.values())


def _n_files(edges: Iterable[Edge]) -> str:
    return count(len({edge.path for edge in edges if edge.confidence != "ambiguous"}), "file")


def _cut(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= _MAX_TEXT else text[: _MAX_TEXT - 1] + "…"


def _unread(n: int) -> str:
    return f"{count(n, 'file')} not fully read"


_ABOUT_SYMBOLS: Final[dict[Asks, Callable[[BookReader, SymbolLine], GraphAnswer]]] = {
    "definition": _definition,
    "callers": _callers,
    "uses": _uses,
    "tests": _tests_of_symbol,
    "needs": _needs_of_symbol,
    "needed by": _uses,
    "subclasses": _subclasses,
}
_ABOUT_FILES: Final[dict[Asks, Callable[[BookReader, str], GraphAnswer]]] = {
    "definition": _place_of_file,
    "tests": _tests_of_file,
    "needs": _needs,
}
_BEST_USERS: Final = """
    SELECT f.path FROM referrer r JOIN file f ON f.id = r.file
    LEFT JOIN file_rank k ON k.file = f.id
    WHERE r.target = ? AND ? IN ('', r.role) AND (? != '' OR r.role != 'import')
    GROUP BY f.path
    ORDER BY min(r.confidence = 'ambiguous'), f.role = 'test', max(coalesce(k.score, 0)) DESC,
             f.path LIMIT ?
"""
_TESTS_AMONG: Final = """
    SELECT s.path FROM file t JOIN edge e ON e.target = t.id JOIN file s ON s.id = e.source
    WHERE t.path = ? AND s.role = 'test'
"""
_STANDING: Final = """
    SELECT f.path, s.qualname, s.line, f.role,
           (SELECT coalesce(sum(r.n), 0) FROM referrer r
            WHERE r.target = s.key AND r.confidence != 'ambiguous')
    FROM symbol s JOIN file f ON f.id = s.file WHERE s.name = ?
"""
