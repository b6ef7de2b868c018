"""Pages wait, are moved into place together, and are remembered."""

import os
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from repobook.errors import RepobookError
from repobook.index.publish import replaced_pages
from repobook.index.publish.book_folder import BookFolder
from repobook.index.publish.page_memory import (
    NO_PAGES,
    PagesMemory,
    Stamp,
    are_as_published,
    load_pages,
    load_stamps,
    published,
    save_pages,
    stands_among,
    with_moved,
)
from repobook.index.publish.pages import (
    MadePages,
    PageEntry,
    PagesAccount,
    Publication,
    Staging,
    mark_unfinished,
    publish,
)
from repobook.index.publish.replaced_pages import replaced_place
from tests.fakes.book_folders import opened_folder


@pytest.fixture
def book(tmp_path: Path) -> Iterator[BookFolder]:
    with opened_folder(tmp_path / "book") as folder:
        yield folder


def _publication(names: list[str], **fields: object) -> Publication:
    told = {
        "formats": ("a", "b"),
        "names": tuple(names),
        "staged": tuple(names),
        "knows_all": True,
        "lost": (),
    } | fields
    return Publication(**told)  # type: ignore[arg-type]


def _stage(book: BookFolder, name: str, text: str) -> None:
    Staging(book.work, {}).put(name, text)


def _found(book: BookFolder) -> list[str]:
    """What lies there beside what every book has."""
    found = [path for path in book.path.rglob("*") if path != book.work.path]
    names = sorted(str(path.relative_to(book.path)) for path in found)
    return [name for name in names if name not in (".lock", "cache", "manifest.json")]


def test_only_what_differs_is_staged(book: BookFolder) -> None:
    first, is_new = Staging(book.work, {}).put("a/x.md", "text\n")
    assert is_new
    assert (book.work.path / "a/x.md").read_text() == "text\n"
    again, is_new = Staging(book.work, {"b/x.md": first}).put("b/x.md", "text\n")
    assert (again, is_new) == (first, False)
    assert not (book.work.path / "b").exists()


def test_staged_pages_come_and_lost_ones_go_with_their_folders(book: BookFolder) -> None:
    _stage(book, "a/new.md", "new")
    (book.path / "b/c").mkdir(parents=True)
    (book.path / "b/c/old.md").write_text("old")
    publish(book, _publication(["a/new.md"], lost=("b/c/old.md",)))
    assert [name for name in _found(book) if not name.startswith("cache/")] == ["a", "a/new.md"]


def test_a_format_that_is_new_is_moved_as_a_whole(book: BookFolder) -> None:
    for name in ("a/x.md", "a/deep/er/y.md", "b/z.md"):
        _stage(book, name, f"{name}\n")
    (book.path / "b").mkdir()
    folder = (book.work.path / "a").stat().st_ino
    stamps = publish(book, _publication(["a/deep/er/y.md", "a/x.md", "b/z.md"]))
    assert [n for n in _found(book) if n.endswith(".md")] == ["a/deep/er/y.md", "a/x.md", "b/z.md"]
    assert (book.path / "a").stat().st_ino == folder
    assert stamps == {name: book.files.stamp(name) for name in stamps}
    assert stamps.keys() == {"a/x.md", "a/deep/er/y.md", "b/z.md"}


def test_what_waits_beside_the_pages_is_not_published(book: BookFolder) -> None:
    for name in ("a/x.md", "a/left.md"):
        _stage(book, name, f"{name}\n")
    assert publish(book, _publication(["a/x.md"])).keys() == {"a/x.md"}
    assert os.listdir(book.path / "a") == ["x.md"]


def test_what_was_replaced_last_is_set_aside(book: BookFolder) -> None:
    for text, lost in (("first", ()), ("second", ()), ("third", ("b.md",))):
        for name in ("a.md", "b.md"):
            _stage(book, name, f"{text} {name}")
        publish(book, _publication([n for n in ("a.md", "b.md") if n not in lost], lost=lost))
    assert (book.path / "a.md").read_text() == "third a.md"
    for name in ("a.md", "b.md"):
        assert (book.path / replaced_place(name)).read_text() == f"second {name}"


def test_so_many_that_they_would_take_much_room_are_not_set_aside(
    book: BookFolder, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(replaced_pages, "_MAX_KEPT", 1)
    for _ in range(2):
        for name in ("a.md", "b.md"):
            _stage(book, name, "text")
        publish(book, _publication(["a.md", "b.md"]))
    assert _found(book) == ["a.md", "b.md"]


def test_strangers_go_when_nobody_remembers_the_folder(book: BookFolder, tmp_path: Path) -> None:
    _stage(book, "a/new.md", "new")
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "precious").write_text("x")
    (book.path / "a/deep/er").mkdir(parents=True)
    (book.path / "a/deep/er/stray.md").write_text("x")
    (book.path / "a/stray.md").write_text("x")
    os.mkfifo(book.path / "a/pipe")
    (book.path / "a/link").symlink_to(outside)
    (book.path / os.fsdecode(b"a/\xff")).write_text("x")
    (book.path / "other").write_text("not in the folder of a format")
    publish(book, _publication(["a/new.md"], knows_all=False))
    found = [name for name in _found(book) if not name.startswith("cache/")]
    assert found == ["a", "a/new.md", "other"]
    assert (outside / "precious").exists()


def test_a_link_among_the_folders_is_refused(book: BookFolder, tmp_path: Path) -> None:
    _stage(book, "a/new.md", "new")
    (tmp_path / "outside").mkdir()
    (book.path / "a").symlink_to(tmp_path / "outside")
    for knows_all in (True, False):
        with pytest.raises(RepobookError, match="not a plain folder"):
            publish(book, _publication(["a/new.md"], knows_all=knows_all))
    assert not list((tmp_path / "outside").iterdir())


@pytest.mark.parametrize("name", ["../outside", "a/../../outside", "/outside", "a//b", "", "a/."])
def test_a_page_that_lies_elsewhere_is_neither_removed_nor_written(
    book: BookFolder, tmp_path: Path, name: str
) -> None:
    (tmp_path / "outside").write_text("precious")
    with pytest.raises(OSError, match="not a name below a folder"):
        publish(book, _publication([], lost=(name,)))
    with pytest.raises(OSError, match="not a name below a folder"):
        _stage(book, name, "text")
    assert (tmp_path / "outside").read_text() == "precious"


def _flipped(data: bytes, at: int) -> bytes:
    changed = bytearray(data)
    changed[at] ^= 1
    return bytes(changed)


def _save(book: BookFolder, stamps: dict[str, Stamp], *made: str) -> PagesMemory:
    entries = {name: PageEntry(name, "0" * 64, 1, 2) for name in made}
    pages = {name: published(MadePages((page,)), bool) for name, page in entries.items()}
    memory = PagesMemory("now", "names", PagesAccount(1, 2, 3, 4, ("heavy",)))
    save_pages(book, memory, pages, with_moved({}, stamps, ()))
    return memory


def test_memory_survives_and_damage_is_forgotten(book: BookFolder) -> None:
    remembered = book.path / "cache/pages"
    assert load_pages(book) == NO_PAGES
    memory = _save(book, {}, "a.md")
    loaded = load_pages(book)
    assert loaded._replace(stored=memory.stored) == memory
    assert loaded.pages_by_subject()["a.md"].outputs() == {"a.md": "0" * 64}
    whole = remembered.read_bytes()
    for damaged in (whole[:-3], _flipped(whole, -3), _flipped(whole, 0), b""):
        remembered.write_bytes(damaged)
        assert load_pages(book) == NO_PAGES


def test_what_was_written_in_another_shape_is_forgotten(book: BookFolder) -> None:
    for name in ("pages", "stamps"):
        book.remember(name, msgspec.msgpack.encode(("now", "", [], {"a": "b"}, {"c": 1})))
    assert load_pages(book) == NO_PAGES
    assert not are_as_published(book)


def test_a_page_that_was_touched_is_no_longer_as_published(book: BookFolder) -> None:
    assert not are_as_published(book)  # nobody knows
    for name in ("a/b/x.md", "a/y.md"):
        _stage(book, name, "text")
    _save(book, publish(book, _publication(["a/b/x.md", "a/y.md"])))
    (book.path / "a/b/stranger").write_text("of somebody else")
    assert are_as_published(book)
    (book.path / "a/b/x.md").write_text("other words")
    assert not are_as_published(book)
    (book.path / "a/b/x.md").unlink()
    assert not are_as_published(book)


def test_stamps_of_other_folders_stay_as_they_were_stored() -> None:
    before = with_moved({}, {"a/x": (1, 5), "a/y": (2, 6), "b/z": (3, 7)}, ())
    after = with_moved(before, {"a/x": (10, 8)}, ["a/y"])
    assert after["b"] is before["b"]
    assert {folder: inside.n_bytes for folder, inside in after.items()} == {"a": 10, "b": 3}
    assert with_moved(after, {}, ["b/z"]).keys() == {"a"}


def test_pages_know_the_files_that_they_were_made_from() -> None:
    id = 0xABCDEF012345
    pages = published(MadePages((), summaries=(7, id)), bool)
    assert stands_among([id])(pages.summaries)
    assert not stands_among([8, 9])(pages.summaries)
    assert not stands_among([])(pages.summaries)


def test_pages_that_were_being_moved_are_not_as_published(book: BookFolder) -> None:
    _save(book, {})
    assert load_stamps(book) == {}
    assert are_as_published(book)
    mark_unfinished(book)
    assert not are_as_published(book)
