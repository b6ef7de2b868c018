"""A served page tells when the book behind it has moved on."""

import json
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.fakes.servers import served

STATES = [
    ({"is_stale": True}, "Files have changed since this book was made."),
    ({"is_stale": True, "is_building": True}, "a new book is being made"),
    ({"build_problem": "no <room>"}, "not in this book: no <room>"),
    ({"book": "other"}, "There is a newer book."),
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
        expect(page.get_by_role("link", name="Show it")).to_have_count(int("book" in changed))
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
