"""All files beside the page or in a drawer, and the way from one to the next."""

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
    page.wait_for_url("**/pkg/base.py_src.html")  # the view that one was in


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
    expect(page.get_by_role("button", name="Files")).to_be_focused()


def test_the_tree_is_pinned_where_there_is_room_and_remembers_itself(
    site: Path, page: Page
) -> None:
    _go(page, site, "pkg/long.py_docs.html")
    tree = page.get_by_role("navigation", name="Files")
    expect(tree.locator("[aria-current]")).to_have_text("long.py")
    tree.get_by_role("button", name="Folder tests").click()
    expect(tree.get_by_role("link", name="test_base.py")).to_be_visible()
    tree.get_by_role("link", name="base.py", exact=True).click()
    page.wait_for_url("**/pkg/base.py_docs.html")
    expect(tree.get_by_role("link", name="test_base.py")).to_be_visible()
    page.get_by_role("button", name="Files", exact=True).click()
    expect(tree).to_be_hidden()
    page.reload()
    expect(page.get_by_role("button", name="Files", exact=True)).to_have_attribute(
        "aria-expanded", "false"
    )
    expect(tree).to_have_count(0)
    page.keyboard.press("E")
    expect(tree).to_be_visible()


def test_files_are_filtered_as_one_types(site: Path, page: Page) -> None:
    _go(page, site, "pkg/long.py_src.html")
    box = page.get_by_role("searchbox", name="Filter files")
    box.fill("pkg ba")
    tree = page.get_by_role("navigation", name="Files")
    expect(tree.get_by_role("link")).to_have_text(["pkg/base.py"])
    box.fill("nothing is called so")
    expect(tree).to_have_text("No matching path.")
    box.fill("test_")
    box.press("Enter")
    page.wait_for_url("**/tests/test_base.py_src.html")


def test_nothing_moves_when_the_tree_comes(site: Path, page: Page) -> None:
    page.add_init_script(
        "window.moved = 0; new PerformanceObserver((list) => {"
        " for (const { value } of list.getEntries()) window.moved += value;"
        "}).observe({ type: 'layout-shift', buffered: true });"
    )
    for name in ("index.html", "pkg/long.py_docs.html", "pkg/long.py_src.html", "hotspots.html"):
        _go(page, site, name)
        expect(page.get_by_role("navigation", name="Files")).to_be_visible()
        assert page.evaluate("window.moved") <= 0.02, name


def test_nothing_moves_while_a_page_loads_on_a_narrow_screen(site: Path, page: Page) -> None:
    page.set_viewport_size({"width": 360, "height": 800})
    for name in ("pkg/long.py_docs.html", "pkg/long.py_sym.html", "pkg/long.py_src.html"):
        _go(page, site, name)
        outline = page.locator(".folded")
        expect(outline).to_be_visible()
        # Whether or not it was drawn before: taken away, it leaves everything where it is.
        tops = "[...document.querySelectorAll('main > *:not(.folded)')].map(x => x.offsetTop)"
        before = page.evaluate(tops)
        outline.evaluate("folded => folded.remove()")
        assert page.evaluate(tops) == before, name


def test_the_outline_of_a_text_follows_the_reading(site: Path, page: Page) -> None:
    _go(page, site, "pkg/long.py_src.html")
    outline = page.get_by_role("navigation", name="On this page")
    expect(outline.get_by_role("link")).to_have_count(200)
    page.evaluate("book.lineAt(504).scrollIntoView()")
    expect(outline.locator("[aria-current]")).to_have_count(1)
    expect(outline.locator("[aria-current]")).to_be_in_viewport()
    outline.get_by_role("link", name="f150", exact=True).evaluate("link => link.click()")
    expect(page.locator(".lines li >> nth=753")).to_be_in_viewport()


def test_pages_of_symbols_have_them_as_their_outline(site: Path, page: Page) -> None:
    _go(page, site, "pkg/long.py_sym.html")
    outline = page.get_by_role("navigation", name="On this page")
    expect(outline.get_by_role("link", name="f0", exact=True)).to_have_count(1)


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
