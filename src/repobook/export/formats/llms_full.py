"""``llms-full.txt``: the purpose and symbols of every file, for models.

Without the source, which is in the repository; ``--path`` takes a folder at a time.
"""

from collections.abc import Iterator

from repobook.export.format import text_file
from repobook.export.formats.llms import plain
from repobook.index.reader.whole_book import FileRow, SymbolRow, WholeBook
from repobook.text.amounts import count
from repobook.text.naming.symbol_sections import UNINDEXED
from repobook.text.visible import one_visible_line

_MAX_DOC_LINES = 20


def _lines(book: WholeBook) -> Iterator[str]:
    yield f"# {plain(book.name)}"
    for file in book.files():
        if file.status == "documented":
            yield from _file(book, file)


def _file(book: WholeBook, file: FileRow) -> Iterator[str]:
    what = ", ".join(filter(None, (file.language, file.role, count(file.n_lines, "line"))))
    yield from ("", f"## {plain(file.path)}", "", what)
    yield from _quotation(file.doc)
    defined = book.symbols_of(file.id)
    symbols = [one for one in defined if one.exported and one.kind not in UNINDEXED]
    if symbols:
        yield ""
        yield from map(_symbol, symbols)


def _quotation(doc: str) -> Iterator[str]:
    lines = doc.split("\n")
    if doc:
        yield ""
        yield from (f"> {plain(line)}" for line in lines[:_MAX_DOC_LINES])
    if len(lines) > _MAX_DOC_LINES:
        yield f"> … {count(len(lines) - _MAX_DOC_LINES, 'more line')}"


def _symbol(symbol: SymbolRow) -> str:
    shown = one_visible_line(symbol.signature or symbol.qualname).replace("`", "'")
    return f"- L{symbol.line}-L{symbol.end_line} {symbol.kind} `{shown}`"


FORMAT = text_file("llms-full.txt", _lines, "the purpose and symbols of every file")
