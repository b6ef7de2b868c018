"""A build that was killed is taken up where it ended."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from repobook.index.publish.book_folder import BookFolder
from repobook.index.publish.page_log import PageLog
from repobook.index.publish.pages import MadePages, PageEntry, Staging
from tests.fakes.book_folders import opened_folder


def _staged(book: BookFolder, name: str) -> MadePages:
    sha256, _ = Staging(book.work, {}).put(name, f"text of {name}\n")
    return MadePages((PageEntry(name, sha256, 1, 2),), (3,), (4,))


_left_open: list[PageLog] = []


@pytest.fixture(autouse=True)
def _closing() -> Iterator[None]:
    yield
    while _left_open:
        _left_open.pop().close()


def _killed(path: Path) -> tuple[dict[str, MadePages], Path]:
    """The log is not closed before the test ends; and the folder of what was in progress."""
    with opened_folder(path) as book:
        log = PageLog(book, "purpose")
        _left_open.append(log)
        made = {f"file {n}": _staged(book, f"markdown/{n}.md") for n in range(3)}
        for subject, pages in made.items():
            log.put(subject, pages)
        return made, book.work.path


def _taken_up(path: Path, purpose: str = "purpose") -> dict[str, MadePages]:
    with opened_folder(path) as book:
        log = PageLog(book, purpose)
        for made in log.pages_by_subject.values():
            for page in made.pages:
                text = (book.work.path / page.name).read_text()
                assert text == f"text of {page.name}\n"
        log.close()
        return log.pages_by_subject


def test_what_was_staged_is_not_made_again(tmp_path: Path) -> None:
    made, _ = _killed(tmp_path / "book")
    assert _taken_up(tmp_path / "book") == made
    assert _taken_up(tmp_path / "book") == made


def test_pages_of_another_index_do_not_count(tmp_path: Path) -> None:
    _killed(tmp_path / "book")
    assert _taken_up(tmp_path / "book", "other") == {}


def test_a_page_that_is_gone_damaged_or_a_link_is_made_again(tmp_path: Path) -> None:
    made, work = _killed(tmp_path / "book")
    (tmp_path / "outside").write_bytes((work / "markdown/2.md").read_bytes())
    (work / "markdown/0.md").unlink()
    (work / "markdown/1.md").write_text("half of it")
    (work / "markdown/2.md").unlink()
    (work / "markdown/2.md").symlink_to(tmp_path / "outside")
    assert _taken_up(tmp_path / "book") == {}
    assert (tmp_path / "outside").exists()
    assert made


def test_a_record_that_was_cut_off_does_not_count(tmp_path: Path) -> None:
    made, work = _killed(tmp_path / "book")
    log = work / ".log"
    log.write_bytes(log.read_bytes()[:-5])
    assert _taken_up(tmp_path / "book") == {k: made[k] for k in ("file 0", "file 1")}


def test_what_another_has_staged_does_not_count(tmp_path: Path) -> None:
    _, work = _killed(tmp_path / "theirs")
    (tmp_path / "book/cache").mkdir(parents=True)
    work.rename(tmp_path / "book/cache" / work.name)
    assert _taken_up(tmp_path / "book") == {}
