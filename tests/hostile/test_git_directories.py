"""Git directories made to stall, to explode or to leave something running: files are still read."""

import os
import select
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from repobook.errors import RepobookError, UnreadableError
from repobook.scan import blobreader
from repobook.scan import git as safe_git
from repobook.scan.blobreader import BlobReader
from tests.fakes.books import command, environment
from tests.fakes.trees import git, make_repository, write_tree
from tests.scan.views import listing_of, paths

FILES: dict[str, str | bytes] = {"a.py": "x = 1\n", "sub/b.md": "# b\n"}
SECONDS = 60


# --- trees that list more than there is ---


def _tree(root: Path, kind: str, name: str, n: int) -> str:
    """A tree in which one object stands under many names."""
    mode = "040000" if kind == "tree" else "100644"
    lines = [f"{mode} {kind} {name}\t{number:04}\n" for number in range(n)]
    return git(root, "mktree", stdin="".join(lines).encode())


def _bomb(root: Path, n_levels: int, n: int = 10) -> str:
    """A commit of few objects with n ** n_levels files."""
    make_repository(root, FILES)
    tree = _tree(root, "blob", git(root, "rev-parse", "HEAD:a.py"), n)
    for _ in range(n_levels - 1):
        tree = _tree(root, "tree", tree, n)
    return _commit(root, tree)


def _commit(root: Path, tree: str) -> str:
    commit = git(root, "commit-tree", tree, "-m", "x")
    git(root, "update-ref", "HEAD", commit)
    return commit


@pytest.fixture
def few_items(monkeypatch: pytest.MonkeyPatch) -> None:
    caps = safe_git.ListingCaps(n_items=500)
    monkeypatch.setattr(safe_git, "_CAPS", caps)


@pytest.mark.usefixtures("few_items")
def test_a_folder_is_read_beside_a_tree_that_explodes(tmp_path: Path) -> None:
    _bomb(tmp_path, 10)
    listing = listing_of(tmp_path)
    assert paths(listing) == ["a.py", "sub/b.md"]
    assert listing.notices == (
        "git cannot say which files are tracked: the tree of HEAD cannot be read: "
        "the tree lists more than 500 files and folders",
    )


@pytest.mark.usefixtures("few_items")
def test_a_commit_that_explodes_is_refused_in_one_line(tmp_path: Path) -> None:
    _bomb(tmp_path, 10)
    with pytest.raises(RepobookError, match="the tree lists more than 500 files") as refused:
        listing_of(tmp_path, "HEAD")
    assert refused.value.hint


def test_folders_count_as_files_do(tmp_path: Path) -> None:
    """Ten files, each below a hundred folders of its own: it is the folders that take memory."""
    make_repository(tmp_path, FILES)
    tree = _tree(tmp_path, "blob", git(tmp_path, "rev-parse", "HEAD:a.py"), 1)
    for _ in range(100):
        tree = _tree(tmp_path, "tree", tree, 1)
    commit = _commit(tmp_path, _tree(tmp_path, "tree", tree, 10))
    git_dir = str(tmp_path / ".git")
    assert len(safe_git.list_tree(git_dir, commit, safe_git.ListingCaps(1020)).items) == 10
    listing = safe_git.list_tree(git_dir, commit, safe_git.ListingCaps(1019))
    assert listing == safe_git.TreeListing((), "the tree lists more than 1,019 files and folders")


def test_the_bytes_of_a_listing_are_limited(tmp_path: Path) -> None:
    commit = _bomb(tmp_path, 10)
    caps = safe_git.ListingCaps(n_bytes=1 << 20)
    listing = safe_git.list_tree(str(tmp_path / ".git"), commit, caps)
    assert listing == safe_git.TreeListing((), "git printed more than 1 MiB")


def test_a_path_without_end_is_a_problem(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _fake_git(tmp_path, monkeypatch, "yes | tr -d '\\n'")
    listing = safe_git.list_tree("/nowhere", "HEAD")
    assert listing.problem == "the tree has a path longer than 1,048,576 bytes"


def test_of_missing_objects_only_those_in_question_are_held(tmp_path: Path) -> None:
    commit = make_repository(tmp_path, FILES)
    lost = [git(tmp_path, "rev-parse", f"HEAD:{path}") for path in FILES]
    for blob in lost:
        (tmp_path / ".git/objects" / blob[:2] / blob[2:]).unlink()
    assert safe_git.missing_objects(str(tmp_path / ".git"), commit, lost[:1]) == {lost[0]}


# --- what git may take ---


def _fake_git(folder: Path, monkeypatch: pytest.MonkeyPatch, script: str) -> Path:
    program = folder / "fake-git"
    program.write_text(f"#!/bin/sh\n{script}\n")
    program.chmod(0o755)
    for module in (safe_git, blobreader):
        monkeypatch.setattr(module, "find_git", lambda: str(program))
    return program


def test_git_has_a_limit_of_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _fake_git(tmp_path, monkeypatch, "ulimit -d; ulimit -c")
    data, core = safe_git.ask("/nowhere", "rev-parse").output.split()
    assert int(data) <= 1 << 20  # in KiB
    assert core == b"0"


def test_git_that_prints_nothing_is_stopped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _fake_git(tmp_path, monkeypatch, "exec sleep 600")
    limits = safe_git.Limits(silent_seconds=0.2)
    answer = safe_git.ask("/nowhere", "rev-parse", limits=limits)
    assert answer.problem.startswith("git printed nothing for")


def test_no_command_may_be_silent_for_long() -> None:
    assert safe_git.Limits().silent_seconds <= 10


def test_complaints_without_end_are_not_held(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _fake_git(tmp_path, monkeypatch, "yes | head -c 5000000 >&2; exit 3")
    limits = safe_git.Limits(n_bytes=1000)
    assert safe_git.ask("/nowhere", "rev-parse", limits=limits).problem == "y"


def test_git_does_not_outlive_an_error_of_ours(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _fake_git(tmp_path, monkeypatch, "echo $$; exec sleep 600")
    pids: list[int] = []

    def take(chunk: bytes) -> None:
        pids.append(int(chunk))
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        safe_git.feed("/nowhere", "rev-parse", take=take)
    with pytest.raises(ProcessLookupError):
        os.kill(pids[0], 0)


def test_blobs_that_never_come_are_waited_for_three_times(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _fake_git(tmp_path, monkeypatch, f"echo x >> '{tmp_path}/starts'; exec sleep 600")
    monkeypatch.setattr(blobreader, "_SILENT_SECONDS", 0.5)
    reader = BlobReader("/nowhere")
    for _ in range(6):
        with pytest.raises(UnreadableError):
            reader.read("0" * 40, 100)
    assert (tmp_path / "starts").read_text() == "x\n" * 3


# --- what is left when a build is killed ---


@pytest.fixture
def signal_pipe(tmp_path: Path) -> Iterator[int]:
    """Readable when a writer has come, and at its end when the last writer is gone."""
    os.mkfifo(tmp_path / "alive")
    fd = os.open(tmp_path / "alive", os.O_RDONLY | os.O_NONBLOCK)
    yield fd
    os.close(fd)


def _next(fd: int) -> bytes | None:
    ready, _, _ = select.select([fd], [], [], SECONDS)
    return os.read(fd, 100) if ready else None


def test_a_killed_build_leaves_no_git_behind(tmp_path: Path, signal_pipe: int) -> None:
    """Whatever git does: this one neither reads nor writes, so nothing else would end it."""
    make_repository(tmp_path / "root", FILES)
    write_tree(
        tmp_path / "bin",
        {"git": f"#!/bin/sh\nexec 9> '{tmp_path}/alive'\necho $$ >&9\nexec sleep 600\n"},
    )
    (tmp_path / "bin/git").chmod(0o755)
    env = environment({"PATH": f"{tmp_path}/bin:{os.environ['PATH']}"})
    build = subprocess.Popen(command("build", "root"), cwd=tmp_path, env=env)
    pid = _next(signal_pipe)
    build.send_signal(signal.SIGKILL)
    build.wait()
    assert pid
    left = _next(signal_pipe)
    if left is None:
        os.kill(int(pid), signal.SIGKILL)
    assert left == b""
