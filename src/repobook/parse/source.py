"""The text of one file as the parse stage sees it: UTF-8 bytes with their line starts."""

from bisect import bisect_right
from functools import cached_property
from itertools import accumulate


class SourceText:
    """Bytes as ``text.decode`` normalises them; every offset is a byte offset."""

    def __init__(self, data: bytes) -> None:
        self.data = data

    @cached_property
    def line_starts(self) -> list[int]:
        # Lone carriage returns are newlines by now, so splitting at either agrees with an editor.
        return list(accumulate(map(len, self.data.splitlines(keepends=True)), initial=0))

    @cached_property
    def n_lines(self) -> int:
        """Lines as an editor numbers them: a final newline does not begin another."""
        n_breaks = self.data.count(b"\n")
        return n_breaks if not self.data or self.data.endswith(b"\n") else n_breaks + 1

    @cached_property
    def lines(self) -> list[bytes]:
        return self.data.split(b"\n")

    def line_of(self, offset: int) -> int:
        return bisect_right(self.line_starts, offset)

    def text(self, start: int, end: int) -> str:
        return self.data[start:end].decode("utf-8", "replace")
