"""``overview``: what a folder or the whole repository is made of."""

from repobook.ask.book import Book
from repobook.mcp.answer import Answer, Row, line
from repobook.mcp.tool import Arguments, Parameter, Tool
from repobook.mcp.unresolved import unresolved
from repobook.model.answers import (
    FileAnswer,
    FileLine,
    FolderAnswer,
    FolderLine,
    Matches,
    Nothing,
    SymbolAnswer,
)
from repobook.text.amounts import count

_N_LANGUAGES = 6


def _ask(book: Book, given: Arguments, first: int) -> Answer:
    found = book.show(given["folder"] or ".")
    if isinstance(found, FolderAnswer):
        return _answer(book, found, first)
    if isinstance(found, Matches | Nothing):
        return unresolved(found, first)
    return _no_folder(found)


def _no_folder(found: SymbolAnswer | FileAnswer) -> Answer:
    name = found.file.path if isinstance(found, FileAnswer) else found.symbol.id
    return Answer(f"{name} is no folder: ask show for it", (), 0, "files and folders by path")


def _answer(book: Book, found: FolderAnswer, first: int) -> Answer:
    size = f"{count(found.n_files, 'file')}, {count(found.n_lines, 'line')}"
    rows = [*map(_folder_row, found.folders), *map(_file_row, found.files)]
    notes = _languages(book) if found.path == "." else ()
    markers = (found.markers,) if found.markers else ()
    return Answer(
        f"{found.path}/  {size}", rows[first:], len(rows), "every file", (*notes, *markers)
    )


def _languages(book: Book) -> tuple[str, ...]:
    shares = [one for one in book.status().languages if one.name]
    most = [f"{one.name} {count(one.n_files, 'file')}" for one in shares[:_N_LANGUAGES]]
    return (f"languages: {', '.join(most)}",)


def _folder_row(folder: FolderLine) -> Row:
    size = f"{count(folder.n_files, 'file')}, {count(folder.n_symbols, 'symbol')}"
    cells: dict[str, str | int] = {"path": f"{folder.path}/", "kind": "folder", "text": size}
    return Row(cells, line(f"{folder.path}/", size))


def _file_row(file: FileLine) -> Row:
    size = f"{count(file.n_lines, 'line')}, {count(file.n_symbols, 'symbol')}"
    what = ", ".join(filter(None, (file.language, file.role, size, file.reason)))
    return Row({"path": file.path, "kind": "file", "text": what}, line(file.path, what))


TOOL = Tool(
    "overview",
    "What a folder, or without one the repository, holds: folders, files, languages, sizes.",
    (Parameter("folder", "", ""),),
    {"path": "string", "kind": "string", "text": "string"},
    _ask,
)
