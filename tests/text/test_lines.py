import pytest

from repobook.text.lines import split_lines


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
