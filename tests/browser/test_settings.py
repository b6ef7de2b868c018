"""What a reader chooses holds on all pages; help lists what there is to choose."""

from pathlib import Path

from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import is_heard


def _go(page: Page, site: Path, name: str) -> None:
    page.goto((site / name).as_uri())


def test_settings_hold_on_other_pages(site: Path, page: Page) -> None:
    _go(page, site, "settings.html")
    page.get_by_role("radio", name="Dark").check()
    page.get_by_role("checkbox", name="Single-key shortcuts").uncheck()
    page.get_by_role("checkbox", name="Wrap long source lines").check()
    _go(page, site, "pkg/long.py_src.html")
    assert page.evaluate("({...document.documentElement.dataset})") == {
        "scripts": "",
        "side": "",
        "theme": "dark",
        "wrap": "",
    }
    assert not is_heard(page, "u")
    _go(page, site, "settings.html")
    expect(page.get_by_role("radio", name="Dark")).to_be_checked()
    page.get_by_role("radio", name="System default").check()
    assert page.evaluate("document.documentElement.dataset.theme") is None


def test_help_lists_the_keys_that_scripts_have_registered(site: Path, page: Page) -> None:
    _go(page, site, "help.html")
    told = page.locator(".keys kbd").all_text_contents()
    assert {"f", "j", "k", "l", "u", "?"} <= set(told)
    page.keyboard.press("?")
    assert page.locator("dialog .keys kbd").all_text_contents() == told


def test_a_heading_is_jumped_to_by_a_few_letters(site: Path, page: Page) -> None:
    _go(page, site, "pkg/long.py_docs.html")
    page.keyboard.press("f")
    page.keyboard.type("depend")
    page.keyboard.press("Enter")
    page.wait_for_url("**/long.py_docs.html#dependencies")
    expect(page.get_by_role("heading", name="Dependencies")).to_be_in_viewport()
    page.keyboard.press("f")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    page.wait_for_url("**/long.py_docs.html#*")
    assert not page.url.endswith("#dependencies")
    expect(page.locator("dialog")).to_have_count(0)


def test_sections_are_listed_once_on_any_screen(site: Path, page: Page) -> None:
    _go(page, site, "pkg/long.py_docs.html")
    links = page.locator('a[href$="long.py_docs.html#file-metadata"]')
    expect(links).to_have_count(1)
    expect(links).to_be_visible()
    page.set_viewport_size({"width": 360, "height": 800})
    expect(links).to_have_count(1)
    expect(links).to_be_hidden()
    page.get_by_text("On this page").click()
    expect(links).to_be_visible()


def test_settings_say_what_holds_without_scripts(site: Path, browser: Browser) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    _go(page, site, "index.html")
    page.get_by_role("link", name="Settings").click()
    expect(page.get_by_text("The book follows the system")).to_be_visible()
    page.get_by_role("link", name="help").click()
    expect(page.get_by_role("heading", name="Confidence")).to_be_visible()
    context.close()
