"""Git directories made to stall, to explode or to leave something running: files are still read."""

import os
import select
import shutil
import signal
import socket
import subprocess
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest

from repobook.errors import RepobookError, UnreadableError
from repobook.scan.git import blob_reader, history
from repobook.scan.git import commands as safe_git
from repobook.scan.git.blob_reader import BlobReader
from repobook.scan.git.directory_check import refusal
from repobook.scan.git.history import read_history
from tests.fakes.books import command, environment, files, rows, run
from tests.fakes.trees import commit_all, git, make_repository, write_tree
from tests.scan.views import entry_of, listing_of, paths, read_all

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


def test_a_path_of_megabytes_is_a_problem(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _fake_git(tmp_path, monkeypatch, "yes | tr -d '\\n' | head -c 3000000")
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
    for module in (safe_git, blob_reader):
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
    assert answer.problem == safe_git.OUT_OF_LIMITS


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
    monkeypatch.setattr(blob_reader, "_SILENT_SECONDS", 0.5)
    reader = BlobReader("/nowhere")
    for _ in range(6):
        with pytest.raises(UnreadableError):
            reader.read("0" * 40, 100)
    assert (tmp_path / "starts").read_text() == "x\n" * 3


# --- what stands where git expects a file ---


@pytest.fixture
def no_git(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever starts a process fails, at once, where git would wait for ever."""

    def refuse(*_: object, **__: object) -> None:
        raise AssertionError("git was asked")

    monkeypatch.setattr(safe_git, "start", refuse)


def _loose_object(root: Path) -> str:
    blob = git(root, "rev-parse", "HEAD")
    return f"objects/{blob[:2]}/{blob[2:]}"


NAMES = [
    *("config", "config.worktree", "HEAD", "packed-refs", "shallow", "commondir", "index"),
    *("objects", "refs", "info", "objects/pack", "objects/info", "refs/heads", "ORIG_HEAD"),
    *("objects/info/alternates", "objects/info/commit-graph", "info/grafts", "logs/HEAD"),
    *("objects/info/commit-graphs/commit-graph-chain", "objects/pack/multi-pack-index"),
    *("objects/pack/pack-1.idx", "objects/pack/pack-1.pack", "objects/ab/cd", "refs/heads/main"),
    *("refs/heads/deep/er/ref", "reftable/tables.list", "LOOSE"),
]


def _in_place_of(root: Path, name: str) -> Path:
    place = root / ".git" / (_loose_object(root) if name == "LOOSE" else name)
    place.parent.mkdir(parents=True, exist_ok=True)
    if place.is_dir():
        shutil.rmtree(place)
    place.unlink(missing_ok=True)
    return place


@pytest.mark.usefixtures("no_git")
@pytest.mark.parametrize("name", NAMES)
def test_a_pipe_stalls_nothing(tmp_path: Path, name: str) -> None:
    make_repository(tmp_path, FILES)
    place = _in_place_of(tmp_path, name)
    os.mkfifo(place)
    listing = listing_of(tmp_path)
    assert paths(listing) == ["a.py", "sub/b.md"]
    assert entry_of(listing, "a.py").tracked is None
    where = place.relative_to(tmp_path / ".git")
    assert listing.notices == (
        f"{where} in the git directory is a named pipe, "
        "so git is not asked which files are tracked",
    )


@pytest.mark.usefixtures("no_git")
@pytest.mark.parametrize("target", ["{outside}", "{outside}/pipe", "/dev/zero", "hooks", "pipe"])
@pytest.mark.parametrize("name", ["config", "objects", "objects/pack", "refs/heads/main"])
def test_a_link_leads_git_nowhere_else(tmp_path: Path, name: str, target: str) -> None:
    root, outside = tmp_path / "root", tmp_path / "outside"
    make_repository(root, FILES)
    outside.mkdir()
    os.mkfifo(outside / "pipe")
    (root / ".git/hooks").mkdir(exist_ok=True)
    os.mkfifo(root / ".git/hooks/pipe")
    inside = {"hooks": root / ".git/hooks", "pipe": root / ".git/hooks/pipe"}
    _in_place_of(root, name).symlink_to(inside.get(target, target.format(outside=outside)))
    listing = listing_of(root)
    assert paths(listing) == ["a.py", "sub/b.md"]
    assert "is a link that does not lead to a file in it" in listing.notices[0]


@pytest.mark.usefixtures("no_git")
def test_a_socket_is_not_opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    make_repository(tmp_path, FILES)
    monkeypatch.chdir(_in_place_of(tmp_path, "packed-refs").parent)
    with socket.socket(socket.AF_UNIX) as server:
        server.bind("packed-refs")
    assert "packed-refs in the git directory is a socket" in listing_of(tmp_path).notices[0]


@pytest.mark.parametrize("name", [name for name in NAMES if "/" not in name])
def test_a_folder_in_place_of_a_file_stalls_nothing(tmp_path: Path, name: str) -> None:
    make_repository(tmp_path, FILES)
    _in_place_of(tmp_path, name).mkdir()
    assert paths(listing_of(tmp_path)) == ["a.py", "sub/b.md"]


@pytest.mark.usefixtures("no_git")
def test_a_pipe_among_borrowed_objects_stalls_nothing(tmp_path: Path) -> None:
    """However long the chain of lenders; git itself follows five."""
    make_repository(tmp_path / "root", FILES)
    lenders = [tmp_path / "root/.git/objects", *(tmp_path / f"{n}" for n in range(5))]
    for borrower, lender in pairwise(lenders):
        write_tree(lender, {"info/": "", "pack/": ""})
        (borrower / "info/alternates").write_text(f"# a comment\n{lender}\n{borrower}\n")
    assert refusal(str(tmp_path / "root/.git")) == ""
    os.mkfifo(lenders[-1] / "pack/x.idx")
    listing = listing_of(tmp_path / "root")
    assert paths(listing) == ["a.py", "sub/b.md"]
    assert "pack/x.idx in borrowed objects is a named pipe" in listing.notices[0]


@pytest.mark.usefixtures("no_git")
@pytest.mark.parametrize("content", ['"/quo\\164ed"\n', "x\0y\n", "x" * 70_000])
def test_lenders_that_cannot_be_looked_over_are_not_asked(tmp_path: Path, content: str) -> None:
    make_repository(tmp_path, FILES)
    write_tree(tmp_path / ".git", {"objects/info/alternates": content})
    assert "in a way that is not read" in listing_of(tmp_path).notices[0]


def test_more_lenders_than_anyone_has_are_refused(tmp_path: Path) -> None:
    names = "".join(f"{tmp_path}/{n}\n" for n in range(200))
    write_tree(tmp_path / "git", {"objects/info/alternates": names})
    assert refusal(str(tmp_path / "git")).startswith("git would borrow objects from more than 100")


@pytest.mark.usefixtures("no_git")
@pytest.mark.parametrize(
    "text",
    [
        "[include]\n\tpath = ../pipe\n",
        '[includeIf "gitdir:/"] path="../pipe"\n',
        "[INCLUDE]\r\nPath=../pipe\r\n",
        "[include]\n\tpath = between\n",
        '[include]\n\tpath = ../pi"pe"\n',
        "[include]\n\tpath = ../pi\\\npe\n",
        "[include]\n\tpath = config\n",
        "[include]\n\tpath = /dev/zero\n",
    ],
)
def test_a_pipe_that_the_configuration_includes_stalls_nothing(tmp_path: Path, text: str) -> None:
    make_repository(tmp_path, FILES)
    os.mkfifo(tmp_path / "pipe")
    write_tree(tmp_path / ".git", {"between": "[include]\npath = ../pipe\n"})
    with (tmp_path / ".git/config").open("a") as config:
        config.write(text)
    listing = listing_of(tmp_path)
    assert paths(listing) == ["a.py", "pipe", "sub/b.md"]
    assert "config in the git directory" in listing.notices[0]


@pytest.mark.usefixtures("no_git")
def test_a_configuration_without_end_is_not_read(tmp_path: Path) -> None:
    make_repository(tmp_path, FILES)
    os.truncate(tmp_path / ".git/config", 8 << 30)
    assert "is not a readable file of up to 1 MiB" in listing_of(tmp_path).notices[0]


def test_a_work_tree_is_looked_over_with_what_it_shares(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    make_repository(tmp_path / "work", FILES)
    git(tmp_path / "work", "worktree", "add", "-q", str(tmp_path / "linked"))
    assert all(entry.tracked for entry in listing_of(tmp_path / "linked").entries)
    os.mkfifo(tmp_path / "work/.git/shallow")
    monkeypatch.setattr(safe_git, "start", None)
    notice = listing_of(tmp_path / "linked").notices[0]
    assert notice.startswith("shallow in the common git directory is a named pipe")


def test_a_git_directory_of_a_million_files_is_not_walked_to_its_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    make_repository(tmp_path, FILES)
    monkeypatch.setattr("repobook.scan.git.directory_check._MAX_ENTRIES", 10)
    assert refusal(str(tmp_path / ".git")) == "the git directory has more than 10 files"


@pytest.mark.usefixtures("no_git")
def test_a_git_directory_with_a_pipe_is_refused_as_a_source(tmp_path: Path) -> None:
    make_repository(tmp_path, FILES)
    os.mkfifo(tmp_path / ".git/packed-refs")
    problem = "packed-refs in the git directory is a named pipe, so git is not asked"
    for path, rev in ((tmp_path / ".git", ""), (tmp_path, "main")):
        with pytest.raises(RepobookError, match=problem):
            listing_of(path, rev)


def test_what_ordinary_repositories_have_is_no_reason_to_refuse(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = tmp_path / "root"
    make_repository(root, FILES)
    (root / ".git/hooks").mkdir(exist_ok=True)
    (root / ".git/hooks/pre-commit").symlink_to(tmp_path / "anywhere")
    write_tree(root / ".git", {"included": "[core]\n", "lfs/objects/x": "", "modules/m/HEAD": ""})
    git(root, "config", "include.path", "included")
    git(root, "config", "includeIf.gitdir:~/.path", "~/.gitconfig-work")
    (root / ".git/HEAD").unlink()
    (root / ".git/HEAD").symlink_to("refs/heads/main")
    monkeypatch.chdir(root / ".git")
    with socket.socket(socket.AF_UNIX) as server:
        server.bind("fsmonitor--daemon.ipc")
    assert all(entry.tracked for entry in listing_of(root).entries)
    assert read_all(root, "main") == {"a.py": b"x = 1\n", "sub/b.md": b"# b\n"}


def test_a_book_is_made_beside_a_pipe(tmp_path: Path) -> None:
    make_repository(tmp_path / "root", FILES)
    (tmp_path / "root/.git/config").unlink()
    os.mkfifo(tmp_path / "root/.git/config")
    done = run("build", "root", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert set(files(tmp_path / "root.book")) == {"a.py", "sub/b.md"}
    assert "config in the git directory is a named pipe" in str(
        rows(tmp_path / "root.book", "meta")
    )


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


# --- the past ---


def _author(root: Path, name: bytes) -> str:
    """A commit on top of HEAD by someone with that name."""
    raw = git(root, "cat-file", "commit", "HEAD").encode()
    head = git(root, "rev-parse", "HEAD").encode()
    tree = raw.split(b"\n")[0]
    text = b"%s\nparent %s\nauthor %s <> 1 +0000\ncommitter A <> 1 +0000\n\nx\n"
    options = ("-t", "commit", "--literally", "-w", "--stdin")
    commit = git(root, "hash-object", *options, stdin=text % (tree, head, name))
    git(root, "update-ref", "HEAD", commit)
    return commit


def test_of_authors_with_endless_names_only_the_beginning_is_held(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One long name costs itself; so many that git prints too much cost what is older."""
    first = make_repository(tmp_path, FILES)
    names = [b"x" * 3_000_000, b"B", b"C"]
    commits = [first, *(_author(tmp_path, name) for name in names)]
    found = read_history(str(tmp_path / ".git"), commits[-1])
    assert [commit.id for commit in found.commits] == commits[::-1]
    assert [commit.author for commit in found.commits] == ["C", "B", "x" * 100, "A"]
    monkeypatch.setattr(history, "_BYTES", 1 << 20)
    found = read_history(str(tmp_path / ".git"), commits[-1])
    assert [commit.author for commit in found.commits] == ["C", "B"]
    assert found.notice == "history cut after 2 commits: git printed more than 1 MiB"


def test_a_commit_of_too_many_files_costs_only_what_is_older(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _bomb(tmp_path, 4)
    newer = []
    for n in range(3):
        blob = git(tmp_path, "hash-object", "-w", "--stdin", stdin=b"%d" % n)
        tree = git(tmp_path, "mktree", stdin=f"100644 blob {blob}\tfile\n".encode())
        newer.append(git(tmp_path, "commit-tree", tree, "-p", "HEAD", "-m", "x"))
        git(tmp_path, "update-ref", "HEAD", newer[-1])
    monkeypatch.setattr(history, "_BYTES", 1 << 20)
    found = read_history(str(tmp_path / ".git"), newer[-1])
    assert [(commit.id, commit.paths) for commit in found.commits] == [
        (newer[2], ("file",)),
        (newer[1], ("file",)),
    ]
    assert found.notice == "history cut after 2 commits: git printed more than 1 MiB"


def test_a_path_of_many_commits_is_held_once(tmp_path: Path) -> None:
    make_repository(tmp_path, FILES)
    write_tree(tmp_path, {"a.py": "x = 2\n"})
    newer, older = read_history(str(tmp_path / ".git"), commit_all(tmp_path)).commits
    assert newer.paths[0] is older.paths[0]
