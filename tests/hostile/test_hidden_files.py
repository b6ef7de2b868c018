"""Nothing that a repository ships hides what git tracks: manifest, ignore rule, nested .git."""

import json
import os
from pathlib import Path

import pytest

from repobook.model.files import LeftOut
from repobook.scan.sources import folder, hidden_sources
from repobook.scan.sources.source import find_source, open_source
from tests.fakes.books import assert_same_book, files, make_book, rows, run
from tests.fakes.trees import commit_all, git, make_repository, write_tree
from tests.scan.views import entry_of, listing_of, paths, skipped

MADE_BY_US = '{"made_by": "repobook"}'
BOOK: dict[str, str | bytes] = {
    "old.book/manifest.json": MADE_BY_US,
    "old.book/book.db": b"\0",
    "old.book/site/index.html": "<p>x",
    "old.book/site/book-assets/book.js": "1",
}
RULE = "a book made by repobook"


def test_manifest_alone_hides_nothing(tmp_path: Path) -> None:
    write_tree(tmp_path, {"src/x/manifest.json": MADE_BY_US, "src/x/a.py": "", "a.py": ""})
    listing = listing_of(tmp_path)
    assert paths(listing) == ["a.py", "src/x/a.py", "src/x/manifest.json"]
    assert (listing.skipped, listing.left_out) == ((), ())


def test_tracked_folder_is_read_though_it_has_all_of_a_book(tmp_path: Path) -> None:
    make_repository(tmp_path, {**BOOK, "old.book/a.py": "", "old.book/site/b.py": ""})
    write_tree(
        tmp_path, {"old.book/site/new.py": "", "old.book/new.py": "", "old.book/cache/c": ""}
    )
    listing = listing_of(tmp_path)
    assert paths(listing) == sorted(
        [*BOOK, "old.book/a.py", "old.book/site/b.py", "old.book/new.py"]
    )
    assert {path: rule for path, rule in listing.skipped if path != ".git/"} == {
        "old.book/cache/": RULE,
        "old.book/site/new.py": RULE,
    }
    assert listing.left_out == (LeftOut("old.book/site/new.py", RULE, 1, False),)


def test_tracked_files_of_a_book_are_generated(tmp_path: Path) -> None:
    root = tmp_path / "root"
    make_repository(root, {**BOOK, "old.book/a.py": "x = 1\n", "old.book/site/b.py": "x = 1\n"})
    make_book(root, tmp_path / "book")
    role_by_path = {row[0]: (row[2], row[9]) for row in rows(tmp_path / "book", "files")}
    assert role_by_path["old.book/site/b.py"] == ("generated", f"in {RULE}")
    assert role_by_path["old.book/a.py"] == ("source", "Python file")


def test_book_that_comes_and_goes_changes_roles_as_a_fresh_build_does(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(folder, "_CLOCK_GRAIN_NS", -(10**12))  # files not read again count too
    root = tmp_path / "root"
    make_repository(root, {"old.book/site/b.py": "x = 1\n", "a.py": "y = 1\n"})
    make_book(root, tmp_path / "book")
    write_tree(root, BOOK)
    commit_all(root)
    make_book(root, tmp_path / "book")
    make_book(root, tmp_path / "fresh")
    assert_same_book(tmp_path / "book", tmp_path / "fresh")
    for name in ("manifest.json", "book.db"):
        (root / "old.book" / name).unlink()
    make_book(root, tmp_path / "book")
    make_book(root, tmp_path / "fresh", use_cache=False)
    assert_same_book(tmp_path / "book", tmp_path / "fresh")


def test_commit_hides_nothing(tmp_path: Path) -> None:
    make_repository(tmp_path, {**BOOK, "x/manifest.json": MADE_BY_US, "x/a.py": "", "a.py": ""})
    listing = listing_of(tmp_path / ".git")
    assert paths(listing) == sorted([*BOOK, "x/manifest.json", "x/a.py", "a.py"])
    assert listing.skipped == ()
    assert listing.books == (b"old.book",)


@pytest.mark.parametrize("is_tracked", [False, True])
def test_output_is_left_out_by_what_it_is(tmp_path: Path, is_tracked: bool) -> None:
    root = tmp_path / "root"
    write_tree(root, {"a.py": "x = 1\n", "elsewhere/": ""})
    (tmp_path / "link").symlink_to(root)
    book = tmp_path / "link" / "elsewhere" / "out"
    make_book(root, book)
    if is_tracked:
        git(root, "init", "-q")
        commit_all(root)
    (book / "manifest.json").write_text("{}")
    source = open_source(find_source(str(root), "")._replace(output=str(book)))
    listing = source.list()
    source.close()
    assert paths(listing) == ["a.py"]
    assert skipped(listing)["elsewhere/out/"] == RULE
    assert listing.left_out == ()


def test_sources_that_are_tracked_inside_the_output_are_counted(tmp_path: Path) -> None:
    root = tmp_path / "root"
    make_repository(root, {**BOOK, "old.book/a.py": "x = 1\n", "b.py": "y = 1\n"})
    source = open_source(find_source(str(root), "")._replace(output=str(root / "old.book")))
    listing = source.list()
    source.close()
    assert listing.left_out == (LeftOut("old.book/", RULE, 1, False),)


def test_book_inside_the_repository_is_verified_without_its_own_pages(tmp_path: Path) -> None:
    make_repository(tmp_path / "root", {"a.py": "x = 1\n"})
    make_book(tmp_path / "root", tmp_path / "root" / "root.book")
    commit_all(tmp_path / "root")
    make_book(tmp_path / "root", tmp_path / "root" / "root.book")
    assert sorted(files(tmp_path / "root" / "root.book")) == ["a.py"]
    done = run("verify", "root.book", cwd=tmp_path / "root")
    assert done.returncode == 0, done


def test_repository_with_a_manifest_at_its_top_is_built(tmp_path: Path) -> None:
    make_repository(
        tmp_path / "root", {"manifest.json": MADE_BY_US, "book.db": b"\0", "a.py": "x = 1\n"}
    )
    make_book(tmp_path / "root", tmp_path / "book")
    assert sorted(files(tmp_path / "book")) == ["a.py", "book.db", "manifest.json"]


@pytest.mark.parametrize("content", ["gitdir: ../.git/modules/x\n", ""])
def test_git_file_hides_nothing_that_is_tracked(tmp_path: Path, content: str) -> None:
    make_repository(tmp_path, {"src/x/a.py": ""})
    write_tree(tmp_path, {"src/x/.git": content})
    assert paths(listing_of(tmp_path)) == ["src/x/a.py"]


@pytest.mark.parametrize("kind", ["folder", "pipe", "link"])
def test_other_nested_git_hides_nothing(tmp_path: Path, kind: str) -> None:
    make_repository(tmp_path, {"src/x/a.py": ""})
    place = tmp_path / "src/x/.git"
    if kind == "folder":
        write_tree(place, {"HEAD": "ref: refs/heads/main\n", "objects/": "", "refs/": ""})
    elif kind == "pipe":
        os.mkfifo(place)
    else:
        place.symlink_to(tmp_path / ".git")
    assert paths(listing_of(tmp_path)) == ["src/x/a.py"]


def test_git_file_that_points_nowhere_makes_no_submodule(tmp_path: Path) -> None:
    write_tree(tmp_path, {"x/.git": "", "x/a.py": ""})
    assert paths(listing_of(tmp_path)) == ["x/a.py"]


def test_submodules_stay_submodules(tmp_path: Path) -> None:
    make_repository(tmp_path, {"a.py": ""})
    git(tmp_path, "update-index", "--add", "--cacheinfo", f"160000,{'12' * 20},dep")
    git(tmp_path, "commit", "-q", "-m", "x")
    write_tree(tmp_path, {"dep/.git": "gitdir: ../.git/modules/dep\n", "dep/b.py": ""})
    listing = listing_of(tmp_path)
    assert entry_of(listing, "dep").kind == "submodule"
    assert listing.left_out == ()


def test_tracked_files_are_read_where_a_tree_calls_their_folder_a_submodule(tmp_path: Path) -> None:
    make_repository(tmp_path, {"dep/b.py": ""})
    below = git(tmp_path, "rev-parse", "HEAD:dep")
    forged = f"160000 commit {'12' * 20}\tdep\n040000 tree {below}\tdep\n"
    tree = git(tmp_path, "mktree", "--missing", stdin=forged.encode())
    commit = git(tmp_path, "commit-tree", tree, "-m", "x")
    git(tmp_path, "update-ref", "HEAD", commit)
    assert "dep/b.py" in paths(listing_of(tmp_path))


def test_ignored_files_that_are_tracked_are_read(tmp_path: Path) -> None:
    make_repository(
        tmp_path, {"src/.gitignore": "*\n", "src/deep/a.py": "", ".gitignore": "src/\n"}
    )
    assert paths(listing_of(tmp_path)) == [".gitignore", "src/.gitignore", "src/deep/a.py"]


def test_closing_lines_say_where_sources_were_left_out(tmp_path: Path) -> None:
    root = write_tree(tmp_path / "root", {**BOOK, "a.py": "", "old.book/markdown/b.py": ""})
    write_tree(root, {"x/.git": "gitdir: ../y\n", "x/c.c": "", "x/d.c": "", "x/e.md": ""})
    write_tree(root, {".gitignore": "gen/\n", "gen/f.py": ""})
    done = run("build", "root", cwd=tmp_path)
    told = [line for line in done.stderr.decode().splitlines() if "excluded" in line]
    assert told == [
        "  excluded: old.book/ (a book made by repobook): 1 source file",
        "  excluded: x/ (a nested repository): 2 source files",
    ]
    done = run("build", "root", "--json", cwd=tmp_path)
    assert [
        (one["path"], one["n_sources"]) for one in json.loads(done.stdout)["data"]["left_out"]
    ] == [
        ("old.book/", 1),
        ("x/", 2),
    ]


def test_counting_ends_before_it_takes_long(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hidden_sources, "_MAX_NAMES", 10)
    names = [f"{folder}/{n}.py" for folder in ("x", "y") for n in range(20)]
    write_tree(tmp_path, {"x/.git": "gitdir: z", "y/.git": "gitdir: z", **dict.fromkeys(names, "")})
    (found,) = listing_of(tmp_path).left_out
    assert found.path == "x/"
    assert 9 <= found.n_sources <= 10
    assert found.is_cut
