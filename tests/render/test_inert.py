"""Whatever a repository's text holds, it stays text on the page, for every reader of Markdown."""

import re
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from repobook.model.blocks import (
    Arrow,
    Block,
    Bullets,
    Cite,
    Code,
    CodeBlock,
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
    Table,
)
from repobook.render.markdown import markdown
from repobook.render.places import places_of
from repobook.text.visible import visible
from tests.fakes.readers_of_markdown import READERS, Shown

HERE = PageRef("file", "a.py")
CITE = Cite("a.py", 1)

# Each puts a text where a page may have one, with words of ours around it.
PLACES: dict[str, Callable[[str], Block]] = {
    "words": lambda text: Paragraph(("See ", text, " here")),
    "all words": lambda text: Paragraph((text,)),
    "code": lambda text: Paragraph((Code(text),)),
    "strong": lambda text: Paragraph(("a ", Strong(f"s{text}s"), " b")),
    "quoted": lambda text: Paragraph(("It says ", Quoted(text), ".")),
    "link": lambda text: Paragraph((Link(HERE, text),)),
    "code link": lambda text: Paragraph((Link(HERE, text, is_code=True),)),
    "cite": lambda text: Paragraph((Cite("a.py", 1, 2, text),)),
    "cell": lambda text: Table(("A", "B"), (((text,), (Code(text),)), ((Quoted(text),), ("x",)))),
    "column": lambda text: Table((text, "B"), ((("x",), ("y",)),)),
    "bullet": lambda text: Bullets(((text,), ("x ", Code(text)))),
    "fact": lambda text: Facts(((f"F{text}F", (text,)), ("Y", (Code(text),)))),
    "heading": lambda text: Heading(3, (f"x {text}", Code(text)), "there"),
    "caption": lambda text: Figure(text, (Node("a", "A"),), ()),
}

CORPUS = (
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "[x](javascript:alert(1))",
    "![x](http://evil.example/a.png)",
    "<base href=//evil.example><meta http-equiv=refresh><svg onload=x><math>",
    "<http://evil.example> https://evil.example www.evil.example WWW.evil.example me@evil.example",
    "a_b __init__ *args **kwargs ~~x~~ ~y~ ***",
    "| a | b |\n|---|---|\n| c | d |",
    "a \\| b \\\\| c |",
    "``` x ``` `` ` ```` `",
    "`",
    "``",
    " ` ",
    "```\nfence\n```\n~~~\nx\n~~~",
    "---\ntitle: front matter\n---",
    "# heading #\n## two",
    "- item\n+ item\n* item\n1. item\n2) item",
    "> quotation\n> [!NOTE]\n> x",
    "text\n====\ntext\n----",
    "    indented code\n\ttab",
    "[ref]: http://evil.example\n[^1]: note\n[ref] [^1] [ ] [x]",
    "{{ site.x }} {% raw %} {# c #} ${x} $x^2$ $$y$$ \\(z\\)",
    "&lt; &amp;amp; &#60; &copy &",
    ":smile: :+1: @someone #123 org/repo#4 GH-5",
    "\\",
    "\\\\ \\* \\",
    "ends in two spaces  \nand a backslash\\\nx",
    "!",
    "\x1b[31mred\x07 \u202etxet \u200b\ufeff \x00 \x85 \u2028 \ud800",
    "<!-- comment --> <?php ?> <![CDATA[x]]> </a></td></table>",
    "-", "+", "=", "1.", "#", ">", "*", "_", "~", "<", "&", "$", ":", "@", "|", "[", "]", "---",
    "javascript:alert(1)",
    "data:text/html,<script>",
    "http://a.example/(b)_c?d=e&f=g#h",
    "mailto:x@y.example xmpp:x@y.example/z",
    "x" * 300,
    "é ü 漢字 😀 \u0301",
)  # fmt: skip


@pytest.mark.parametrize("text", CORPUS)
@pytest.mark.parametrize("place", PLACES)
def test_a_hostile_text_changes_nothing_around_it(place: str, text: str) -> None:
    _assert_inert(place, text)


@settings(max_examples=120, deadline=None)
@given(
    place=st.sampled_from(sorted(PLACES)),
    text=st.one_of(
        st.text(alphabet="ab1 .-+*_`~|\\[](){}<>!#&;:/@$=\"'\n\t^%", max_size=24),
        st.text(max_size=12),
        st.lists(st.sampled_from(CORPUS), max_size=3).map("".join),
    ),
)
def test_any_text_stays_text(place: str, text: str) -> None:
    _assert_inert(place, text)


@pytest.mark.parametrize("text", CORPUS)
def test_a_quotation_shows_its_text_and_its_lines(text: str) -> None:
    for read in READERS:
        shown = read(_page(Quotation(f"{text}\n\nplain", CITE)))
        assert set(shown.tags) <= {"h1", "h2", "blockquote", "p", "pre", "a", "br"}
        assert set(shown.links) == {"#original-source"}
        assert _squeezed(visible(text)) in _squeezed(shown.text)
        _assert_nothing_for_github(shown)


@settings(max_examples=60, deadline=None)
@given(st.text(alphabet="ab1 .-+*_`~|\\[](){}<>!#&;:/@$=\"'\n\t^%", max_size=40))
def test_any_quotation_is_only_text(text: str) -> None:
    test_a_quotation_shows_its_text_and_its_lines(text)


@pytest.mark.parametrize("text", [*CORPUS, "`" * 7, "a\n`````\nb", "~~~~"])
def test_a_fence_holds_the_text_as_it_is(text: str) -> None:
    for block in (SourceText("a.py", "C++", text), CodeBlock(text, "x`\n<b>y")):
        for read in READERS:
            shown = read(_page(block))
            assert shown.tags == ("h1", "h2", "pre")
            assert shown.links == ()
            assert visible(text.replace("\r\n", "\n")).rstrip("\n") in shown.text


@pytest.mark.parametrize("text", CORPUS)
def test_a_figure_holds_no_directive_and_no_markup(text: str) -> None:
    figure = Figure("c", (Node(text, text, None, text), Node("b", "B")), (Arrow(text, "b", text),))
    drawn = _page(figure).partition("mermaid\n")[2]
    for label in re.findall(r'"(.*?)"', drawn):
        assert not re.search(r"[<>`\"%{}\[\]&;\\]|--", re.sub(r"#\d+;", "", label))
    assert [line.split('"')[0] for line in drawn.splitlines()[:3]] == [
        "flowchart LR",
        "  subgraph g0[" if text else "  n0[",
        "  n0[",
    ]


@pytest.mark.parametrize("text", CORPUS)
def test_a_title_is_one_heading(text: str) -> None:
    page = Page(HERE, f"x {text}", (Section(f"y {text}", (Paragraph(("z",)),)),))
    for read in READERS:
        shown = read(markdown(page, places_of(["a.py"])))
        assert shown.tags == ("h1", "h2", "p")
        assert _squeezed(visible(f"x {text} y {text}")) in _squeezed(shown.text)


def _assert_inert(place: str, text: str) -> None:
    quiet, loud = _page(PLACES[place]("q")), _page(PLACES[place](text))
    for read in READERS:
        expected, shown = read(quiet), read(loud)
        if text.strip() and _is_seen(text):
            assert shown.tags == expected.tags
            assert shown.links == expected.links
            assert _squeezed(visible(_one_line(text))) in _squeezed(shown.text)
        assert set(shown.tags) <= set(expected.tags)
        assert set(shown.links) <= set(expected.links)
        _assert_nothing_for_github(shown)


def _assert_nothing_for_github(shown: Shown) -> None:
    assert not re.search(r"[@$]|:[\w+-]+:|#\d|://|www\.", shown.bare)


def _page(block: Block) -> str:
    page = Page(HERE, "T", (Section("S", (block,)),))
    return markdown(page, places_of(["a.py"]))


def _one_line(text: str) -> str:
    return re.sub(r"[\n\r\t ]+", " ", text)


def _is_seen(text: str) -> bool:
    return bool(re.sub(r"\s", "", text))


def _squeezed(text: str) -> str:
    return "".join(text.split())
