"""The text of a file as people use it: follow names, see where they are, look at the marks."""

from itertools import pairwise
from pathlib import Path

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

LONG = "pkg/long.py_src.html"
BASE = "pkg/base.py_src.html"
COLOURED = "() => CSS.highlights.get('keyword')?.size > 0"
COLOURED_FAR_DOWN = """() => {
    const lines = [...CSS.highlights.get("keyword")].map(
        (range) => Number(range.startContainer.parentNode.closest("li").id.slice(1)));
    return lines.includes(999) && Math.min(...lines) > 400;
}"""
UNDER_THE_HEADER = """(id) => {
    const line = document.getElementById(id);
    line.scrollIntoView();
    const header = document.querySelector("body > header").offsetHeight;
    scrollBy(0, line.getBoundingClientRect().top - header);
}"""
TEXTS = """(kind) => [...CSS.highlights.get(kind)].map((range) => {
    const live = document.createRange();
    live.setStart(range.startContainer, range.startOffset);
    live.setEnd(range.endContainer, range.endOffset);
    return [live.toString(), range.startContainer.parentNode.closest("li").id];
})"""


def _address(site: Path, name: str, fragment: str = "") -> str:
    return (site / name).as_uri() + fragment


def test_a_name_leads_to_its_definition_in_another_file(site: Path, page: Page) -> None:
    page.goto(_address(site, LONG))
    page.locator("#L1 a", has_text="base").last.click()
    page.wait_for_url("**/base.py_src.html#.base")
    marked = "getComputedStyle(document.querySelector('#L4')).backgroundColor"
    assert page.evaluate(marked) == "rgb(255, 243, 196)"
    page.go_back()
    page.wait_for_url("**/long.py_src.html")


def test_a_name_is_a_link_again_on_every_screen(site: Path, page: Page) -> None:
    page.goto(_address(site, LONG))
    lines = page.locator('.lines a[href="base.py_src.html#.base"]')
    found = lines.evaluate_all("all => all.map((a) => Number(a.closest('li').id.slice(1)))")
    assert found[0] == 1
    assert all(75 < after - before <= 100 for before, after in pairwise(found))


def test_the_text_has_colours_near_the_window_alone(site: Path, page: Page) -> None:
    page.goto(_address(site, LONG))
    page.wait_for_function(COLOURED)
    found = page.evaluate(TEXTS, "keyword")
    assert ["def", "L4"] in found
    assert {text for text, _ in found} == {"from", "import", "def", "return"}
    assert ["# line 0", "L5"] in page.evaluate(TEXTS, "comment")
    assert max(int(line[1:]) for _, line in found) < 500
    page.evaluate("document.getElementById('L1000').scrollIntoView()")
    expect(page.locator("#L1000")).to_be_in_viewport()
    page.wait_for_function(COLOURED_FAR_DOWN)


def test_the_scope_of_the_first_line_is_told_and_leads_there(site: Path, page: Page) -> None:
    page.goto(_address(site, LONG))
    scope = page.get_by_role("navigation", name="Around these lines")
    expect(scope).to_have_count(0)
    page.evaluate(UNDER_THE_HEADER, "L900")
    link = scope.get_by_role("link")
    expect(link).to_have_count(1)
    name = link.text_content()
    line = "#" + (link.get_attribute("href") or "").partition("#")[2]
    assert f"def {name}(" in (page.locator(line).text_content() or "")
    link.evaluate("link => link.click()")
    page.wait_for_url(f"**/{LONG}{line}")
    expect(page.locator(line)).to_be_in_viewport()


def test_marks_say_what_they_mean_and_lead_there(site: Path, page: Page) -> None:
    page.goto(_address(site, BASE))
    mark = page.locator("#L4").get_by_role("link", name="used in 1 test file")
    expect(mark).to_be_visible()
    shown = mark.evaluate("mark => getComputedStyle(mark, '::before').content")
    assert shown.startswith('"✓"')
    mark.click()
    page.wait_for_url("**/base.py_docs.html#testing--usage")
    page.go_back()
    page.wait_for_url("**/base.py_src.html")


def test_a_mark_is_in_no_copy_of_the_text(site: Path, page: Page) -> None:
    page.goto(_address(site, BASE))
    assert page.locator("#L4").text_content() == "def base(x):"


def test_everyone_can_read_marks_and_the_scope(site: Path, page: Page) -> None:
    for name, fragment in ((BASE, "#.base"), (LONG, "#L900")):
        page.goto(_address(site, name, fragment))
        for theme in ("light", "dark"):
            page.emulate_media(color_scheme="dark" if theme == "dark" else "light")
            found = Axe().run(page, options={"preload": False}).response["violations"]
            assert [(rule["id"], rule["nodes"][0]["html"]) for rule in found] == [], theme


def test_on_a_telephone_the_page_is_no_wider_than_the_window(site: Path, page: Page) -> None:
    page.set_viewport_size({"width": 360, "height": 800})
    page.goto(_address(site, LONG, "#L900"))
    page.evaluate(UNDER_THE_HEADER, "L900")
    expect(page.get_by_role("navigation", name="Around these lines")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


def test_names_are_followed_without_scripts(site: Path, browser: Browser) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(_address(site, LONG))
    page.locator("#L1 a", has_text="base").last.click()
    page.wait_for_url("**/base.py_src.html#.base")
    expect(page.get_by_text("return x")).to_be_visible()
    context.close()
