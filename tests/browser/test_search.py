"""Search as people use it: typed, walked by keys, filtered, in the address; no server needed."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, Route, expect

from tests.fakes.books import make_book
from tests.fakes.servers import served
from tests.fakes.trees import write_tree

TREE: dict[str, str | bytes] = {
    "engine/pool.py": (
        '"""Pools of workers."""\n\n\nclass MaxPool:\n    """The greatest."""\n\n'
        "    def run(self):\n        return 1\n\n\ndef pool():\n    return MaxPool()\n"
    ),
    "engine/pooling.py": (
        "from engine.pool import MaxPool\n\n\nclass AveragePool(MaxPool):\n    def run(self):\n"
        "        # an unmistakable remark\n        return 2\n\n\ndef pool_all():\n    pass\n"
    ),
    "web/pool.js": "export function pool() { return 1; }\nexport function poolOnce() {}\n",
    "tests/test_pool.py": (
        "from engine.pool import pool\n\n\ndef pool_twice():\n    pass\n\n\n"
        "def test_pool():\n    assert pool()\n"
    ),
    "odd/<b>pool?.py": "def strange():\n    pass\n",
    "odd/proto.py": "class __proto__:\n    pass\n\n\ndef constructor():\n    pass\n",
    "what?/here.py": "def here():\n    pass\n",
    "data/pool.bin": b"\0\1",
    "data/x.json": '{"average_of": 1, "averages": 2}\n',
}


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("search")
    make_book(write_tree(folder / "repo", TREE), folder / "repo.book")
    return folder / "repo.book" / "site"


_DONE = "text => document.querySelector('.answer[data-done]')?.dataset.query === text"


def _search(page: Page, text: str) -> list[str]:
    """What is shown for it, once all is there: what each row is called and where it lies."""
    box = page.get_by_role("searchbox", name="Search")
    box.fill(text)
    page.wait_for_function(_DONE, arg=text)
    rows = page.locator(".answer li > a")
    return [" ".join(row.split("\n")) for row in rows.all_inner_texts()]


def test_a_question_shows_what_it_is_about_and_who_uses_that_with_lines(
    site: Path, page: Page
) -> None:
    page.goto((site / "search.html").as_uri())
    rows = _search(page, "what breaks if I change the class MaxPool?")
    assert rows[0] == "MaxPool class engine/pool.py"
    used = page.frame_locator(".answer iframe").locator("[id='.MaxPool'] ~ dl").first
    expect(used).to_contain_text("pooling.py L4")
    assert _search(page, "what depends on engine/pool.py")[0] == "pool.py source engine/pool.py"
    expect(page.locator(".answer iframe")).to_have_count(0)
    best = page.locator(".answer li > a").first
    expect(best).to_have_attribute("href", re.compile(r"engine/pool\.py_docs\.html#dependencies$"))


@pytest.fixture
def home(site: Path, page: Page) -> Page:
    page.goto((site / "index.html").as_uri())
    return page


def test_what_is_called_so_comes_before_what_begins_so(home: Page) -> None:
    shown = _search(home, "pool")
    assert shown[:3] == [
        "pool function engine/pool.py",
        "pool function web/pool.js",
        "poolOnce function web/pool.js",
    ]
    assert "MaxPool class engine/pool.py" in shown  # by its word
    assert shown.index("poolOnce function web/pool.js") < shown.index(
        "MaxPool class engine/pool.py"
    )
    assert [row for row in shown if row.startswith("pool.py")] == ["pool.py source engine/pool.py"]


def test_a_row_leads_to_the_definition(home: Page) -> None:
    _search(home, "AveragePool")
    home.keyboard.press("ArrowDown")
    home.keyboard.press("Enter")
    home.wait_for_url("**/engine/pooling.py_sym.html#.AveragePool")
    expect(home.locator("[id='.AveragePool']")).to_be_in_viewport()


def test_rows_that_are_shown_stay_where_they_are(home: Page) -> None:
    home.evaluate(
        """() => {
            window.moved = [];
            const watch = new MutationObserver((changes) => {
                for (const { target, removedNodes, nextSibling } of changes) {
                    if (!target.matches("ol")) continue;
                    if (removedNodes.length || nextSibling) window.moved.push(target.innerText);
                }
            });
            watch.observe(document.querySelector(".found"), { childList: true, subtree: true });
        }"""
    )
    assert len(_search(home, "pool")) > 5
    assert home.evaluate("window.moved") == []


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("run", ["MaxPool.run", "AveragePool.run"]),
        ("AveragePool.run", ["AveragePool.run"]),
        ("max pool", ["MaxPool"]),
        ("pool lang:js", ["pool", "poolOnce"]),
        ("pool in:engine kind:class", ["MaxPool", "AveragePool"]),
        ("pool kind:function in:web", ["pool", "poolOnce"]),
        ("run file:*ing.py", ["AveragePool.run"]),
        ('"pool"', ["pool", "pool"]),
        ("__proto__", ["__proto__"]),
        ("constructor", ["constructor"]),
        ("nothing_like_it", []),
    ],
)
def test_names_and_filters_choose_symbols(home: Page, text: str, names: list[str]) -> None:
    _search(home, text)
    symbols = home.locator(".answer section", has=home.get_by_role("heading", name="Symbols"))
    assert symbols.locator("li > a code").all_inner_texts() == names


def test_data_comes_after_what_does_something(home: Page) -> None:
    shown = _search(home, "average")
    assert shown[0] == "AveragePool class engine/pooling.py"
    assert "average_of key data/x.json" in shown


def test_nothing_is_said_to_be_found_only_when_all_was_looked_up(home: Page) -> None:
    assert _search(home, "nothing_like_it") == []
    expect(home.get_by_text("No results for “nothing_like_it”.")).to_be_visible()


def test_tests_are_hidden_counted_and_shown_when_asked_for(home: Page) -> None:
    shown = _search(home, "pool_twice")
    assert not any("pool_twice" in row for row in shown)
    expect(home.get_by_text("1 definition in tests hidden")).to_be_visible()
    home.get_by_role("link", name="show them").click()
    expect(home.locator(".results li code").first).to_have_text("pool_twice")


def test_keys_lead_to_the_box_through_the_rows_and_back(home: Page) -> None:
    box = home.get_by_role("searchbox", name="Search")
    for key in ("/", "s", "Control+k"):
        home.keyboard.press(key)
        expect(box).to_be_focused()
        home.keyboard.press("Escape")
        expect(box).not_to_be_focused()
    home.keyboard.press("/")
    home.keyboard.type("jk")  # letters are letters here
    expect(box).to_have_value("jk")
    _search(home, "pool")
    rows = home.locator(".answer li > a")
    for key, n in (("ArrowDown", 0), ("ArrowDown", 1), ("j", 2), ("k", 1), ("ArrowUp", 0)):
        home.keyboard.press(key)
        expect(rows.nth(n)).to_be_focused()
    home.keyboard.press("ArrowUp")
    expect(box).to_be_focused()
    home.keyboard.press("Escape")
    expect(home.locator(".found")).to_be_hidden()


@pytest.mark.parametrize("is_slow", [False, True])
def test_the_query_is_in_the_address_and_history_walks_it(home: Page, is_slow: bool) -> None:
    _search(home, "pool")
    home.keyboard.press("Enter")
    home.wait_for_url("**/search.html?q=pool")
    expect(home.locator(".results li code").first).to_have_text("pool")
    home.get_by_role("searchbox", name="Search").fill("MaxPool")
    if is_slow:  # what was typed is in the address before it is sent
        home.wait_for_url("**/search.html?q=MaxPool")
    home.keyboard.press("Enter")
    home.wait_for_url("**/search.html?q=MaxPool")
    expect(home.locator(".results li code").first).to_have_text("MaxPool")
    home.go_back()
    expect(home.get_by_role("searchbox", name="Search")).to_have_value("pool")
    expect(home.locator(".results li code").first).to_have_text("pool")
    home.go_forward()
    expect(home.locator(".results li code").first).to_have_text("MaxPool")


def test_a_file_is_found_by_a_few_letters_of_its_path(home: Page) -> None:
    home.keyboard.press("t")
    home.keyboard.type("engpoing")
    expect(home.locator("dialog li code").first).to_have_text("pooling.py")
    expect(home.locator("dialog [role=status]")).to_have_text("1 of 9 files")
    home.keyboard.press("Enter")
    home.wait_for_url("**/engine/pooling.py_docs.html")


@pytest.mark.parametrize("key", ["/", "t"])
def test_a_place_leads_to_its_line(home: Page, key: str) -> None:
    home.keyboard.press(key)
    home.keyboard.type("./engine/pooling.py:4:")
    expect(home.locator(".answer li code").first).to_have_text("pooling.py:4")
    home.locator(".answer li a").first.click()
    home.wait_for_url("**/engine/pooling.py_src.html#L4")
    expect(home.locator(".lines .marked")).to_have_count(1)


def test_a_listed_file_leads_to_its_folder(home: Page) -> None:
    assert "pool.bin listed data/pool.bin" in _search(home, "pool.bin")
    home.get_by_role("link", name="pool.bin").first.click()
    home.wait_for_url("**/data/index.html")


def test_odd_names_are_text_and_lead_to_their_pages(home: Page) -> None:
    _search(home, "strange")
    assert home.locator(".answer b").count() == 0
    home.locator(".answer li > a").first.click()
    expect(home.get_by_role("heading", name="<b>pool?.py")).to_be_visible()
    home.goto(home.url.split("/odd/")[0] + "/search.html?q=%3Cimg+onerror%3Dalert()%3E")
    expect(home.get_by_text("No results for “<img onerror=alert()>”.")).to_be_visible()


def test_the_search_reads_without_scripts(site: Path, browser: Browser) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto((site / "search.html").as_uri())
    page.get_by_role("link", name="all names from A to Z").click()
    page.wait_for_url("**/keywords.html")
    context.close()


def test_everyone_can_use_the_search(site: Path, home: Page) -> None:
    for name in ("index.html", "search.html"):
        home.goto((site / name).as_uri())
        _search(home, "pool")
        for scheme in ("light", "dark"):
            home.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
            found = Axe().run(home, options={"preload": False}).response["violations"]
            assert [(rule["id"], rule["nodes"][0]["html"]) for rule in found] == []
        home.set_viewport_size({"width": 360, "height": 800})
        assert home.evaluate("document.documentElement.scrollWidth") <= 360


@pytest.fixture(scope="module")
def address(site: Path) -> Iterator[str]:
    with served(site.parent) as (host, port):
        yield f"http://{host}:{port}/site/"


def test_a_server_answers_with_its_own_engine(browser: Browser, address: str) -> None:
    page = browser.new_page()
    page.goto(f"{address}index.html")
    with page.expect_response("**/api/v1/search?*"):
        assert any("pooling.py" in row for row in _search(page, "unmistakable remark"))
    assert _search(page, "MaxPool")[0] == "MaxPool class engine/pool.py:4"
    page.locator(".answer li > a").first.click()
    page.wait_for_url("**/engine/pool.py_src.html#L4")
    page.close()


def test_a_server_leads_to_folders_however_they_are_spelt(browser: Browser, address: str) -> None:
    page = browser.new_page()
    page.goto(f"{address}index.html")
    assert any(row.startswith("what?/ folder") for row in _search(page, "what?/"))
    page.get_by_role("link", name="what?/").first.click()
    page.wait_for_url("**/what%253F/index.html")
    page.close()


def test_shards_answer_where_the_server_does_not(browser: Browser, address: str) -> None:
    page = browser.new_page()
    page.route("**/api/v1/search?*", lambda route: _refused(route))
    page.goto(f"{address}index.html")
    assert _search(page, "MaxPool")[0] == "MaxPool class engine/pool.py"
    page.close()


def _refused(route: Route) -> None:
    route.fulfill(status=503, body="busy")


def test_filters_are_switched_on_and_off(site: Path, page: Page) -> None:
    page.goto(f"{site.as_uri()}/search.html?q=base")
    chips = page.get_by_role("group", name="Filters")
    chips.get_by_role("button", name="kind:function").click()
    expect(page.get_by_role("searchbox", name="Search")).to_have_value("base kind:function")
    page.wait_for_url("**/search.html?q=base%20kind%3Afunction")
    chips.get_by_role("button", name="kind:class").click()
    expect(page.get_by_role("searchbox", name="Search")).to_have_value("base kind:class")
    pressed = chips.locator("[aria-pressed=true]")
    expect(pressed).to_have_text(["kind:class"])
    pressed.click()
    expect(pressed).to_have_count(0)
    expect(chips.get_by_role("button", name="lang:python")).to_have_count(1)


def test_what_was_asked_before_is_offered(site: Path, page: Page) -> None:
    page.goto(f"{site.as_uri()}/index.html")
    box = page.get_by_role("searchbox", name="Search")
    box.focus()
    expect(page.get_by_text("Recent searches")).to_have_count(0)
    for text in ("base", "f12 <b>"):
        box.fill(text)
        box.press("Enter")
        page.wait_for_url("**/search.html?q=*")
        page.goto(f"{site.as_uri()}/index.html")
    page.wait_for_load_state()
    box.focus()
    expect(page.locator(".recent a")).to_have_text(["f12 <b>", "base"])
    page.locator(".recent a").last.click()
    page.wait_for_url("**/search.html?q=base")
