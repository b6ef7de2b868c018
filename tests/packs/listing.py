"""Routes and commands of a book as plain lists."""

from pathlib import Path

from repobook.index.reader.binding_reader import BindingReader
from repobook.index.reader.book_reader import BookReader
from repobook.index.reader.route_reader import RouteReader


def subjects_below(book: Path, folder: str, kind: str) -> str:
    """A line for each: its whole name and what it runs."""
    reader = BookReader(book)
    bindings = BindingReader(reader)
    lines = [
        f"{line.name} {' '.join(bindings.ids_of(line.handlers)) or 'in place'}\n"
        for line in RouteReader(reader, bindings).all(kind)
        if line.symbol.path.startswith(f"{folder}/")
    ]
    reader.close()
    return "".join(lines).replace(f" {folder}/", " ")
