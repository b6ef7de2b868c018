"""``llms.txt``: a table of contents for models, one line per file."""

from collections.abc import Iterator
from typing import Final

from repobook.export.format import text_file
from repobook.index.reader.whole_book import FileRow, WholeBook
from repobook.model.blocks import PageRef
from repobook.model.book_layout import MARKDOWN
from repobook.render.file_names import as_address
from repobook.render.markdown.markdown_text import literal
from repobook.render.places import Places, places_of
from repobook.text.amounts import count
from repobook.text.visible import one_visible_line

_OPTIONAL: Final = frozenset(("generated", "vendored", "data", "test"))


def _lines(book: WholeBook) -> Iterator[str]:
    yield f"# {plain(book.name)}"
    yield ""
    n_files = sum(file.status == "documented" for file in book.files())
    yield f"> {count(n_files, 'file')} of source, each with a page: what it is for, what uses it, "
    yield "> how it is tested, with the lines that show it."
    places = places_of([file.path for file in book.files()])
    yield from _section(book, places, is_optional=False)
    yield from _section(book, places, is_optional=True)


def _section(book: WholeBook, places: Places, is_optional: bool) -> Iterator[str]:
    """What may be left out of a short context stands last, as the convention has it."""
    folder = None
    for file in book.files():
        if file.status != "documented" or (file.role in _OPTIONAL) != is_optional:
            continue
        own_folder = "Optional" if is_optional else file.path.rpartition("/")[0] or "."
        if own_folder != folder:
            folder = own_folder
            yield from ("", f"## {plain(folder)}", "")
        yield _line(places, file)


def _line(places: Places, file: FileRow) -> str:
    address = as_address(f"{MARKDOWN}/{places.name(PageRef('file', file.path))}")
    about = f": {plain(file.summary)}" if file.summary else ""
    return f"- [{plain(file.path)}]({address}){about}"


def plain(text: str) -> str:
    """One line of text that no reader takes for markup."""
    return literal(one_visible_line(text))


FORMAT = text_file("llms.txt", _lines, "a table of contents for models")
