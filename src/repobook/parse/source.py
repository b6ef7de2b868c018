"""The text of one file as the parse stage sees it: UTF-8 bytes with their line starts."""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from functools import cached_property
from itertools import accumulate

from repobook.model.facts import unpack_position


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

    @cached_property
    def last_line(self) -> int:
        """Also of an empty file, which has a first line to point at."""
        return max(self.n_lines, 1)

    def line_of(self, offset: int) -> int:
        """The end of the text belongs to its last line: behind the last break no line begins."""
        return bisect_right(self.line_starts, offset, 0, self.last_line)

    def offset(self, position: int) -> int:
        """Of a place as references keep it."""
        line, column = unpack_position(position)
        return self.line_starts[line - 1] + column

    def text(self, start: int, end: int) -> str:
        return self.data[start:end].decode("utf-8", "replace")

    def text_without(self, spans: Sequence[tuple[int, int]], start: int, end: int) -> str:
        """What lies between two offsets, except what begins there of ``spans``, which are sorted.

        A space stands for each of them, except where none would be written.
        """
        parts = []
        for n in range(bisect_left(spans, (start, start)), len(spans)):
            left_out_start, left_out_end = spans[n]
            if left_out_start >= end:
                break
            parts.append(self.text(start, left_out_start).rstrip())
            parts.append("" if self.data[left_out_end : left_out_end + 1] in b",;)]" else " ")
            start = left_out_end
        return "".join([*parts, self.text(start, end)])
