"""Which commit changed a line last, as ``git blame`` has it where both see the same versions."""

import random
from pathlib import Path

import pytest

from repobook.model.history import FileLines
from repobook.scan.git import line_history
from repobook.scan.git.commands import Limits
from repobook.scan.git.history import read_history
from tests.fakes.trees import commit_all, git, make_repository, write_tree
from tests.scan.test_git_safety import bait_in, poison


def _lines(root: Path, path: str, limit: int = 1000, folder: bytes = b"") -> FileLines:
    head = git(root, "rev-parse", "HEAD")
    return dict(read_history(str(root / ".git"), head, folder, limit).lines)[path]


def _commits(lines: FileLines, n: int) -> list[str]:
    """Of each line of a file; empty where it is older."""
    names = [""] * n
    for first, change in lines.runs:
        name = lines.changes[change].commit if change >= 0 else ""
        names[first - 1 :] = [name] * (n + 1 - first)
    return names


def _blame(root: Path, path: str) -> list[str]:
    lines = git(root, "blame", "-l", "-s", "--root", "HEAD", "--", path).split("\n")
    return [line.lstrip("^")[:12] for line in lines]


@pytest.mark.parametrize("seed", range(4))
def test_random_edits_are_told_as_git_tells_them(tmp_path: Path, seed: int) -> None:
    chance = random.Random(seed)
    text = [f"{n}" for n in range(30)]
    make_repository(tmp_path, {"a": "\n".join(text) + "\n"})
    for edit in range(25):
        for _ in range(chance.randint(1, 3)):
            at = chance.randrange(len(text) + 1)
            text[at : at + chance.randint(0, 3)] = [
                f"{edit} {n} {chance.random()}" for n in range(chance.randint(0, 3))
            ]
        write_tree(tmp_path, {"a": "".join(f"{line}\n" for line in text)})
        commit_all(tmp_path)
    assert _commits(_lines(tmp_path, "a"), len(text)) == _blame(tmp_path, "a")
    short, known = _commits(_lines(tmp_path, "a", 5), len(text)), _blame(tmp_path, "a")
    assert all(name in ("", blamed) for name, blamed in zip(short, known, strict=True))
    assert "" in short


def test_lines_of_branches_keep_their_commits_through_a_merge(tmp_path: Path) -> None:
    make_repository(tmp_path, {"a": "1\n2\n3\n4\n5\n6\n7\n", "b": "1\n"})
    git(tmp_path, "checkout", "-q", "-b", "side")
    write_tree(tmp_path, {"b": "1\nside\n"})
    side = commit_all(tmp_path)
    git(tmp_path, "checkout", "-q", "main")
    write_tree(tmp_path, {"a": "main\n2\n3\n4\n5\n6\n7\n"})
    commit_all(tmp_path)
    git(tmp_path, "merge", "-q", "--no-ff", "-m", "merge", "side")
    assert _commits(_lines(tmp_path, "b"), 2)[1] == side[:12]
    assert _commits(_lines(tmp_path, "a"), 7) == _blame(tmp_path, "a")


def test_what_two_branches_changed_is_the_change_of_their_merge(tmp_path: Path) -> None:
    make_repository(tmp_path, {"a": "1\n2\n3\n4\n5\n6\n7\n"})
    git(tmp_path, "checkout", "-q", "-b", "side")
    write_tree(tmp_path, {"a": "1\n2\n3\n4\n5\n6\nside\n"})
    commit_all(tmp_path)
    git(tmp_path, "checkout", "-q", "main")
    write_tree(tmp_path, {"a": "main\n2\n3\n4\n5\n6\n7\n"})
    main = commit_all(tmp_path)
    git(tmp_path, "merge", "-q", "--no-ff", "-m", "merge", "side")
    merge = git(tmp_path, "rev-parse", "HEAD")
    found = _commits(_lines(tmp_path, "a"), 7)
    assert (found[0], found[6]) == (main[:12], merge[:12])


def test_a_file_that_is_renamed_as_it_is_keeps_its_lines(tmp_path: Path) -> None:
    make_repository(tmp_path, {"a": "1\n2\n"})
    write_tree(tmp_path, {"a": "1\ntwo\n"})
    commit_all(tmp_path)
    git(tmp_path, "mv", "a", "b")
    commit_all(tmp_path)
    assert _commits(_lines(tmp_path, "b"), 2) == _blame(tmp_path, "b")


def test_paths_are_those_below_the_folder_asked_for(tmp_path: Path) -> None:
    make_repository(tmp_path, {"lib/ä b": "1\n", "a": "1\n"})
    assert len(_lines(tmp_path, "ä b", folder=b"lib").changes) == 1


def test_of_bytes_that_are_no_text_nothing_is_told_before_they_changed(tmp_path: Path) -> None:
    make_repository(tmp_path, {"a": b"1\n\0\n"})
    write_tree(tmp_path, {"a": b"2\n\0\n"})
    commit_all(tmp_path)
    head = git(tmp_path, "rev-parse", "HEAD")
    assert read_history(str(tmp_path / ".git"), head).lines == ()


def test_what_is_known_of_versions_is_not_read_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    make_repository(tmp_path, {"a": "1\n2\n"})
    write_tree(tmp_path, {"a": "1\ntwo\n"})
    commit = commit_all(tmp_path)
    whole = read_history(str(tmp_path / ".git"), commit)
    monkeypatch.setattr(line_history, "_read_hunks", None)
    assert read_history(str(tmp_path / ".git"), commit, known=whole.hunks) == whole


def test_where_git_prints_too_much_the_lines_it_did_not_come_to_are_older(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    make_repository(tmp_path, {"a": "1\n2\n3\n"})
    for text in ("one\n2\n3\n", "one\ntwo\n3\n", "one\ntwo\nthree\n"):
        write_tree(tmp_path, {"a": text})
        head = commit_all(tmp_path)
    whole = git(tmp_path, "diff-tree", *line_history._OPTIONS[1:], head, "--")
    room = len(whole.encode()) + 200
    monkeypatch.setattr(line_history, "_LIMITS", Limits(60.0, room))
    found = read_history(str(tmp_path / ".git"), head)
    ((_, lines),) = found.lines
    assert "dates of lines cut: git printed more than" in found.notice
    assert _commits(lines, 3) == ["", "", head[:12]]
    assert found.hunks == {}


def test_no_key_runs_anything_when_versions_are_compared(tmp_path: Path) -> None:
    bait, mark = bait_in(tmp_path)
    root = tmp_path / "root"
    make_repository(root, {"a": "1\n", ".gitattributes": "* diff=evil filter=evil\n"})
    write_tree(root, {"a": "2\n"})
    commit = commit_all(root)
    (root / ".git/info").mkdir(exist_ok=True)
    (root / ".git/info/attributes").write_text("* diff=evil filter=evil\n")
    poison(root / ".git", bait)
    found = read_history(str(root / ".git"), commit)
    assert _commits(dict(found.lines)["a"], 1) == [commit[:12]]
    assert not mark.exists()
