"""The site from a server: as from disk, and closed to the pages of others."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from urllib.parse import quote

import pytest
from playwright.sync_api import Browser

from tests.browser.test_source import COLOURED
from tests.fakes.servers import served

_THIEF = """<!doctype html><title>Elsewhere</title>
<script src="{book}/site/book-assets/{script}" onload="document.title = 'loaded'"></script>
<iframe src="{book}/site/index.html"></iframe>
"""


@pytest.fixture(scope="module")
def address(site: Path) -> Iterator[str]:
    with served(site.parent) as (host, port):
        yield f"http://{host}:{port}"


def test_served_pages_run_without_a_complaint(browser: Browser, address: str) -> None:
    page, found = browser.new_page(), []
    page.on("console", lambda message: found.append(message.text))
    page.on("pageerror", lambda error: found.append(str(error)))
    for name in ("", "site/pkg/", "site/pkg/long.py_docs.html", "site/pkg/hostile.py_docs.html"):
        answer = page.goto(f"{address}/{name}")
        assert answer is not None
        assert answer.ok
    page.goto(f"{address}/site/pkg/long.py_docs.html")
    page.locator('main a[href*="#L"]').first.hover()
    page.locator("iframe").wait_for()
    asked = "fetch('/api/v1/show?target=pkg/base.py').then(answer => answer.json())"
    assert page.evaluate(asked)["data"]["file"]["path"] == "pkg/base.py"
    with page.expect_console_message():
        page.goto(f"{address}/%3Cscript%3Ealert(1)%3C/script%3E")
    page.close()
    assert found == [
        "Failed to load resource: the server responded with a status of 404 (Not Found)"
    ]


def test_the_text_of_a_file_is_coloured_and_led_from_when_served(
    browser: Browser, address: str
) -> None:
    page = browser.new_page()
    page.goto(f"{address}/site/pkg/long.py_src.html")
    page.wait_for_function(COLOURED)
    page.locator(".lines li >> nth=0 >> a", has_text="base").last.click()
    page.wait_for_url("**/base.py_src.html#.base")
    page.close()


def test_every_kind_of_page_runs_without_a_complaint(
    browser: Browser, address: str, site: Path, page_by_kind: dict[str, Path]
) -> None:
    page, found = browser.new_page(), []
    page.on("console", lambda message: found.append(message.text))
    page.on("pageerror", lambda error: found.append(str(error)))
    for path in (path for path in page_by_kind.values() if path.is_relative_to(site)):
        page.goto(f"{address}/site/{quote(path.relative_to(site).as_posix())}")
        assert page.evaluate("book.served")
    page.close()
    assert found == []


def test_scripts_know_whether_and_which_book_is_served(
    browser: Browser, address: str, site: Path
) -> None:
    page = browser.new_page()
    for _ in range(2):
        page.goto(f"{address}/site/pkg/base.py_docs.html")
        asked = "fetch('/api/v1/health').then(answer => answer.json())"
        assert page.evaluate("book.served") == page.evaluate(asked)["data"]["book"] != ""
    assert page.evaluate("book.root") == f"{address}/site/"
    page.goto((site / "pkg/base.py_docs.html").as_uri())
    assert page.evaluate("book.served") == ""
    assert page.evaluate("book.root") == f"{site.as_uri()}/"
    page.close()


def test_a_page_of_another_site_gets_nothing(browser: Browser, address: str, site: Path) -> None:
    script = next((site / "book-assets").glob("*.js")).name
    page = browser.new_page()
    with _elsewhere(_THIEF.format(book=address, script=script)) as elsewhere:
        page.goto(elsewhere)
        assert page.title() == "Elsewhere"
        assert page.frames[1].locator("main").count() == 0
        for mode in ("cors", "no-cors"):
            asked = f"fetch('{address}/api/v1/files', {{mode: '{mode}'}}).then(a => a.text())"
            assert page.evaluate(f"{asked}.catch(() => '')") == ""
    page.close()


@contextmanager
def _elsewhere(text: str) -> Iterator[str]:
    """A page of somebody else, on another port of this machine."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(text.encode())

        def log_message(self, format: str, *args: object) -> None:
            pass

    with HTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        yield f"http://localhost:{server.server_port}/"
        server.shutdown()
        thread.join()
