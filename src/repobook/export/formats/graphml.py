"""GraphML: files and their edges, for programs that lay out and measure graphs."""

from collections.abc import Iterator
from typing import Final
from xml.sax.saxutils import escape, quoteattr

from repobook.export.format import text_file
from repobook.index.reader.whole_book import EdgeRow, FileRow, WholeBook
from repobook.text.visible import visible

_HEAD: Final = '<?xml version="1.0" encoding="UTF-8"?>'
_ROOT: Final = '<graphml xmlns="http://graphml.graphdrawing.org/xmlns">'
_KEYS: Final = (
    ("language", "node", "string"),
    ("role", "node", "string"),
    ("lines", "node", "int"),
    ("kind", "edge", "string"),
    ("line", "edge", "int"),
    ("confidence", "edge", "string"),
    ("n", "edge", "int"),
)


def _lines(book: WholeBook) -> Iterator[str]:
    yield _HEAD
    yield _ROOT
    for name, owner, kind in _KEYS:
        yield f'<key id="{name}" for="{owner}" attr.name="{name}" attr.type="{kind}"/>'
    yield '<graph edgedefault="directed">'
    yield from map(_node, book.files())
    yield from map(_edge, book.edges())
    yield "</graph>"
    yield "</graphml>"


def _node(file: FileRow) -> str:
    data = _data("language", file.language) + _data("role", file.role)
    return f"<node id={_quoted(file.path)}>{data}{_data('lines', file.n_lines)}</node>"


def _edge(edge: EdgeRow) -> str:
    data = _data("kind", edge.kind) + _data("line", edge.line)
    data += _data("confidence", edge.confidence) + _data("n", edge.n)
    ends = f"source={_quoted(edge.source)} target={_quoted(edge.target)}"
    return f"<edge {ends}>{data}</edge>"


def _data(key: str, value: str | int) -> str:
    return f'<data key="{key}">{escape(visible(str(value)))}</data>'


def _quoted(text: str) -> str:
    return quoteattr(visible(text), {"\n": "&#10;", "\t": "&#9;"})


FORMAT = text_file("repobook.graphml", _lines, "the graph of files, for graph programs")
