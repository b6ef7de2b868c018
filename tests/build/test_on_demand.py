"""Pages that are made when they are asked for are those that a build writes."""

import shutil
from pathlib import Path

import pytest

from repobook import build_book
from repobook.build.pages import on_demand
from repobook.build.pages.on_demand import OnDemandPages
from repobook.errors import RepobookError
from repobook.scan.sources.source import find_source
from tests.fakes.books import book_bytes, polyglot
from tests.fakes.trees import commit_all, make_repository, write_tree

# They say how many links all pages have.
_COUNTING = ("index", "verification_report")
_SHARDS = ("site/book-index/",)


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("tree")
    root = polyglot(folder / "root")
    build_book(root, folder / "whole.book")
    build_book(root, folder / "bare.book", makes_pages=False)
    return folder


def _pages(folder: Path) -> OnDemandPages:
    return OnDemandPages(folder / "bare.book", find_source(str(folder / "root"), ""))


def _page(pages: OnDemandPages, name: str) -> str | None:
    return (pages.made_with(name).text_by_name or {}).get(name)


def test_every_page_is_as_a_build_writes_it(tree: Path) -> None:
    pages = _pages(tree)
    names = [name for name in book_bytes(tree / "whole.book") if "/" in name]
    other = [name for name in names if not _is_same(tree, pages, name)]
    assert [name for name in other if not name.startswith(_SHARDS)] == [
        f"{format}/{page}{suffix}"
        for format, suffix in (("markdown", ".md"), ("site", ".html"))
        for page in _COUNTING
    ]
    assert "site/book-index/p-0.js" not in other


def _is_same(tree: Path, pages: OnDemandPages, name: str) -> bool:
    text = _page(pages, name)
    return text is not None and text.encode() == (tree / "whole.book" / name).read_bytes()


def test_the_front_page_counts_nothing_that_is_not_made(tree: Path) -> None:
    home = _page(_pages(tree), "markdown/index.md")
    assert home is not None
    assert "rendered on request" in home


def test_the_front_page_comes_alone_where_it_is_not_known_yet(tree: Path) -> None:
    pages, home = _pages(tree), "site/index.html"
    alone, whole = pages.made_with(home).text_by_name, pages.made_of_whole(home).text_by_name
    assert alone is not None
    assert whole is not None
    assert alone == {home: whole[home]}
    assert not pages.is_of_whole(home, is_known=False)
    assert pages.is_of_whole(home)
    assert pages.is_of_whole("site/findings.html", is_known=False)


def test_styles_and_scripts_are_known_again(tree: Path) -> None:
    pages, name = _pages(tree), "site/book-assets/commit.js"
    texts, memory = pages.made_with(name)
    assert texts is not None
    assert name in texts
    assert pages.made_with(name, memory) == (None, memory)


@pytest.mark.parametrize(
    "name",
    ["", "site", "site/", "pdf/index.html", "site/nothing_docs.html", "site/../x", "site/\0"],
)
def test_other_names_have_no_page(tree: Path, name: str) -> None:
    assert _page(_pages(tree), name) is None


def test_a_file_that_changed_since_is_not_shown_as_if_it_had_not(tmp_path: Path) -> None:
    make_repository(tmp_path / "root", {"a.py": "def old(): ...\n", "b.py": "x = 1\n"})
    commit_all(tmp_path / "root")
    build_book(tmp_path / "root", tmp_path / "bare.book", makes_pages=False)
    write_tree(tmp_path / "root", {"a.py": "def new(): ...\n"})
    (tmp_path / "root/b.py").unlink()
    pages = _pages(tmp_path)
    changed, gone = (_page(pages, f"markdown/{name}.py_docs.md") for name in "ab")
    assert changed is not None
    assert "changed" in changed
    assert "def new" not in changed
    assert gone is not None


def test_a_book_of_another_version_is_not_shown(
    tree: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("repobook.build.pages.on_demand.made_by", lambda: "repobook 0")
    with pytest.raises(RepobookError, match="another version"):
        _pages(tree)


@pytest.mark.parametrize(
    ("edited", "n_same"),
    [
        ('"""The second."""\ndef old(): ...\n\n\ndef new(): ...\n', 2),
        ('"""Another."""\ndef old(): ...\n', 0),  # all pages show what the file says of itself
    ],
)
def test_pages_that_an_edit_leaves_as_they_were_are_known_again(
    tmp_path: Path, edited: str, n_same: int
) -> None:
    tree: dict[str, str | bytes] = {
        "a.py": '"""The first."""\nfrom b import old\n\nold()\n',
        "b.py": '"""The second."""\ndef old(): ...\n',
        "far/c.py": "x = 1\n",
    }
    make_repository(tmp_path / "root", tree)
    build_book(tmp_path / "root", tmp_path / "bare.book", makes_pages=False)
    names = [f"site/{path}_docs.html" for path in tree]
    before = [_pages(tmp_path).made_with(name) for name in names]
    write_tree(tmp_path / "root", {"b.py": edited})
    build_book(tmp_path / "root", tmp_path / "bare.book", makes_pages=False)
    pages = _pages(tmp_path)
    memories = [(name, made.memory) for name, made in zip(names, before, strict=True)]
    after = [pages.made_with(name, memory).text_by_name for name, memory in memories]
    fresh = [pages.made_with(name).text_by_name for name in names]
    assert after.count(None) == n_same
    kept = [
        one.text_by_name if text is None else text for one, text in zip(before, after, strict=True)
    ]
    assert kept == fresh


def test_a_file_is_parsed_again_only_where_the_book_does_not_remember_it(
    tree: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = next(name for name in book_bytes(tree / "whole.book") if name.endswith(".py_docs.html"))
    assert _is_same(tree, _pages(tree), name)
    shutil.copytree(tree, tmp_path / "tree")
    shutil.rmtree(tmp_path / "tree/bare.book/cache")
    forgetful = OnDemandPages(tmp_path / "tree/bare.book", find_source(str(tree / "root"), ""))
    assert _is_same(tree, forgetful, name)

    def parse(language: str, text: object) -> None:
        raise AssertionError("parsed again")

    monkeypatch.setattr(on_demand, "parse_text", parse)
    assert _is_same(tree, _pages(tree), name)


def test_pages_about_the_whole_are_told_from_others(tree: Path) -> None:
    pages = _pages(tree)
    names = ("site/index.html", "site/gaps.html", "site/help.html", "site/doc.html", "site/x")
    assert [pages.is_of_whole(name) for name in names] == [True, True, False, False, False]
