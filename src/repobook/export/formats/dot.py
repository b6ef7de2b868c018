"""DOT of Graphviz: files and what they depend on, one arrow for each pair."""

from collections.abc import Iterator
from itertools import groupby

from repobook.export.format import text_file
from repobook.index.reader.whole_book import EdgeRow, WholeBook
from repobook.text.visible import one_visible_line


def _lines(book: WholeBook) -> Iterator[str]:
    yield "digraph repobook {"
    yield "  rankdir=LR; node [shape=box];"
    for (source, target), edges in groupby(book.edges(), lambda edge: (edge.source, edge.target)):
        yield f"  {_quoted(source)} -> {_quoted(target)} {_attributes([*edges])};"
    yield "}"


def _attributes(edges: list[EdgeRow]) -> str:
    kinds = ", ".join(edge.kind for edge in edges)
    is_sure = any(edge.confidence == "exact" for edge in edges)
    return f"[label={_quoted(kinds)}]" if is_sure else f"[label={_quoted(kinds)}, style=dashed]"


def _quoted(text: str) -> str:
    escaped = one_visible_line(text).replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


FORMAT = text_file("repobook.dot", _lines, "the graph of files, for Graphviz")
