"""When a build is due: after a change, once what is being written has settled."""

import os
from collections.abc import Sequence, Set
from itertools import count
from pathlib import Path

import pytest

from repobook.build import watching
from repobook.build.request import BuildRequest
from repobook.build.watching import Sight, Watch, scan_of, sight_after, sight_of
from repobook.disk.folder_events import FolderEvents
from repobook.scan.sources import folder
from repobook.scan.sources.source import find_source
from tests.fakes.trees import write_tree


def _seen(root: Path) -> str:
    return sight_of(find_source(str(root), "")).digest


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """What was just written counts as settled, so that the clock does not matter."""
    monkeypatch.setattr(folder, "_CLOCK_GRAIN_NS", -(10**12))
    return write_tree(tmp_path / "root", {"a.py": "x = 1\n", ".gitignore": "*.log\n", "x.log": ""})


def test_equal_files_look_equal(root: Path) -> None:
    sight = sight_of(find_source(str(root), ""))
    assert (sight.digest, sight.is_settled) == (_seen(root), True)


@pytest.mark.parametrize("name", ["a.py", "b.py", "sub/c.py", ".gitignore"])
def test_a_file_that_came_or_changed_is_seen(root: Path, name: str) -> None:
    before = _seen(root)
    write_tree(root, {name: "y = 2\n"})
    assert _seen(root) != before


def test_an_ignored_file_that_changes_is_not_seen(root: Path) -> None:
    before = _seen(root)
    (root / "x.log").write_text("more")
    assert _seen(root) == before


def test_a_file_that_went_is_seen(root: Path) -> None:
    before = _seen(root)
    (root / "a.py").unlink()
    assert _seen(root) != before


def _scanned(root: Path) -> Sight:
    return scan_of(BuildRequest(find_source(str(root), ""), root.with_name("book"), 1))


@pytest.mark.parametrize(
    ("written", "removed"),
    [
        ({"a.py": "y = 2\n"}, ()),
        ({"a.py": "y = 2\n", "sub/b.py": "z = 3\n"}, ()),
        ({}, ["a.py~"]),  # beside which an editor wrote the new text
    ],
)
def test_files_that_were_touched_are_seen_as_a_scan_sees_them(
    root: Path, written: dict[str, str | bytes], removed: Sequence[str]
) -> None:
    write_tree(root, {"sub/b.py": "y = 2\n"})
    before = _scanned(root)
    write_tree(root, written)
    touched = {os.fsencode(root / name) for name in (*written, *removed)}
    after = sight_after(before, touched)
    assert after == _scanned(root)
    assert (after.digest == before.digest) == (not written)


@pytest.mark.parametrize(
    ("written", "removed"),
    [
        ({"new.py": "y = 2\n"}, ()),
        ({".gitignore": "*.txt\n"}, ()),
        ({"repobook.toml": "title = 'T'\n"}, ()),
        ({}, ["a.py"]),
    ],
)
def test_what_may_mean_more_takes_a_scan(
    root: Path, written: dict[str, str | bytes], removed: Sequence[str]
) -> None:
    before = _scanned(root)
    write_tree(root, written)
    for name in removed:
        (root / name).unlink()
    touched = {os.fsencode(root / name) for name in (*written, *removed)}
    assert sight_after(before, touched) is None


def test_after_an_event_only_what_was_touched_is_looked_at(root: Path) -> None:
    events, looks = FolderEvents(), iter([_scanned(root)])
    watch = Watch(lambda: next(looks), events)
    assert watch.is_stale()
    watch.set_built()
    write_tree(root, {"a.py": "y = 2\n"})
    watch.rest(60.0)
    assert watch.is_stale()
    assert watch.scan == _scanned(root).scan
    events.close()


def test_the_first_build_is_due_at_once_and_later_ones_when_files_have_settled() -> None:
    sights = iter([Sight("a", False), Sight("a", True), Sight("b", False), Sight("b", True)])
    watch = Watch(lambda: next(sights))
    assert (watch.is_stale(), watch.is_due()) == (True, True)
    watch.set_built()
    assert not watch.is_stale()
    assert (watch.is_stale(), watch.is_due()) == (True, False)
    assert (watch.is_stale(), watch.is_due()) == (True, True)


def test_a_file_that_is_always_being_written_does_not_put_builds_off_for_ever(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    watch = Watch(lambda: Sight("b", False))
    watch.is_stale()
    watch.set_built()
    watch._look = lambda: Sight("c", False)
    assert (watch.is_stale(), watch.is_due()) == (True, False)
    monkeypatch.setattr(watching, "_SECONDS_TO_SETTLE", -1.0)
    assert (watch.is_stale(), watch.is_due()) == (True, True)


class _Events(FolderEvents):
    """Something changes whenever one waits."""

    def watch(self, folders: Set[bytes]) -> None:
        self.folders = folders

    def wait(self, seconds: float) -> bool:
        return True


def test_what_the_system_says_is_built_at_once(root: Path) -> None:
    events = _Events()
    watch = Watch(lambda: sight_of(find_source(str(root), ""))._replace(is_settled=False), events)
    watch.is_stale()
    assert events.folders == {os.fsencode(root) + b"/"}
    watch.set_built()
    write_tree(root, {"sub/b.py": "y = 2\n"})
    assert (watch.is_stale(), watch.is_due()) == (True, False)
    watch.rest(0.0)
    assert (watch.is_stale(), watch.is_due()) == (True, True)
    assert events.folders == {os.fsencode(root) + b"/", os.fsencode(root / "sub")}


def test_whoever_is_woken_in_vain_rests_before_the_next_look(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    slept: list[float] = []
    monkeypatch.setattr("time.sleep", slept.append)
    watch = Watch(lambda: Sight("a", True), _Events())
    watch.is_stale()
    watch.set_built()
    watch.rest(7.0)
    assert slept == []
    assert not watch.is_stale()
    watch.rest(7.0)
    assert slept == [7.0]


def test_what_changes_during_a_build_is_stale_after_it() -> None:
    sights = iter([Sight("a", True), Sight("b", True)])
    watch = Watch(lambda: next(sights))
    assert watch.is_stale()
    watch.set_built()  # meanwhile the files became b
    assert watch.is_stale()


def test_a_busy_machine_does_not_make_looks_rarer(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only what a look takes of a processor counts, not how long it waits for one."""
    monkeypatch.setattr("time.monotonic", count(0.0, 100.0).__next__)
    watch = Watch(lambda: Sight("a", True))
    watch.is_stale()
    assert watch.seconds_of_rest < 100
