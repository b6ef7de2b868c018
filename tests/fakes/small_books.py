"""A book whose pages are written by hand, a few blocks each, so that tests can spoil them."""

import shutil
from pathlib import Path

from repobook.build.pages.formats import FORMATS, Format
from repobook.index.publish.manifest import file_sha256, manifest_text, read_manifest
from repobook.model.blocks import (
    Block,
    Bullets,
    Cite,
    Code,
    Heading,
    Link,
    Page,
    PageKind,
    PageRef,
    Paragraph,
    Quotation,
    Section,
    SourceText,
    Table,
)
from repobook.model.book_layout import MANIFEST
from repobook.verify.expected_pages import GLOBAL
from tests.fakes.books import files, make_book
from tests.fakes.trees import write_tree

A = 'def f(x):\n    """Says | so."""\n    return x[0] | 1\n'
TREE: dict[str, str | bytes] = {
    "pkg/a.py": A,
    "pkg/b.md": "# B\r\n```\r\ncode\r\n```\r\n",
    "index.md/c.txt": "\x1b[31m `` ](x) no break at the end",
    "blob.bin": b"\0\1\2",
    "empty.py": "",
}
_OF_FILE: tuple[PageKind, ...] = ("file", "keywords")
_OF_FOLDER: tuple[PageKind, ...] = ("listing", "overview", "subtree")


def make_small_book(root: Path, book: Path, sources: str = "") -> None:
    make_book(write_tree(root, TREE), book)
    documented = [path for path, reason in files(book).items() if not reason]
    refs = [PageRef(kind, path) for kind in _OF_FILE for path in documented]
    refs += [PageRef(kind, folder) for kind in _OF_FOLDER for folder in ("", "pkg", "index.md")]
    refs += [PageRef(kind) for kind in GLOBAL]
    for format in FORMATS:
        _write(format, book, refs, sources)
    refresh(book)


def _write(format: Format, book: Path, refs: list[PageRef], sources: str) -> None:
    places = format.places(files(book), sources, "small")
    texts = {**_shards(format, book), **dict(format.shared(""))}
    shutil.rmtree(book / format.name)
    for ref in refs:
        if ref.kind in _OF_FILE and ref.kind not in format.kinds_of_file:
            continue
        if not format.has(ref.kind):
            continue
        section = Section("Original Source", tuple(_blocks(ref)))
        page = Page(ref, ref.path, (section,), (), (("home", PageRef("listing")),))
        for part in format.parts(page) if ref.kind == "file" else (page,):
            texts[places.name(part.ref)] = format.written(part, places).text
    for page in format.own_pages:
        texts[places.name(page.ref)] = format.written(page, places).text
    for name, text in texts.items():
        target = book / format.name / name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(text.encode())


def _shards(format: Format, book: Path) -> dict[str, str]:
    """The search that was made with the real pages."""
    folder = book / format.name
    found = sorted((folder / format.index_folder.strip("/")).glob("*.js"))
    return {str(path.relative_to(folder)): path.read_text() for path in found}


def _blocks(ref: PageRef) -> list[Block]:
    content = TREE.get(ref.path, "")
    a_file = PageRef("file", "pkg/a.py")
    found: list[Block] = [
        Heading(3, ("Symbol",), "f"),
        Table(("A", "B"), (((Cite("pkg/a.py", 3, 3, "x[0] | 1"),), (Cite("pkg/a.py", 1, 3),)),)),
        Paragraph((Link(a_file, "f", "f"), Link(a_file, "s", "original-source"))),
        Quotation("Says", Cite("pkg/a.py", 2)),
    ]
    if ref.kind == "verification":
        found.append(Bullets(((Code("blob.bin"),),)))
    if ref.kind == "file" and content:
        found.append(SourceText(ref.path, "", str(content)))
    return found


def n_outputs(book: Path) -> int:
    """How many pages and shared files the book has in all formats, without the search index."""
    found = [file for format in FORMATS for file in (book / format.name).rglob("*")]
    return sum(file.is_file() and file.parent.name != "book-index" for file in found)


def refresh(book: Path) -> None:
    """The manifest of what lies there now."""
    made_from = read_manifest(book)["made_from"]
    pages = [page for format in FORMATS for page in (book / format.name).rglob("*")]
    outputs = [book / "book.db", *(page for page in pages if page.is_file())]
    sums = {str(path.relative_to(book)): file_sha256(path) for path in outputs}
    (book / MANIFEST).write_bytes(manifest_text(sums, {"made_from": made_from}))
