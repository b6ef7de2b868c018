"""``tests``: what to run for a file or a symbol."""

from repobook.ask.book import Book
from repobook.ask.tests.tests_answer import CoveringTest, CoveringTests
from repobook.mcp.answer import Answer, Row, line
from repobook.mcp.tool import Arguments, Parameter, Tool
from repobook.mcp.unresolved import other_meanings, unresolved
from repobook.text.amounts import count

_N_MORE = 100
_N_CASES = 3


def _ask(book: Book, given: Arguments, first: int) -> Answer:
    found = book.tests(given["target"], first + _N_MORE)
    return _answer(found, first) if isinstance(found, CoveringTests) else unresolved(found, first)


def _answer(found: CoveringTests, first: int) -> Answer:
    subject = found.symbol or found.path
    about = f"{subject}: {count(found.n_all, 'test file')} to run, best first"
    if found.role == "test":
        about = f"{found.path} is a test itself" + (f": {found.command}" if found.command else "")
    elif not found.n_all:
        about = f"{subject}: no tests found"
    rows = [_row(test) for test in found.tests[first:]]
    unread = f"{count(found.n_unparsed, 'file')} with parse problems"
    covered = f"{count(found.n_test_files, 'test file')}; {unread}"
    others = other_meanings(found.others)
    return Answer(about, rows, found.n_all, covered, others, subjects=(found.path,))


def _row(test: CoveringTest) -> Row:
    cells: dict[str, str | int] = {"path": test.path, "rank": test.rank}
    why = "; ".join(test.reasons)
    command = "; ".join([case.command for case in test.cases if case.command][:_N_CASES])
    cells |= {"command": command or test.command, "reasons": why}
    return Row(cells, line(f"{test.rank:>3} {test.path}", command or test.command, f"({why})"))


TOOL = Tool(
    "tests",
    "Tests to run after changing a file or symbol, best first, with reasons and commands.",
    (Parameter("target", "file or symbol"),),
    {"path": "string", "rank": "integer", "command": "string", "reasons": "string"},
    _ask,
)
