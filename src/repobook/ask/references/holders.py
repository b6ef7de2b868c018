"""Finds the symbol of a file that contains a line."""

from bisect import bisect_left
from functools import lru_cache
from itertools import islice

from repobook.index.reader.book_reader import BookReader
from repobook.model.answers import SymbolLine
from repobook.model.kinds import CLASSES


@lru_cache(maxsize=32)
def holders_in(reader: BookReader, path: str) -> "Holders":
    return Holders(reader, path)


class Holders:
    """The symbols of one file that may be around a place; looked up once a file."""

    def __init__(self, reader: BookReader, path: str) -> None:
        self.symbols = sorted(reader.holders_in(path), key=lambda s: (-s.line, s.end_line))

    def around(self, line: int) -> SymbolLine | None:
        """The innermost one: of those around a line it begins last."""
        first = bisect_left(self.symbols, -line, key=lambda s: -s.line)
        rest = islice(self.symbols, first, None)
        return next((symbol for symbol in rest if line <= symbol.end_line), None)

    def class_called(self, qualname: str) -> SymbolLine | None:
        classes = (s for s in self.symbols if s.qualname == qualname and s.kind in CLASSES)
        return next(classes, None)
