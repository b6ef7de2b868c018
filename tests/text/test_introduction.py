"""A document, and how it introduces what it is about."""

import pytest

from repobook.text.documents.introduction import introduction
from tests.fakes.documents import document


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
    found = introduction(document(text), 3)
    assert [(stretch.line, stretch.end_line) for stretch in found] == lines


def test_what_a_thing_is_comes_before_news_of_it() -> None:
    text = (
        "# Gin\n\nWe release **Gin 2**!\n\n---\n\n**Gin** is a framework.\nSmall.\n\nGin is fast.\n"
    )
    gin = document(text)
    assert [stretch.line for stretch in introduction(gin, 3, "gin")] == [7]
    assert introduction(gin, 3, "other") == introduction(gin, 3)
    assert introduction(document("News.\ngin is in it."), 1, "gin")[0].line == 1


def test_a_cut_shows() -> None:
    assert introduction(document("line\n" * 40), 1)[0].text.endswith("line …")


def test_hostile_lines_end_it() -> None:
    assert introduction(document("x" * 1_000_000 + "\ny"), 1)[0].line == 2
    assert introduction(document(""), 1) == ()


def test_code_and_what_is_underlined_end_it() -> None:
    text = "A tool.\n\n::\n\n  make\n\nNext\n====\n\nMore of it.\n"
    found = introduction(document(text, "README.rst"), 1)
    assert [(stretch.line, stretch.end_line) for stretch in found] == [(1, 1), (10, 10)]
    found = introduction(document(text, "README"), 1)
    assert [(stretch.line, stretch.end_line) for stretch in found] == [(1, 5), (10, 10)]


def test_words_that_are_links_have_no_brackets() -> None:
    text = (
        "A [WSGI] tool with [x] and [Werkzeug].\n\n[wsgi]: https://a.b\n[Werkzeug]: https://c.d\n"
    )
    assert introduction(document(text), 1)[0].text == "A WSGI tool with [x] and Werkzeug."


def test_a_bold_sentence_is_no_heading_and_a_list_of_links_is_no_introduction() -> None:
    text = (
        "**Fast, minimal framework for [Node](https://n.org).**\n\n## Contents\n\n"
        "- [A](#a)\n    - [B](#b)\n"
    )
    assert [one.text for one in introduction(document(text), 1)] == [
        "Fast, minimal framework for Node."
    ]
    text = "A small tool.\n\n## Installation\n\nIt is installed so.\n"
    assert [one.text for one in introduction(document(text), 1)] == ["A small tool."]
    text = "A store of structures, kept in memory.\n\nRead on here:\n\n- Types. https://a.b/c\n"
    assert [one.text for one in introduction(document(text), 1)] == [
        "A store of structures, kept in memory."
    ]
