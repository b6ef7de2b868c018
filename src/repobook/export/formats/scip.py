"""SCIP, the index that code browsers read: definitions and references with their ranges.

Only what was followed or follows a named rule is a reference here; the format has no word for
several candidates. Columns are bytes, as the book has them.
"""

import re
from collections.abc import Iterator
from typing import Final

from repobook import __version__
from repobook.export.format import one_file
from repobook.export.protobuf import message, number, packed, text
from repobook.index.reader.whole_book import FileRow, SymbolRow, WholeBook
from repobook.model.facts import unpack_position
from repobook.model.kinds import CLASSES

# Numbers of fields and of enumerated values, as the schema of SCIP has them.
_METADATA, _DOCUMENTS, _EXTERNAL = 1, 2, 3
_TOOL_INFO, _PROJECT_ROOT, _TEXT_ENCODING, _UTF8 = 2, 3, 4, 1
_PATH, _OCCURRENCES, _SYMBOLS, _LANGUAGE, _POSITION_ENCODING, _BYTES = 1, 2, 3, 4, 6, 1
_RANGE, _SYMBOL, _ROLES, _ENCLOSING, _TYPED, _TYPED_ENCLOSING = 1, 2, 3, 7, 8, 11
_DOCUMENTATION, _KIND, _DISPLAY_NAME, _SIGNATURE = 3, 5, 6, 7
_DEFINITION, _IMPORT = 1, 2
_SIGNATURE_TEXT: Final = 5
_KINDS: Final = {
    "class": 7,
    "constant": 8,
    "constructor": 9,
    "enum": 11,
    "enum_member": 12,
    "field": 15,
    "function": 17,
    "interface": 21,
    "kernel": 17,
    "key": 22,
    "macro": 25,
    "message": 28,
    "method": 26,
    "module": 29,
    "namespace": 30,
    "package": 35,
    "property": 41,
    "protocol": 42,
    "struct": 49,
    "test": 17,
    "trait": 53,
    "type": 54,
    "union": 59,
    "variable": 61,
}
_FILE_KIND: Final = 16
_LANGUAGES: Final = {
    "C++": "CPP",
    "C#": "CSharp",
    "Shell": "ShellScript",
    "Starlark": "Skylark",
    "TSX": "TypeScriptReact",
    "reStructuredText": "ReST",
    "Objective-C": "Objective_C",
    "Objective-C++": "Objective_CPP",
    "Protocol Buffer": "Protobuf",
    "INI": "Ini",
}
_CALLABLE: Final = frozenset(("function", "method", "constructor", "kernel", "test", "rpc"))
_TYPES: Final = frozenset((*CLASSES, "type", "message", "service"))
_SURE: Final = frozenset(("exact", "inferred"))
_PLAIN: Final = re.compile(r"[\w+$-]+", re.ASCII)
_SCHEME: Final = "repobook . . . "


def _pieces(book: WholeBook) -> Iterator[bytes]:
    """The metadata come first, so that a reader may take one document after the other."""
    yield message(_METADATA, _metadata())
    for file in book.files():
        if file.status == "documented":
            yield message(_DOCUMENTS, _document(book, file))
        else:  # it has no text here, but may be imported
            yield message(_EXTERNAL, _about_file(file))


def _metadata() -> bytes:
    tool = text(1, "repobook") + text(2, __version__)
    # Where the tree lies is the reader's business: the same sources give the same bytes anywhere.
    root = text(_PROJECT_ROOT, "file:///")
    return message(_TOOL_INFO, tool) + root + number(_TEXT_ENCODING, _UTF8)


def _document(book: WholeBook, file: FileRow) -> bytes:
    lines = book.text(file.id).encode("utf-8", "replace").split(b"\n")
    symbols = [*book.symbols_of(file.id)]
    parts = [text(_PATH, file.path), _own_symbol(file)]
    parts += [_definition(symbol, lines) for symbol in symbols]
    parts += [message(_SYMBOLS, _information(symbol)) for symbol in symbols]
    parts += _references(book, file)
    parts += _imports(book, file, lines)
    parts.append(text(_LANGUAGE, _LANGUAGES.get(file.language, file.language)))
    parts.append(number(_POSITION_ENCODING, _BYTES))
    return b"".join(parts)


def _own_symbol(file: FileRow) -> bytes:
    """What an import of the whole file refers to."""
    definition = _occurrence(1, 0, 0, file_symbol(file.path), _DEFINITION)
    return definition + message(_SYMBOLS, _about_file(file))


def _about_file(file: FileRow) -> bytes:
    return text(1, file_symbol(file.path)) + number(_KIND, _FILE_KIND)


def _definition(symbol: SymbolRow, lines: list[bytes]) -> bytes:
    line, start, end = _name_range(symbol, lines)
    around = (symbol.line - 1, 0, symbol.end_line - 1, _length(lines, symbol.end_line))
    enclosing = packed(_ENCLOSING, around) + message(_TYPED_ENCLOSING, _fields(around))
    return _occurrence(line, start, end, scip_symbol(symbol), _DEFINITION, enclosing)


def _name_range(symbol: SymbolRow, lines: list[bytes]) -> tuple[int, int, int]:
    """The name in the first lines of the definition; empty where the text spells it otherwise."""
    name = symbol.name.encode("utf-8", "replace")
    for line in range(symbol.line, min(symbol.end_line, symbol.line + 5) + 1):
        content = lines[line - 1] if line <= len(lines) else b""
        at = content.find(name, symbol.col if line == symbol.line else 0)
        if at >= 0:
            return line, at, at + len(name)
    return symbol.line, symbol.col, symbol.col


def _length(lines: list[bytes], line: int) -> int:
    return len(lines[line - 1]) if 0 < line <= len(lines) else 0


def _information(symbol: SymbolRow) -> bytes:
    parts = [text(1, scip_symbol(symbol)), text(_DOCUMENTATION, symbol.doc)]
    parts += [number(_KIND, _KINDS.get(symbol.kind, 0)), text(_DISPLAY_NAME, symbol.name)]
    if symbol.signature:
        parts.append(message(_SIGNATURE, text(_SIGNATURE_TEXT, symbol.signature)))
    return b"".join(parts)


def _references(book: WholeBook, file: FileRow) -> Iterator[bytes]:
    for group in book.references_of(file.id):
        if group.confidence in _SURE:
            length = len(group.name.encode("utf-8", "replace"))
            for symbol in filter(None, (target_symbol(book, key) for key in group.targets)):
                for line, col in map(unpack_position, group.positions):
                    yield _occurrence(line, col, col + length, symbol, 0)


def _imports(book: WholeBook, file: FileRow, lines: list[bytes]) -> Iterator[bytes]:
    for one in book.imports_of(file.id):
        if one.confidence in _SURE:
            name = (one.name or one.module.rpartition(".")[2]).encode("utf-8", "replace")
            content = lines[one.line - 1] if 0 < one.line <= len(lines) else b""
            at = max(content.find(name), 0)
            end = at + len(name) if name in content else at
            for symbol in filter(None, (target_symbol(book, key) for key in one.targets)):
                yield _occurrence(one.line, at, end, symbol, _IMPORT)


def _occurrence(
    line: int, start: int, end: int, symbol: str, roles: int, more: bytes = b""
) -> bytes:
    """Lines count from 0. Older readers know one way to write a range, newer ones the other."""
    place = (line - 1, start, end)
    parts = (packed(_RANGE, place), text(_SYMBOL, symbol), number(_ROLES, roles), more)
    typed = message(_TYPED, _fields(place))
    return message(_OCCURRENCES, b"".join((*parts, typed)))


def _fields(values: tuple[int, ...]) -> bytes:
    return b"".join(number(field, value) for field, value in enumerate(values, 1))


def target_symbol(book: WholeBook, key: int) -> str:
    """Of a symbol or a file; empty for what is gone."""
    symbol = book.symbol_by_key(key)
    if symbol:
        return scip_symbol(symbol)
    path = book.path_by_id(key)
    return file_symbol(path) if path else ""


def file_symbol(path: str) -> str:
    return f"{_SCHEME}{_name(path)}/"


def scip_symbol(symbol: SymbolRow) -> str:
    """The file as a namespace, the owners as types, then what it is."""
    owners = symbol.qualname.removesuffix(symbol.name).rstrip(".")
    inside = "".join(f"{_name(owner)}#" for owner in owners.split(".") if owner)
    return f"{file_symbol(symbol.path)}{inside}{_descriptor(symbol)}"


def _descriptor(symbol: SymbolRow) -> str:
    number = f"+{symbol.overload}" if symbol.overload > 1 else ""
    if symbol.kind in _CALLABLE:
        return f"{_name(symbol.name)}({number})."
    name = _name(f"{symbol.name}~{symbol.overload}" if number else symbol.name)
    if symbol.kind in _TYPES:
        return f"{name}#"
    if symbol.kind == "macro":
        return f"{name}!"
    return f"{name}/" if symbol.kind in ("namespace", "package") else f"{name}."


def _name(name: str) -> str:
    if _PLAIN.fullmatch(name):
        return name
    return "`" + (name or "?").replace("`", "``") + "`"


FORMAT = one_file("index.scip", _pieces, "definitions and references for code browsers")
