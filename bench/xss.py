"""Hostile texts in every place of a repository, and every page of its book in a real browser.

    python bench/xss.py FOLDER [--every 1] [--browser PATH]

Writes a repository into FOLDER whose folders, files, names, texts and past are the hostile texts of
``tests/fakes/payloads.py``, builds its book, opens every page (or every n-th) from disk and from a
server, and searches for every text in both. What ran, asked elsewhere, was refused by the policy or
is not of our making is counted and shown.
"""

import argparse
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from urllib.parse import quote

from playwright.sync_api import Browser, sync_playwright

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from tests.fakes.attacks import write_attack
from tests.fakes.audits import complaints, searched, watched
from tests.fakes.books import make_book
from tests.fakes.payloads import PAYLOADS
from tests.fakes.servers import served


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=Path)
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--browser", default="/usr/bin/chromium-headless-shell")
    given = parser.parse_args()
    names = PAYLOADS[:: given.every]
    write_attack(given.folder / "repo", PAYLOADS, names)
    book = given.folder / "book"
    make_book(given.folder / "repo", book, n_jobs=2)
    pages = sorted(path.relative_to(book).as_posix() for path in (book / "site").rglob("*.html"))
    opened = pages[:: given.every]
    with sync_playwright() as playwright, served(book) as (host, port):
        browser = playwright.chromium.launch(executable_path=given.browser, args=["--no-sandbox"])
        n_wrong = sum(
            _told(origin, [*_opened(browser, origin, opened), *_searched(browser, origin, names)])
            for origin in (book.as_uri(), f"http://{host}:{port}")
        )
        browser.close()
    print(f"texts {len(PAYLOADS)}, as names {len(names)}, pages {len(pages)}")
    print(f"opened twice {len(opened)}, searched for twice {len(names)}, wrong {n_wrong}")
    return int(n_wrong > 0)


def _told(origin: str, wrong: list[str]) -> int:
    for one in wrong:
        print(f"{origin.partition(':')[0]}: {one}")
    return len(wrong)


def _opened(browser: Browser, origin: str, names: Iterable[str]) -> Iterator[str]:
    with watched(browser, origin) as (page, found):
        for name in names:
            page.goto(f"{origin}/{quote(name)}")
            yield from (f"{name}: {one}" for one in complaints(page))
        yield from found


def _searched(browser: Browser, origin: str, texts: Iterable[str]) -> Iterator[str]:
    """A field takes one line; what is not seen is not typed."""
    with watched(browser, origin) as (page, found):
        page.goto(f"{origin}/site/search.html")
        for text in (text for text in texts if text.isprintable()):
            is_answered = searched(page, text)
            wrong = [] if is_answered else ["no answer"]
            yield from (f"search for {text!r}: {one}" for one in [*wrong, *complaints(page)])
        yield from found


if __name__ == "__main__":
    sys.exit(main())
