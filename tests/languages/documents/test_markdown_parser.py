"""Markdown: which headings, links and names a text has, and what only looks like them."""

import pytest

from repobook.languages import parse
from repobook.model.facts import FileFacts, unpack_position


def read(text: str) -> FileFacts:
    return parse("Markdown", text.encode())


def headings(text: str) -> list[tuple[str, int, int]]:
    return [(d.qualname, d.line, d.end_line) for d in read(text).definitions]


def mentions(text: str) -> list[tuple[str, str, list[tuple[int, int]]]]:
    references = read(text).references
    return [(r.receiver, r.name, list(map(unpack_position, r.positions))) for r in references]


def links(text: str) -> list[tuple[str, int]]:
    return [(i.module, i.line) for i in read(text).imports]


def test_headings_nest_by_level_and_end_before_the_next_of_theirs() -> None:
    text = "# Book\n\nIntro.\n\n## Part\n\ntext\n\n### Deep\n\n## Part two\nend\n"
    assert headings(text) == [
        ("Book", 1, 12),
        ("Book.Part", 5, 9),
        ("Book.Part.Deep", 9, 9),
        ("Book.Part two", 11, 12),
    ]


def test_underlined_headings_begin_at_their_text() -> None:
    text = "Title\nof two lines\n===\n\nPart\n---\n\n[a]: b\nText\n---\n"
    assert headings(text) == [
        ("Title of two lines", 1, 10),
        ("Title of two lines.Part", 5, 8),
        ("Title of two lines.Text", 9, 10),
    ]


def test_nothing_in_code_is_a_heading() -> None:
    text = (
        "````\n```\n# no\n```\n# no\n````\n\n    # no\n\n"
        "~~~ python\n# no\n~~~\n<!--\n# no\n-->\n# yes\n"
    )
    assert headings(text) == [("yes", 16, 16)]


def test_headings_in_quotes_and_lists_count_but_their_code_does_not() -> None:
    text = "> # quoted\n\n- item\n\n      # code\n\n  # in item\n\n  ```\n# ends the item\n"
    assert [name for name, _, _ in headings(text)] == ["quoted", "in item", "ends the item"]


def test_rulers_tables_and_hashtags_are_no_headings() -> None:
    text = "---\n\n#hashtag\n\na | b\n--- | ---\n1 | 2\n\n* * *\n"
    assert headings(text) == []


def test_front_matter_is_not_text() -> None:
    text = "---\ntitle: x\n# comment\n---\n# Real\n"
    assert headings(text) == [("Real", 5, 5)]


def test_heading_names_are_free_of_markup_and_their_signature_is_as_written() -> None:
    (definition,) = read("## The `foo` [guide](x.md) *now*: __init__ ##\n").definitions
    assert definition.name == "The foo guide now: init"
    assert definition.signature == "The `foo` [guide](x.md) *now*: __init__"


def test_pictures_are_no_part_of_a_heading_that_has_words() -> None:
    badges = "[![npm](a.svg)](b) ![build](c.svg)"
    assert headings(f"# vuejs/core {badges}\n") == [("vuejs/core", 1, 1)]
    assert headings("# ![Logo](x.png)\n") == [("Logo", 1, 1)]


def test_names_set_as_code_are_mentions_at_their_last_name() -> None:
    text = "See `torch.nn.Linear` and\n`run()`, ``a ` b``, {class}`~x.Y`, `two words`.\n"
    assert mentions(text) == [
        ("torch.nn", "Linear", [(1, 14)]),
        ("x", "Y", [(2, 31)]),
        ("", "run", [(2, 1)]),
    ]


def test_links_of_every_form() -> None:
    text = (
        "[a](docs/a.md#top) ![i](img(1).png)\n<https://x.org/y> and http://z.org.\n\n"
        '[ref]: other.md "Title"\n\n<a href="b.html">b</a>\n\n`[no](no.md)`\n'
    )
    assert links(text) == [
        ("docs/a.md#top", 1),
        ("img(1).png", 1),
        ("https://x.org/y", 2),
        ("http://z.org", 2),
        ("other.md", 4),
        ("b.html", 6),
    ]


def test_a_notice_is_not_what_a_document_is_about() -> None:
    assert read("# A\n\n> [!NOTE]\n> Needs Go.\n\nSorts rows.\n").doc == "Sorts rows."
    assert (
        read("> ## Feedback\n>\n> Tell us all.\n>\n> Thanks!\n\nSorts rows.\n").doc == "Sorts rows."
    )
    assert read("# A\n\n> Sorts rows.\n").doc == "Sorts rows."


def test_the_first_words_are_the_doc_and_paragraphs_are_texts() -> None:
    facts = read("# T\n\n[![badge](b.svg)](x)\n\nWhat *it* does.\nMore.\n\n- TODO: write\n")
    assert facts.doc == "What it does.\nMore."
    assert [(t.line, t.end_line) for t in facts.texts] == [(3, 3), (5, 6), (8, 8)]
    assert [(n.tag, n.line, n.text) for n in facts.notes] == [("TODO", 8, "write")]


def test_comments_in_html_are_texts() -> None:
    facts = read("<!--\nTODO: hidden\n-->\n\ntext\n")
    assert [(n.line, n.text) for n in facts.notes] == [(2, "hidden")]
    assert facts.doc == "text"


def test_an_empty_heading_has_no_name_to_tell() -> None:
    assert headings("#\n\n# A\n") == [("A", 3, 3)]


def test_directives_in_fences_are_read_as_those_of_restructuredtext() -> None:
    text = (
        "# T\n\n```{toctree}\n:maxdepth: 1\n\nguide/start\nThe API <api>\n```\n\n"
        "```{eval-rst}\n.. autofunction:: torch.add\n\nTitle\n=====\n```\n\n"
        "```{automodule} torch.fft\n```\n\n```{code-block} python\n`no`\n```\n\n"
        "````{note}\nUse `x.y`.\n````\n"
    )
    facts = read(text)
    assert [d.qualname for d in facts.definitions] == ["T"]
    assert [(i.form, i.module, i.line) for i in facts.imports] == [
        ("toctree", "guide/start", 6),
        ("toctree", "api", 7),
        ("automodule", "torch.fft", 17),
    ]
    assert mentions(text) == [("torch", "add", [(11, 24)]), ("x", "y", [(25, 7)])]


def test_files_set_as_code_are_imports_and_no_attributes() -> None:
    facts = read("Run `setup.py`, see `a/b-c/native.yaml`, not `nn.Linear`.\n")
    assert [(i.form, i.module) for i in facts.imports] == [
        ("mention", "setup.py"),
        ("mention", "a/b-c/native.yaml"),
    ]
    assert [r.name for r in facts.references] == ["Linear"]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("the `torch._inductor` folder", "the torch._inductor folder"),
        ("**`__esModule`** and _old_ __new__ _way", "__esModule and old new _way"),
        ("`` a`b `` `<tag>` <b>c</b>", "a`b <tag> c"),
    ],
)
def test_words_are_said_without_markup_and_code_as_it_is(text: str, said: str) -> None:
    assert parse("Markdown", f"# {text}\n".encode()).definitions[0].name == said
