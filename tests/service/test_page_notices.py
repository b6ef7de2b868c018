"""What a build says of pages that are not as they should be."""

from pathlib import Path

from repobook.service.bookmaking import MadeBook, page_notices
from repobook.store.pages import NO_PAGES, MadePages, PageEntry, Publication


def _made(**pages: MadePages) -> MadeBook:
    nothing = Publication(Path(), Path(), (), (), (), True, ())
    return MadeBook(nothing, NO_PAGES._replace(made=pages))


def test_nothing_is_said_of_good_pages() -> None:
    assert list(page_notices(_made(a=MadePages((PageEntry("a", "", 0, 0),))))) == []


def test_pages_that_could_not_be_made_and_heavy_ones_are_named() -> None:
    heavy = [PageEntry(name, "", 0, 0, is_heavy=True) for name in ("site/b.html", "site/a.html")]
    made = _made(b=MadePages(tuple(heavy)), a=MadePages((), problem="took too long"))
    assert list(page_notices(made)) == [
        "a: its pages could not be made: took too long",
        "2 pages are larger than they should be: site/a.html …",
    ]
