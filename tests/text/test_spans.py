"""The innermost span around a line."""

from repobook.text.spans import innermost

SPANS = [(1, 9, 0), (2, 4, 1), (3, 3, 2), (6, 8, 3), (20, 30, 4)]


def test_the_innermost_span_around_each_line_is_found() -> None:
    assert list(innermost(SPANS, range(1, 12))) == [0, 1, 2, 1, 0, 3, 3, 3, 0, -1, -1]


def test_lines_may_skip_whole_spans_and_come_again() -> None:
    assert list(innermost(SPANS, [0, 7, 7, 15, 25, 99])) == [-1, 3, 3, -1, 4, -1]


def test_of_spans_that_begin_together_the_shorter_is_inside() -> None:
    assert list(innermost([(1, 5, 7), (1, 9, 8)], [1, 6])) == [7, 8]
