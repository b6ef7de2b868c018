"""Pages that are made when they are read: once for all who ask, and then kept."""

import asyncio
import threading

import pytest

from repobook.ask.opening.deadline_reader import NotNowError
from repobook.web import page_cache
from repobook.web.page_cache import CachedPage, Made, PageCache
from tests.fakes.conversations import run_conversation


class Maker:
    """Each subject has a document and a text, in one edition after the other."""

    def __init__(self, edition: str = "") -> None:
        self.asked: list[str] = []
        self.made_of_whole: list[str] = []
        self.edition = edition

    def make_pages(self, name: str, memory: bytes | None) -> Made | None:
        self.asked.append(name)
        subject = name.partition("_")[0]
        if subject == "whole":
            return None
        own = f"made{self.edition}".encode() if subject == "a" else b"the same"
        if memory == own:
            return Made(None, own)
        made = {
            f"{subject}_{view}": f"{view} of {subject}{self.edition}".encode()
            for view in ("docs", "src")
        }
        return Made(made if name in made else {}, own)

    def make_pages_of_whole(self, name: str) -> Made:
        self.made_of_whole.append(name)
        return Made({f"whole_{page}": page.encode() for page in ("home", "gaps")}, b"")


@pytest.fixture(autouse=True)
def patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who reads waits for news as long as it takes, on any machine."""
    monkeypatch.setattr(page_cache, "_SECONDS_FOR_NEWS", 10)


def _cache(make: Maker) -> PageCache:
    return PageCache(make, f"book{make.edition}")


def _read(pages: PageCache, *names: str) -> list[bytes | None]:
    """All at once."""

    async def all_pages() -> list[bytes | None]:
        return [page and page.content for page in await asyncio.gather(*map(pages.page, names))]

    pages_read: list[bytes | None] = run_conversation(all_pages)
    return pages_read


def test_a_page_is_made_once_for_all_who_ask_with_what_is_read_next() -> None:
    make = Maker()
    pages = _cache(make)
    assert _read(pages, "a_docs", "a_docs", "a_docs") == [b"docs of a"] * 3
    assert _read(pages, "a_src", "a_docs") == [b"src of a", b"docs of a"]
    assert make.asked == ["a_docs"]


def test_there_may_be_no_such_page() -> None:
    assert _read(_cache(Maker()), "a_nothing") == [None]


def test_a_page_that_could_not_be_made_is_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
    pages, make_pages = _cache(Maker()), Maker.make_pages

    def fail(make: Maker, name: str, memory: bytes | None) -> Made:
        raise NotNowError("the answer was lost", "ask again")

    monkeypatch.setattr(Maker, "make_pages", fail)
    with pytest.raises(NotNowError):
        _read(pages, "a_docs")
    monkeypatch.setattr(Maker, "make_pages", make_pages)
    assert _read(pages, "a_docs") == [b"docs of a"]


def test_pages_of_the_whole_are_made_together_once() -> None:
    make = Maker()
    pages = _cache(make)
    assert _read(pages, "whole_home", "whole_gaps", "whole_home") == [b"home", b"gaps", b"home"]
    assert make.made_of_whole == ["whole_home"]


def test_what_was_not_read_for_long_makes_room(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page_cache, "_MAX_BYTES", 60)
    make = Maker()
    pages = _cache(make)
    _read(pages, "a_docs")
    _read(pages, "b_docs")
    _read(pages, "b_src", "a_docs")
    _read(pages, "c_docs")
    _read(pages, "a_docs")
    assert make.asked.count("a_docs") == 1
    _read(pages, "b_docs")
    assert make.asked.count("b_docs") == 2


def _next(earlier: PageCache, make: Maker) -> PageCache:
    pages = _cache(make)
    pages.inherit(earlier)
    return pages


def test_the_next_book_takes_over_what_is_still_the_same() -> None:
    once = _cache(Maker(" once"))
    _read(once, "a_docs", "b_docs")
    later = Maker(" twice")
    pages = _next(once, later)
    assert _read(pages, "a_docs", "b_docs") == [b"docs of a twice", b"docs of b once"]
    assert _read(pages, "a_src", "b_src") == [b"src of a twice", b"src of b once"]
    assert later.asked == ["a_docs", "b_docs"]


def test_a_reader_of_the_book_before_gets_its_pages() -> None:
    first = _cache(Maker(" once"))
    _read(first, "a_docs")
    second = _next(first, Maker(" twice"))
    _read(second, "a_docs")
    assert _read(first, "a_docs") == [b"docs of a once"]
    assert _read(second, "a_docs") == [b"docs of a twice"]


def test_what_was_read_last_is_renewed_first_and_then_at_hand() -> None:
    once = _cache(Maker(" once"))
    for name in ("a_docs", "b_docs", "c_docs", "whole_home", "a_src"):
        _read(once, name)
    later = Maker(" twice")
    pages = _next(once, later)
    run_conversation(pages.renew)
    assert later.asked == ["a_docs", "c_docs", "b_docs"]
    assert _read(pages, "a_docs", "c_docs") == [b"docs of a twice", b"docs of c once"]
    assert len(later.asked) == 3
    assert later.made_of_whole == []


def test_who_waits_too_long_for_news_gets_the_page_of_the_book_before(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    once = _cache(Maker(" once"))
    _read(once, "a_docs", "whole_home")
    later = Maker(" twice")
    pages = _next(once, later)
    may_make, make_pages = threading.Event(), later.make_pages

    def slow(name: str, memory: bytes | None) -> Made | None:
        assert may_make.wait(10)
        return make_pages(name, memory)

    monkeypatch.setattr(later, "make_pages", slow)
    monkeypatch.setattr(page_cache, "_SECONDS_FOR_NEWS", 0)

    async def read() -> list[CachedPage | None]:
        soon = [await pages.page("a_docs"), await pages.page("a_src")]
        may_make.set()
        await asyncio.gather(*pages._making.values())
        return [*soon, await pages.page("a_docs")]

    assert run_conversation(read) == [
        (b"docs of a once", "book once"),
        (b"src of a once", "book once"),
        (b"docs of a twice", "book twice"),
    ]
    assert later.asked == ["a_docs"]


def test_who_has_no_page_goes_before_those_who_wait_for_news(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    once = _cache(Maker(" once"))
    known = [f"{letter}_docs" for letter in "abcdefgh"]
    _read(once, *known)
    later = Maker(" twice")
    pages = _next(once, later)
    may_make, make_pages = threading.Event(), later.make_pages

    def slow(name: str, memory: bytes | None) -> Made | None:
        assert may_make.wait(10)
        return make_pages(name, memory)

    monkeypatch.setattr(later, "make_pages", slow)
    monkeypatch.setattr(page_cache, "_PATIENCE_FOR_NEWS", 60)

    async def read() -> list[CachedPage | None]:
        waiting = [asyncio.create_task(pages.page(name)) for name in (*known, "new_docs")]
        while pages._of_others.n_waiting < len(known):
            await asyncio.sleep(0.001)
        last = await pages.page("h_src")  # for which nobody waits behind so many others
        may_make.set()
        return [last, *await asyncio.gather(*waiting)]

    last, *_, new = run_conversation(read)
    assert last == (b"src of h once", "book once")
    assert new == (b"docs of new twice", "book twice")
    assert later.asked.index("new_docs") == page_cache.N_OTHER_MAKERS  # after those at work
