"""Whatever a repository's text holds, it stays text on the page, for every reader of Markdown."""

import re

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from repobook.model.blocks import (
    Arrow,
    Block,
    Cite,
    CodeBlock,
    Figure,
    Node,
    Page,
    Paragraph,
    Quotation,
    Section,
    SourceText,
)
from repobook.render.markdown.markdown_writer import markdown
from repobook.render.places import places_of
from repobook.render.quoted_text import words_and_code
from repobook.text.documents.markup import without_roles
from repobook.text.visible import visible
from tests.fakes.hostile_texts import CORPUS, HERE, PLACES
from tests.fakes.readers_of_markdown import READERS, Shown

CITE = Cite("a.py", 1)


@pytest.mark.parametrize("text", CORPUS)
@pytest.mark.parametrize("place", PLACES)
def test_a_hostile_text_changes_nothing_around_it(place: str, text: str) -> None:
    _assert_inert(place, text)


@settings(max_examples=120)
@given(
    place=st.sampled_from(sorted(PLACES)),
    text=st.one_of(
        st.text(alphabet="ab1 .-+*_`~|\\[](){}<>!#&;:/@$=\"'\n\t^%", max_size=24),
        st.text(max_size=12),
        st.lists(st.sampled_from(CORPUS), max_size=3).map("".join),
    ),
)
@example(place="quoted", text="`1`")
def test_any_text_stays_text(place: str, text: str) -> None:
    _assert_inert(place, text)


@pytest.mark.parametrize("text", CORPUS)
def test_a_quotation_shows_its_text_and_its_lines(text: str) -> None:
    for read in READERS:
        shown = read(_page(Quotation(f"{text}\n\nplain", CITE)))
        assert set(shown.tags) <= {"h1", "h2", "blockquote", "p", "pre", "a", "br"}
        assert set(shown.links) == {"#L1"}
        assert _squeezed(visible(text)) in _squeezed(shown.text)
        _assert_nothing_for_github(shown)


@settings(max_examples=60)
@given(st.text(alphabet="ab1 .-+*_`~|\\[](){}<>!#&;:/@$=\"'\n\t^%", max_size=40))
def test_any_quotation_is_only_text(text: str) -> None:
    for read in READERS:
        shown = read(_page(Quotation(f"{text}\n\nplain", CITE)))
        assert set(shown.tags) <= {"h1", "h2", "blockquote", "p", "pre", "ul", "li", "a", "br"}
        assert set(shown.links) == {"#L1"}
        letters = iter(_letters(shown.text))
        assert all(letter in letters for letter in _letters(without_roles(text)))
        _assert_nothing_for_github(shown)


@pytest.mark.parametrize("text", [*CORPUS, "`" * 7, "a\n`````\nb", "~~~~"])
def test_a_fence_holds_the_text_as_it_is(text: str) -> None:
    for block in (SourceText("a.py", "C++", text), CodeBlock(text, "x`\n<b>y")):
        for read in READERS:
            shown = read(_page(block))
            around = ("details", "summary", "p", "a")
            assert tuple(tag for tag in shown.tags if tag not in around) == ("h1", "h2", "pre")
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
            seen = _without_marks(text) if place == "quoted" else text
            assert _squeezed(visible(_one_line(seen))) in _squeezed(shown.text)
        assert set(shown.tags) <= set(expected.tags)
        assert set(shown.links) <= set(expected.links)
        _assert_nothing_for_github(shown)


def _assert_nothing_for_github(shown: Shown) -> None:
    assert not re.search(r"[@$]|:[\w+-]+:|#\d|://|www\.", shown.bare)


def _page(block: Block) -> str:
    page = Page(HERE, "T", (Section("S", (block,)),))
    return markdown(page, places_of(["a.py"]))


def _letters(text: str) -> str:
    """What is left of a text whose markup is shown as what it means."""
    return re.sub(r"[\W_]", "", text)


def _without_marks(text: str) -> str:
    """What an author set as code is code, without the signs that say so."""
    return "".join(part for _, part in words_and_code(text))


def _one_line(text: str) -> str:
    return re.sub(r"[\n\r\t ]+", " ", text)


def _is_seen(text: str) -> bool:
    return bool(re.sub(r"\s", "", text))


def _squeezed(text: str) -> str:
    return "".join(text.split())
