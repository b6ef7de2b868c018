"""Pictures of the site: all that they hold, as text too, and nothing but text."""

import re

from repobook.model.blocks import Cite, Link, Matrix, MatrixCell, Page, PageRef, Section
from repobook.render import html, markdown
from repobook.render.places import places_of

HEADS = tuple(Link(PageRef("overview", name), f"{name}/") for name in "ab")
PLACES = places_of(["a/x.py", "b/y.py"])


def matrix(*cells: MatrixCell) -> Page:
    block = Matrix("Who leans on whom", HEADS, cells)
    return Page(PageRef("dependencies"), "Dependencies", (Section("Matrix", (block,)),))


def test_a_cell_leads_to_the_line_that_proves_it() -> None:
    page = matrix(MatrixCell(1, 0, 1234, Cite("b/y.py", 7)))
    written = html.written(page, PLACES._replace(suffix=".html"))
    assert "<td><a href=b/y.py_source.html#L7>1,234</a>" in written.text
    assert (written.n_links, written.n_cites) == (2, 1)


def test_circles_are_marked_by_more_than_colour() -> None:
    page = matrix(MatrixCell(1, 0, 3, Cite("b/y.py", 7), is_circle=True))
    shown = html.written(page, PLACES._replace(suffix=".html")).text
    assert re.findall(r"<td class=o><a [^>]*><b>(\d)</b>", shown) == ["3"]


def test_a_matrix_is_a_table_in_markdown() -> None:
    text = markdown.markdown(matrix(MatrixCell(1, 0, 3, Cite("b/y.py", 7))), PLACES)
    assert "| Row leans on column | 1 | 2 |" in text
    assert "| 2 [b/](b/doc.md) | 3 | · |" in text
