"""Tags as universal-ctags writes them, sorted, for editors."""

import re
from collections.abc import Iterator
from heapq import heappop, heappush
from typing import Final

from repobook import __version__
from repobook.export.format import text_file
from repobook.index.reader.whole_book import SymbolRow, WholeBook

_HEAD: Final = (
    "!_TAG_FILE_FORMAT\t2\t/extended format/",
    "!_TAG_FILE_SORTED\t1\t/0=unsorted, 1=sorted, 2=foldcase/",
    "!_TAG_OUTPUT_EXCMD\tnumber\t/number, pattern, mixed, or combineV2/",
    "!_TAG_OUTPUT_MODE\tu-ctags\t/u-ctags or e-ctags/",
    "!_TAG_PROGRAM_NAME\trepobook\t//",
    f"!_TAG_PROGRAM_VERSION\t{__version__}\t//",
)
# An exclamation mark in front would be one of the headers.
_UNFIT: Final = re.compile(r"[\x00-\x1f\x7f\\]|\A[! ]")


def _lines(book: WholeBook) -> Iterator[str]:
    yield from _HEAD
    yield from _sorted(book)


def _sorted(book: WholeBook) -> Iterator[str]:
    """Names come in order; an escaped one waits for its place, which is never before its own."""
    waiting: list[tuple[bytes, str]] = []
    for symbol in book.symbols():
        name, tag = _escaped(symbol.name).encode("utf-8", "replace"), _tag(symbol)
        heappush(waiting, (name, tag))
        if not _UNFIT.search(symbol.name):
            while waiting and waiting[0][0] <= name:
                yield heappop(waiting)[1]
    while waiting:
        yield heappop(waiting)[1]


def _tag(symbol: SymbolRow) -> str:
    fields = [f"kind:{symbol.kind}", f"line:{symbol.line}", f"end:{symbol.end_line}"]
    owner = symbol.qualname.removesuffix(symbol.name).rstrip(".")
    if owner:
        fields.append(f"scope:{_escaped(owner)}")
    if symbol.signature:
        fields.append(f"signature:{_escaped(symbol.signature)}")
    place = f'{_escaped(symbol.path)}\t{symbol.line};"'
    return "\t".join((_escaped(symbol.name), place, *fields))


def _escaped(text: str) -> str:
    return _UNFIT.sub(lambda match: f"\\x{ord(match[0]):02x}", text)


FORMAT = text_file("tags", _lines, "tags for editors (universal-ctags)")
