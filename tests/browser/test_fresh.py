"""A served page tells when the book behind it has moved on."""

import json
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.fakes.books import make_book
from tests.fakes.servers import served
from tests.fakes.trees import write_tree

STATES = [
    ({"is_stale": True}, "Files have changed since this book was built."),
    ({"is_stale": True, "is_building": True}, "the book is being rebuilt"),
    ({"build_problem": "no <room>"}, "not in this book: no <room>"),
]


def _open(browser: Browser, address: str, changed: dict[str, object]) -> Page:
    """Of a book whose server tells otherwise than it would."""
    page = browser.new_page()

    def answer(route: Route) -> None:
        told = route.fetch().json()
        told["data"].update(changed)
        route.fulfill(body=json.dumps(told), content_type="application/json")

    page.route("**/api/v1/health", answer)
    page.goto(f"{address}/site/pkg/base.py_docs.html")
    return page


@pytest.mark.parametrize(("changed", "told"), STATES)
def test_what_the_server_knows_is_told(
    site: Path, browser: Browser, changed: dict[str, object], told: str
) -> None:
    with served(site.parent) as (host, port):
        page = _open(browser, f"http://{host}:{port}", changed)
        expect(page.get_by_role("status")).to_contain_text(told)
        expect(page.get_by_role("link", name="Show it")).to_have_count(0)
        page.close()


TREE: dict[str, str | bytes] = {
    "a.py": "def first():\n    return 1\n" + "\n" * 200 + "def last():\n    return 2\n",
    "b.py": "def other():\n    return 3\n",
}


def test_the_open_page_shows_itself_anew_after_an_edit(browser: Browser, tmp_path: Path) -> None:
    root, book = write_tree(tmp_path / "repo", TREE), tmp_path / "book"
    make_book(root, book)
    with served(book) as (host, port):
        address = f"http://{host}:{port}/site"
        page, other = browser.new_page(), browser.new_page()
        page.goto(f"{address}/a.py_src.html")
        other.goto(f"{address}/b.py_src.html")
        other.evaluate("window.isTheSame = true")
        page.evaluate("scrollTo(0, 900)")
        write_tree(root, {"a.py": f"{TREE['a.py']!s}# more\n"})
        with other.expect_request("**/b.py_src.html"):
            make_book(root, book)  # the other page looks, and finds itself unchanged
        expect(page.get_by_text("# more")).to_have_count(1)
        page.wait_for_function("scrollY > 500")
        with other.expect_request("**/api/v1/health"):
            pass
        assert other.evaluate("window.isTheSame")
        expect(other.get_by_role("status")).to_be_empty()
        page.close()
        other.close()


def test_whoever_is_busy_with_a_page_is_asked(browser: Browser, tmp_path: Path) -> None:
    root, book = write_tree(tmp_path / "repo", TREE), tmp_path / "book"
    make_book(root, book)
    with served(book) as (host, port):
        page = browser.new_page()
        page.goto(f"http://{host}:{port}/site/b.py_src.html")
        page.get_by_role("searchbox", name="Filter files").focus()
        write_tree(root, {"b.py": "def other():\n    return 4\n"})
        make_book(root, book)
        expect(page.get_by_role("status")).to_contain_text("There is a newer book.")
        page.get_by_role("link", name="Show it").click()
        expect(page.get_by_text("return 4")).to_have_count(1)
        page.close()


def test_a_fresh_book_says_nothing(site: Path, browser: Browser) -> None:
    with served(site.parent) as (host, port):
        page = browser.new_page()
        with page.expect_response("**/api/v1/health") as asked:
            page.goto(f"http://{host}:{port}/site/pkg/base.py_docs.html")
        assert asked.value.ok
        with page.expect_request("**/api/v1/health"):
            pass  # it asks again once it has shown the answer
        expect(page.get_by_role("status")).to_be_empty()
        page.close()
