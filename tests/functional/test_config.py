"""What a repository says of its own book, in repobook.toml or in pyproject.toml."""

from pathlib import Path

import pytest

from repobook import build_book, open_book, verify_book
from tests.fakes.books import assert_same_book, files, rows, run
from tests.fakes.trees import commit_all, make_repository, write_tree

TREE = {
    "README.md": "# Other\n\nWords of the README.\n",
    "src/a.py": "def f(): return 1\n",
    "src/b.inc": "<?php function g() {} ",
    "third_party/c.py": "def g(): return 2\n",
}
CONFIG = """\
title = "The Book"
description = "It shows how a book is configured."
exclude = ["third_party/"]
history = 1
languages = { "*.inc" = "PHP" }
"""
IN_PROJECT = "[project]\nname = 'x'\n\n[tool.repobook]\n" + CONFIG


@pytest.mark.parametrize(
    ("name", "text"), [("repobook.toml", CONFIG), ("pyproject.toml", IN_PROJECT)]
)
@pytest.mark.parametrize("is_git", [False, True])
def test_a_repository_configures_its_book(
    tmp_path: Path, name: str, text: str, is_git: bool
) -> None:
    root, book = tmp_path / "root", tmp_path / "x.book"
    make_repository(root, {**TREE, name: text})
    write_tree(root, {"src/d.py": "x = 1\n"})
    commit_all(root)
    report = build_book(root / ".git" if is_git else root, book)
    assert report.notices == (f"{name} leaves out third_party/",)
    assert set(files(book)) == {"README.md", "src/a.py", "src/b.inc", "src/d.py", name}
    assert ("third_party/", f"third_party/ ({name}: exclude)") in rows(book, "skipped")
    with open_book(book) as opened:
        assert {f.path: f.language for f in opened.files().files}["src/b.inc"] == "PHP"
    home = (book / "markdown/index.md").read_text()
    assert "# The Book" in home
    assert "It shows how a book is configured." in home
    assert "the newest 1 commits" in home
    assert verify_book(book, root).problems == ()


def test_options_come_first(tmp_path: Path) -> None:
    root = write_tree(tmp_path / "root", {**TREE, "repobook.toml": CONFIG})
    build_book(root, tmp_path / "x.book", exclude=["src/"])
    assert "third_party/c.py" in files(tmp_path / "x.book")
    assert "src/a.py" not in files(tmp_path / "x.book")


def test_a_changed_configuration_gives_the_book_of_a_fresh_build(tmp_path: Path) -> None:
    root = write_tree(tmp_path / "root", {**TREE, "repobook.toml": CONFIG})
    build_book(root, tmp_path / "x.book")
    write_tree(root, {"repobook.toml": 'exclude = ["src/"]\nlanguages = {}\n'})
    build_book(root, tmp_path / "x.book")
    build_book(root, tmp_path / "fresh.book")
    assert_same_book(tmp_path / "x.book", tmp_path / "fresh.book")


@pytest.mark.parametrize(
    ("text", "notice"),
    [
        ("exclude = [", "repobook.toml: not applied: "),
        ("exclude = 'src/'", "repobook.toml: exclude is not applied"),
        ("exclude = ['src/', 1]", "repobook.toml: exclude is not applied"),
        ("history = -1", "repobook.toml: history is not applied"),
        ("languages = {'*.py' = 'Klingon'}", "repobook.toml: languages is not applied"),
        ("formats = ['pdf', 'site']", "repobook.toml: formats is not applied"),
        ("formats = []", "repobook.toml: formats is not applied"),
        ("colour = 'red'", "repobook.toml: colour is not applied"),
        ("a = " + "[" * 3000 + "]" * 3000, "repobook.toml: "),
    ],
)
def test_what_makes_no_sense_is_said_and_left_out(tmp_path: Path, text: str, notice: str) -> None:
    root = write_tree(tmp_path / "root", {**TREE, "repobook.toml": text})
    report = build_book(root, tmp_path / "x.book")
    assert [found for found in report.notices if found.startswith(notice)]
    assert len(files(tmp_path / "x.book")) == len(TREE) + 1


def _formats(book: Path) -> set[str]:
    return {name for name in ("markdown", "site") if (book / name).exists()}


@pytest.mark.parametrize("format", ["markdown", "site"])
def test_a_book_may_have_fewer_formats(tmp_path: Path, format: str) -> None:
    root = write_tree(tmp_path / "root", {**TREE, "repobook.toml": f"formats = ['{format}']\n"})
    build_book(root, tmp_path / "x.book")
    assert _formats(tmp_path / "x.book") == {format}
    assert verify_book(tmp_path / "x.book", root).problems == ()
    build_book(root, tmp_path / "y.book", formats=["site", "markdown"])
    assert _formats(tmp_path / "y.book") == {"markdown", "site"}


@pytest.mark.parametrize("formats", [(("markdown",), ("site",)), ((), ("site",)), (("site",), ())])
def test_other_formats_give_the_book_of_a_fresh_build(
    tmp_path: Path, formats: tuple[tuple[str, ...], tuple[str, ...]]
) -> None:
    root, book = write_tree(tmp_path / "root", TREE), tmp_path / "x.book"
    before, after = formats
    build_book(root, book, formats=before)
    write_tree(root, {"src/d.py": "from src.a import f\n"})
    build_book(root, book, formats=before)
    build_book(root, book, formats=after)
    build_book(root, tmp_path / "fresh.book", formats=after)
    assert_same_book(book, tmp_path / "fresh.book")
    assert not build_book(root, book, formats=after).changed


def test_an_unknown_format_is_one_plain_line(tmp_path: Path) -> None:
    root = write_tree(tmp_path / "root", TREE)
    done = run("build", root, "-o", "x.book", "--formats", "site,pdf", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr == b"repobook: no such format: pdf (there are markdown and site)\n"
    done = run("build", root, "-o", "x.book", "--formats", "markdown", cwd=tmp_path)
    assert b"open x.book/markdown/index.md" in done.stderr


def test_a_link_or_a_pipe_is_no_configuration(tmp_path: Path) -> None:
    root = write_tree(tmp_path / "root", TREE)
    (tmp_path / "outside").write_text(CONFIG)
    (root / "repobook.toml").symlink_to(tmp_path / "outside")
    build_book(root, tmp_path / "x.book")
    assert "third_party/c.py" in files(tmp_path / "x.book")
