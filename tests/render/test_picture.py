"""Pictures of the site: all that they hold, as text too, and nothing but text."""

import re

from repobook.model.blocks import (
    Bar,
    Block,
    Cite,
    Link,
    Matrix,
    MatrixCell,
    Page,
    PageRef,
    Section,
    Tile,
    Timeline,
    Treemap,
)
from repobook.render.html import html_writer
from repobook.render.markdown import markdown_writer
from repobook.render.places import places_of

HEADS = tuple(Link(PageRef("overview", name), f"{name}/") for name in "ab")
PLACES = places_of(["a/x.py", "b/y.py"])


def matrix(*cells: MatrixCell) -> Page:
    block = Matrix("Who depends on whom", HEADS, cells)
    return Page(PageRef("dependencies"), "Dependencies", (Section("Matrix", (block,)),))


def test_a_cell_leads_to_the_line_that_proves_it() -> None:
    page = matrix(MatrixCell(1, 0, 1234, Cite("b/y.py", 7)))
    written = html_writer.written(page, PLACES._replace(suffix=".html"))
    assert "<td><a href=b/y.py_src.html#L7>1,234</a>" in written.text
    assert (written.n_links, written.n_cites) == (2, 1)


def test_a_part_of_a_page_says_which_view_it_belongs_to() -> None:
    page = Page(PageRef("findings", part="S307"), "Findings: S307", ())
    shown = html_writer.written(page, PLACES._replace(suffix=".html")).text
    assert "<a href=findings.html aria-current=true>Findings</a><a href=hotspots.html>" in shown


def test_what_goes_both_ways_is_marked_by_more_than_colour() -> None:
    page = matrix(MatrixCell(1, 0, 3, Cite("b/y.py", 7), is_mutual=True))
    shown = html_writer.written(page, PLACES._replace(suffix=".html")).text
    assert re.findall(r"<td class=o><a [^>]*><b>(\d)</b>", shown) == ["3"]


def test_a_matrix_is_a_table_in_markdown() -> None:
    text = markdown_writer.markdown(matrix(MatrixCell(1, 0, 3, Cite("b/y.py", 7))), PLACES)
    assert "| Row depends on column | 1 | 2 |" in text
    assert "| 2 [b/](b/doc.md) | 3 | · |" in text


def pictured(*blocks: Block) -> str:
    page = Page(PageRef("overview", "a"), "a", (Section("Contents", blocks),))
    return html_writer.written(page, PLACES._replace(suffix=".html")).text


def test_a_bar_tells_every_share_beside_it() -> None:
    shown = pictured(Bar("Lines by language", (("C++", 3), ("Python", 1))))
    assert "<rect class=s1 x=0 width=750 height=12 />" in shown
    assert "<li><i class=s2></i>Python 25.0%" in shown


def test_a_tile_leads_on_and_tells_its_numbers() -> None:
    tiles = (
        Tile("x/", 3000, 4, PageRef("overview", "a/x")),
        Tile("y/", 1000, 1, PageRef("overview", "a/y")),
    )
    shown = pictured(Treemap("Area: lines", "lines", "changes", tiles))
    assert re.findall(r"class=h(\d)", shown) == ["4", "2"]
    assert "<title>x/: 3,000 lines, 4 changes</title>" in shown
    assert "<a href=x/doc.html>" in shown


def test_a_timeline_has_a_stroke_and_a_number_for_each_period() -> None:
    shown = pictured(Timeline("Commits by month", (("2024-01", 3), ("2024-02", 0), ("2024-03", 1))))
    assert 'd="M4 30v-30M20 30v-10"' in shown
    assert "Commits by month: 2024-01 3, 2024-03 1</figcaption>" in shown


def test_names_in_pictures_are_only_text() -> None:
    hostile = '</svg><script>x</script>" onload=x'
    shown = pictured(
        Bar(hostile, ((hostile, 1), (hostile, 1))),
        Treemap(hostile, "lines", "changes", (Tile(hostile * 9, 9, 0, PageRef("listing")),)),
        Matrix(hostile, (Link(PageRef("listing"), hostile),), ()),
    )
    body = shown.partition("<main")[2]
    assert "<script" not in body
    assert (
        body.count('aria-label="&lt;/svg&gt;&lt;script&gt;x&lt;/script&gt;&quot; onload=x">') == 2
    )


def test_markdown_tells_a_timeline_in_words_and_leaves_drawings_out() -> None:
    timeline = Timeline("Commits by month", (("2024-01", 3), ("2024-02", 1)))
    bar = Bar("Lines by language", (("C++", 3), ("Python", 1)))
    page = Page(PageRef("overview", "a"), "a", (Section("Contents", (bar, timeline)),))
    text = markdown_writer.markdown(page, PLACES)
    assert text.endswith("## Contents\n\nCommits by month: 2024-01 3, 2024-02 1\n")
