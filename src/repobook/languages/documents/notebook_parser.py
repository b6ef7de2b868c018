"""Jupyter notebooks: headings of their text and definitions of their code, at the notebook's lines.

A notebook is JSON whose cells hold lines of text as strings: each string is read where it stands.
"""

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from repobook.languages.data.json_parser import unescaped
from repobook.languages.documents.commonmark import read_blocks
from repobook.languages.documents.markdown_parser import Reading
from repobook.model.facts import Diagnostic, FileFacts, Import, TextBlock
from repobook.parse import comments
from repobook.parse.scanners.outline import decoded
from repobook.parse.source import SourceText

_TOKEN: Final = re.compile(
    rb"\"(?P<string>[^\"\\\n]*+(?>(?:\\.[^\"\\\n]*+)*))\"?(?P<colon>\s*+:)?|(?P<mark>[{}\[\]])",
    re.S,
)
_DEFINITION: Final = re.compile(rb"(?:async\s++)?(def|class)\s++(\w++)")
_IMPORT: Final = re.compile(
    rb"import\s++([\w.]++)(?:\s++as\s++(\w++))?|from\s++([\w.]++)\s++import\b"
)
_FROM_NAMES: Final = re.compile(rb"(\w++)(?:\s++as\s++(\w++))?")
_CELL_DEPTH: Final = 3


class _Cell(NamedTuple):
    kind: str
    lines: list[tuple[int, bytes]]
    """Lines of the cell with the line of the notebook where each stands."""


def facts(source: SourceText) -> FileFacts:
    reading = Reading()
    for cell in _cells(source):
        if cell.kind == "markdown":
            _read_text(cell, reading)
        elif cell.kind == "code":
            _read_code(cell, reading)
            reading.texts += _comments(cell)
    reading.finish()
    reading.diagnostics += _diagnostics(source)
    return reading.facts(source)


def _diagnostics(source: SourceText) -> tuple[Diagnostic, ...]:
    is_notebook = not source.data.strip() or b'"cells"' in source.data
    return () if is_notebook else (Diagnostic(1, "no cells found"),)


def _cells(source: SourceText) -> Iterator[_Cell]:
    """Objects at the depth of cells, their type and the strings of their source."""
    depth, key = 0, b""
    kind, lines = "", list[tuple[int, bytes]]()
    for match in _TOKEN.finditer(source.data):
        mark = match.group("mark")
        if mark in (b"{", b"["):
            depth += 1
        elif mark:
            if depth == _CELL_DEPTH and mark == b"}":
                yield _Cell(kind, lines)
                kind, lines = "", []
            depth -= 1
        elif match.group("colon"):
            key = match.group("string") if depth == _CELL_DEPTH else b""
        elif key == b"cell_type":
            kind, key = decoded(match.group("string")), b""
        elif key == b"source":
            lines += _lines(source.line_of(match.start()), unescaped(match.group("string")))
            key = key if depth > _CELL_DEPTH else b""


def _lines(number: int, text: str) -> list[tuple[int, bytes]]:
    return [
        (number, line.encode("utf-8", "replace")) for line in text.removesuffix("\n").split("\n")
    ]


def _read_text(cell: _Cell, reading: Reading) -> None:
    numbers = [number for number, _ in cell.lines]
    for block in read_blocks([line for _, line in cell.lines]):
        pieces = tuple(piece._replace(line=numbers[piece.line - 1]) for piece in block.pieces)
        end_line = numbers[block.end_line - 1]
        reading.read_block(block._replace(pieces=pieces, end_line=end_line))


def _read_code(cell: _Cell, reading: Reading) -> None:
    for number, line in cell.lines:
        if match := _DEFINITION.match(line):
            _define(match, number, line, reading)
        elif match := _IMPORT.match(line):
            reading.imports += _imports(match, number, line)
    if cell.lines:
        reading.reach(cell.lines[-1][0])


def _define(match: re.Match[bytes], number: int, line: bytes, reading: Reading) -> None:
    kind = "class" if match.group(1) == b"class" else "function"
    reading.outline.add(
        kind,
        decoded(match.group(2)),
        number,
        parent=reading.section,
        signature=comments.shorten(decoded(line).strip(" :")),
        doc="",
    )


def _imports(match: re.Match[bytes], number: int, line: bytes) -> list[Import]:
    module, alias, origin = (decoded(part or b"") for part in match.groups())
    if module:
        return [Import(module, "", alias, "import", number)]
    names = _FROM_NAMES.finditer(line[match.end() :].partition(b"#")[0])
    return [
        Import(origin, decoded(name.group(1)), decoded(name.group(2) or b""), "from", number)
        for name in names
    ]


def _comments(cell: _Cell) -> list[TextBlock]:
    line_comments = [
        comments.Comment(number, number, 0, decoded(line.strip()), True)
        for number, line in cell.lines
        if line.lstrip().startswith(b"#")
    ]
    return list(comments.blocks(line_comments))
