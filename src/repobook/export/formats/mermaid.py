"""Mermaid: which folder depends on which, small enough to be drawn by a page."""

from collections import Counter
from collections.abc import Iterator
from typing import Final

from repobook.export.format import text_file
from repobook.index.reader.whole_book import WholeBook
from repobook.text.visible import one_visible_line

_MAX_EDGES: Final = 60
_DEPTH: Final = 2
_FOLLOWED: Final = frozenset(("import", "include", "inherit", "call", "use", "build"))


def _lines(book: WholeBook) -> Iterator[str]:
    """The folders two levels below, those with most dependencies first."""
    n_by_pair = _dependencies(book)
    chosen = sorted(n_by_pair.items(), key=lambda one: (-one[1], one[0]))[:_MAX_EDGES]
    number = {name: n for n, name in enumerate(sorted({x for pair, _ in chosen for x in pair}))}
    yield "flowchart LR"
    for name, n in number.items():
        yield f'  f{n}["{_text(name)}"]'
    for (source, target), n in sorted(chosen):
        yield f"  f{number[source]} -->|{n}| f{number[target]}"
    if len(n_by_pair) > len(chosen):
        yield f"  %% left out: {len(n_by_pair) - len(chosen):,} pairs of folders with fewer"


def _dependencies(book: WholeBook) -> Counter[tuple[str, str]]:
    """Pairs of files between each pair of folders."""
    n_by_pair: Counter[tuple[str, str]] = Counter()
    last = ("", "")
    for edge in book.edges():
        pair = (_folder(book, edge.source), _folder(book, edge.target))
        files = (edge.source, edge.target)
        is_meant = edge.kind in _FOLLOWED and edge.confidence != "ambiguous"
        if is_meant and pair[0] != pair[1] and files != last:
            n_by_pair[pair] += 1
            last = files
    return n_by_pair


def _folder(book: WholeBook, path: str) -> str:
    inside = path[len(book.folder) + 1 :] if book.folder else path
    folder = "/".join(inside.split("/")[:-1][:_DEPTH])
    return folder or "."


def _text(name: str) -> str:
    """Quotes, brackets and the like would end the label."""
    shown = one_visible_line(name)
    return "".join(c if c.isalnum() or c in "/._- " else f"#{ord(c)};" for c in shown)


FORMAT = text_file("repobook.mmd", _lines, "dependencies between folders, for Mermaid")
