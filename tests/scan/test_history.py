"""A repository's past, read safely: up to the commit asked for, bounded, whatever it says."""

import os
from pathlib import Path

import pytest

from repobook.model.history import History
from repobook.scan.git import commands as safe_git
from repobook.scan.git import history
from repobook.scan.git.history import read_history
from tests.fakes.trees import commit_all, git, make_repository, write_tree
from tests.scan.test_git_safety import bait_in, poison


def _repository(root: Path, *changes: dict[str, str | bytes]) -> list[str]:
    """One commit a change, the oldest first."""
    commits = [make_repository(root, changes[0])]
    for change in changes[1:]:
        write_tree(root, change)
        commits.append(commit_all(root))
    return commits


def test_commits_come_newest_first_with_their_files(tmp_path: Path) -> None:
    first, second = _repository(tmp_path, {"a": "1", "b/c": "1"}, {"b/c": "2"})
    found = read_history(str(tmp_path / ".git"), second)
    assert found.notice == ""
    assert [(c.id, c.date, c.author, c.paths) for c in found.commits] == [
        (second, "2001-01-01", "A", ("b/c",)),
        (first, "2001-01-01", "A", ("a", "b/c")),
    ]


def test_nothing_after_the_commit_is_seen(tmp_path: Path) -> None:
    first, _ = _repository(tmp_path, {"a": "1"}, {"a": "2"})
    assert [c.id for c in read_history(str(tmp_path / ".git"), first).commits] == [first]


def test_paths_are_relative_to_the_folder_asked_for(tmp_path: Path) -> None:
    (commit,) = _repository(tmp_path, {"lib/a": "1", "library": "1", "b": "1"})
    assert read_history(str(tmp_path / ".git"), commit, b"lib").commits[0].paths == ("a",)


def test_a_merge_is_not_counted(tmp_path: Path) -> None:
    _repository(tmp_path, {"a": "1"})
    git(tmp_path, "checkout", "-q", "-b", "side")
    write_tree(tmp_path, {"b": "1"})
    side = commit_all(tmp_path)
    git(tmp_path, "checkout", "-q", "main")
    write_tree(tmp_path, {"c": "1"})
    commit_all(tmp_path)
    git(tmp_path, "merge", "-q", "--no-ff", "-m", "merge", "side")
    found = read_history(str(tmp_path / ".git"), git(tmp_path, "rev-parse", "HEAD"))
    assert len(found.commits) == 3
    assert side in {commit.id for commit in found.commits}


def test_the_limit_is_reported(tmp_path: Path) -> None:
    commits = _repository(tmp_path, {"a": "1"}, {"a": "2"}, {"a": "3"})
    found = read_history(str(tmp_path / ".git"), commits[-1], limit=2)
    assert [commit.id for commit in found.commits] == [commits[2], commits[1]]
    assert found.notice == "history: the newest 2 commits"


def test_what_was_read_before_a_limit_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    flood: dict[str, str | bytes] = {f"folder-with-a-name/{n}": "x" for n in range(200)}
    commits = _repository(tmp_path, flood, {"a": "1"})
    monkeypatch.setattr(history, "_BYTES", 4096)
    found = read_history(str(tmp_path / ".git"), commits[-1])
    assert [commit.paths for commit in found.commits] == [("a",)]
    assert found.notice.startswith("history cut after 1 commits: git printed more")


_NOT_READ = "no history: git needed more time or memory than it may have"


def test_no_time_left_is_a_notice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (commit,) = _repository(tmp_path, {"a": "1"})
    monkeypatch.setattr(history, "_SECONDS", 0.0)
    assert read_history(str(tmp_path / ".git"), commit).notice == _NOT_READ


@pytest.mark.parametrize(
    ("end", "seconds"),
    [
        ("exec sleep 600", 2.0),
        ("echo 'fatal: Out of memory, malloc failed (tried to allocate 9)' >&2; exit 128", 600.0),
        ("echo 'fatal: inflate: out of memory' >&2; exit 128", 600.0),
        ("kill -9 $$", 600.0),
    ],
)
def test_how_far_git_came_before_the_machine_stopped_it_is_not_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, end: str, seconds: float
) -> None:
    commits = _repository(tmp_path, {"a": "1"}, {"b": "2"}, {"c": "3"})
    program = tmp_path / "fake-git"
    whole = f'case "$*" in *diff-tree*) {safe_git.find_git()} "$@" | head -c 150; {end};; esac'
    program.write_text(f'#!/bin/sh\n{whole}\nexec {safe_git.find_git()} "$@"\n')
    program.chmod(0o755)
    monkeypatch.setattr(safe_git, "find_git", lambda: str(program))
    monkeypatch.setattr(history, "_SECONDS", seconds)
    found = read_history(str(tmp_path / ".git"), commits[-1])
    assert found == History((), _NOT_READ)


def test_a_shallow_clone_does_not_charge_its_oldest_commit_with_everything(tmp_path: Path) -> None:
    _, second = _repository(tmp_path / "full", {"a": "1", "b": "1"}, {"a": "2"})
    source = f"file://{tmp_path / 'full'}"
    git(tmp_path, "clone", "-q", "--depth=1", source, str(tmp_path / "shallow"))
    found = read_history(str(tmp_path / "shallow/.git"), second)
    assert [(commit.id, commit.paths) for commit in found.commits] == [(second, ())]


def test_names_that_would_forge_records_stay_names(tmp_path: Path) -> None:
    root = tmp_path / "root"
    first = make_repository(root, {"a": "1"})
    names = [first, ":100644 100644 x y M", "\x01", "two\nlines", "--output=x"]
    write_tree(root, dict.fromkeys(names, "1"))
    second = commit_all(root)
    found = read_history(str(root / ".git"), second)
    assert [commit.id for commit in found.commits] == [second, first]
    assert sorted(found.commits[0].paths) == sorted(names)


def test_an_author_may_be_called_anything(tmp_path: Path) -> None:
    root = tmp_path / "root"
    make_repository(root, {"a": "1"})
    name = b"<script> \xff\x1b[31m " + b"x" * 1_000_000
    tree = git(root, "rev-parse", "HEAD^{tree}").encode()
    text = b"tree %s\nauthor %s <> 99999999999999999999 +9999\ncommitter A <> 1 +0000\n\nx\n"
    raw = text % (tree, name)
    commit = git(root, "hash-object", "-t", "commit", "--literally", "-w", "--stdin", stdin=raw)
    (found,) = read_history(str(root / ".git"), commit).commits
    assert len(found.author) <= 100
    assert "\n" not in found.author


@pytest.mark.parametrize("commit", ["0" * 40, "--output=x", "-h", "nonsense"])
def test_a_commit_that_is_none_gives_a_notice(tmp_path: Path, commit: str) -> None:
    _repository(tmp_path, {"a": "1"})
    found = read_history(str(tmp_path / ".git"), commit)
    assert found.commits == ()
    assert found.notice.startswith("no history: ")
    assert not (tmp_path / "x").exists()


def test_a_damaged_git_directory_gives_a_notice(tmp_path: Path) -> None:
    commits = _repository(tmp_path, {"a": "1"}, {"a": "2"})
    tree = git(tmp_path, "rev-parse", f"{commits[0]}^{{tree}}")
    os.unlink(tmp_path / ".git/objects" / tree[:2] / tree[2:])
    assert read_history(str(tmp_path / ".git"), commits[-1]).notice


def test_without_git_there_is_no_history(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(history, "find_git", lambda: "")
    assert read_history("/nowhere", "0" * 40).notice == "no history: git is not installed"


def test_no_key_runs_anything_when_the_past_is_read(tmp_path: Path) -> None:
    bait, mark = bait_in(tmp_path)
    root = tmp_path / "root"
    commits = _repository(root, {"a": "1", ".gitattributes": "* diff=evil\n"}, {"a": "2"})
    poison(root / ".git", bait)
    assert len(read_history(str(root / ".git"), commits[-1]).commits) == 2
    assert not mark.exists()


def test_a_partial_clone_never_fetches_the_trees_it_lacks(tmp_path: Path) -> None:
    bait, mark = bait_in(tmp_path)
    root = tmp_path / "root"
    commits = _repository(root, {"a": "1"}, {"a": "2"})
    tree = git(root, "rev-parse", f"{commits[0]}^{{tree}}")
    git(root, "repack", "-q", "-a", "-d")
    (pack,) = (root / ".git/objects/pack").glob("*.pack")
    git(root, "unpack-objects", "-q", stdin=_moved_away(pack))
    os.unlink(root / ".git/objects" / tree[:2] / tree[2:])
    (root / ".git/objects/pack/pack-0.promisor").write_text("")
    poison(root / ".git", bait)
    found = read_history(str(root / ".git"), commits[-1])
    assert found.notice == "no history: the git directory holds only part of it"
    assert not mark.exists()


def _moved_away(pack: Path) -> bytes:
    """What a pack holds, after it and its index are gone."""
    content = pack.read_bytes()
    for part in pack.parent.iterdir():
        part.unlink()
    return content


def test_hashes_may_be_long(tmp_path: Path) -> None:
    commit = make_repository(tmp_path, {"a": "1"}, object_format="sha256")
    assert read_history(str(tmp_path / ".git"), commit).commits[0].paths == ("a",)


def test_limits_reach_git(tmp_path: Path) -> None:
    commit = make_repository(tmp_path, {"a": "1"})
    limits = safe_git.Limits(n_bytes=10)
    answer = safe_git.ask(str(tmp_path / ".git"), "rev-list", commit, limits=limits)
    assert answer == safe_git.Answer(b"", "git printed more than 0 MiB")
