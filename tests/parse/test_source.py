"""Offsets and lines of a decoded text."""

import pytest

from repobook.parse.source import SourceText


@pytest.mark.parametrize(
    ("data", "n_lines"),
    [(b"", 0), (b"\n", 1), (b"a", 1), (b"a\n", 1), (b"a\nb", 2), (b"a\r\nb\r\n", 2), (b"\n\n", 2)],
)
def test_lines_are_counted_as_an_editor_numbers_them(data: bytes, n_lines: int) -> None:
    assert SourceText(data).n_lines == n_lines


def test_an_offset_has_the_line_it_stands_on() -> None:
    source = SourceText(b"ab\ncd\r\n\nef")
    lines = [source.line_of(offset) for offset in range(len(source.data))]
    assert lines == [1, 1, 1, 2, 2, 2, 2, 3, 4, 4]


def test_separators_that_no_editor_breaks_at_break_no_line() -> None:
    source = SourceText("a\x0cb\x85c\u2028d\x0be\x1cf\ng".encode())
    assert source.n_lines == 2
    assert source.line_of(len(source.data) - 1) == 2


def test_text_cut_inside_a_character_is_still_text() -> None:
    assert SourceText("é".encode()).text(0, 1) == "\N{REPLACEMENT CHARACTER}"
