"""Which of many spans of lines is the innermost around a line."""

from collections.abc import Iterable, Iterator

Span = tuple[int, int, int]
"""First line, last line, and a number that stands for it."""


def innermost(spans: Iterable[Span], lines: Iterable[int]) -> Iterator[int]:
    """For each of the lines, which come in order: the number of the span, -1 where there is none.

    In one pass, however many there are; spans lie in each other or apart.
    """
    starting = sorted(((first, -last, n) for first, last, n in spans), reverse=True)
    open_spans: list[tuple[int, int]] = []  # last line and number, the innermost last
    for line in lines:
        while starting and starting[-1][0] <= line:
            _, last, n = starting.pop()
            open_spans.append((-last, n))
        while open_spans and open_spans[-1][0] < line:
            open_spans.pop()
        yield open_spans[-1][1] if open_spans else -1
