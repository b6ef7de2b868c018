"""The site as people use it: read, pick lines, look at evidence, walk by keys, on any screen."""

from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import KINDS, is_heard
from tests.fakes.books import make_book
from tests.fakes.trees import write_tree


def _address(site: Path, name: str, fragment: str = "") -> str:
    return (site / name).as_uri() + fragment


@pytest.mark.parametrize("kind", KINDS)
def test_everyone_can_read_every_kind_of_page(
    page_by_kind: dict[str, Path], page: Page, kind: str
) -> None:
    page.goto(page_by_kind[kind].as_uri())
    for theme in ("light", "dark"):
        page.emulate_media(color_scheme="dark" if theme == "dark" else "light")
        found = Axe().run(page, options={"preload": False}).response["violations"]
        assert [(rule["id"], rule["nodes"][0]["html"]) for rule in found] == [], theme


@pytest.mark.parametrize("kind", KINDS)
def test_no_page_is_wider_than_a_telephone(
    page_by_kind: dict[str, Path], page: Page, kind: str
) -> None:
    page.set_viewport_size({"width": 360, "height": 800})
    page.goto(page_by_kind[kind].as_uri())
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


def test_cases_with_much_code_are_read_one_by_one(tmp_path: Path, page: Page) -> None:
    """Beside the tree of files and the outline no column is wide enough for it."""
    call = "client.post('/json', content_type='application/octet-stream-of-some-kind')"
    cases = "".join(
        f"@pytest.mark.parametrize('test_value,expected_value_of_that', [({n}, '\\u2603')])\n"
        f"def test_bad_request_number_{n}(client):\n    'Sends what is bad.'\n    rv = {call}\n"
        "    assert rv.status_code_of_the_response == 400\n\n\n"
        for n in range(3)
    )
    tree = write_tree(tmp_path / "repo", {"test_json.py": f"import pytest\n\n\n{cases}"})
    make_book(tree, tmp_path / "repo.book")
    page.set_viewport_size({"width": 1280, "height": 800})
    page.goto(_address(tmp_path / "repo.book/site", "test_json.py_docs.html"))
    case = page.locator(".rows > li").first
    expect(case.get_by_role("term")).to_have_text(["Parameters", "Summary", "Steps", "Assertions"])
    for width in (1280, 360):
        page.set_viewport_size({"width": width, "height": 800})
        assert case.evaluate("node => node.scrollWidth <= node.clientWidth")
        assert page.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.parametrize("kind", KINDS)
def test_paper_is_light_and_has_the_content_alone(
    page_by_kind: dict[str, Path], page: Page, kind: str
) -> None:
    page.emulate_media(color_scheme="dark")
    page.goto(page_by_kind[kind].as_uri())
    page.evaluate("book.theme('dark')")
    page.emulate_media(media="print", color_scheme="dark")
    ground = "getComputedStyle(document.body).backgroundColor"
    assert page.evaluate(ground) == "rgb(255, 255, 255)"
    assert page.evaluate("document.querySelector('main').getBoundingClientRect().left") == 0
    for around in (
        "body > header",
        "[aria-label=Views]",
        ".toc",
        ".side",
        ".folded",
        "body > footer",
    ):
        for found in page.locator(around).all():
            expect(found).to_be_hidden()


def test_no_page_runs_what_the_repository_says(site: Path, page: Page) -> None:
    """The fixture notices dialogs, complaints and requests that are not ours."""
    for found in sorted(site.rglob("*.html")):
        page.goto(found.as_uri())
        assert page.locator("img").count() == 0


def test_a_picked_line_and_range_are_in_the_address(site: Path, page: Page) -> None:
    page.goto(_address(site, "pkg/long.py_src.html"))
    page.locator(".lines li >> nth=3").click(position={"x": 20, "y": 5})
    page.wait_for_url("**/long.py_src.html#L4")
    page.locator(".lines li >> nth=8").click(position={"x": 20, "y": 5}, modifiers=["Shift"])
    page.wait_for_url("**/long.py_src.html#L4-L9")
    expect(page.locator(".marked")).to_have_count(6)
    page.go_back()
    expect(page.locator(".marked")).to_have_count(1)
    page.locator(".lines li >> nth=11").click(position={"x": 300, "y": 5})
    assert page.evaluate("location.hash") == "#L4"


def test_an_address_with_lines_shows_them_far_down(site: Path, page: Page) -> None:
    page.goto(_address(site, "pkg/long.py_src.html", "#L900-L904"))
    expect(page.locator(".lines li >> nth=901")).to_be_in_viewport()
    expect(page.locator(".marked")).to_have_count(5)
    number = page.evaluate("getComputedStyle(book.lineAt(902), '::before').content")
    assert number == "counter(list-item)"


def test_the_text_is_copied_without_its_numbers(site: Path, page: Page) -> None:
    page.goto(_address(site, "pkg/long.py_src.html"))
    text = page.evaluate(
        """() => {
            const range = document.createRange();
            range.setStart(book.lineAt(4), 0);
            range.setEnd(book.lineAt(6), 1);
            getSelection().addRange(range);
            return getSelection().toString();
        }"""
    )
    assert text == "def f0(x):\n    # line 0\n    return base(0)"


def test_a_citation_shows_its_lines_and_goes_away(site: Path, page: Page) -> None:
    page.goto(_address(site, "pkg/long.py_docs.html"))
    cited = page.locator('main a[href$="#L4-L6"]').first
    cited.hover()
    frame = page.frame_locator(".evidence iframe")
    expect(frame.locator(".lines li >> nth=4")).to_be_visible()
    expect(frame.locator(".marked")).to_have_count(3)
    page.keyboard.press("Escape")
    expect(page.locator(".evidence")).to_have_count(0)
    cited.focus()
    expect(page.locator(".evidence")).to_have_count(1)


def test_the_chosen_theme_stays(site: Path, page: Page) -> None:
    page.goto(_address(site, "index.html"))
    page.get_by_role("button", name="Theme: auto").click()
    page.get_by_role("button", name="Theme: light").click()
    ground = page.evaluate("getComputedStyle(document.body).backgroundColor")
    page.goto(_address(site, "pkg/index.html"))
    expect(page.get_by_role("button", name="Theme: dark")).to_be_visible()
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == ground
    assert ground != "rgb(255, 255, 255)"


def test_keys_walk_and_can_be_turned_off(site: Path, page: Page) -> None:
    page.goto(_address(site, "pkg/long.py_docs.html"))
    page.keyboard.press("2")
    page.wait_for_url("**/long.py_src.html")
    page.keyboard.press("l")
    page.keyboard.type("700")
    page.keyboard.press("Enter")
    expect(page.locator(".lines li >> nth=699")).to_be_in_viewport()
    page.keyboard.press("u")
    page.wait_for_url("**/pkg/index.html")
    page.keyboard.press("j")
    assert page.evaluate("document.activeElement.closest('main') !== null")
    page.keyboard.press("?")
    page.get_by_role("checkbox", name="Keys are on").uncheck()
    page.get_by_role("button", name="Close").click()
    assert not is_heard(page, "h")


def test_without_scripts_everything_can_be_read_and_followed(site: Path, browser: Browser) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(_address(site, "index.html"))
    page.get_by_role("link", name="pkg/", exact=True).first.click()
    page.get_by_role("link", name="base.py").first.click()
    expect(page.get_by_role("heading", name="Dependencies")).to_be_visible()
    page.get_by_role("link", name="Source", exact=True).click()
    expect(page.get_by_text("return x")).to_be_visible()
    context.close()


def test_the_part_under_the_pointer_stands_out_with_its_own_arrows(site: Path, page: Page) -> None:
    page.goto((site / "pkg/doc.html").as_uri())
    svg = page.locator("figure svg:has(> path)").first
    svg.locator("a", has_text="long.py").hover()
    expect(svg).to_have_class("isolated")
    expect(svg.locator("path.own")).to_have_count(1)
    expect(svg.locator("a.own", has_text="base.py")).to_have_count(1)
    expect(svg.locator("a.own", has_text="hostile.py")).to_have_count(0)
    page.mouse.move(2, 2)
    expect(svg.locator(".own")).to_have_count(0)


def test_paths_in_lists_keep_their_names_whole_and_a_matrix_its_narrow_cells(
    site: Path, page: Page
) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto((site / "dependencies.html").as_uri())
    widths = page.locator(".matrix td:has(a)").evaluate_all("all => all.map(x => x.offsetWidth)")
    assert widths
    assert max(widths) < 60
    page.goto((site / "findings_s307.html").as_uri())
    link = page.locator("td a", has_text="app/run.py").first
    assert link.evaluate("a => a.innerText") == "app/run.py:5"
    n_rows = link.evaluate("a => new Set([...a.getClientRects()].map((one) => one.top)).size")
    assert n_rows <= 2


def test_on_a_telephone_a_long_name_leaves_room_for_the_next_column(
    tmp_path: Path, page: Page
) -> None:
    name = "_a_name_of_an_operator_that_is_longer_than_a_telephone_is_wide_for_its_cause"
    declared = f"- func: {name}(Tensor self) -> Tensor\n  dispatch:\n    CPU: relu\n"
    tree = {"aten/src/ATen/native/native_functions.yaml": declared}
    make_book(write_tree(tmp_path / "repo", tree), tmp_path / "book")
    page.set_viewport_size({"width": 360, "height": 800})
    page.goto((tmp_path / "book/site/operators.html").as_uri())
    second = page.locator("main tbody td").nth(1).bounding_box()
    assert second
    assert second["x"] < 250
