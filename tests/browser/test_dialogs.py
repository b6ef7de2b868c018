"""What scripts open over a page is for everyone, too."""

from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

PAGE = "pkg/long.py_src.html"


@pytest.mark.parametrize("key", ["?", "e", "l", "t", "y"])
def test_everyone_can_use_what_a_key_opens(site: Path, page: Page, key: str) -> None:
    page.set_viewport_size({"width": 360, "height": 800})
    page.goto((site / PAGE).as_uri())
    page.keyboard.press(key)
    expect(page.locator("dialog, [role=status] p").first).to_be_visible()
    for theme in ("light", "dark"):
        page.emulate_media(color_scheme="dark" if theme == "dark" else "light")
        found = Axe().run(page, options={"preload": False}).response["violations"]
        assert [(rule["id"], rule["nodes"][0]["html"]) for rule in found] == [], theme
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


def test_a_click_beside_a_dialog_closes_it(site: Path, page: Page) -> None:
    page.goto((site / PAGE).as_uri())
    page.keyboard.press("?")
    dialog = page.get_by_role("dialog")
    dialog.click(position={"x": 4, "y": 4})
    expect(dialog).to_be_visible()
    page.mouse.click(5, 5)
    expect(dialog).to_have_count(0)
