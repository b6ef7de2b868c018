"""Takes the pictures of the README: main pages of a book's site, in both themes.

repobook build . -o /somewhere/repobook.book
python bench/screenshots.py /somewhere/repobook.book docs/images
"""

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Final, NamedTuple

from playwright.sync_api import Page, ViewportSize, sync_playwright

MAX_BYTES: Final = 150_000
_SIZE: Final = ViewportSize(width=1280, height=600)
_PACKAGE: Final = "src/repobook"


class Picture(NamedTuple):
    name: str
    page: str
    prepare: Callable[[Page], None] = lambda page: None


def _search(page: Page) -> None:
    page.keyboard.press("/")
    page.keyboard.type("symbol anchor", delay=20)
    page.wait_for_timeout(1500)


PICTURES: Final = (
    Picture("home", "index.html"),
    Picture("folder", f"{_PACKAGE}/index.html"),
    Picture("file", f"{_PACKAGE}/build/pipeline.py_docs.html"),
    Picture("source", f"{_PACKAGE}/build/pipeline.py_src.html#.rebuild"),
    Picture("search", "keywords.html", _search),
)


def main(book: Path, folder: Path) -> None:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path="/usr/bin/chromium-headless-shell", args=["--no-sandbox"]
        )
        for theme in ("light", "dark"):
            dark = theme == "dark"
            page = browser.new_page(viewport=_SIZE, color_scheme="dark" if dark else "light")
            for picture in PICTURES:
                _take(page, picture, book, folder / f"{picture.name}-{theme}.png")
        browser.close()


def _take(page: Page, picture: Picture, book: Path, path: Path) -> None:
    page.goto(f"{(book / 'site').resolve().as_uri()}/{picture.page}")
    picture.prepare(page)
    page.wait_for_timeout(300)
    data = page.screenshot(path=path)
    print(f"{path}: {len(data):,} bytes{' (too large)' if len(data) > MAX_BYTES else ''}")


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
