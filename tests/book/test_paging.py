"""A page that is too long goes on elsewhere, and nothing is lost."""

from repobook.book.shared.paging import MAX_SIZE, paged
from repobook.book.shared.sizes import size_of
from repobook.model.blocks import (
    Block,
    Bullets,
    Code,
    Page,
    PageRef,
    Paragraph,
    Section,
    SourceText,
    Table,
)
from tests.book.views import told

REF = PageRef("file", "a.py")


def pages_of(*blocks: Block) -> tuple[Page, ...]:
    return paged(Page(REF, "a.py", (Section("Original Source", blocks),)))


def blocks_of(page: Page) -> list[Block]:
    return [block for section in page.sections for block in section.blocks]


def test_a_short_page_stays_as_it_is() -> None:
    page = Page(REF, "a.py", (Section("S", (Paragraph(("x",)),)),))
    assert paged(page) == (page,)


def test_a_long_text_goes_on_line_by_line() -> None:
    text = "".join(f"{n:099}\r\n" for n in range(9000))
    pages = pages_of(SourceText("a.py", "Python", text))
    parts = [block for page in pages for block in blocks_of(page) if isinstance(block, SourceText)]
    assert "".join(part.text for part in parts) == text
    assert [part.first_line for part in parts] == [1, 3334, 6667]
    assert [page.ref.part for page in pages] == ["", "2", "3"]
    assert (
        told(blocks_of(pages[0]))[-1] == "Continued: [lines 3,334 to 6,666], [lines 6,667 to 9,000]"
    )
    assert pages[1].sections[0].title == "Original Source, continued"


def test_rows_that_do_not_fit_go_on_and_are_counted() -> None:
    rows = tuple(((Code(f"{n:0200}"),),) for n in range(5000))
    pages = pages_of(Table(("A",), rows))
    tables = [block for page in pages for block in blocks_of(page) if isinstance(block, Table)]
    assert tuple(row for table in tables for row in table.rows) == rows
    assert tables[0].n_all == 5000
    assert len(tables[0].rows) == 200
    assert all(sum(map(size_of, blocks_of(page))) <= MAX_SIZE for page in pages)


def test_entries_that_do_not_fit_go_on() -> None:
    items = tuple((f"{n:0400}",) for n in range(2000))
    pages = pages_of(Bullets(items))
    lists = [block for page in pages for block in blocks_of(page) if isinstance(block, Bullets)]
    assert tuple(item for found in lists for item in found.items) == items


def test_much_beside_the_source_leaves_room_for_it() -> None:
    table = Table(("A",), tuple(((f"{n:01000}",),) for n in range(400)))
    text = "x = 1\n" * 60_000
    first, *others = pages_of(table, table, SourceText("a.py", "Python", text))
    assert sum(map(size_of, blocks_of(first))) <= MAX_SIZE + 1000  # and the links to the rest
    assert len(others) >= 2


def test_continuations_lead_back_and_on() -> None:
    pages = pages_of(SourceText("a.py", "Python", "x = 1\n" * 200_000))
    assert pages[1].neighbours == (("part 1", REF), ("next", REF._replace(part="3")))
    assert ("previous", REF._replace(part="2")) in pages[2].neighbours


def test_an_endless_line_goes_on_within_itself() -> None:
    text = "a = 1\n" + "x" * (MAX_SIZE * 2) + "\nb = 2\n"
    pages = pages_of(SourceText("a.js", "JavaScript", text))
    parts = [block for page in pages for block in blocks_of(page) if isinstance(block, SourceText)]
    assert "".join(part.text for part in parts) == text
    assert [(part.first_line, part.is_cut) for part in parts] == [(1, True), (2, True), (2, False)]
    assert all(sum(map(size_of, blocks_of(page))) <= MAX_SIZE + 1000 for page in pages)


def test_what_is_made_visible_takes_room() -> None:
    pages = pages_of(SourceText("a", "Text", "\x01\n" * 100_000))
    assert len(pages) == 3
    assert all(sum(map(size_of, blocks_of(page))) <= MAX_SIZE + 1000 for page in pages)
