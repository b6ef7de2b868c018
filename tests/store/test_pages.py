"""Pages wait, are moved into place together, and are remembered."""

import os
from pathlib import Path

import pytest

from repobook.errors import RepobookError
from repobook.store import replaced
from repobook.store.pages import (
    NO_PAGES,
    MadePages,
    PageEntry,
    PagesAccount,
    PagesHead,
    PagesMemory,
    Publication,
    Staging,
    are_as_published,
    load_head,
    load_pages,
    mark_unfinished,
    publish,
    save_pages,
)
from repobook.store.replaced import replaced_place


def _publication(tmp_path: Path, names: list[str], **fields: object) -> Publication:
    told = {
        "formats": ("a", "b"),
        "names": tuple(names),
        "staged": tuple(names),
        "knows_all": True,
        "lost": (),
    } | fields
    return Publication(tmp_path / "staging", tmp_path / "book", **told)  # type: ignore[arg-type]


def test_only_what_differs_is_staged(tmp_path: Path) -> None:
    first, is_new = Staging(tmp_path / "staging", {}).put("a/x.md", "text\n")
    assert is_new
    assert (tmp_path / "staging/a/x.md").read_text() == "text\n"
    again, is_new = Staging(tmp_path / "other", {"a/x.md": first}).put("a/x.md", "text\n")
    assert (again, is_new) == (first, False)
    assert not (tmp_path / "other").exists()


def test_staged_pages_come_and_lost_ones_go_with_their_folders(tmp_path: Path) -> None:
    Staging(tmp_path / "staging", {}).put("a/new.md", "new")
    (tmp_path / "book/b/c").mkdir(parents=True)
    (tmp_path / "book/b/c/old.md").write_text("old")
    publish(_publication(tmp_path, ["a/new.md"], lost=("b/c/old.md",)))
    found = sorted(path.relative_to(tmp_path / "book") for path in (tmp_path / "book").rglob("*"))
    assert [str(path) for path in found] == ["a", "a/new.md"]


def test_what_was_replaced_last_is_set_aside(tmp_path: Path) -> None:
    book = tmp_path / "book"
    (book / "cache").mkdir(parents=True)
    for text, lost in (("first", ()), ("second", ()), ("third", ("b.md",))):
        for name in ("a.md", "b.md"):
            Staging(tmp_path / "staging", {}).put(name, f"{text} {name}")
        publish(_publication(tmp_path, [n for n in ("a.md", "b.md") if n not in lost], lost=lost))
    assert (book / "a.md").read_text() == "third a.md"
    for name in ("a.md", "b.md"):
        aside = book / os.fsdecode(replaced_place(name.encode()))
        assert aside.read_text() == f"second {name}"


def test_so_many_that_they_would_take_much_room_are_not_set_aside(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(replaced, "_MAX_KEPT", 1)
    (tmp_path / "book/cache").mkdir(parents=True)
    for _ in range(2):
        for name in ("a.md", "b.md"):
            Staging(tmp_path / "staging", {}).put(name, "text")
        publish(_publication(tmp_path, ["a.md", "b.md"]))
    assert not list((tmp_path / "book/cache").iterdir())


def test_strangers_go_when_nobody_remembers_the_folder(tmp_path: Path) -> None:
    Staging(tmp_path / "staging", {}).put("a/new.md", "new")
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "precious").write_text("x")
    (tmp_path / "book/a").mkdir(parents=True)
    (tmp_path / "book/a/stray.md").write_text("x")
    (tmp_path / "book/a/link").symlink_to(outside)
    (tmp_path / "book/other").write_text("not in the folder of a format")
    publish(_publication(tmp_path, ["a/new.md"], knows_all=False))
    assert sorted(path.name for path in (tmp_path / "book").rglob("*")) == ["a", "new.md", "other"]
    assert (outside / "precious").exists()


def test_a_link_among_the_folders_is_refused(tmp_path: Path) -> None:
    Staging(tmp_path / "staging", {}).put("a/new.md", "new")
    (tmp_path / "book").mkdir()
    (tmp_path / "outside").mkdir()
    (tmp_path / "book/a").symlink_to(tmp_path / "outside")
    with pytest.raises(RepobookError, match="not a plain folder"):
        publish(_publication(tmp_path, ["a/new.md"]))
    assert not list((tmp_path / "outside").iterdir())


def _flipped(data: bytes, at: int) -> bytes:
    changed = bytearray(data)
    changed[at] ^= 1
    return bytes(changed)


def test_memory_survives_and_damage_is_forgotten(tmp_path: Path) -> None:
    made = {"file a": MadePages((PageEntry("a.md", "0" * 64, 1, 2, False),), (1,), (2,))}
    memory = PagesMemory("now", "", {"a.md": (4, 5)}, made)
    kept = tmp_path / "cache/pages"
    kept.parent.mkdir()
    account = PagesAccount(1, 2, 3, 4, ("heavy",))
    save_pages(tmp_path, memory, account)
    assert load_pages(tmp_path) == memory
    assert load_head(tmp_path) == PagesHead("now", account)
    whole = kept.read_bytes()
    for damaged in (whole[:-3], _flipped(whole, -3), _flipped(whole, 0), b""):
        kept.write_bytes(damaged)
        assert load_pages(tmp_path) == NO_PAGES
        assert load_head(tmp_path).conditions == ""
    assert load_pages(tmp_path / "none") == NO_PAGES


def test_a_page_that_was_touched_is_no_longer_as_published(tmp_path: Path) -> None:
    Staging(tmp_path / "staging", {}).put("a.md", "text")
    stamps = publish(_publication(tmp_path, ["a.md"]))
    book = tmp_path / "book"
    (book / "cache").mkdir()
    save_pages(book, PagesMemory("", "", stamps, {}))
    assert are_as_published(book)
    (book / "a.md").write_text("other words")
    assert not are_as_published(book)
    (book / "a.md").unlink()
    assert not are_as_published(book)


def test_pages_that_were_being_moved_are_not_as_published(tmp_path: Path) -> None:
    (tmp_path / "cache").mkdir()
    save_pages(tmp_path, NO_PAGES)
    assert are_as_published(tmp_path)
    mark_unfinished(tmp_path)
    assert not are_as_published(tmp_path)
