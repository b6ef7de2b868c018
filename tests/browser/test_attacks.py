"""Hostile texts in every place of a repository, in a real browser: nothing of them runs.

Every page is read by the browser's own parser and looked over; a share of them is opened, from
disk and from a server. ``bench/xss.py`` opens them all.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

import pytest
from playwright.sync_api import Browser, Page

from repobook.web.api.endpoints import ENDPOINTS
from tests.fakes.attacks import write_attack
from tests.fakes.audits import (
    complaints,
    complaints_of_texts,
    expect_messages,
    searched,
    wait_for_reports,
    watched,
)
from tests.fakes.books import make_book, run
from tests.fakes.payloads import PAYLOADS
from tests.fakes.servers import served

_NAMED = PAYLOADS[::17]
_N_READ_AT_ONCE = 100
_N_OPENED = 40


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("attacked")
    write_attack(folder / "repo", PAYLOADS, _NAMED)
    make_book(folder / "repo", folder / "book", n_jobs=2)
    return folder / "book"


@pytest.fixture(scope="module")
def address(book: Path) -> Iterator[str]:
    with served(book) as (host, port):
        yield f"http://{host}:{port}"


def _pages(book: Path) -> list[Path]:
    return sorted((book / "site").rglob("*.html"))


def _some(pages: list[Path]) -> list[Path]:
    """The first ones are those of the whole."""
    top = [page for page in pages if page.parent.name == "site"]
    return [*top[:20], *pages[:: max(1, len(pages) // _N_OPENED)]]


def test_there_are_500_texts() -> None:
    assert len(set(PAYLOADS)) >= 500


def test_whoever_watches_would_see_it(browser: Browser, tmp_path: Path) -> None:
    """The canary is alive, and what lies in wait for a click is seen without one."""
    bare = "<!doctype html><title>x</title><main><h1>x</h1></main>"
    run = f"{bare}<img src=x onerror=alert(1)><iframe srcdoc='<script>alert(1)</script>'></iframe>"
    policy = "<meta http-equiv=Content-Security-Policy content=\"script-src 'none'\">"
    wait = (
        *("<a href=javascript:alert(1)>x</a>", "<p onclick=alert(1)>x</p>", "<base href=//x>"),
        *("<a href=//evil.example>x</a>", "<a href=' data:,x'>x</a>", "<p style=color:red>x</p>"),
        *("<script src=x.js></script>", "<link rel=icon href=x>", "<h1>y</h1>", "a\u202eb"),
        *("<a href=\\\\evil.example>x</a>", "<form action=https:x></form>", "<svg><use href=x>"),
    )
    (tmp_path / "run.html").write_text(run)
    (tmp_path / "policy.html").write_text(policy + run)
    with watched(browser, tmp_path.as_uri()) as (page, found):
        with expect_messages(page, "EXECUTED alert 1", 2):
            page.goto((tmp_path / "run.html").as_uri())
        with expect_messages(page, "POLICY script-src", 2):
            page.goto((tmp_path / "policy.html").as_uri())
        n_found = len(found)
        page.evaluate(_LATE_VIOLATION)
        wait_for_reports(page)
        assert any(said.startswith("POLICY script-src-attr") for said in found[n_found:])
        about = complaints_of_texts(page, [bare, *(f"{bare}{one}" for one in wait)])
        assert [bool(one) for one in about] == [False, *[True] * len(wait)]


_LATE_VIOLATION = "() => document.body.setAttribute('onclick', 'alert(1)')"


def test_every_page_is_of_our_making_alone(book: Path, browser: Browser) -> None:
    pages = _pages(book)
    with watched(browser, book.as_uri()) as (page, found):
        page.goto((book / "site/index.html").as_uri())
        for at in range(0, len(pages), _N_READ_AT_ONCE):
            part = pages[at : at + _N_READ_AT_ONCE]
            about = complaints_of_texts(page, [one.read_text("utf-8") for one in part])
            assert not [(str(p), one) for p, one in zip(part, about, strict=True) if one]
    assert found == []


def test_every_link_and_citation_holds(book: Path) -> None:
    done = run("verify", book, "--repo", book.with_name("repo"), cwd=book.parent)
    assert done.returncode == 0, done.stdout


def test_nothing_runs_from_disk(book: Path, browser: Browser) -> None:
    with watched(browser, book.as_uri()) as (page, found):
        for path in _some(_pages(book)):
            page.goto(path.as_uri())
            assert (complaints(page), found) == ([], []), path


def test_nothing_runs_from_a_server(book: Path, address: str, browser: Browser) -> None:
    with watched(browser, address) as (page, found):
        for path in _some(_pages(book)):
            page.goto(f"{address}/{quote(path.relative_to(book).as_posix())}")
            assert (complaints(page), found) == ([], []), path


@pytest.mark.parametrize("is_served", [False, True])
def test_whatever_is_searched_for_is_text(
    book: Path, address: str, browser: Browser, is_served: bool
) -> None:
    origin = address if is_served else book.as_uri()
    with watched(browser, origin) as (page, found):
        page.goto(f"{origin}/site/search.html")
        for text in _TYPED:
            assert searched(page, text), text
            assert (complaints(page), found) == ([], []), text
        for text in _TYPED[::4]:
            page.goto(f"{origin}/site/search.html?q={quote(text, safe='')}")
            page.locator(".answer[data-done]").wait_for()
            page.keyboard.press("t")
            page.keyboard.type(text[:3])
            page.locator(".finder .status:not(:empty)").wait_for()
            assert (complaints(page), found) == ([], []), text


# A line and what is seen: a field takes no other, and trims it.
_TYPED = [text for text in PAYLOADS[::19] if text.isprintable() and text == text.strip()]


_ASK = """async ([addresses]) => Promise.all(addresses.map(async (address) => {
    const answer = await fetch(address);
    const told = ["content-type", "x-content-type-options"].map((name) => answer.headers.get(name));
    return [answer.status, ...told, answer.url, await answer.text()];
}))"""


def test_what_is_asked_is_never_more_than_text(address: str, browser: Browser) -> None:
    """Every text as the address of a page and as a question: an answer, a reason, no markup."""
    asked = [quote(text, safe="", errors="replace") for text in PAYLOADS]
    targets = [f"/{text}" for text in asked] + [
        "/api/v1/{}?{}={}".format(*_QUESTIONS[n % len(_QUESTIONS)], text)
        for n, text in enumerate(asked)
    ]
    with watched(browser, address) as (page, found):
        page.goto(f"{address}/site/index.html")
        for at in range(0, len(targets), 20):
            answers = page.evaluate(_ASK, [targets[at : at + 20]])
            html = [text for _, kind, _, _, text in answers if kind.startswith("text/html")]
            assert complaints_of_texts(page, html) == [[]] * len(html)
            for status, kind, sniff, url, text in answers:
                assert (sniff, url.startswith(address)) == ("nosniff", True)
                assert status in (200, 400, 404, 414)
                assert kind.startswith("text/html") or json.loads(text)
        assert {said for said in found if "status of 40" not in said} == set()


_QUESTIONS = [
    (endpoint.name, parameter.name)
    for endpoint in ENDPOINTS
    for parameter in endpoint.parameters
    if not parameter.bounds
]


@pytest.mark.parametrize("text", PAYLOADS[::97])
def test_an_answer_opened_as_a_page_is_text(address: str, browser: Browser, text: str) -> None:
    asked = quote(text, safe="", errors="replace")
    with watched(browser, address) as (page, found):
        for target in (f"api/v1/show?target={asked}", asked, f"site/{asked}.html"):
            page.goto(f"{address}/{target}")
            assert _n_of_others(page) == 0
        assert {said for said in found if "status of 40" not in said} == set()


def _n_of_others(page: Page) -> int:
    return page.locator("script, img, svg, iframe, object, embed, style, [onerror]").count()
