import pytest

from repobook.text.lines import count_lines, lines_with_breaks, split_lines


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("", []),
        ("a", ["a"]),
        ("a\n", ["a"]),
        ("a\n\n", ["a", ""]),
        ("a\r\nb\rc\n", ["a", "b", "c"]),
        ("a\x0cb\x85c\u2028d\n", ["a\x0cb\x85c\u2028d"]),
    ],
)
def test_lines_end_as_in_editors(text: str, lines: list[str]) -> None:
    assert split_lines(text) == lines


@pytest.mark.parametrize("text", ["", "a", "a\n", "a\r\nb\rc\n\n", "\n\r\n\r", "a\x0cb\x85\u2028"])
def test_lines_with_breaks_are_the_text(text: str) -> None:
    lines = lines_with_breaks(text)
    assert "".join(lines) == text
    assert len(lines) == len(split_lines(text)) == count_lines(text)
