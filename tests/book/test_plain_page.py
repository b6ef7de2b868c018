from repobook.book.plain_page import plain_pages
from repobook.model.blocks import SourceText


def test_all_of_the_text_and_the_reason_are_told() -> None:
    page, keywords = plain_pages("a/b.py", "Python", "x = 1\n", "took too long")
    shown = [block for section in page.sections for block in section.blocks]
    assert SourceText("a/b.py", "Python", "x = 1\n") in shown
    assert "took too long" in repr(page.sections)
    assert "took too long" in repr(keywords.sections)


def test_a_long_text_goes_on_elsewhere() -> None:
    first, *others = plain_pages("a.txt", "", "word\n" * 200_000, "crashed")
    assert [page.ref.kind for page in others][-1] == "keywords"
    assert len(others) > 1
    assert first.ref.part == ""
