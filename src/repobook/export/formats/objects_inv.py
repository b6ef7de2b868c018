"""``objects.inv`` of Sphinx: other projects' documentation links to names of this book's site."""

import zlib
from collections.abc import Iterator
from typing import Final

from repobook.export.format import one_file
from repobook.index.reader.whole_book import FileRow, SymbolRow, WholeBook
from repobook.model.blocks import PageRef
from repobook.model.book_layout import SITE
from repobook.render.file_names import as_address
from repobook.render.places import Places, places_of
from repobook.render.site import site_assets, site_search

_HEAD: Final = (
    "# Sphinx inventory version 2\n# Project: {name}\n# Version: {version}\n"
    "# The remainder of this file is compressed using zlib.\n"
)
_PYTHON: Final = {
    "class": "class",
    "function": "function",
    "method": "method",
    "test": "function",
    "field": "attribute",
    "property": "property",
    "variable": "data",
    "constant": "data",
}
_C: Final = {
    "function": "function",
    "struct": "struct",
    "union": "union",
    "enum": "enum",
    "macro": "macro",
    "type": "type",
    "variable": "var",
}
_CPP: Final = {
    "class": "class",
    "struct": "class",
    "function": "function",
    "method": "function",
    "enum": "enum",
    "type": "type",
    "union": "union",
}
_JAVASCRIPT: Final = {"class": "class", "function": "function", "method": "method"}
_ROLES: Final = {
    "Python": ("py", _PYTHON, "."),
    "C": ("c", _C, "."),
    "C++": ("cpp", _CPP, "::"),
    "CUDA": ("cpp", _CPP, "::"),
    "JavaScript": ("js", _JAVASCRIPT, "."),
    "TypeScript": ("js", _JAVASCRIPT, "."),
}
_CODE: Final = frozenset(("source", "build", "config"))


def _pieces(book: WholeBook) -> Iterator[bytes]:
    head = _HEAD.format(name=book.name, version=book.meta.get("commit", "")[:12])
    yield head.encode("utf-8", "replace")
    packer = zlib.compressobj(9)
    for line in _lines(book):
        yield packer.compress(f"{line}\n".encode("utf-8", "replace"))
    yield packer.flush()


def _lines(book: WholeBook) -> Iterator[str]:
    """Public names of code; of several called the same the first, as Sphinx would take it."""
    paths = [file.path for file in book.files()]
    places = places_of(paths, "", (site_assets.FOLDER, site_search.FOLDER))
    places = places._replace(suffix=".html")
    packages = {path.rpartition("/")[0] for path in paths if path.endswith("/__init__.py")}
    seen: set[tuple[str, str]] = set()
    for file in book.files():
        if file.language in _ROLES and file.role in _CODE:
            for line in _of_file(book, file, _page(places, file.path), packages):
                name, role, *_ = line.split(" ")
                if (name, role) not in seen:
                    seen.add((name, role))
                    yield line


def _page(places: Places, path: str) -> str:
    return f"{SITE}/{as_address(places.name(PageRef('source', path)))}"


def _of_file(book: WholeBook, file: FileRow, page: str, packages: set[str]) -> Iterator[str]:
    domain, roles, separator = _ROLES[file.language]
    module = python_module(file.path, packages) if domain == "py" else ""
    if module:
        yield f"{module} py:module 0 {page}#L1 -"
    for symbol in book.symbols_of(file.id):
        if symbol.exported and symbol.kind in roles and not symbol.overload > 1:
            name = _full_name(symbol, module, separator)
            if name and not any(letter.isspace() for letter in name):
                yield f"{name} {domain}:{roles[symbol.kind]} 1 {page}#L{symbol.line} -"


def _full_name(symbol: SymbolRow, module: str, separator: str) -> str:
    own = symbol.qualname.replace(".", separator)
    return f"{module}.{own}" if module else own


def python_module(path: str, packages: set[str]) -> str:
    """As it is imported: from the topmost folder around it that is a package."""
    folder, _, name = path.rpartition("/")
    parts = [] if name == "__init__.py" else [name.removesuffix(".py").removesuffix(".pyi")]
    while folder in packages:
        folder, _, last = folder.rpartition("/")
        parts.insert(0, last)
    return ".".join(parts)


FORMAT = one_file("objects.inv", _pieces, "names for Sphinx documentation of other projects")
