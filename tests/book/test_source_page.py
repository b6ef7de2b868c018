"""The text of a file apart from what is said about it."""

from repobook.book.file.source_page import with_source_apart
from repobook.model.blocks import Block, Facts, Page, PageRef, Paragraph, Section, SourceText

TEXT = SourceText("a.py", "Python", "x = 1\n")
SIZE = Paragraph(("1 line",))


def _page(*blocks: Block) -> Page:
    sections = (Section("Original Source", blocks), Section("Other", (SIZE,)))
    return Page(PageRef("file", "a.py"), "a.py", sections, (), (("up", PageRef("listing")),))


def test_the_text_moves_to_a_page_of_its_own() -> None:
    document, text = with_source_apart(_page(SIZE, TEXT))
    assert [section.blocks for section in document.sections] == [(SIZE,), (SIZE,)]
    assert (text.ref, text.lead, text.sections) == (PageRef("source", "a.py"), (TEXT,), ())
    assert text.neighbours == document.neighbours


def test_a_long_text_is_not_cut() -> None:
    long = TEXT._replace(text="word\n" * 200_000)
    _, text = with_source_apart(_page(SIZE, long))
    assert text.lead == (long,)


def test_why_there_is_no_text_is_told_on_its_page() -> None:
    missing = Paragraph(("The text is not here.",))
    _, text = with_source_apart(_page(missing))
    assert text.lead == (missing,)


def test_the_last_change_of_the_file_stands_above_its_text() -> None:
    past = (("Last change", ("2024-07-01",)), ("Changes", ("3 commits",)))
    page = _page(TEXT)
    facts = Section("File Metadata", (Facts((("Blob", ("1",)), *past)),))
    _, text = with_source_apart(page._replace(sections=(*page.sections, facts)))
    assert text.lead == (Facts(past), TEXT)
    unknown = Section("File Metadata", (Facts((("Last change", ("unknown",)),)),))
    _, text = with_source_apart(page._replace(sections=(*page.sections, unknown)))
    assert text.lead == (TEXT,)
