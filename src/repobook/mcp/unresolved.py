"""Names with several matches or none: not an error, but a hint what to ask instead."""

from typing import Final

from repobook.mcp.answer import Answer, Row, line
from repobook.model.answers import FileLine, Matches, Nothing, Others, SymbolLine
from repobook.text.amounts import count

_MAX_OTHERS: Final = 5


def unresolved(answer: Matches | Nothing, first: int) -> Answer:
    return _matches(answer, first) if isinstance(answer, Matches) else _nothing(answer)


def other_meanings(others: Others) -> tuple[str, ...]:
    """The most likely thing of a name is answered for: which it is not about."""
    ids = ", ".join(symbol.id for symbol in others.symbols[:_MAX_OTHERS])
    return (f"{count(others.n_all, 'other')} of that name: {ids}",) if others.n_all else ()


def coverage(n_files: int, n_unparsed: int) -> str:
    return f"{count(n_files, 'file')}, {n_unparsed:,} of them with parse problems"


def _matches(answer: Matches, first: int) -> Answer:
    rows = [*map(_symbol_row, answer.symbols), *map(_file_row, answer.files)]
    about = f"{answer.n_all:,} symbols match {answer.name}: repeat the call with one of these ids"
    return Answer(about, rows[first:], answer.n_all, "all symbols and files of that name")


def _symbol_row(symbol: SymbolLine) -> Row:
    place = f"{symbol.path}:{symbol.line}"
    cells: dict[str, str | int] = {"path": symbol.path, "line": symbol.line}
    cells |= {"kind": symbol.kind, "name": symbol.id}
    return Row(cells, line(place, symbol.kind, symbol.id))


def _file_row(file: FileLine) -> Row:
    cells: dict[str, str | int] = {"path": file.path, "line": 1, "kind": "file", "name": file.path}
    return Row(cells, line(f"{file.path}:1", "file", count(file.n_lines, "line")))


def _nothing(answer: Nothing) -> Answer:
    close = (f"similar names: {', '.join(answer.close)}",) if answer.close else ()
    hint = ("search also finds inexact names",)
    covered = coverage(answer.n_files, answer.n_unparsed)
    return Answer(f"no match for {answer.name}", (), 0, covered, close or hint)
