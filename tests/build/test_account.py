"""What a build tells of all pages together, and what it says of those that are not as wanted."""

from repobook.build.pages.account import account_of
from repobook.build.pages.formats import is_page
from repobook.index.publish.page_memory import PublishedPages, published, with_moved
from repobook.index.publish.pages import MadePages, PageEntry, PagesAccount
from repobook.render.site.site_budget import MAX_SITE


def _pages(*pages: PageEntry, problem: str = "") -> PublishedPages:
    return published(MadePages(pages, problem=problem), is_page)


def test_pages_are_counted_and_shards_of_the_search_are_not() -> None:
    pages = [PageEntry(name, "", 2, 3) for name in ("markdown/a.md", "site/book-index/a.js")]
    stamps = with_moved({}, {"markdown/a.md": (10, 0), "site/book-index/a.js": (5, 0)}, ())
    assert account_of({"a": _pages(*pages)}, stamps) == PagesAccount(1, 2, 3, 15, ())


def test_pages_that_could_not_be_made_and_heavy_ones_are_named() -> None:
    heavy = [PageEntry(name, "", 0, 0, is_heavy=True) for name in ("site/b.html", "site/a.html")]
    pages = {"b": _pages(*heavy), "a": _pages(problem="took too long")}
    assert account_of(pages, {}).notices == (
        "a: its pages say less than they should: took too long",
        "2 pages are larger than they should be: site/a.html …",
    )


def test_a_site_too_large_to_publish_is_told() -> None:
    half = MAX_SITE // 2
    assert not account_of({}, with_moved({}, {"site/a": (half, 0)}, ())).notices
    sizes = {"site/a": (half, 0), "site/b/c": (half + 10**6, 0), "markdown/c": (MAX_SITE, 0)}
    told = account_of({}, with_moved({}, sizes, ())).notices
    assert told == ("site/ takes 801 MB, which is more than 800 MB",)
