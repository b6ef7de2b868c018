"""Git directories, whole and broken: history may degrade with a notice, files never do."""

import os
import shutil
from pathlib import Path

import pytest

from repobook.errors import RepobookError, UnreadableError
from repobook.scan.git import repository
from repobook.scan.sources import source as sources
from repobook.scan.sources.source import find_source, open_source
from tests.fakes.trees import commit_all, git, make_repository, write_tree
from tests.scan.views import LIMIT, entry_of, listing_of, paths, read_all, skipped

FILES: dict[str, str | bytes] = {"a.py": "x = 1\n", "sub/b.md": "# b\n"}


def test_bare_repository_is_read_at_head(tmp_path: Path) -> None:
    commit = make_repository(tmp_path / "work", FILES)
    git(tmp_path, "clone", "-q", "--bare", "work", "bare.git")
    listing = listing_of(tmp_path / "bare.git")
    assert listing.commit == commit
    assert [(e.path, e.size, e.tracked) for e in listing.entries] == [
        ("a.py", 6, True),
        ("sub/b.md", 4, True),
    ]
    assert read_all(tmp_path / "bare.git") == {"a.py": b"x = 1\n", "sub/b.md": b"# b\n"}


def test_older_revision_is_read_from_the_work_tree_folder(tmp_path: Path) -> None:
    first = make_repository(tmp_path, FILES)
    write_tree(tmp_path, {"a.py": "x = 2\n", "new.py": ""})
    commit_all(tmp_path)
    listing = listing_of(tmp_path, "HEAD~1")
    assert listing.commit == first
    assert paths(listing) == ["a.py", "sub/b.md"]
    assert read_all(tmp_path, first)["a.py"] == b"x = 1\n"


def test_dot_git_folder_itself_is_a_git_directory(tmp_path: Path) -> None:
    make_repository(tmp_path, FILES)
    assert paths(listing_of(tmp_path / ".git")) == ["a.py", "sub/b.md"]


def test_links_modes_and_submodules_are_told_apart(tmp_path: Path) -> None:
    make_repository(tmp_path, {"run.sh": "#!/bin/sh\n"})
    (tmp_path / "run.sh").chmod(0o755)
    (tmp_path / "in").symlink_to("run.sh")
    (tmp_path / "out").symlink_to("../../etc/passwd")
    commit_all(tmp_path)
    pin = "1234567890" * 4
    git(tmp_path, "update-index", "--add", "--cacheinfo", f"160000,{pin},dep")
    git(tmp_path, "commit", "-q", "-m", "x")
    listing = listing_of(tmp_path, "HEAD")
    assert entry_of(listing, "run.sh").executable
    assert {e.path: (e.kind, e.reason) for e in listing.entries if e.kind != "file"} == {
        "dep": ("submodule", f"submodule at {pin}"),
        "in": ("symlink", "symlink to run.sh"),
        "out": ("symlink", "symlink to ../../etc/passwd (outside the repository)"),
    }


def test_options_hold_in_a_git_directory(tmp_path: Path) -> None:
    files = {"src/a.py": "", "src/a.c": "", "docs/b.md": "", "gen/c.py": "", ".gitignore": "src\n"}
    make_repository(tmp_path, files)
    listing = listing_of(tmp_path, "HEAD", include=("*.py", "*.c"), exclude=("gen/",))
    assert paths(listing) == ["src/a.c", "src/a.py"]
    assert skipped(listing) == {
        ".gitignore": "not matched by an include pattern",
        "docs/": "not matched by an include pattern",
        "gen/": "gen/ (--exclude)",
    }


def test_ignore_files_do_not_apply_to_a_commit(tmp_path: Path) -> None:
    make_repository(tmp_path, {".gitignore": "*\n", "a.py": ""})
    assert paths(listing_of(tmp_path, "HEAD")) == [".gitignore", "a.py"]


@pytest.mark.parametrize("ref", ["-h", "--output=x", "--all", "-c"])
def test_refs_that_look_like_options_are_only_names(tmp_path: Path, ref: str) -> None:
    commit = make_repository(tmp_path, FILES)
    for place in (f"refs/heads/{ref}", f"refs/tags/{ref}"):
        write_tree(tmp_path / ".git", {place: commit + "\n"})
    assert listing_of(tmp_path, ref).commit == commit
    assert sorted(os.listdir(tmp_path)) == [".git", "a.py", "sub"]


@pytest.mark.parametrize(
    "ref", ["nope", "-h", "../../x", "--output=x", "", "a\nb", "a..b", "\0", ":"]
)
def test_bad_revision_gets_one_clear_line(tmp_path: Path, ref: str) -> None:
    make_repository(tmp_path, FILES)
    if not ref:
        assert find_source(str(tmp_path), "").kind == "folder"
        return
    with pytest.raises(RepobookError) as raised:
        find_source(str(tmp_path), ref)
    assert "bad revision" in raised.value.message
    assert sorted(os.listdir(tmp_path)) == [".git", "a.py", "sub"]


def test_revision_of_a_plain_folder_is_refused(tmp_path: Path) -> None:
    write_tree(tmp_path, FILES)
    with pytest.raises(RepobookError, match="has no git directory of its own"):
        find_source(str(tmp_path), "HEAD")


def test_revision_of_a_subfolder_points_to_the_top(tmp_path: Path) -> None:
    make_repository(tmp_path, FILES)
    with pytest.raises(RepobookError) as raised:
        find_source(str(tmp_path / "sub"), "HEAD")
    assert str(tmp_path) in raised.value.hint


def test_missing_blob_is_listed_and_the_rest_is_read(tmp_path: Path) -> None:
    make_repository(tmp_path, FILES)
    blob = git(tmp_path, "rev-parse", "HEAD:a.py")
    (tmp_path / ".git/objects" / blob[:2] / blob[2:]).unlink()
    listing = listing_of(tmp_path, "HEAD")
    lost = entry_of(listing, "a.py")
    assert (lost.kind, lost.reason) == ("unreadable", "blob missing from the git directory")
    assert read_all(tmp_path, "HEAD") == {"sub/b.md": b"# b\n"}


def test_blob_lost_after_listing_is_named(tmp_path: Path) -> None:
    make_repository(tmp_path, FILES)
    source = open_source(find_source(str(tmp_path), "HEAD"))
    entry = entry_of(source.list(), "a.py")
    (tmp_path / ".git/objects" / entry.blob[:2] / entry.blob[2:]).unlink()
    with pytest.raises(UnreadableError, match="blob missing"):
        source.read(entry, LIMIT)
    source.close()


def test_corrupt_blob_costs_only_itself(tmp_path: Path) -> None:
    make_repository(tmp_path, FILES)
    source = open_source(find_source(str(tmp_path), "HEAD"))
    listing = source.list()
    bad = entry_of(listing, "a.py")
    place = tmp_path / ".git/objects" / bad.blob[:2] / bad.blob[2:]
    place.chmod(0o600)
    place.write_bytes(b"garbage")
    with pytest.raises(UnreadableError):
        source.read(bad, LIMIT)
    assert source.read(entry_of(listing, "sub/b.md"), LIMIT) == b"# b\n"
    source.close()


def test_blob_beyond_the_limit_is_refused_and_the_next_is_read(tmp_path: Path) -> None:
    make_repository(tmp_path, {"big": "x" * 300_000, "small": "y"})
    source = open_source(find_source(str(tmp_path), "HEAD"))
    listing = source.list()
    with pytest.raises(UnreadableError, match="larger than 100 bytes"):
        source.read(entry_of(listing, "big"), 100)
    assert source.read(entry_of(listing, "small"), 100) == b"y"
    assert source.read(entry_of(listing, "big"), LIMIT) == b"x" * 300_000
    source.close()


def test_missing_tree_is_one_clear_line(tmp_path: Path) -> None:
    make_repository(tmp_path, FILES)
    tree = git(tmp_path, "rev-parse", "HEAD:sub")
    (tmp_path / ".git/objects" / tree[:2] / tree[2:]).unlink()
    with pytest.raises(RepobookError, match="cannot list the files"):
        listing_of(tmp_path, "HEAD")
    listing = listing_of(tmp_path)
    assert paths(listing) == ["a.py", "sub/b.md"]
    assert "cannot be read" in listing.notices[0]


def test_unborn_head_degrades_with_a_notice(tmp_path: Path) -> None:
    git(tmp_path, "init", "-q")
    write_tree(tmp_path, FILES)
    listing = listing_of(tmp_path)
    assert paths(listing) == ["a.py", "sub/b.md"]
    assert listing.commit == ""
    assert "HEAD names no commit" in listing.notices[0]
    assert entry_of(listing, "a.py").tracked is None


@pytest.mark.parametrize("head", ["", "garbage", "ref: refs/heads/none\n", "0" * 40 + "\n", None])
def test_corrupt_or_missing_head_degrades_with_a_notice(tmp_path: Path, head: str | None) -> None:
    make_repository(tmp_path, FILES)
    (tmp_path / ".git/HEAD").unlink()
    if head is not None:
        (tmp_path / ".git/HEAD").write_text(head)
    listing = listing_of(tmp_path)
    assert paths(listing) == ["a.py", "sub/b.md"]
    assert len(listing.notices) == 1
    assert listing.commit == ""


def test_empty_dot_git_folder_degrades_with_a_notice(tmp_path: Path) -> None:
    write_tree(tmp_path, {**FILES, ".git/": ""})
    listing = listing_of(tmp_path)
    assert paths(listing) == ["a.py", "sub/b.md"]
    assert listing.notices


def test_sha256_repository_is_read(tmp_path: Path) -> None:
    commit = make_repository(tmp_path, FILES, object_format="sha256")
    assert len(commit) == 64
    assert listing_of(tmp_path).commit == commit
    assert read_all(tmp_path, "HEAD")["a.py"] == b"x = 1\n"


def test_shallow_clone_is_read_with_a_notice(tmp_path: Path) -> None:
    make_repository(tmp_path / "work", FILES)
    write_tree(tmp_path / "work", {"c": ""})
    commit_all(tmp_path / "work")
    git(tmp_path, "clone", "-q", "--depth=1", f"file://{tmp_path}/work", "shallow")
    listing = listing_of(tmp_path / "shallow")
    assert listing.notices == ("the git history is shallow",)
    assert all(entry.tracked for entry in listing.entries)


def test_borrowed_objects_are_said(tmp_path: Path) -> None:
    make_repository(tmp_path / "work", FILES)
    git(tmp_path, "clone", "-q", "--shared", "work", "borrower")
    assert listing_of(tmp_path / "borrower").notices == (
        "git borrows objects from another repository",
    )
    shutil.rmtree(tmp_path / "work")
    listing = listing_of(tmp_path / "borrower")
    assert paths(listing) == ["a.py", "sub/b.md"]


def test_dot_git_file_pointing_elsewhere_is_not_followed(tmp_path: Path) -> None:
    make_repository(tmp_path / "victim", {"secret": ""})
    write_tree(tmp_path / "root", {**FILES, ".git": f"gitdir: {tmp_path}/victim/.git\n"})
    listing = listing_of(tmp_path / "root")
    assert paths(listing) == ["a.py", "sub/b.md"]
    assert listing.commit == ""
    assert ".git points to another place" in listing.notices[0]


def test_dot_git_symlink_is_not_followed(tmp_path: Path) -> None:
    make_repository(tmp_path / "victim", {"secret": ""})
    write_tree(tmp_path / "root", FILES)
    (tmp_path / "root/.git").symlink_to(tmp_path / "victim/.git")
    listing = listing_of(tmp_path / "root")
    assert listing.commit == ""
    assert listing.notices


def test_linked_work_tree_is_followed_because_it_is_named_in_return(tmp_path: Path) -> None:
    commit = make_repository(tmp_path / "work", FILES)
    git(tmp_path / "work", "worktree", "add", "-q", str(tmp_path / "linked"))
    listing = listing_of(tmp_path / "linked")
    assert listing.commit == commit
    assert all(entry.tracked for entry in listing.entries)


def test_bare_repository_in_a_subfolder_is_only_files(tmp_path: Path) -> None:
    make_repository(tmp_path / "work", FILES)
    (tmp_path / "root").mkdir()
    git(tmp_path, "clone", "-q", "--bare", "work", "root/bare.git")
    listing = listing_of(tmp_path / "root")
    assert "bare.git/HEAD" in paths(listing)
    assert listing.commit == ""


def test_folder_is_read_without_git(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    make_repository(tmp_path, FILES)
    monkeypatch.setattr(repository, "find_git", lambda: "")
    monkeypatch.setattr(sources, "find_git", lambda: "")
    listing = listing_of(tmp_path)
    assert paths(listing) == ["a.py", "sub/b.md"]
    assert entry_of(listing, "a.py").tracked is None
    assert "git is not installed" in listing.notices[0]
    with pytest.raises(RepobookError, match="needs git"):
        find_source(str(tmp_path), "HEAD")


def test_names_in_a_commit_are_bytes(tmp_path: Path) -> None:
    make_repository(tmp_path, {"a": "x"})
    blob = git(tmp_path, "rev-parse", "HEAD:a")
    lines = [b"100644 blob %s\t%s\0" % (blob.encode(), n) for n in (b"a\nb", b"caf\xe9", b'"q"')]
    tree = git(tmp_path, "mktree", "-z", stdin=b"".join(lines))
    commit = git(tmp_path, "commit-tree", tree, "-m", "x")
    assert read_all(tmp_path, commit) == {'"q"': b"x", "a\nb": b"x", "caf\\xe9": b"x"}


def test_head_that_moves_does_not_mix_two_commits(tmp_path: Path) -> None:
    first = make_repository(tmp_path, FILES)
    spec = find_source(str(tmp_path), "main")
    write_tree(tmp_path, {"a.py": "changed", "new.py": ""})
    commit_all(tmp_path)
    source = open_source(spec)
    listing = source.list()
    assert listing.commit == first
    assert source.read(entry_of(listing, "a.py"), LIMIT) == b"x = 1\n"
    source.close()
