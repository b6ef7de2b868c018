"""``show``: the text of a symbol, lines of a file, or the outline of one."""

import re
from typing import Final

from repobook.ask.book import Book
from repobook.ask.source_lines import SourceLines
from repobook.mcp.answer import Answer, Row, line, quoted
from repobook.mcp.tool import Arguments, Parameter, Tool
from repobook.mcp.unresolved import other_meanings, unresolved
from repobook.model.answers import (
    FileAnswer,
    FolderAnswer,
    Matches,
    SymbolAnswer,
    SymbolLine,
)
from repobook.text.amounts import count

_PLACE: Final = re.compile(r"(.+?)(?::|#L)(\d{1,7})(?:-L?(\d{1,7}))?")
_MAX_SAME: Final = 4
_LINES_A_ROW: Final = 8
_AROUND: Final = 20
_NO_TEXT: Final = "its text is not in the book: it is listed, not documented"


def _ask(book: Book, given: Arguments, first: int) -> Answer:
    target = given["target"]
    place = _PLACE.fullmatch(target.strip())
    if place and (lines := _lines_at(book, place)):
        if isinstance(lines, Matches):
            return unresolved(lines, first)
        return _lines_answer(lines, first)
    shown = book.show(target)
    if isinstance(shown, SymbolAnswer):
        return _symbol(book, shown, given["detail"], first)
    if isinstance(shown, FileAnswer):
        return _file(shown, first)
    if isinstance(shown, FolderAnswer):
        return _folder(shown)
    return unresolved(shown, first)


def _lines_at(book: Book, place: re.Match[str]) -> SourceLines | Matches | None:
    """Around one line where no last one is given; None where that is no place in a file."""
    path, at, last = place[1], int(place[2]), place[3]
    wanted = (at, int(last)) if last else (max(1, at - _AROUND), at + _AROUND)
    found = book.show(path)
    if not isinstance(found, FileAnswer):
        return found if isinstance(found, Matches) and found.files else None
    return book.lines(found.file.path, *wanted)


def _lines_answer(lines: SourceLines, first: int) -> Answer:
    rows = _source_rows(lines)
    last = lines.first + len(lines.lines) - 1
    about = f"{lines.path}:{lines.first}-{last} of {count(lines.n_lines, 'line')}"
    about = about if lines.lines else f"{lines.path} has {count(lines.n_lines, 'line')}"
    return Answer(about, rows[first:], len(rows), "the file as it was when the book was built")


def _source_rows(lines: SourceLines) -> list[Row]:
    starts = range(0, len(lines.lines), _LINES_A_ROW)
    return [_source_row(lines, n) for n in starts]


def _source_row(lines: SourceLines, start: int) -> Row:
    part = lines.lines[start : start + _LINES_A_ROW]
    at = lines.first + start
    text = quoted("\n".join(part), at)
    cells: dict[str, str | int] = {"path": lines.path, "line": at, "kind": "source", "text": text}
    return Row(cells, text)


def _symbol(book: Book, answer: SymbolAnswer, detail: str, first: int) -> Answer:
    symbol = answer.symbol
    about = f"{symbol.path}:{symbol.line}-{symbol.end_line}  {symbol.kind} {symbol.qualname}"
    rows = [_symbol_row(symbol), *_doc_rows(symbol.path, symbol.line, answer.doc)]
    for nth, one in enumerate(answer.same[:_MAX_SAME]):
        rows.append(_symbol_row(one))
        rows += _doc_rows(one.path, one.line, "" if nth else answer.doc_there)
    lines = book.lines(symbol.path, symbol.line, symbol.end_line)
    if detail == "low" or lines is None:
        rows += map(_symbol_row, answer.members)
    else:
        rows = _source_rows(lines)
    covered = "the file as it was when the book was built"
    return Answer(about, rows[first:], len(rows), covered, other_meanings(answer.others))


def _file(answer: FileAnswer, first: int) -> Answer:
    file = answer.file
    facts = (file.language, file.role, count(file.n_lines, "line"), count(file.n_symbols, "symbol"))
    about = f"{file.path}:1-{file.n_lines}  {', '.join(filter(None, facts))}"
    rows = [*_doc_rows(file.path, 1, answer.doc), *map(_symbol_row, answer.outline)]
    notes = [f"{file.path}:{at} {tag}: {text}" for tag, at, text in answer.notes[:2]]
    if answer.diagnostics:
        notes.append(f"parse problem: {file.path}:{answer.diagnostics[0][0]}")
    covered = _NO_TEXT if file.status == "listed" else "every definition that was parsed"
    all_notes = (*notes, *filter(None, (file.reason,)))
    return Answer(about, rows[first:], len(rows), covered, all_notes, subjects=(file.path,))


def _folder(answer: FolderAnswer) -> Answer:
    about = f"{answer.path} is a folder of {count(answer.n_files, 'file')}: ask overview for it"
    return Answer(about, (), 0, "the whole folder")


def _symbol_row(symbol: SymbolLine) -> Row:
    place = f"{symbol.line}-{symbol.end_line}"
    cells: dict[str, str | int] = {"path": symbol.path, "line": symbol.line, "kind": symbol.kind}
    cells |= {"end": symbol.end_line, "text": symbol.signature or symbol.qualname}
    indent = "  " * symbol.depth
    return Row(cells, line(f"{place:>9}", f"{indent}{symbol.kind}", cells_text(symbol)))


def cells_text(symbol: SymbolLine) -> str:
    return symbol.signature if symbol.name in symbol.signature else symbol.qualname


def _doc_rows(path: str, at: int, doc: str) -> list[Row]:
    if not doc:
        return []
    text = "\n".join(f"     | {one}" for one in quoted_lines(doc))
    return [
        Row({"path": path, "line": at, "kind": "doc", "text": "\n".join(quoted_lines(doc))}, text)
    ]


def quoted_lines(doc: str) -> list[str]:
    return [line(one) for one in doc.split("\n")[:12]]


TOOL = Tool(
    "show",
    "Read source: a symbol by id (path::Name) or name, lines (path:10-40), or a file's outline. "
    "detail=low: signature, documentation and members of a symbol without its source.",
    (Parameter("target"), Parameter("detail", "", "full", choices=("low", "full"))),
    {"path": "string", "line": "integer", "end": "integer", "kind": "string", "text": "string"},
    _ask,
)
