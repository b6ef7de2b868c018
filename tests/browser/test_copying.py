"""Code, pages and addresses to take along."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.fakes.servers import served

COMMIT = "0123456789abcdef0123456789abcdef01234567"


@pytest.fixture
def reader(page: Page) -> Page:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    return page


def _clipboard(page: Page) -> str:
    text: str = page.evaluate("navigator.clipboard.readText()")
    return text


def _at_commit(route: Route) -> None:
    route.fulfill(body=f'book.commit("{COMMIT}");', content_type="text/javascript")


def test_a_command_is_copied_as_it_stands(site: Path, reader: Page) -> None:
    reader.goto((site / "pkg/base.py_docs.html").as_uri())
    command = reader.locator("pre", has_text="pytest").first
    reader.locator(".copied", has=command).get_by_role("button", name="Copy").click()
    expect(reader.get_by_role("status")).to_contain_text("tokens")
    assert _clipboard(reader) == command.text_content()


def test_the_address_is_copied_with_its_commit(site: Path, reader: Page) -> None:
    reader.route("**/commit.js", _at_commit)
    reader.goto((site / "pkg/long.py_src.html").as_uri() + "#L4-L6")
    reader.keyboard.press("y")
    expect(reader.get_by_role("status")).to_contain_text("0123456789ab")
    address = reader.evaluate("location.href")
    assert address.endswith("long.py_src.html?at=0123456789ab#L4-L6")
    assert _clipboard(reader) == address
    reader.reload()
    expect(reader.locator(".marked")).to_have_count(3)
    expect(reader.get_by_role("status")).to_be_empty()


def test_an_address_of_another_commit_is_told_to_have_moved_on(site: Path, page: Page) -> None:
    page.route("**/commit.js", _at_commit)
    page.goto((site / "pkg/long.py_src.html").as_uri() + "?at=ffffffffffff#L4")
    expect(page.get_by_role("status")).to_contain_text("the book is of 0123456789ab")
    page.get_by_role("button", name="Dismiss").click()
    expect(page.get_by_role("status")).to_have_text("")
    page.goto((site / "pkg/long.py_src.html").as_uri() + "?at=<img>#L4")
    expect(page.get_by_role("status")).to_be_empty()


def test_files_without_a_commit_have_no_such_address(site: Path, page: Page) -> None:
    page.goto((site / "pkg/long.py_src.html").as_uri())
    page.keyboard.press("y")
    expect(page.get_by_role("status")).to_contain_text("uncommitted files")
    assert page.evaluate("location.href").endswith("long.py_src.html")


def test_a_page_from_disk_leads_to_its_markdown(site: Path, page: Page) -> None:
    page.goto((site / "pkg/long.py_src.html").as_uri())
    page.keyboard.press("c")
    page.get_by_role("dialog").get_by_role("link").click()
    page.wait_for_url("**/markdown/pkg/long.py_docs.md")


def test_a_served_page_is_copied_as_markdown(site: Path, browser: Browser) -> None:
    with served(site.parent) as (host, port):
        context = browser.new_context(permissions=["clipboard-read", "clipboard-write"])
        page = context.new_page()
        page.goto(f"http://{host}:{port}/site/pkg/")
        page.keyboard.press("c")
        expect(page.get_by_role("status")).to_contain_text("as Markdown")
        assert _clipboard(page) == (site.parent / "markdown/pkg/index.md").read_text()
        context.close()
