from repobook.book.plain_page import plain_pages
from repobook.model.blocks import SourceText


def test_all_of_the_text_and_the_reason_are_told() -> None:
    page, keywords = plain_pages("a/b.py", "Python", "x = 1\n", "took too long")
    shown = [block for section in page.sections for block in section.blocks]
    assert SourceText("a/b.py", "Python", "x = 1\n") in shown
    assert "took too long" in repr(page.sections)
    assert "took too long" in repr(keywords.sections)
