"""How a site feels in a browser, from disk: when it shows, whether it moves, how soon it answers.

    python bench/browsing.py SITE [--lines 40000]

Opens a page of each kind and the longest text (and, beside SITE, one of so many lines), each in a
fresh browser: first content, layout shift while loading, and the longest time from a key or a click
to the frame that shows what it did.
"""

import argparse
import contextlib
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

from playwright.sync_api import Browser, Page, sync_playwright

from repobook.api import build_book

_CHROMIUM: Final = "/usr/bin/chromium-headless-shell"
_PAINTED: Final = "performance.getEntriesByName('first-contentful-paint')[0]?.startTime || 0"
_WATCH: Final = """() => {
    window.shifts = 0; window.slowest = 0;
    new PerformanceObserver((list) => {
        for (const one of list.getEntries()) if (!one.hadRecentInput) window.shifts += one.value;
    }).observe({ type: "layout-shift", buffered: true });
    new PerformanceObserver((list) => {
        for (const { duration } of list.getEntries()) window.slowest = Math.max(slowest, duration);
    }).observe({ type: "event", durationThreshold: 16, buffered: true });
}"""


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("site", type=Path)
    parser.add_argument("--lines", type=int, default=40_000)
    given = parser.parse_args()
    print("| page | KB | first content, ms | layout shift | slowest answer, ms |")
    print("|---|---|---|---|---|")
    with sync_playwright() as playwright, _long_text(given.lines) as text:
        browser = playwright.chromium.launch(executable_path=_CHROMIUM)
        for page in (*_one_of_each_kind(given.site), text):
            print(_row(browser, page), flush=True)
        browser.close()


def _one_of_each_kind(site: Path) -> Iterator[Path]:
    """The home page, and the largest of every other kind."""
    yield site / "index.html"
    for pattern in (
        "*/doc.html",
        "*_docs.html",
        "*_sym.html",
        "*_src.html",
        "comprehensive_book.html",
    ):
        found = sorted(site.rglob(pattern), key=lambda page: page.stat().st_size)
        yield from found[-1:]


@contextlib.contextmanager
def _long_text(n_lines: int) -> Iterator[Path]:
    with tempfile.TemporaryDirectory() as folder:
        tree = Path(folder) / "tree"
        tree.mkdir()
        one = "def f{n}(x):\n    # adds\n    y = x + {n}\n    return f{n}(y)\n"
        tree.joinpath("long.py").write_text("".join(one.format(n=n) for n in range(n_lines // 4)))
        build_book(tree, Path(folder) / "book")
        yield Path(folder) / "book/site/long.py_src.html"


def _row(browser: Browser, place: Path) -> str:
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    page = context.new_page()
    page.add_init_script(f"({_WATCH})()")
    page.goto(place.as_uri())
    page.wait_for_timeout(1500)
    painted, shift = page.evaluate(_PAINTED), page.evaluate("window.shifts")
    for action in _ACTIONS:
        action(page)
        page.wait_for_timeout(300)
    slowest = page.evaluate("window.slowest")
    context.close()
    figures = f"{painted:.0f} | {shift:.3f} | {slowest:.0f}"
    return f"| {place.name} | {place.stat().st_size // 1000:,} | {figures} |"


def _go_to_a_line(page: Page) -> None:
    page.keyboard.press("l")
    page.keyboard.type("9")
    page.keyboard.press("Enter")
    page.keyboard.press("Escape")


def _search(page: Page) -> None:
    page.keyboard.press("/")
    page.keyboard.type("ru", delay=80)
    page.keyboard.press("Escape")


_ACTIONS: Final[tuple[Callable[[Page], object], ...]] = (
    lambda page: page.keyboard.press("End"),
    lambda page: page.keyboard.press("j"),
    lambda page: page.mouse.click(600, 500),
    _go_to_a_line,
    _search,
    lambda page: page.locator(".theme").click(),
)

if __name__ == "__main__":
    main()
