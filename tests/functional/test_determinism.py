"""The same tree gives the same bytes, whatever surrounds the build."""

import os
import shutil
from pathlib import Path

import pytest

from tests.fakes.books import assert_same_book, make_book, polyglot, rows, run
from tests.fakes.trees import commit_all, git, make_repository

SURROUNDINGS: list[tuple[dict[str, str], list[str]]] = [
    ({"PYTHONHASHSEED": "0", "LC_ALL": "C", "TZ": "UTC"}, ["--jobs", "1"]),
    ({"PYTHONHASHSEED": "1", "LC_ALL": "C.UTF-8", "TZ": "Asia/Kathmandu"}, ["--jobs", "2"]),
    ({"PYTHONHASHSEED": "4242", "LANG": "tr_TR.UTF-8", "TZ": "Pacific/Apia"}, ["--jobs", "3"]),
    ({"PYTHONUTF8": "0", "LC_ALL": "POSIX", "PYTHONCOERCECLOCALE": "0"}, ["--no-cache"]),
]


def _odd_tree(root: Path) -> Path:
    polyglot(root)
    names = [b"\xff\xfe.py", "ünï.py".encode(), "u\u0308.py".encode(), b"A.py", b"a.py", b"new\nl"]
    for name in names:
        (root / os.fsdecode(name)).write_bytes(b"def \xc3\xa9(): pass\n")
    (root / "link").symlink_to("a.py")
    return root


@pytest.fixture(scope="module")
def reference(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("reference")
    make_book(_odd_tree(folder / "root"), folder / "book")
    return folder


@pytest.mark.parametrize(("env", "options"), SURROUNDINGS)
def test_surroundings_do_not_show(
    tmp_path: Path, reference: Path, env: dict[str, str], options: list[str]
) -> None:
    root, book = reference / "root", tmp_path / "book"
    done = run("build", root, "-o", book, *options, cwd=tmp_path, env=env)
    assert done.returncode == 0, done.stderr
    assert_same_book(book, reference / "book")


def test_working_folder_and_spelling_of_the_path_do_not_show(
    tmp_path: Path, reference: Path
) -> None:
    root = reference / "root"
    (tmp_path / "link").symlink_to(root)
    for n, (cwd, path) in enumerate([(root / "src", ".."), (tmp_path, "link"), (root, "./")]):
        done = run("build", path, "-o", tmp_path / f"{n}", cwd=cwd)
        assert done.returncode == 0, done.stderr
        assert_same_book(tmp_path / f"{n}", reference / "book")


def test_place_of_the_tree_does_not_show(tmp_path: Path, reference: Path) -> None:
    elsewhere = tmp_path / "else where" / "copy"
    shutil.copytree(reference / "root", elsewhere, symlinks=True)
    make_book(elsewhere, tmp_path / "book")
    assert_same_book(tmp_path / "book", reference / "book")


@pytest.mark.parametrize("seconds", [0, 1, 4294967295, 4102444800, 32503680000])
def test_times_of_files_do_not_show(tmp_path: Path, reference: Path, seconds: int) -> None:
    root = _odd_tree(tmp_path / "root")
    for path in root.rglob("*"):
        os.utime(path, (seconds, seconds), follow_symlinks=False)
    for _ in range(2):
        make_book(root, tmp_path / "book")
        assert_same_book(tmp_path / "book", reference / "book")


def test_order_of_creation_does_not_show(tmp_path: Path) -> None:
    names = [f"{n}.py" for n in range(40)]
    for root, ordered in (("a", names), ("b", names[::-1])):
        (tmp_path / root).mkdir()
        for name in ordered:
            (tmp_path / root / name).write_text(f"x{name[0]} = 1\n")
        make_book(tmp_path / root, tmp_path / f"{root}.book", n_jobs=2)
    assert_same_book(tmp_path / "a.book", tmp_path / "b.book")


def test_git_directory_and_its_clone_give_the_same(tmp_path: Path) -> None:
    make_repository(tmp_path / "root", {"a.py": "def f(): pass\n", "b/c.md": "# H\n"})
    git(tmp_path, "clone", "-q", "--bare", str(tmp_path / "root"), str(tmp_path / "copy.git"))
    make_book(tmp_path / "root", tmp_path / "one", rev="main")
    make_book(tmp_path / "copy.git", tmp_path / "two")
    assert_same_book(tmp_path / "one", tmp_path / "two")


def test_revisions_of_a_git_directory_one_after_another(tmp_path: Path) -> None:
    first = make_repository(tmp_path / "root", {"a.py": "def f(): pass\n", "b/c.md": "# H\n"})
    (tmp_path / "root/a.py").rename(tmp_path / "root/z.py")
    (tmp_path / "root/new.go").write_text("package x\n")
    second = commit_all(tmp_path / "root")
    for n, rev in enumerate([first, second, first]):
        make_book(tmp_path / "root", tmp_path / "book", rev=rev)
        make_book(tmp_path / "root", tmp_path / f"fresh{n}", rev=rev)
        assert_same_book(tmp_path / "book", tmp_path / f"fresh{n}")


def test_place_of_the_repository_around_a_folder_does_not_show(tmp_path: Path) -> None:
    for place in ("a", "b/\udcff"):
        root = tmp_path / place / "root"
        make_repository(root, {".gitignore": "*.log\n", "sub/a.py": "x = 1\n"})
        (root / "sub/x.log").write_text("ignored\n")
        make_book(root / "sub", tmp_path / f"{place[0]}.book")
    assert_same_book(tmp_path / "a.book", tmp_path / "b.book")
    assert rows(tmp_path / "a.book", "skipped") == [("x.log", "*.log (../.gitignore line 1)")]
