"""All files in a drawer, and the way from one to the next."""

from pathlib import Path

from playwright.sync_api import Page, expect


def _go(page: Page, site: Path, name: str) -> None:
    page.goto((site / name).as_uri())


def test_the_tree_opens_where_one_is_and_leads_elsewhere(site: Path, page: Page) -> None:
    page.set_viewport_size({"width": 360, "height": 800})
    _go(page, site, "pkg/long.py_src.html")
    page.get_by_role("button", name="Files").click()
    tree = page.get_by_role("navigation", name="Files")
    expect(tree.locator("[aria-current]")).to_have_text("long.py")
    expect(tree.locator("[aria-current]")).to_be_focused()
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    tree.get_by_role("link", name="base.py", exact=True).click()
    page.wait_for_url("**/pkg/base.py_docs.html")


def test_arrows_walk_the_tree(site: Path, page: Page) -> None:
    _go(page, site, "pkg/index.html")
    page.keyboard.press("e")
    tree = page.get_by_role("navigation", name="Files")
    expect(tree.locator("[aria-current]")).to_have_text("pkg/")
    page.keyboard.press("ArrowLeft")
    expect(tree.get_by_role("link", name="base.py", exact=True)).to_have_count(0)
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowLeft")
    expect(tree.locator("[aria-current]")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_brackets_turn_to_the_file_before_and_after_in_the_same_view(
    site: Path, page: Page
) -> None:
    _go(page, site, "pkg/hostile.py_src.html")
    page.keyboard.press("]")
    page.wait_for_url("**/pkg/long.py_src.html")
    page.keyboard.press("]")
    expect(page.get_by_role("status")).to_contain_text("none after")
    page.keyboard.press("[")
    page.wait_for_url("**/pkg/hostile.py_src.html")


def test_brackets_turn_to_the_folder_before_and_after(site: Path, page: Page) -> None:
    _go(page, site, "pkg/index.html")
    page.keyboard.press("]")
    page.wait_for_url("**/tests/index.html")
    page.keyboard.press("[")
    page.wait_for_url("**/pkg/index.html")


def test_a_file_with_a_hostile_name_is_led_to(site: Path, page: Page) -> None:
    _go(page, site, "pkg/base.py_docs.html")
    page.keyboard.press("e")
    tree = page.get_by_role("navigation", name="Files")
    tree.get_by_role("link", name="<img src=x onerror=alert(4)>.py").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("<img src=x onerror=alert(4)>.py")
    page.wait_for_load_state()  # keys are heard once the scripts ran
    page.keyboard.press("]")
    page.wait_for_url("**/pkg/__init__.py_docs.html")
