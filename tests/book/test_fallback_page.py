from repobook.book.file.fallback_page import plain_pages, plain_symbols
from repobook.model.blocks import Heading, SourceText
from tests.fakes.dossiers import symbol


def test_all_of_the_text_and_the_reason_are_told() -> None:
    page, keywords = plain_pages("a/b.py", "Python", "x = 1\n", "took too long")
    shown = [block for section in page.sections for block in section.blocks]
    assert SourceText("a/b.py", "Python", "x = 1\n") in shown
    assert "took too long" in repr(page.sections)
    assert "took too long" in repr(keywords.sections)


def test_other_pages_still_lead_to_its_symbols() -> None:
    twice = (symbol(0, "f", 1).definition, symbol(1, "f", 3).definition)
    page, _ = plain_pages("a/b.py", "Python", "x = 1\n", "took too long", twice)
    (shown,) = [b for s in page.sections for b in s.blocks if isinstance(b, SourceText)]
    assert [name.anchor for name in shown.marks.definitions] == [".f", ".f~2"]


def test_sections_that_other_pages_are_certain_of_are_there() -> None:
    twice = (symbol(0, "f", 1).definition, symbol(1, "f", 3).definition)
    (page,) = plain_symbols("a/b.py", "source", "took too long", twice)
    headings = [b for b in page.sections[0].blocks if isinstance(b, Heading)]
    assert [heading.anchor for heading in headings] == [".f", ".f~2"]
    assert plain_symbols("a/b.py", "test", "took too long", twice) == ()
