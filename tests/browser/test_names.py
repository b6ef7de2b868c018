"""Names in the text of a file: cards, places of the same name, the text as it is."""

from pathlib import Path

from playwright.sync_api import FrameLocator, Page, expect

LONG = "pkg/long.py_src.html"


def _go(page: Page, site: Path, name: str) -> None:
    page.goto(f"{site.as_uri()}/{name}")


def _card(page: Page) -> FrameLocator:
    return page.frame_locator(".evidence iframe")


def _rest_on(page: Page, line: int, name: str) -> None:
    """The pointer comes to rest in the middle of a name."""
    x, y = page.evaluate(
        """([line, name]) => {
            const within = book.lineAt(line);
            const texts = document.createTreeWalker(within, NodeFilter.SHOW_TEXT);
            const range = new Range();
            while (texts.nextNode()) {
                const at = texts.currentNode.data.indexOf(name);
                if (at < 0) continue;
                range.setStart(texts.currentNode, at);
                range.setEnd(texts.currentNode, at + name.length);
            }
            const { x, y, width, height } = range.getBoundingClientRect();
            return [x + width / 2, y + height / 2];
        }""",
        [line, name],
    )
    page.mouse.move(x - 1, y)
    page.mouse.move(x, y)


def test_a_name_shows_what_is_known_of_it(site: Path, page: Page) -> None:
    _go(page, site, LONG)
    page.locator(".lines li >> nth=0 >> a", has_text="base").last.hover()
    card = _card(page)
    expect(card.locator("h3:visible")).to_have_text(["base"])
    expect(card.locator("main")).to_contain_text("def base(x)")
    expect(card.locator("dt:visible").first).to_have_text("Used")
    expect(page.locator(".evidence p")).to_have_text("pkg/base.py")
    page.keyboard.press("Escape")
    expect(page.locator(".evidence")).to_have_count(0)


def test_a_card_comes_by_keyboard_and_leads_on(site: Path, page: Page) -> None:
    _go(page, site, LONG)
    page.locator(".lines li >> nth=0 >> a", has_text="base").last.focus()
    lines = _card(page).get_by_role("link", name="L4-L5")
    lines.click()
    page.wait_for_url("**/pkg/base.py_src.html#L4-L5")


def test_a_name_that_is_no_link_means_what_it_does_elsewhere(site: Path, page: Page) -> None:
    _go(page, site, LONG)
    expect(page.locator(".lines li >> nth=10 >> a")).to_have_count(0)
    _rest_on(page, 11, "base")
    expect(page.locator(".evidence p")).to_have_text("pkg/base.py · as elsewhere in this file")
    expect(_card(page).locator("h3:visible")).to_have_text(["base"])


def test_all_places_of_the_name_under_the_pointer_are_lit(site: Path, page: Page) -> None:
    _go(page, site, LONG)
    _rest_on(page, 11, "base")
    expect(page.locator(".evidence")).to_have_count(1)
    text = (site / LONG).read_text("utf-8")
    assert (
        page.evaluate("CSS.highlights.get('same').size")
        == text.count(">base</a>(") + text.count("return base(") + 2
    )  # the import names the module and the function
    page.keyboard.press("Escape")
    assert page.evaluate("CSS.highlights.get('same').size") == 0


def test_cited_lines_are_shown_as_before(site: Path, page: Page) -> None:
    _go(page, site, "pkg/base.py_sym.html")
    page.locator("main a", has_text="L4").first.hover()
    expect(_card(page).locator(".lines li >> nth=3")).to_be_visible()


def test_the_text_is_to_be_had_as_it_is(site: Path, page: Page) -> None:
    _go(page, site, "pkg/base.py_src.html#L4-L5")
    page.evaluate("navigator.clipboard.writeText = async (text) => { window.taken = text; }")
    page.get_by_role("button", name="Copy", exact=True).click()
    assert page.evaluate("window.taken") == "def base(x):\n    return x\n"
    with page.expect_popup() as opened:
        page.get_by_role("button", name="Raw").click()
    text = '"""What others stand on."""\n\n\ndef base(x):\n    return x\n'
    assert opened.value.evaluate("document.body.textContent") == text
