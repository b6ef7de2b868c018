"""Readers during a build see wholly the old book or wholly the new one."""

import shutil
import threading
from pathlib import Path

import pytest

from repobook.ask.opening import published_book
from repobook.ask.opening.published_book import Look, open_published
from repobook.errors import RepobookError
from repobook.index.publish.pages import Publication, mark_unfinished, publish
from repobook.model.book_layout import MANIFEST, UNFINISHED
from repobook.web.app import application
from repobook.web.served_book import ServedBook
from tests.fakes.asking import Asker, wait_for
from tests.fakes.book_folders import opened_folder
from tests.fakes.processes import SECONDS_OF_A_HANG
from tests.fakes.sites import add_pages, add_site, publish_again

_N_PAGES = 40
_N_PUBLISHED = 20


def _pages(n: int) -> dict[str, str]:
    return {f"site/made/{page}.html": f"page {page} of book {n}" for page in range(_N_PAGES)}


class _Reader(threading.Thread):
    """Asks for pages and answers in turn, and keeps what it was told."""

    def __init__(self, asker: Asker, end: threading.Event) -> None:
        super().__init__(daemon=True)
        self._asker, self._end = asker, end
        self.told: list[tuple[str, int, int, bool]] = []

    def run(self) -> None:
        n, is_last = 0, False
        while not is_last:
            is_last = self._end.is_set()  # once more after the last book was published
            n = (n + 7) % _N_PAGES
            page = self._asker.get(f"/site/made/{n}.html")
            book = int(page.text.rpartition(" ")[2]) if page.status == 200 else -1
            self.told.append((page.headers["x-repobook-book"], page.status, book, True))
            files = self._asker.get(f"/api/v1/files?limit={n + 1}")
            book = int(files.json["commit"])
            self.told.append((files.headers["x-repobook-book"], files.status, book, False))


def test_20_books_are_published_under_readers_and_no_answer_is_mixed(
    book: Path, tmp_path: Path
) -> None:
    own = Path(shutil.copytree(book, tmp_path / "own"))
    publish_again(own, _pages(0), "0")
    end = threading.Event()
    with Asker(application(own)) as asker:
        readers = [_Reader(asker, end) for _ in range(3)]
        for reader in readers:
            reader.start()
        for n in range(1, _N_PUBLISHED + 1):
            publish_again(own, _pages(n), str(n))
            wait_for(lambda: asker.get("/api/v1/health").json["commit"] == str(n))  # noqa: B023
        end.set()
        for reader in readers:
            reader.join(SECONDS_OF_A_HANG)
    for reader in readers:
        books = [book for _, _, book, _ in reader.told]
        assert {status for _, status, _, _ in reader.told} == {200}
        assert books == sorted(books)  # nobody is led back into an older book
        assert books[-1] == _N_PUBLISHED
    told = {(identity, book) for reader in readers for identity, _, book, _ in reader.told}
    assert len(told) == len({identity for identity, _ in told})  # one book, one identity


def test_a_build_that_was_killed_while_it_published_leaves_the_old_book(
    book: Path, tmp_path: Path
) -> None:
    own = Path(shutil.copytree(book, tmp_path / "own"))
    publish_again(own, _pages(0), "0")
    with Asker(application(own)) as asker:
        (own / UNFINISHED).touch()
        (own / "site/made/3.html").write_text("page 3 of book 1")
        (own / "book.db").unlink()
        assert asker.get("/site/made/4.html").text == "page 4 of book 0"
        assert asker.get("/api/v1/files").json["commit"] == "0"


def test_pages_that_a_build_has_replaced_are_shown_until_it_is_done(
    book: Path, tmp_path: Path
) -> None:
    own = Path(shutil.copytree(book, tmp_path / "own"))
    long = "long " * 50_000
    publish_again(own, {**_pages(0), "site/long.html": long, "site/gone.html": "gone"}, "0")
    with Asker(application(own)) as asker, opened_folder(own) as folder:
        mark_unfinished(folder)
        staged = {"site/made/3.html": "page 3 of book 1", "site/long.html": "short now"}
        add_pages(folder.work.path, staged)
        lost = ("site/gone.html",)
        publish(folder, Publication(("site",), (), tuple(staged), True, lost))
        assert asker.get("/site/made/3.html").text == "page 3 of book 0"
        assert asker.get("/site/long.html").text == long
        assert asker.get("/site/gone.html").text == "gone"
        assert not (own / "site/gone.html").exists()


def test_a_damaged_book_does_not_replace_the_one_that_is_served(book: Path, tmp_path: Path) -> None:
    own = Path(shutil.copytree(book, tmp_path / "own"))
    with Asker(application(own)) as asker:
        (own / "book.db").rename(own / "old")
        (own / "book.db").write_bytes(b"SQLite format 3\0" + b"\xff" * 5000)
        add_site(own, {"site/other.html": "x"})
        wait_for(lambda: "damaged" in asker.get("/api/v1/health").json["data"]["book_problem"])
        assert asker.get("/api/v1/files").status == 200


def test_a_book_that_changes_while_it_is_opened_is_opened_again(book: Path, tmp_path: Path) -> None:
    own = Path(shutil.copytree(book, tmp_path / "own"))
    n_opened = 0

    def slow(folder: Path, look: Look) -> ServedBook:
        nonlocal n_opened
        n_opened += 1
        if n_opened == 1:
            publish_again(own, _pages(1), "1")
        return ServedBook(folder, look)

    found, _ = open_published(own, slow)
    assert (found.commit, n_opened) == ("1", 2)
    found.close()


def test_an_unfinished_book_is_refused(
    book: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(published_book, "_SECONDS_OF_PATIENCE", 0.05)
    own = Path(shutil.copytree(book, tmp_path / "own"))
    (own / UNFINISHED).touch()
    with pytest.raises(RepobookError, match="has not finished"):
        open_published(own, ServedBook)
    (own / "unfinished").unlink()
    (own / MANIFEST).unlink()
    with pytest.raises(RepobookError, match="has not finished"):
        open_published(own, ServedBook)
