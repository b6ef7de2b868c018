"""Marks in the text of a file: what they become, and that the text stays what it is."""

from hypothesis import given, settings
from hypothesis import strategies as st

from repobook.model.blocks import Page, PageRef, SourceText
from repobook.model.history import FileLines, LineChange
from repobook.model.site.source_marks import DefinedName, LineNote, NameLink, SourceMarks
from repobook.render.html.html_reader import read_html
from repobook.render.html.html_writer import written
from repobook.render.html.source_lines import n_links
from repobook.render.places import places_of
from repobook.text.lines import split_lines
from repobook.text.visible import visible
from tests.fakes.hostile_texts import CORPUS

SITE = places_of(["a.py", "pkg/b.py"])._replace(suffix=".html", title="Repo")


def _html(text: str, marks: SourceMarks) -> str:
    block = SourceText("a.py", "Python", text, marks=marks)
    return written(Page(PageRef("source", "a.py"), "a.py", (), (block,)), SITE).text


def test_names_lead_to_their_definitions() -> None:
    links = (
        NameLink(1, 4, 1, "a.py", ".g"),
        NameLink(1, 0, 1, "pkg/b.py", ".F.f"),
        NameLink(1, 8, 1, "pkg/b.py", ""),
        NameLink(1, 8, 2, "a.py", ".lost"),
    )
    assert (
        "<li><a href=pkg/b.py_src.html#.F.f>f</a> &lt; <a href=#.g>g</a>"
        " + <a href=pkg/b.py_src.html>b</a>c"
    ) in _html("f < g + bc\n", SourceMarks(links))


def test_definitions_keep_their_anchors_wherever_they_are() -> None:
    definitions = (
        DefinedName(1, 4, 1, ".f", 9),
        DefinedName(1, 4, 1, ".g", 0),
        DefinedName(1, 0, 0, ".h", 0),
        DefinedName(1, 0, 0, ".h", 0),
        DefinedName(2, 0, 1, "", 9),
        DefinedName(3, 0, 1, "", 0),
    )
    html = _html("def f\nx\ny\n", SourceMarks(definitions=definitions))
    assert (
        "<li><a id=.h></a>def <a id=.f data-to=9>f</a><a id=.g></a><li><a data-to=9>x</a><li>y</ol>"
    ) in html
    assert read_html(html).anchors == ("main", ".h", ".f", ".g")


def test_a_definition_says_whether_the_page_of_symbols_has_its_section() -> None:
    definitions = (
        DefinedName(1, 4, 1, ".f", 0, True),
        DefinedName(1, 0, 0, ".g", 0, True),
        DefinedName(2, 0, 1, ".h", 9, True),
    )
    html = _html("def f\nh\n", SourceMarks(definitions=definitions))
    assert "<a id=.g></a>def <a id=.f data-s>f</a><li><a id=.h data-s=9>h</a>" in html
    assert n_links(html[html.index("<ol>") :]) == 0


def test_a_note_leads_to_what_is_said_and_adds_no_text() -> None:
    note = LineNote(1, "warning", 'eval: "x" > 1', "security--safety")
    html = _html("x\n", SourceMarks(notes=(note,)))
    assert (
        "<li><a class=warning href=a.py_docs.html#security--safety"
        ' title="eval: &quot;x&quot; &gt; 1"></a>x'
    ) in html
    assert read_html(html).lines == ("x",)


_NUMBER = st.integers(0, 6)
_PLACE = st.tuples(_NUMBER, st.integers(0, 12), st.integers(0, 5))
_ANCHORS = st.sampled_from(["", ".a", ".b", ".a~2"])


@settings(max_examples=300, derandomize=True)
@given(
    st.lists(st.sampled_from(CORPUS) | st.text(max_size=12), max_size=5),
    st.lists(st.tuples(_PLACE, st.sampled_from(["a.py", "pkg/b.py"]), _ANCHORS), max_size=6),
    st.lists(st.tuples(_PLACE, _ANCHORS, _NUMBER), max_size=4),
)
def test_whatever_is_marked_the_text_stays(
    texts: list[str],
    links: list[tuple[tuple[int, int, int], str, str]],
    definitions: list[tuple[tuple[int, int, int], str, int]],
) -> None:
    text = "\n".join(texts)
    marks = SourceMarks(
        tuple(NameLink(*place, path, anchor) for place, path, anchor in links),
        tuple(DefinedName(*place, anchor, end) for place, anchor, end in definitions),
        (LineNote(2, "info", "\"'><script>", "x"),),
    )
    read = read_html(_html(text, marks))
    assert list(read.lines) == split_lines(visible(text.replace("\r\n", "\n").replace("\r", "\n")))
    assert len(read.anchors) == len(set(read.anchors))


def test_months_stand_beside_runs_and_commits_above_the_text() -> None:
    changes = (LineChange("ab12", "2024-03-05", "Fix <b>"), LineChange("cd34", "2023-11-30", "Add"))
    lines = FileLines("", "2023-11-30", changes, ((1, -1), (2, 0), (4, 1), (6, 0)))
    html = _html("a\nb\nc\nd\ne", SourceMarks(lines=lines))
    assert "<ol><li data-m=older>a<li data-m=2024-03>b<li>c<li data-m=2023-11>d<li>e</ol>" in html
    assert (
        "<tr><td>2024-03-05<td><code>ab12</code><td>Fix &lt;b><td><a href=#L2-L3>2-3</a>"
        "<tr><td>2023-11-30<td><code>cd34</code><td>Add<td><a href=#L4-L5>4-5</a>"
        "<tr><td>before 2023-11-30<td><td><td><a href=#L1>1</a></table>"
    ) in html


def test_a_continued_text_has_the_months_of_its_own_lines() -> None:
    lines = FileLines("", "", (LineChange("ab12", "2024-03-05", "x"),), ((1, 0),))
    block = SourceText("a.py", "Python", "d\ne\n", first_line=4, marks=SourceMarks(lines=lines))
    html = written(Page(PageRef("source", "a.py"), "a.py", (), (block,)), SITE).text
    assert "<ol><li value=4 data-m=2024-03>d<li>e</ol>" in html
    assert "<details" not in html
