"""A folder on disk: everything in it is accounted for and nothing outside it is touched."""

import errno
import functools
import os
import socket
import subprocess
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from repobook.errors import RepobookError, UnreadableError
from repobook.scan.git.blobs import blob_hash
from repobook.scan.sources.source import find_source, open_source
from tests.fakes.growth import assert_linear
from tests.fakes.trees import commit_all, git, make_repository, write_tree
from tests.scan.views import LIMIT, entry_of, listing_of, paths, read_all, skipped, without_stamps

MANIFEST = '{\n  "made_by": "repobook",\n  "outputs": {}\n}\n'


def test_files_are_listed_in_order_with_size_and_mode(tmp_path: Path) -> None:
    write_tree(tmp_path, {"b.py": "x", "a/c.py": "", "a.sh": "#!/bin/sh\n"})
    (tmp_path / "a.sh").chmod(0o755)
    listing = listing_of(tmp_path)
    assert paths(listing) == ["a.sh", "a/c.py", "b.py"]
    assert entry_of(listing, "b.py").size == 1
    assert entry_of(listing, "a.sh").executable
    assert entry_of(listing, "b.py").tracked is None
    assert listing.commit == ""


def test_empty_folder_gives_an_empty_listing(tmp_path: Path) -> None:
    listing = listing_of(tmp_path)
    assert (listing.entries, listing.skipped, listing.notices) == ((), (), ())


def test_ignore_files_apply_at_every_level(tmp_path: Path) -> None:
    write_tree(
        tmp_path,
        {
            ".gitignore": "*.o\nout/\n",
            "a.o": "",
            "out/x": "",
            "sub/.gitignore": "!b.o\n/local\n",
            "sub/b.o": "",
            "sub/local": "",
            "sub/deep/local": "",
        },
    )
    listing = listing_of(tmp_path)
    assert paths(listing) == [".gitignore", "sub/.gitignore", "sub/b.o", "sub/deep/local"]
    assert skipped(listing) == {
        "a.o": "*.o (.gitignore line 1)",
        "out/": "out/ (.gitignore line 2)",
        "sub/local": "/local (sub/.gitignore line 2)",
    }


def test_tracked_files_are_kept_though_ignored(tmp_path: Path) -> None:
    commit = make_repository(tmp_path, {".gitignore": "gen/\n*.log\n", "gen/kept.py": "1"})
    write_tree(tmp_path, {"gen/other.py": "", "gen/sub/x": "", "new.py": "", "a.log": ""})
    listing = listing_of(tmp_path)
    assert paths(listing) == [".gitignore", "gen/kept.py", "new.py"]
    assert entry_of(listing, "gen/kept.py").tracked is True
    assert entry_of(listing, "new.py").tracked is False
    assert set(skipped(listing)) == {".git/", "a.log", "gen/other.py", "gen/sub/"}
    assert listing.commit == commit


def test_info_exclude_is_respected(tmp_path: Path) -> None:
    make_repository(tmp_path, {"a": ""})
    write_tree(tmp_path, {".git/info/exclude": "secret\n", "secret": ""})
    assert skipped(listing_of(tmp_path))["secret"] == "secret (.git/info/exclude line 1)"


def test_folder_inside_a_repository_uses_the_one_further_up(tmp_path: Path) -> None:
    files = {".gitignore": "*.tmp\n/sub/out\n", "sub/a.py": "", "top.py": ""}
    commit = make_repository(tmp_path, files)
    write_tree(tmp_path, {"sub/b.tmp": "", "sub/c.py": "", "sub/out": ""})
    listing = listing_of(tmp_path / "sub")
    assert [(e.path, e.tracked) for e in listing.entries] == [("a.py", True), ("c.py", False)]
    assert set(skipped(listing)) == {"b.tmp", "out"}
    assert listing.commit == commit


def test_nested_repository_is_walked_and_submodule_is_not(tmp_path: Path) -> None:
    write_tree(
        tmp_path,
        {
            "nested/.git/HEAD": "x",
            "nested/a.py": "",
            "module/.git": "gitdir: ../.git/modules/module\n",
            "module/b.py": "",
        },
    )
    listing = listing_of(tmp_path)
    assert paths(listing) == ["module", "nested/a.py"]
    assert entry_of(listing, "module").kind == "submodule"
    assert skipped(listing) == {"nested/.git/": ".git"}


def test_gitlink_names_a_submodule_even_when_empty(tmp_path: Path) -> None:
    make_repository(tmp_path, {"a.py": ""})
    commit = "1234567890" * 4
    git(tmp_path, "update-index", "--add", "--cacheinfo", f"160000,{commit},dep")
    git(tmp_path, "commit", "-q", "-m", "x")
    (tmp_path / "dep").mkdir()
    found = entry_of(listing_of(tmp_path), "dep")
    assert (found.kind, found.reason, found.tracked) == (
        "submodule",
        f"submodule at {commit}",
        True,
    )


@pytest.mark.parametrize("folder", ["x.book", "deep/inside/renamed"])
def test_our_own_books_are_left_out(tmp_path: Path, folder: str) -> None:
    book = {f"{folder}/manifest.json": MANIFEST, f"{folder}/book.db": "", f"{folder}/site/a": ""}
    write_tree(tmp_path, {**book, "a.py": ""})
    listing = listing_of(tmp_path)
    assert paths(listing) == ["a.py"]
    assert skipped(listing) == {f"{folder}/": "a book made by repobook"}


def test_other_manifests_are_files_like_any(tmp_path: Path) -> None:
    files = {"x.book/manifest.json": '{"name": "repobook"}', "app/manifest.json": "["}
    write_tree(tmp_path, files)
    assert paths(listing_of(tmp_path)) == ["app/manifest.json", "x.book/manifest.json"]


def test_symlinks_are_listed_and_never_followed(tmp_path: Path) -> None:
    root = write_tree(tmp_path / "root", {"a.py": "secret", "sub/": ""})
    write_tree(tmp_path, {"outside/file": "x"})
    targets = {
        "inside": "a.py",
        "up": "..",
        "root": "/",
        "file": "../outside/file",
        "loop": "loop",
        "sub/back": "../a.py",
        "absolute": str(root / "a.py"),
    }
    for name, target in targets.items():
        (root / name).symlink_to(target)
    listing = listing_of(root)
    reasons = {e.path: e.reason for e in listing.entries if e.kind == "symlink"}
    outside = " (outside the repository)"
    assert reasons == {
        "absolute": f"symlink to {root}/a.py",
        "file": f"symlink to ../outside/file{outside}",
        "inside": "symlink to a.py",
        "loop": "symlink to loop",
        "root": f"symlink to /{outside}",
        "sub/back": "symlink to ../a.py",
        "up": f"symlink to ..{outside}",
    }
    assert entry_of(listing, "inside").blob == blob_hash(b"a.py")
    assert len(listing.entries) == len(targets) + 1


def test_component_swapped_for_a_link_is_not_followed(tmp_path: Path) -> None:
    root = write_tree(tmp_path / "root", {"sub/deep/a.txt": "inside", "b.txt": "inside"})
    write_tree(tmp_path / "outside", {"deep/a.txt": "outside", "b.txt": "outside"})
    source = open_source(find_source(str(root), ""))
    entries = {entry.path: entry for entry in source.list().entries}
    source.close()
    (root / "sub").rename(root / "gone")
    (root / "sub").symlink_to(tmp_path / "outside")
    (root / "b.txt").unlink()
    (root / "b.txt").symlink_to(tmp_path / "outside/b.txt")
    source = open_source(find_source(str(root), ""))
    for path in ("sub/deep/a.txt", "b.txt"):
        with pytest.raises(UnreadableError):
            source.read(entries[path], LIMIT)
    source.close()


def test_swapping_during_the_walk_never_leads_outside(tmp_path: Path) -> None:
    root = write_tree(tmp_path / "root", {f"d{n}/sub/a.txt": "" for n in range(30)})
    outside = write_tree(tmp_path / "outside", {"sub/stolen.txt": ""})
    stop = threading.Event()

    def swap() -> None:
        while not stop.is_set():
            for n in range(30):
                (root / f"d{n}").rename(root / f".moved{n}")
                (root / f"d{n}").symlink_to(outside)
                (root / f"d{n}").unlink()
                (root / f".moved{n}").rename(root / f"d{n}")

    swapper = threading.Thread(target=swap)
    swapper.start()
    try:
        listings = [listing_of(root) for _ in range(20)]
    finally:
        stop.set()
        swapper.join()
    assert not any("stolen" in path for listing in listings for path in paths(listing))


def test_special_files_are_named_and_never_opened(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(str(tmp_path / "sock"))
        listing = listing_of(tmp_path)
    assert [(e.path, e.kind, e.reason) for e in listing.entries] == [
        ("pipe", "special", "named pipe"),
        ("sock", "special", "socket"),
    ]


def test_file_swapped_for_a_pipe_does_not_wait(tmp_path: Path) -> None:
    write_tree(tmp_path, {"a": "x", ".gitignore": ""})
    source = open_source(find_source(str(tmp_path), ""))
    entry = entry_of(source.list(), "a")
    for name in ("a", ".gitignore"):
        (tmp_path / name).unlink()
        os.mkfifo(tmp_path / name)
    with pytest.raises(UnreadableError, match="no longer a regular file"):
        source.read(entry, LIMIT)
    assert entry_of(source.list(), "a").kind == "special"
    source.close()


def test_sparse_giant_is_refused_at_once(tmp_path: Path) -> None:
    with (tmp_path / "huge").open("wb") as file:
        file.truncate(8 << 30)
    source = open_source(find_source(str(tmp_path), ""))
    entry = entry_of(source.list(), "huge")
    assert entry.size == 8 << 30
    with pytest.raises(UnreadableError, match="larger than 8 MiB"):
        source.read(entry, LIMIT)
    source.close()


def test_file_that_grows_while_read_stops_at_the_limit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_tree(tmp_path, {"grow": "x" * 100})
    real_fstat = os.fstat

    def small(fd: int) -> Any:
        status = list(real_fstat(fd))
        status[6] = min(status[6], 10)
        return os.stat_result(status)

    monkeypatch.setattr(os, "fstat", small)
    source = open_source(find_source(str(tmp_path), ""))
    entry = entry_of(source.list(), "grow")
    assert source.read(entry, 100) == b"x" * 100
    with pytest.raises(UnreadableError, match="larger than 50 bytes"):
        source.read(entry, 50)
    source.close()


def test_odd_names_are_kept_as_they_are(tmp_path: Path) -> None:
    names = ["a\nb", "tab\t", "\x1b[31mred", "\"q'", "<img onerror=x>", "|`", "cr\r", "-h"]
    write_tree(tmp_path, {name: name for name in names})
    assert read_all(tmp_path) == {name: name.encode() for name in names}


def test_names_that_are_not_utf8_are_escaped(tmp_path: Path) -> None:
    raw = os.fsencode(tmp_path) + b"/caf\xe9"
    Path(os.fsdecode(raw)).write_bytes(b"x")
    entry = listing_of(tmp_path).entries[0]
    assert (entry.path, entry.raw_path) == ("caf\\xe9", b"caf\xe9")
    assert read_all(tmp_path) == {"caf\\xe9": b"x"}


def test_colliding_names_get_ids_of_their_own(tmp_path: Path) -> None:
    for name in (b"a\xff", b"a\\xff", b"a\\xff~2"):
        Path(os.fsdecode(os.fsencode(tmp_path) + b"/" + name)).write_bytes(name)
    listing = listing_of(tmp_path)
    assert [(e.path, e.raw_path, e.kind) for e in listing.entries] == [
        ("a\\xff", b"a\\xff", "file"),
        ("a\\xff~2", b"a\\xff~2", "file"),
        ("a\\xff~3", b"a\xff", "unreadable"),
    ]
    assert listing.entries[2].reason == "its name collides with another file's"


def test_names_differing_by_case_or_form_are_two_files(tmp_path: Path) -> None:
    names = ["a.py", "A.py", "caf\u00e9", "cafe\u0301"]
    write_tree(tmp_path, dict.fromkeys(names, ""))
    assert sorted(paths(listing_of(tmp_path))) == sorted(names)


@pytest.fixture
def deep_folder(tmp_path: Path) -> Iterator[Path]:
    """3,000 folders inside each other, a file in each; taken away by a tool that copes with it."""
    root = tmp_path / "deep"
    root.mkdir()
    fd = os.open(root, os.O_RDONLY)
    for _ in range(3000):
        os.mkdir("d", dir_fd=fd)
        os.close(os.open("side", os.O_CREAT, dir_fd=fd))
        below = os.open("d", os.O_RDONLY, dir_fd=fd)
        os.close(fd)
        fd = below
    with os.fdopen(os.open("end.txt", os.O_CREAT | os.O_WRONLY, dir_fd=fd), "wb") as file:
        file.write(b"deep")
    os.close(fd)
    yield root
    subprocess.run(["rm", "-rf", str(root)], check=True)


def test_three_thousand_folders_deep_is_walked_and_read(
    deep_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    n_opened, real = 0, os.open

    def counted(*arguments: Any, **options: Any) -> int:
        nonlocal n_opened
        n_opened += 1
        return real(*arguments, **options)

    monkeypatch.setattr(os, "open", counted)
    source = open_source(find_source(str(deep_folder), ""))
    listing = source.list()
    last = entry_of(listing, "d/" * 3000 + "end.txt")
    assert source.read(last, LIMIT) == b"deep"
    assert len(listing.entries) == 3001
    assert sum(len(source.read(entry, LIMIT)) for entry in listing.entries) == 4
    source.close()
    assert n_opened < 20 * 3001  # from the root down for each file would be 4,500,000


def test_twenty_thousand_files_in_one_folder(tmp_path: Path) -> None:
    @functools.cache
    def folder(n_files: int) -> Path:
        made = tmp_path / str(n_files)
        made.mkdir()
        for n in range(n_files):
            os.close(os.open(made / f"f{n}", os.O_CREAT))
        return made

    assert_linear(lambda made: listing_of(made).entries, folder, 20_000)
    assert len(listing_of(folder(20_000)).entries) == 20_000


def test_longest_names_are_listed(tmp_path: Path) -> None:
    write_tree(tmp_path, {"n" * 255: "x"})
    assert read_all(tmp_path) == {"n" * 255: b"x"}


@pytest.mark.parametrize(
    ("code", "words"), [(errno.EACCES, "permission denied"), (errno.EIO, "input/output error")]
)
def test_folder_that_cannot_be_read_is_listed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, code: int, words: str
) -> None:
    write_tree(tmp_path, {"locked/x": "", "open/y": ""})
    real_open = os.open

    def refuse(path: Any, flags: int, mode: int = 0o777, *, dir_fd: int | None = None) -> int:
        if path == b"locked":
            raise OSError(code, "no")
        return real_open(path, flags, mode, dir_fd=dir_fd)

    monkeypatch.setattr(os, "open", refuse)
    listing = listing_of(tmp_path)
    locked = entry_of(listing, "locked")
    assert (locked.kind, locked.reason) == ("unreadable", f"unreadable: {words}")
    assert paths(listing) == ["locked", "open/y"]


def test_file_that_cannot_be_read_says_why(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_tree(tmp_path, {"a": "x"})
    source = open_source(find_source(str(tmp_path), ""))
    entry = entry_of(source.list(), "a")

    def refuse(*_: object, **__: object) -> int:
        raise PermissionError(errno.EACCES, "no")

    with monkeypatch.context() as patch:
        patch.setattr(os, "open", refuse)
        with pytest.raises(UnreadableError, match="unreadable: permission denied"):
            source.read(entry, LIMIT)
    (tmp_path / "a").unlink()
    with pytest.raises(UnreadableError, match="vanished"):
        source.read(entry, LIMIT)
    source.close()


@pytest.mark.skipif(os.geteuid() == 0, reason="root reads everything")
def test_mode_zero_is_listed_as_unreadable(tmp_path: Path) -> None:
    write_tree(tmp_path, {"locked/x": "", "a": ""})
    (tmp_path / "locked").chmod(0)
    (tmp_path / "a").chmod(0)
    try:
        listing = listing_of(tmp_path)
        assert entry_of(listing, "locked").reason == "unreadable: permission denied"
    finally:
        (tmp_path / "locked").chmod(0o700)


def test_root_may_be_a_symlink(tmp_path: Path) -> None:
    write_tree(tmp_path / "real", {"a": "x"})
    (tmp_path / "link").symlink_to("real")
    assert read_all(tmp_path / "link") == {"a": b"x"}


def test_strange_times_make_no_difference(tmp_path: Path) -> None:
    write_tree(tmp_path, {"a": "", "b": "", "c": ""})
    before = listing_of(tmp_path)
    for name, when in (("a", 0), ("b", 4294967295), ("c", 7258118400)):
        os.utime(tmp_path / name, (when, when))
    assert without_stamps(listing_of(tmp_path)) == without_stamps(before)


def test_huge_ignore_file_is_read_only_in_part(tmp_path: Path) -> None:
    with (tmp_path / ".gitignore").open("wb") as file:
        file.write(b"*.o\n")
        file.truncate(100 << 20)
    write_tree(tmp_path, {"a.o": "", "a.c": ""})
    listing = listing_of(tmp_path)
    assert paths(listing) == [".gitignore", "a.c"]
    assert listing.notices == (".gitignore: larger than 1 MiB, only its first lines are applied",)


def test_include_summarises_what_it_leaves_out(tmp_path: Path) -> None:
    files = ["src/a.py", "src/a.c", "src/b.c", "docs/x/y.md", "docs/z.md", "top.md"]
    write_tree(tmp_path, dict.fromkeys(files, ""))
    listing = listing_of(tmp_path, include=("*.py",))
    assert paths(listing) == ["src/a.py"]
    assert skipped(listing) == {
        "docs/": "not matched by an include pattern",
        "src/*": "2 files not matched by an include pattern",
        "top.md": "not matched by an include pattern",
    }


def test_include_of_a_folder_takes_all_of_it(tmp_path: Path) -> None:
    write_tree(tmp_path, dict.fromkeys(["src/a/b.py", "src/c.md", "lib/d.py"], ""))
    listing = listing_of(tmp_path, include=("src/",), exclude=("*.md",))
    assert paths(listing) == ["src/a/b.py"]
    assert skipped(listing) == {
        "lib/": "not matched by an include pattern",
        "src/c.md": "*.md (--exclude)",
    }


def test_exclude_holds_for_tracked_files_too(tmp_path: Path) -> None:
    make_repository(tmp_path, {"a.py": "", "gen/b.py": ""})
    assert paths(listing_of(tmp_path, exclude=("gen",))) == ["a.py"]


def test_two_listings_are_equal(tmp_path: Path) -> None:
    make_repository(tmp_path, {f"d{n % 7}/f{n}.py": "" for n in range(200)})
    first, second = listing_of(tmp_path), listing_of(tmp_path)
    assert without_stamps(first) == without_stamps(second)


@pytest.mark.parametrize(
    ("name", "message"),
    [("missing", "no such path"), ("file", "not a directory"), ("", "no such path")],
)
def test_bad_paths_get_one_clear_line(tmp_path: Path, name: str, message: str) -> None:
    write_tree(tmp_path, {"file": ""})
    with pytest.raises(RepobookError) as raised:
        find_source(str(tmp_path / name) if name else "", "")
    assert message in raised.value.message
    assert "\n" not in raised.value.message


def test_tracked_file_deleted_on_disk_is_not_listed(tmp_path: Path) -> None:
    make_repository(tmp_path, {"a": "", "b": ""})
    (tmp_path / "a").unlink()
    assert paths(listing_of(tmp_path)) == ["b"]
    commit_all(tmp_path)
    assert paths(listing_of(tmp_path)) == ["b"]
