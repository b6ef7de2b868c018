"""When a build is due: after a change, once what is being written has settled."""

from itertools import count
from pathlib import Path

import pytest

from repobook.build import watching
from repobook.build.watching import Sight, Watch, sight_of
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
    assert sight_of(find_source(str(root), "")) == Sight(_seen(root), True)


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
