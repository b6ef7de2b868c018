"""What was written as Markdown can be read back from it, whatever texts it holds."""

from hypothesis import given, settings
from hypothesis import strategies as st

from repobook.model.blocks import (
    Cite,
    Code,
    CodeBlock,
    Heading,
    Link,
    Page,
    PageRef,
    Paragraph,
    Quotation,
    Quoted,
    Section,
    SourceText,
    Table,
)
from repobook.render.markdown.markdown_reader import LinkRead, cited_lines, read_page
from repobook.render.markdown.markdown_text import fenced_text
from repobook.render.markdown.markdown_writer import markdown
from repobook.render.places import anchor_name, places_of
from repobook.text.visible import visible
from tests.fakes.hostile_texts import CORPUS

HERE, OTHER = PageRef("file", "a.py"), PageRef("file", "b.py")
TEXTS = st.one_of(
    st.text(alphabet="ab1 .-*_`~|\\[](){}<>!#&:\"'\n", max_size=24), st.sampled_from(CORPUS)
)


@settings(max_examples=150)
@given(TEXTS)
def test_every_link_and_citation_is_found_and_nothing_else(text: str) -> None:
    blocks = (
        Paragraph((text, Link(OTHER, text), Code(text), Link(OTHER, text, "x", is_code=True))),
        Table((text,), (((Cite("a.py", 3, 4, f"x{text}"), text),), ((Quoted(text),),))),
        CodeBlock(text, cite=Cite("b.py", 5)),
        Quotation(text, Cite("a.py", 7, 9, is_here=True)),
        Heading(3, (Code(text), " ", text), "mine"),
    )
    read = read_page(_written(*blocks, SourceText("a.py", "C", text, 12)))
    addresses = [(link.address, link.lines) for link in read.links]
    assert addresses == [
        ("b.py_docs.md", ""),
        ("b.py_docs.md#x", ""),
        ("#L1", "L3-L4"),
        ("b.py_docs.md#L1", "L5"),
        ("#L1", "L7-L9"),
    ]
    assert _squeezed(read.links[2].code) == _squeezed(visible(f"x{text}"))
    assert "mine" in read.anchors or "mine" in text
    shown = fenced_text(text)
    expected = shown if shown.endswith("\n") or not shown else f"{shown}\n"
    assert [tuple(source) for source in read.sources] == [(12, expected)]


@settings(max_examples=100)
@given(TEXTS)
def test_the_anchor_of_a_heading_is_the_one_that_was_told(text: str) -> None:
    written = _written(Heading(3, (Code(f"x{text}"),), "there"))
    anchors = read_page(written).anchors
    if 'id="there"' not in written:
        assert anchor_name("there") in anchors
    assert len(anchors) in (3, 4)


def test_headings_alike_are_numbered_as_github_does() -> None:
    written = _written(Heading(3, ("Same & same",)), Heading(3, (Code("same__same"), "!")))
    assert read_page(written).anchors == ("t", "s", "same--same", "same__same")
    written = _written(Heading(3, ("X",)), Heading(3, ("X",), "x-1"), Heading(4, ("S",)))
    assert read_page(written).anchors == ("t", "s", "x", "x-1", "-s")


def test_code_is_read_where_it_is_all_of_the_link() -> None:
    read = read_page("a [see `@x`](b.md) [`` a`b ``](c.md) \\[`no`\\](d.md)\n")
    assert read.links == (LinkRead("b.md", "", ""), LinkRead("c.md", "", "a`b"))


def test_what_is_quoted_is_read_with_the_lines_it_cites() -> None:
    written = _written(
        Quotation("It is_so | a\\n.\n\n    x = 1\n\n    y\n\nEnd.", Cite("b.py", 3, 9)),
        CodeBlock("f(x)\n", "C", Cite("a.py", 4, is_here=True)),
        Paragraph(("> not quoted",)),
        CodeBlock("shell"),
    )
    quotes = [(quote.cite.lines, quote.text.split()) for quote in read_page(written).quotes]
    words = ["It", "is_so", "|", "a\\n.", "x", "=", "1", "y", "End."]
    assert quotes == [("L3-L9", words), ("L4", ["f(x)"])]


def test_lines() -> None:
    assert cited_lines("L3") == (3, 3)
    assert cited_lines("L3-L10") == (3, 10)
    assert cited_lines("x") is None


def _written(*blocks: object) -> str:
    page = Page(HERE, "T", (Section("S", blocks),))  # type: ignore[arg-type]
    return markdown(page, places_of(["a.py", "b.py"]))


def _squeezed(text: str) -> str:
    return "".join(text.split())


def test_a_line_that_is_cut_is_read_back_as_one() -> None:
    first = SourceText("a.js", "JavaScript", "x = 1\nlong", 1, is_cut=True)
    rest = SourceText("a.js", "JavaScript", "er\n", 2)
    sources = read_page(_written(first, rest)).sources
    assert "".join(source.text for source in sources) == "x = 1\nlonger\n"
