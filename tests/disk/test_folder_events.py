"""Whoever waits for a folder is woken by what happens in it."""

import os
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from repobook.disk import folder_events
from repobook.disk.folder_events import FolderEvents

LONG = 60.0
"""Nobody waits so long: what is waited for has happened."""


@pytest.fixture
def events() -> Iterator[FolderEvents]:
    made = FolderEvents()
    yield made
    made.close()


@pytest.mark.parametrize(
    "change",
    [
        lambda folder: (folder / "a.py").write_text("y = 2\n"),
        lambda folder: (folder / "new.py").write_text(""),
        lambda folder: (folder / "a.py").unlink(),
        lambda folder: (folder / "a.py").rename(folder / "b.py"),
        lambda folder: (folder / "sub").mkdir(),
    ],
    ids=["written", "made", "removed", "renamed", "folder made"],
)
def test_a_change_ends_the_wait(
    tmp_path: Path, events: FolderEvents, change: Callable[[Path], object]
) -> None:
    (tmp_path / "a.py").write_text("x = 1\n")
    events.watch({os.fsencode(tmp_path)})
    change(tmp_path)
    assert events.wait(LONG)
    assert not events.wait(0.0)


def test_what_was_touched_is_told_where_it_is_files_of_the_folders(
    tmp_path: Path, events: FolderEvents
) -> None:
    events.watch({os.fsencode(tmp_path)})
    (tmp_path / "a.py").write_text("x = 1\n")
    (tmp_path / "b.py~").write_text("")
    (tmp_path / "b.py~").rename(tmp_path / "b.py")
    assert events.wait(LONG)
    names = ("a.py", "b.py~", "b.py")
    assert events.touched == frozenset(os.fsencode(tmp_path / name) for name in names)
    (tmp_path / "sub").mkdir()
    assert events.wait(LONG)
    assert events.touched is None


def test_a_change_that_comes_while_one_waits_ends_the_wait(
    tmp_path: Path, events: FolderEvents
) -> None:
    events.watch({os.fsencode(tmp_path)})
    writer = threading.Timer(0.05, (tmp_path / "a.py").write_text, ["x = 1\n"])
    writer.start()
    assert events.wait(LONG)
    writer.join()


def test_only_the_folders_that_were_named_last_are_watched(
    tmp_path: Path, events: FolderEvents
) -> None:
    one, other = tmp_path / "one", tmp_path / "other"
    one.mkdir()
    other.mkdir()
    events.watch({os.fsencode(one)})
    events.watch({os.fsencode(other)})
    events.wait(0.0)  # that one is watched no more is told, too
    (one / "a.py").write_text("")
    assert not events.wait(0.0)
    (other / "a.py").write_text("")
    assert events.wait(LONG)


def test_a_link_is_not_followed_and_what_is_not_there_is_no_fault(
    tmp_path: Path, events: FolderEvents
) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "link").symlink_to("real")
    events.watch({os.fsencode(tmp_path / "link"), os.fsencode(tmp_path / "gone")})
    (tmp_path / "real" / "a.py").write_text("")
    assert not events.wait(0.0)


def test_of_too_many_folders_none_is_watched(
    tmp_path: Path, events: FolderEvents, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(folder_events, "_MAX_FOLDERS", 1)
    events.watch({os.fsencode(tmp_path), b"/elsewhere"})
    (tmp_path / "a.py").write_text("")
    assert not events.wait(0.0)


def test_where_the_system_tells_nothing_time_passes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ctypes.CDLL", lambda *_, **__: object())
    events = FolderEvents()
    events.watch({os.fsencode(tmp_path)})
    (tmp_path / "a.py").write_text("")
    assert not events.wait(0.0)
    events.close()
