"""Pages that are made when they are read: once for all who ask, and then kept."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest

from repobook.ask.opening.deadline_reader import NotNowError
from repobook.web import page_cache
from repobook.web.page_cache import Made, MadePagesStore, PageCache
from tests.fakes.conversations import run_conversation


class Maker:
    """Each subject has a document and a text, in one edition after the other."""

    def __init__(self, edition: str = "") -> None:
        self.asked: list[str] = []
        self.edition = edition

    def __call__(self, name: str, memory: bytes) -> Made:
        self.asked.append(name)
        subject = name.partition("_")[0]
        own = f"made{self.edition}".encode() if subject == "a" else b"the same"
        if memory == own:
            return Made(None, own)
        made = {
            f"{subject}_{view}": f"{view} of {subject}{self.edition}".encode()
            for view in ("docs", "src")
        }
        return Made(made if name in made else {}, own)


def _cache(make: Callable[[str, bytes], Made]) -> PageCache:
    return PageCache(make, MadePagesStore())


def _read(pages: PageCache, *names: str) -> list[bytes | None]:
    """All at once."""

    async def all_pages() -> list[bytes | None]:
        with ThreadPoolExecutor(1) as threads:
            return await asyncio.gather(*(pages.page(name, threads) for name in names))

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


def test_a_page_that_could_not_be_made_is_tried_again() -> None:
    make, n_failed = Maker(), 0

    def fail_once(name: str, memory: bytes) -> Made:
        nonlocal n_failed
        if not n_failed:
            n_failed += 1
            raise NotNowError("the answer was lost", "ask again")
        return make(name, memory)

    pages = _cache(fail_once)
    with pytest.raises(NotNowError):
        _read(pages, "a_docs")
    assert _read(pages, "a_docs") == [b"docs of a"]


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


def test_the_next_book_takes_over_what_is_still_the_same() -> None:
    store = MadePagesStore()
    _read(PageCache(Maker(" once"), store), "a_docs", "b_docs")
    later = Maker(" twice")
    pages = PageCache(later, store)
    assert _read(pages, "a_docs", "b_docs") == [b"docs of a twice", b"docs of b once"]
    assert _read(pages, "a_src", "b_src") == [b"src of a twice", b"src of b once"]
    assert later.asked == ["a_docs", "b_docs"]


def test_a_reader_of_the_book_before_gets_its_pages() -> None:
    store = MadePagesStore()
    first, second = (PageCache(Maker(edition), store) for edition in (" once", " twice"))
    _read(first, "a_docs")
    _read(second, "a_docs")
    assert _read(first, "a_docs") == [b"docs of a once"]
    assert _read(second, "a_docs") == [b"docs of a twice"]
