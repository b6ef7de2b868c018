"""The text of a file as people use it: follow names, see where they are, look at the marks."""

from pathlib import Path

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Locator, Page, expect

from tests.fakes.books import make_book
from tests.fakes.trees import commit_all, make_repository, write_tree

LONG = "pkg/long.py_src.html"
BASE = "pkg/base.py_src.html"
COLOURED = "() => CSS.highlights.get('keyword')?.size > 0"
COLOURED_FAR_DOWN = """() => {
    const lines = [...CSS.highlights.get("keyword")].map(
        (range) => book.numberOf(range.startContainer.parentNode.closest("li")));
    return lines.includes(999) && Math.min(...lines) > 400;
}"""
UNDER_THE_HEADER = """(number) => {
    const line = book.lineAt(number);
    line.scrollIntoView();
    const header = document.querySelector("body > header").offsetHeight;
    scrollBy(0, line.getBoundingClientRect().top - header);
}"""
TEXTS = """(kind) => [...CSS.highlights.get(kind)].map((range) => {
    const live = document.createRange();
    live.setStart(range.startContainer, range.startOffset);
    live.setEnd(range.endContainer, range.endOffset);
    return [live.toString(), book.numberOf(range.startContainer.parentNode.closest("li"))];
})"""


def _address(site: Path, name: str, fragment: str = "") -> str:
    return (site / name).as_uri() + fragment


def _line(page: Page, number: int) -> Locator:
    return page.locator(".lines li").nth(number - 1)


def test_a_name_leads_to_its_definition_in_another_file(site: Path, page: Page) -> None:
    page.goto(_address(site, LONG))
    _line(page, 1).locator("a", has_text="base").last.click()
    page.wait_for_url("**/base.py_src.html#.base")
    expect(_line(page, 4)).to_have_css("background-color", "rgb(255, 243, 196)")
    page.go_back()
    page.wait_for_url("**/long.py_src.html")


def test_the_text_has_colours_near_the_window_alone(site: Path, page: Page) -> None:
    page.goto(_address(site, LONG))
    page.wait_for_function(COLOURED)
    found = page.evaluate(TEXTS, "keyword")
    assert ["def", 4] in found
    assert {text for text, _ in found} == {"from", "import", "def", "return"}
    assert ["# line 0", 5] in page.evaluate(TEXTS, "comment")
    assert max(line for _, line in found) < 500
    page.evaluate("book.lineAt(1000).scrollIntoView()")
    expect(_line(page, 1000)).to_be_in_viewport()
    page.wait_for_function(COLOURED_FAR_DOWN)


def test_the_scope_of_the_first_line_is_told_and_leads_there(site: Path, page: Page) -> None:
    page.goto(_address(site, LONG))
    scope = page.get_by_role("navigation", name="Around these lines")
    expect(scope).to_have_count(0)
    page.evaluate(UNDER_THE_HEADER, 900)
    link = scope.get_by_role("link")
    expect(link).to_have_count(1)
    name = link.text_content()
    number = (link.get_attribute("href") or "").partition("#L")[2]
    line = _line(page, int(number))
    assert f"def {name}(" in (line.text_content() or "")
    link.evaluate("link => link.click()")
    page.wait_for_url(f"**/{LONG}#L{number}")
    expect(line).to_be_in_viewport()


def test_marks_say_what_they_mean_and_lead_there(site: Path, page: Page) -> None:
    page.goto(_address(site, BASE))
    mark = _line(page, 4).get_by_role("link", name="used in 1 test file")
    expect(mark).to_be_visible()
    shown = mark.evaluate("mark => getComputedStyle(mark, '::before').content")
    assert shown.startswith('"✓"')
    mark.click()
    page.wait_for_url("**/base.py_docs.html#testing--usage")
    page.go_back()
    page.wait_for_url("**/base.py_src.html")


def test_a_mark_is_in_no_copy_of_the_text(site: Path, page: Page) -> None:
    page.goto(_address(site, BASE))
    assert _line(page, 4).text_content() == "def base(x):"


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
    page.evaluate(UNDER_THE_HEADER, 900)
    expect(page.get_by_role("navigation", name="Around these lines")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


def test_names_are_followed_without_scripts(site: Path, browser: Browser) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(_address(site, LONG))
    _line(page, 1).locator("a", has_text="base").last.click()
    page.wait_for_url("**/base.py_src.html#.base")
    expect(page.get_by_text("return x")).to_be_visible()
    context.close()


def test_months_stand_beside_lines_and_tell_their_commit(
    tmp_path: Path, page: Page, browser: Browser
) -> None:
    make_repository(tmp_path / "repo", {"a.py": "def f():\n    return 1\n" * 40})
    changed = "def f():\n    return 2\n" + "def f():\n    return 1\n" * 39
    write_tree(tmp_path / "repo", {"a.py": changed})
    commit = commit_all(tmp_path / "repo")
    make_book(tmp_path / "repo", tmp_path / "book")
    page.goto((tmp_path / "book/site/a.py_src.html").as_uri())
    shown = "(line) => getComputedStyle(line, '::before').content"
    assert "2001-01" in _line(page, 2).evaluate(shown)
    assert "2001" not in _line(page, 4).evaluate(shown)
    box = _line(page, 2).bounding_box()
    assert box
    page.mouse.move(box["x"] + 20, box["y"] + 8)
    expect(page.locator(".lines")).to_have_attribute("title", f"2001-01-01 · {commit[:12]} · x")
    page.mouse.move(box["x"] + 400, box["y"] + 8)
    expect(page.locator(".lines")).to_have_attribute("title", "")
    page.get_by_text("Lines last changed in 2 commits").click()
    page.get_by_role("link", name="2", exact=True).click()
    expect(_line(page, 2)).to_have_class("marked")
    page.set_viewport_size({"width": 360, "height": 700})
    assert "2001" not in _line(page, 2).evaluate(shown)
    # A card beside the pointer goes with the next frame.
    page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    opened = browser.new_page()
    opened.goto(page.url)
    opened.get_by_text("Lines last changed in 2 commits").click()
    assert Axe().run(opened, options={"preload": False}).response["violations"] == []
    opened.close()
