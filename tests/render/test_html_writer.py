"""Each kind of block and inline as HTML, and what stands around them."""

import re
from html.parser import HTMLParser

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from repobook.model.blocks import (
    Block,
    Bullets,
    Cite,
    Code,
    CodeBlock,
    Content,
    Facts,
    Heading,
    Link,
    Page,
    PageKind,
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
from repobook.render.html.html_reader import read_html
from repobook.render.html.html_writer import written
from repobook.render.places import places_of
from repobook.text.visible import visible
from tests.fakes.hostile_texts import CORPUS, HERE, PLACES

SITE = places_of(["a.py", "pkg/b.py"])._replace(suffix=".html", title="Repo")


def _html(*blocks: Block, ref: PageRef = HERE) -> str:
    return written(Page(ref, "a.py", (Section("Title", blocks),)), SITE).text


def _body(*blocks: Block) -> str:
    found = re.search(r"<h2 id=title>Title</h2>(.*)</main>", _html(*blocks), re.DOTALL)
    assert found
    return found[1]


INLINES: list[tuple[Content, str]] = [
    (("a < b & c",), "a &lt; b & c"),
    (("&lt; &#60; && &", "lt;"), "&amp;lt; &amp;#60; && &amp;lt;"),
    ((Code("x<y>"),), "<code>x&lt;y></code>"),
    (
        (Code("b.py"), " ", Cite("pkg/b.py", 7, is_here=True)),
        "<a href=pkg/b.py_src.html#L7>b.py L7</a>",
    ),
    (
        (Code("c.py"), " ", Cite("pkg/b.py", 7, is_here=True)),
        "<code>c.py</code> <a href=pkg/b.py_src.html#L7>L7</a>",
    ),
    ((Strong("s"), " ", Quoted(" words ")), "<b>s</b> <q>words</q>"),
    ((Link(PageRef("file", "pkg/b.py"), "b", "f"),), "<a href=pkg/b.py_docs.html#f>b</a>"),
    ((Link(HERE, "here", is_code=True),), "<a href=a.py_docs.html>here</a>"),
    ((Cite("a.py", 1, 3, is_here=True),), "<a href=#L1-L3>L1-L3</a>"),
    ((Cite("pkg/b.py", 7),), "<a href=pkg/b.py_src.html#L7>pkg/b.py:7</a>"),
    ((Cite("a.py", 2, 0, "x|y"),), "<a href=#L2>x|y</a>"),
    (("x", Sure("exact"), Sure("inferred", "by name")), "x <i>inferred: by name</i>"),
]


@pytest.mark.parametrize(("content", "expected"), INLINES)
def test_inline(content: Content, expected: str) -> None:
    assert _body(Paragraph(content)) == f"<p>{expected}"


BLOCKS: list[tuple[Block, str]] = [
    (Heading(3, (Code("f"),), "symbol-f"), "<h3 id=symbol-f><code>f</code></h3>"),
    (Heading(9, ("deep",)), "<h6>deep</h6>"),
    (Bullets((("a",), (), ("b",))), "<ul><li>a<li>b</ul>"),
    (Facts((("Lines", ("3",)), ("None", ()))), "<dl><div><dt>Lines<dd>3</div></dl>"),
    (
        Table(("A", ""), ((("x",), ()),), 3, ("more",)),
        "<table><thead><tr><th>A<td><tbody><tr><td>x</table><p>1 of 3 shown; more",
    ),
    (CodeBlock("\n  x < 1\n"), "<pre>\n\n  x &lt; 1\n</pre>"),
    (
        Quotation("Says\nso.\n\n- a\n- b", Cite("a.py", 1, is_here=True)),
        "<blockquote><p>Says so.<ul><li>a<li>b</ul>"
        "<footer><a href=#L1>L1</a></footer></blockquote>",
    ),
    (
        SourceText("a.py", "", "a\r\n\r\n<b>\x0c", 1),
        "<div class=lines translate=no tabindex=0 role=region aria-label=Text>"
        "<ol><li>a<li><li>&lt;b>\\x0c</ol></div>",
    ),
]


@pytest.mark.parametrize(("block", "expected"), BLOCKS)
def test_block(block: Block, expected: str) -> None:
    assert _body(block) == expected


def test_what_is_said_elsewhere_is_left_out() -> None:
    items = ((Code("own"),), (Code("repeated"),))
    assert _body(Bullets(items, n_repeated=1)) == "<ul><li><code>own</code></ul>"
    assert "<ul>" not in _html(Bullets(items[1:], n_repeated=1))
    facts = Facts((("A", ("own",)), ("B", ("repeated",))), n_repeated=1)
    assert _body(facts) == "<dl><div><dt>A<dd>own</div></dl>"
    assert "<table>" not in _html(Table(("A",), ((("x",),),), is_repeated=True))


def test_a_file_and_a_line_of_it_are_one_link() -> None:
    file, line = Link(PageRef("file", "pkg/b.py"), "b.py", is_code=True), Cite("pkg/b.py", 4, 6)
    near = line._replace(is_here=True)
    assert (
        _body(Paragraph((file, " ", near))) == "<p><a href=pkg/b.py_src.html#L4-L6>b.py L4-L6</a>"
    )
    for content in ((file, " ", line), (file, ", ", near), (near, " ", near)):
        assert _body(Paragraph(content)).count("<a ") == 2
    other = near._replace(path="c.py")
    assert _body(Paragraph((file, " ", other))).count("<a ") == 2


def test_a_column_of_code_is_set_as_such_by_its_style() -> None:
    rows = (((Code("a"),), ("x",)), ((Code("b"),), (Code("c"),)), ((), ("y",)))
    assert _body(Table(("A", "B"), rows)) == (
        '<table class="c1"><thead><tr><th>A<th>B<tbody>'
        "<tr><td>a<td>x<tr><td>b<td><code>c</code><tr><td><td>y</table>"
    )


def test_a_column_of_several_names_and_links_to_names_is_set_as_code_too() -> None:
    link = Link(PageRef("symbols", "pkg/b.py"), "def h()", ".h", is_code=True)
    rows = (
        ((link,), (Code("f"), " ×1,204, ", Code("g"), " and 3 more")),
        ((Code("C"), " · ", Code("def m()")), (Code("f"), " or ", Code("g"))),
    )
    assert _body(Table(("Symbol", "Names"), rows)) == (
        '<table class="c1 c2"><thead><tr><th>Symbol<th>Names<tbody>'
        "<tr><td><a href=pkg/b.py_sym.html#.h>def h()</a><td>f ×1,204, g and 3 more"
        "<tr><td>C · def m()<td>f<span> or </span>g</table>"
    )
    several = Table(("Names",), ((rows[0][1],), ((Code("h"),),)))
    assert "<tr><td>f ×1,204, g and 3 more<tr><td>h</table>" in _body(several)


def test_rows_with_long_cells_are_listed_with_the_names_of_their_cells() -> None:
    rows = (((Code("a"),), (), ("x",)), ((Code("b"),), ("y",), ()), ((Code("c"),), (), ()))
    table = Table(("Case", "Suite", "Steps"), rows, 5, has_long_cells=True)
    assert _body(table) == (
        "<ul class=rows><li><code>a</code><dl><dt>Steps<dd>x</dl>"
        "<li><code>b</code><dl><dt>Suite<dd>y</dl><li><code>c</code></ul><p>3 of 5 shown"
    )


def test_the_words_of_a_column_of_code_have_the_tags() -> None:
    rows = (((Code("a"), ", in ", Code("b")),), ((Code("c"),),), (("otherwise",),))
    assert _body(Table(("When",), (*rows, ((Code("d"),),)))) == (
        '<table class="c1"><thead><tr><th>When<tbody>'
        "<tr><td>a<span>, in </span>b<tr><td>c<tr><td><span>otherwise</span><tr><td>d</table>"
    )
    few = rows[1:]
    assert "<tr><td><code>c</code><tr><td>otherwise" in _body(Table(("When",), few))


def test_columns_of_numbers_are_aligned_where_there_are_few_tables() -> None:
    rows = ((("a",), ("1,204",), ("–",), ("1",)), (("b",), ("",), ("31%",), ("one",)))
    table = Table(("A", "B", "C", "D"), rows)
    assert '<table class="n2 n3"><thead>' in _html(table, ref=PageRef("listing", "pkg"))
    assert "<table><thead>" in _html(table)


@pytest.mark.parametrize("kind", ["findings", "hotspots", "gaps", "verification"])
def test_all_pages_of_insights_are_marked_in_the_header(kind: PageKind) -> None:
    html = _html(ref=PageRef(kind))
    current = "page" if kind == "findings" else "true"
    assert f" aria-current={current}>Insights</a>" in html


def test_lines_come_in_runs_that_count_on() -> None:
    html = _body(SourceText("a.py", "", "x\n" * 250))
    assert re.findall(r"<ol><li(?: value=(\d+))?>", html) == ["", "101", "201"]
    assert html.count("<li") == 250
    assert html.count("<li") == 250


def test_an_anchor_stands_once_on_a_page() -> None:
    html = _html(Heading(3, ("a",), "title"), Heading(3, ("b",), "main"), Heading(3, ("c",), "x"))
    ids = re.findall(r" id=([^ >]+)", html)
    assert sorted(ids) == sorted(set(ids))
    assert "x" in ids


def test_a_page_tells_where_it_is_and_where_else_to_go() -> None:
    html = _html(Paragraph(("x",)), ref=PageRef("file", "pkg/b.py"))
    assert "<nav aria-label=Folders><a href=index.html>pkg</a>/</nav>" in html
    assert "<h1>b.py</h1>" in html
    assert "<a aria-current=page>Document</a><a href=b.py_src.html>Source</a>" in html
    assert (
        "<base href=b.py_src.html>" in html
    )  # so that a fragment alone leads to lines of the text
    assert "<a href=../index.html>Repo</a>" in html


def test_symbols_are_a_view_of_files_that_have_such_a_page() -> None:
    symbols = PageRef("symbols", "a.py")
    pages = [Page(HERE, "a.py", ()), Page(HERE, "a.py", (), neighbours=(("symbols", symbols),))]
    views = [re.findall(r"<a href=(\S+_sym.html)>", written(p, SITE).text) for p in pages]
    assert views == [[], ["a.py_sym.html"]]


def test_keywords_of_a_file_are_told_on_its_page() -> None:
    words = Paragraph((Link(PageRef("keywords", "b.py"), "9 keywords"),))
    section = (Section("S", (words,)),)
    neighbours = (("keywords", PageRef("keywords", "b.py")),)
    places = places_of(["a.py", "b.py"])._replace(suffix=".html")
    own = written(Page(PageRef("file", "b.py"), "b.py", section, (), neighbours), places)
    assert "<p>9 keywords<" in own.text
    assert (own.n_links, own.text.count("_kw"), own.text.count("Keywords")) == (0, 0, 0)
    other = written(Page(PageRef("file", "a.py"), "a.py", section), places)
    assert "<a href=b.py_docs.html>9 keywords</a>" in other.text


def test_a_very_deep_path_shows_the_nearest_folders() -> None:
    html = _html(ref=PageRef("file", "/".join(f"d{n}" for n in range(3000))))
    shown = re.findall(r">(d\d+)</a>/", html)
    assert shown == [f"d{n}" for n in range(2987, 2999)]
    assert ">…/<a" in html


def test_links_and_citations_are_counted() -> None:
    cite, link = Cite("a.py", 1), Link(HERE, "x")
    page = Page(HERE, "a.py", (Section("T", (Paragraph((cite, cite, link)),)),))
    assert written(page, SITE)[1:] == (1, 2)


class _Reader(HTMLParser):
    """What a browser would make of it, and the text that it would show."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.tags: list[str] = []
        self.attributes: set[str] = set()
        self.addresses: set[str] = set()
        self.shown: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        for name, value in attrs:
            self.attributes.add(name)
            if name in ("href", "src"):
                self.addresses.add(value or "")

    def handle_data(self, data: str) -> None:
        self.shown.append(data)

    def handle_comment(self, data: str) -> None:
        self.tags.append("comment")

    def unknown_decl(self, data: str) -> None:
        self.tags.append("declaration")

    handle_pi = handle_comment


def _read(html: str) -> _Reader:
    reader = _Reader()
    reader.feed(html)
    reader.close()
    return reader


def _assert_inert(place: str, text: str) -> None:
    expected = _read(_html(PLACES[place]("q")))
    shown = _read(_html(PLACES[place](text)))
    assert set(shown.tags) <= set(expected.tags)
    assert shown.attributes <= expected.attributes
    assert shown.addresses <= expected.addresses
    words = "".join("".join(shown.shown).split())
    assert "".join(visible(re.sub(r"[\n\r\t]", " ", text)).split()) in words


@pytest.mark.parametrize("text", CORPUS)
@pytest.mark.parametrize("place", PLACES)
def test_a_hostile_text_is_only_text(place: str, text: str) -> None:
    _assert_inert(place, text)


@settings(max_examples=100)
@given(st.sampled_from(sorted(PLACES)), st.text(max_size=30))
def test_any_text_is_only_text(place: str, text: str) -> None:
    _assert_inert(place, text)


@pytest.mark.parametrize("text", CORPUS)
def test_hostile_names_are_only_text(text: str) -> None:
    page = Page(PageRef("file", f"{text}/{text}"), text, (Section(text, ()),))
    expected = {"class", "href", "id", "lang", "charset", "name", "content", "http-equiv", "rel"}
    shown = _read(written(page, SITE).text)
    assert shown.attributes <= expected | {"src", "defer", "aria-label", "aria-current"}
    assert "img" not in shown.tags
    assert shown.tags.count("script") == 1


def test_nothing_is_written_into_a_page_for_a_script_or_a_style() -> None:
    html = _html(Paragraph(("x",)))
    assert re.findall(r"<script[^>]*>([^<]*)</script>", html) == [""]
    assert "<style" not in html
    assert " style=" not in html


def test_a_fragment_alone_leads_to_lines_of_the_own_text_and_nowhere_else() -> None:
    own, other = Cite("pkg/b.py", 2), Link(PageRef("file", "pkg/b.py"), "further down", "title")
    for kind in ("file", "symbols"):
        links = read_html(_html(Paragraph((own, other)), ref=PageRef(kind, "pkg/b.py"))).links
        assert {"b.py_src.html#L2", "b.py_docs.html#title"} <= set(links)
        assert all("#main" not in link or link.startswith("b.py_") for link in links)
    in_folder = _html(Paragraph((own,)), ref=PageRef("listing", "pkg"))
    assert "<base" not in in_folder
    assert "<a href=b.py_src.html#L2>" in in_folder


def test_namesakes_are_counted_and_no_link_on_the_page_of_symbols() -> None:
    namesakes = Paragraph((Link(PageRef("a-z", part="a"), "5 namesakes"),))
    section = (Section("S", (namesakes,)),)
    places = places_of(["a.py"])._replace(suffix=".html")
    of_file, of_symbols = (
        written(Page(PageRef(kind, "a.py"), "a.py", section), places).text
        for kind in ("file", "symbols")
    )
    assert "<p><a href=keywords_a.html>5 namesakes</a>" in of_file
    assert "<p>5 namesakes<" in of_symbols


def test_a_path_in_a_list_of_the_whole_breaks_where_a_folder_ends() -> None:
    place = Paragraph((Cite("pkg/b.py", 7), " ", Link(PageRef("file", "pkg/b.py"), "pkg/b.py")))
    assert _html(place, ref=PageRef("routes")).count(">pkg/<wbr>b.py") == 2
    assert "<wbr>" not in _html(place)
    assert _html(place, ref=PageRef("operators")).count("<wbr>") == 2
    assert "<wbr>" not in _html(place, ref=PageRef("operators", part="at_a"))
