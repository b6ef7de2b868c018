"""A document, and how it introduces what it is about."""

import pytest

from repobook.text.introduction import introduction


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("# T\n\nA tool for\nreaders.\n\n- fast\n\n## More\nx", [(3, 6), (9, 9)]),
        ("\n\nIt is small.\n\nWhat is it?\n---\n\nA server.\n", [(3, 3), (8, 8)]),
        ("\n\n" + "Long words. " * 30 + "\n\n# Next\n\nMore.", [(3, 3)]),
        ("\n\nA **bold** word.\n\n**Why?**\n\nSo.\n\n__Features:__\n- x\n", [(3, 3), (7, 7)]),
        ("\n\nA\n\n- [toc](#toc)\n![logo](x)\n", [(3, 3)]),
        ("\n\nA [tool].\n\n[tool]: https://example.org\n[net]: <x>\n", [(3, 3)]),
        ("\n\n" + "line\n" * 40, [(3, 16), (18, 31)]),
    ],
)
def test_first_paragraphs_up_to_a_heading(text: str, lines: list[tuple[int, int]]) -> None:
    found = introduction(text.split("\n"), 3)
    assert [(stretch.line, stretch.end_line) for stretch in found] == lines


def test_what_a_thing_is_comes_before_news_of_it() -> None:
    text = (
        "# Gin\n\nWe release **Gin 2**!\n\n---\n\n**Gin** is a framework.\nSmall.\n\nGin is fast.\n"
    )
    lines = text.split("\n")
    assert [stretch.line for stretch in introduction(lines, 3, "gin")] == [7]
    assert introduction(lines, 3, "other") == introduction(lines, 3)
    assert introduction(["News.", "gin is in it."], 1, "gin")[0].line == 1


def test_a_cut_shows() -> None:
    assert introduction(["line"] * 40, 1)[0].text.endswith("line …")


def test_hostile_lines_end_it() -> None:
    assert introduction(["x" * 1_000_000, "y"], 1) == introduction(["", "y"], 1)
    assert introduction([], 1) == ()
