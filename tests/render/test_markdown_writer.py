"""Each block and inline as Markdown, as a reader of the raw text sees it."""

import re

import pytest

from repobook.model.blocks import (
    Arrow,
    Block,
    Bullets,
    Cite,
    Code,
    CodeBlock,
    Content,
    Facts,
    Figure,
    Heading,
    Link,
    Node,
    Page,
    PageRef,
    Paragraph,
    Quotation,
    Quoted,
    Section,
    SourceText,
    Strong,
    Sure,
    Table,
)
from repobook.model.site.source_marks import DefinedName, SourceMarks
from repobook.render.markdown.markdown_writer import MAX_ROWS, markdown
from repobook.render.places import places_of

HERE = PageRef("file", "pkg/a.py")
OTHER = PageRef("file", "lib/b.py")


def _shown(*blocks: Block, sources: str = "") -> str:
    page = Page(HERE, "T", (Section("S", blocks),))
    return markdown(page, places_of([], sources)).partition("## S\n\n")[2]


def test_a_page_begins_with_its_title_and_where_else_to_go() -> None:
    neighbours = (("up", PageRef("listing", "pkg")), ("home", PageRef("listing")))
    lead, section = (Paragraph(("Lead.",)),), Section("S", (Paragraph(("Text.",)),))
    page = Page(HERE, "pkg/__init__.py", (section,), lead, neighbours)
    assert markdown(page, places_of([])) == (
        "# pkg/\\_\\_init\\_\\_.py\n\n[up](index.md) · [home](../index.md)\n\nLead.\n\n"
        "## S\n\nText.\n"
    )


@pytest.mark.parametrize(
    ("content", "shown"),
    [
        (("Plain words, of ours: 3.",), "Plain words, of ours: 3."),
        (("snake_case __x__ 2*3",), "snake_case \\_\\_x\\_\\_ 2\\*3"),
        (("a ", Code("f(x)"), " b"), "a `f(x)` b"),
        ((Code("a`b"), Code("``c")), "``a`b`` ``` ``c ```"),
        ((Code(" x "), " ", Code("")), "`  x  `"),
        ((Strong("bold"),), "**bold**"),
        (("says ", Quoted("so\n it is")), "says “so it is”"),
        ((Link(OTHER, "b.py", "dependencies"),), "[b.py](../lib/b.py_docs.md#dependencies)"),
        ((Link(OTHER, "f[0]", is_code=True),), "[`f[0]`](../lib/b.py_docs.md)"),
        ((Link(OTHER._replace(kind="symbols"), "f", ".f"),), "[f](../lib/b.py_docs.md)"),
        ((Link(HERE._replace(kind="symbols"), "f", ".f", is_code=True),), "`f`"),
        ((Cite("pkg/a.py", 3, is_here=True),), '[L3](#L1)'),
        ((Cite("b.py", 3, 5),), '[`b.py:3-5`](../b.py_docs.md#L1)'),
        ((Cite("pkg/a.py", 3, 3, "x = 1"),), '[`x = 1`](#L1 "L3")'),
        (("y", Sure("exact")), "y"),
        (("y", Sure("inferred", "unique name")), "y (*inferred*: unique name)"),
        (("see https://x.example/a_b now",), "see `https://x.example/a_b` now"),
        (("Ours & theirs (by @one, #12).",), "Ours & theirs (by `@one`, `#12`)."),
        (("- no item",), "\\- no item"),
        (("2024. A year",), "2024\\. A year"),
    ],
)  # fmt: skip
def test_inlines(content: Content, shown: str) -> None:
    assert _shown(Paragraph(content)) == f"{shown}\n"


def test_lines_are_led_to_in_the_repository_where_the_book_lies_inside() -> None:
    shown = _shown(Paragraph((Cite("lib/b.py", 3, 5, "x"),)), sources="../..")
    assert shown == "[`x`](../../../lib/b.py#L3-L5)\n"


def test_bullets_and_facts_leave_out_what_is_empty() -> None:
    assert _shown(Bullets((("a",), (), (Code("b"),)))) == "- a\n- `b`\n"
    facts = Facts((("Lines", ("12",)), ("Owners", ()), ("Role", (Quoted("x"),))))
    assert _shown(facts) == "**Lines** 12 · **Role** “x”\n"


def test_a_table_escapes_bars_in_text_and_code() -> None:
    table = Table(("A|", "B"), ((("x|y",), (Code("a|b\\|c"),)), (("z",), ())))
    assert _shown(table) == "| A\\| | B |\n| --- | --- |\n| x\\|y | `a\\|b\\\\|c` |\n| z |  |\n"


def test_a_long_table_goes_on_under_its_head() -> None:
    shown = _shown(Table(("N",), tuple(((str(n),),) for n in range(MAX_ROWS + 1))))
    assert shown.count("| N |\n| --- |\n") == 2
    assert shown.endswith("| 199 |\n\n| N |\n| --- |\n| 200 |\n")


def test_a_cut_table_tells_how_much_is_elsewhere() -> None:
    table = Table(("N",), ((("1",),),), 1214, ("all: ", Link(OTHER, "there")))
    assert _shown(table).endswith("| 1 |\n\n1 of 1,214 shown; all: [there](../lib/b.py_docs.md)\n")


def test_a_heading_has_an_anchor_of_its_own_only_where_its_text_gives_another() -> None:
    assert _shown(Heading(3, (Code("A.run"),), "a-run")) == '<a id="a-run"></a>\n\n### `A.run`\n'
    assert _shown(Heading(3, (Code("run"),), "run")) == "### `run`\n"
    assert _shown(Heading(4, ("X",)), Heading(9, ("X",), "x-1")) == "#### X\n\n###### X\n"


def test_no_heading_takes_the_anchor_of_a_section() -> None:
    assert _shown(Heading(4, (Code("s"),), "symbol-s")) == '<a id="symbol-s"></a>\n\n#### · `s`\n'


def test_a_quotation_flows_and_keeps_what_was_laid_out() -> None:
    quotation = Quotation("One\ntwo.\n\n>>> f()\n\n    x\n\nThree.\n", Cite("lib/b.py", 1, 9))
    assert _shown(quotation) == (
        "> One\n> two.\n>\n> ```text\n> >>> f()\n>\n>     x\n> ```\n>\n> Three.\n>\n"
        "> — [`lib/b.py:1-9`](../lib/b.py_docs.md#L1)\n"
    )


def test_a_fence_is_longer_than_any_inside() -> None:
    source = SourceText("x.md", "Markdown", "````\r\nx\n````", 7)
    assert "\n`````markdown L7\n````\nx\n````\n`````\n" in _shown(source)


def test_a_text_is_cut_at_fixed_lines_and_at_definitions() -> None:
    text = "".join(f"line {n}\n" for n in range(1, 46))
    names = [DefinedName(30, 0, 1, "f", 40), DefinedName(34, 0, 1, "", 0)]
    marks = SourceMarks(definitions=(*names, DefinedName(42, 0, 1, "g", 45)))
    shown = _shown(SourceText("a.py", "Python", text, marks=marks))
    assert re.findall(r'id="(L\d+)"', shown) == ["L1", "L21", "L30", "L41"]
    assert re.findall(r"python (L\d+)", shown) == ["L1", "L21", "L30", "L41"]
    assert shown.startswith("<details>\n<summary>Lines 1 to 45</summary>\n")


def test_what_stands_on_a_continuation_is_found_from_the_first_page() -> None:
    shown = _shown(SourceText("a.py", "Python", "x\n" * 30, last_line=70))
    assert re.findall(r'id="(L\d+)"', shown.partition("</details>")[2]) == ["L41", "L61"]


def test_quoted_code_is_code() -> None:
    quoted = Paragraph((Quoted("Uses :class:`~a.B` and ``x_y``."),))
    assert _shown(quoted) == "“Uses `B` and `x_y`.”\n"
    assert _shown(CodeBlock("", "")) == "```text\n```\n"
    cited = CodeBlock("x = 1\n", "Python", Cite("pkg/a.py", 2, is_here=True))
    assert _shown(cited) == "[L2](#L1)\n\n```python\nx = 1\n```\n"


def test_a_figure_is_a_flow_chart() -> None:
    nodes = (Node("x", "a/b.py"), Node("y", 'c "d"', None, "lib"))
    figure = Figure("Who.", nodes, (Arrow("x", "y", "3"), Arrow("y", "x", "", False)))
    assert _shown(figure) == (
        'Who.\n\n```mermaid\nflowchart LR\n  n0["a/b.py"]\n  subgraph g1["lib"]\n'
        '  n1["c #34;d#34;"]\n  end\n  n0 -->|"3"| n1\n  n1 -.-> n0\n```\n'
    )


def test_a_continuation_leads_to_anchors_that_the_first_page_has() -> None:
    names = (DefinedName(90, 0, 1, "f", 99),)
    text = SourceText("a.py", "Python", "x\n" * 60, 61, marks=SourceMarks(definitions=names))
    cited = Paragraph((Cite("a.py", 90, is_here=True),))
    page = Page(PageRef("file", "a.py", "2"), "a", (Section("S", (text, cited)),))
    assert "[L90](a.py_docs.md#L81)" in markdown(page, places_of(["a.py"]))
