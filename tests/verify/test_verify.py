"""A book that is as it should be, and everything that may be wrong with one."""

import os
import shutil
from collections.abc import Callable
from pathlib import Path

import apsw
import pytest

from repobook.index.checksum import seal
from repobook.model.book_layout import UNFINISHED
from repobook.verify.verify import Proof, verify
from tests.fakes.small_books import A, make_small_book, n_outputs, refresh
from tests.fakes.trees import write_tree


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("made")
    make_small_book(folder / "repo", folder / "repo.book")
    return folder


@pytest.fixture
def place(made: Path, tmp_path: Path) -> Path:
    """A repository ``repo`` with its book beside it."""
    return Path(shutil.copytree(made, tmp_path / "place"))


def _verify(place: Path, repo: str | None = None) -> Proof:
    return verify(place / "repo.book", repo, 1)


def _told(place: Path) -> list[tuple[str, str]]:
    return [(problem.kind, problem.place) for problem in _verify(place).problems]


def _edit(page: str, old: str, new: str) -> Callable[[Path], object]:
    """Changes a page and makes the manifest agree."""

    def edit(place: Path) -> None:
        folder = "site" if page.endswith(".html") else "markdown"
        path = place / "repo.book" / folder / page
        text = path.read_text()
        assert old in text
        path.write_text(text.replace(old, new))
        refresh(place / "repo.book")

    return edit


def test_a_good_book_is_proved_with_counts(place: Path) -> None:
    proof = _verify(place)
    assert proof.problems == ()
    assert proof.tree == str(place / "repo")
    assert (proof.n_documented, proof.n_listed, proof.n_files) == (4, 1, 5)
    assert proof.n_pages == n_outputs(place / "repo.book")
    assert proof.n_links > proof.n_citations > proof.n_pages


def test_a_book_inside_its_repository_leads_to_the_lines_there(tmp_path: Path, place: Path) -> None:
    book = tmp_path / "repo" / "repo.book"
    make_small_book(tmp_path / "repo", book, sources="../..")
    proof = verify(book, None, 1)
    assert (proof.problems, proof.tree) == ((), str(tmp_path / "repo"))
    assert proof.n_citations == _verify(place).n_citations


def test_without_a_repository_the_pages_are_held_against_each_other(place: Path) -> None:
    (place / "repo").rename(place / "elsewhere")
    assert _verify(place)[:2] == (str(place / "repo.book"), "")
    assert _told(place) == []
    _edit("pkg/a.py_docs.md", "return x[0]", "return y[0]")(place)
    assert ("citation", "index.md") in _told(place)
    assert _verify(place, str(place / "elsewhere")).n_problems == 1


def _flip(place: Path) -> None:
    page = place / "repo.book" / "markdown" / "index.md"
    page.write_bytes(page.read_bytes().replace(b"Symbol", b"Cymbol"))


def _damage_index(place: Path) -> None:
    index = place / "repo.book" / "book.db"
    index.write_bytes(b"no index" + index.read_bytes()[8:])


def _flip_search(place: Path) -> None:
    path = place / "repo.book" / "search.db"
    data = bytearray(path.read_bytes())
    data[-1] ^= 1
    path.write_bytes(data)


def _forget_in_search(place: Path) -> None:
    path = place / "repo.book" / "search.db"
    db = apsw.Connection(str(path))
    db.execute("DELETE FROM indexed_file WHERE row = 2")
    db.close()
    seal(path)


def _delete(name: str) -> Callable[[Path], object]:
    return lambda place: os.unlink(place / name)


def _write(name: str, text: str) -> Callable[[Path], object]:
    return lambda place: write_tree(place, {name: text})


def _add_page_of_nothing(place: Path) -> None:
    write_tree(place, {f"{PAGES}/gone.py_docs.md": "# x\n"})
    refresh(place / "repo.book")


PAGES = "repo.book/markdown"
CASES: dict[str, tuple[Callable[[Path], object], list[tuple[str, str]]]] = {
    "a flipped byte": (_flip, [("page", "index.md")]),
    "a damaged index": (_damage_index, [("page", "book.db"), ("page", "book.db")]),
    "a damaged search index": (_flip_search, [("page", "search.db")]),
    "no search index": (_delete("repo.book/search.db"), [("page", "search.db")]),
    "a file that the search forgot": (_forget_in_search, [("page", "search.db")]),
    "a deleted page": (
        _delete(f"{PAGES}/pkg/a.py_kw.md"),
        [("page", "markdown/pkg/a.py_kw.md"), ("page", "pkg/a.py_kw.md")],
    ),
    "a stray file": (_write(f"{PAGES}/pkg/x.md", "x"), [("page", "markdown/pkg/x.md")]),
    "a stray file beside the pages": (_write("repo.book/notes", ""), [("page", "notes")]),
    "a page of nothing": (
        _add_page_of_nothing,
        [("page", "gone.py_docs.md")],
    ),
    "a link to a page that is gone": (
        _edit("pkg/sub.md", "(../index.md)", "(../other.md)"),
        [("link", "pkg/sub.md")],
    ),
    "an anchor that is not there": (
        _edit("index.md", "(pkg/a.py_docs.md#f)", "(pkg/a.py_docs.md#g)"),
        [("anchor", "index.md")],
    ),
    "an anchor of its own that is not there": (
        _edit("pkg/a.py_docs.md", "(#f)", "(#g)"),
        [("anchor", "pkg/a.py_docs.md")],
    ),
    "lines that are not there": (
        _edit("doc.md", "`pkg/a.py:1-3`", "`pkg/a.py:1-4`"),
        [("citation", "doc.md")],
    ),
    "code that is not there": (
        _edit("doc.md", "`x[0] \\| 1`", "`x[0] \\| 2`"),
        [("citation", "doc.md")],
    ),
    "words that are not there": (
        _edit("doc.md", "> Says\n", "> Says no\n"),
        [("citation", "doc.md")],
    ),
    "a citation of no file": (
        _edit("doc.md", "[`pkg/a.py:2`](pkg/a.py_docs.md#", "[`pkg/a.py:2`](pkg/a.py_kw.md#"),
        [("anchor", "doc.md"), ("citation", "doc.md")],
    ),
    "a page of the site that is gone": (
        _delete("repo.book/site/pkg/a.py_src.html"),
        [("page", "pkg/a.py_src.html"), ("page", "site/pkg/a.py_src.html")],
    ),
    "a link of the site to a page that is gone": (
        _edit("pkg/doc.html", "<header><a href=../index.html", "<header><a href=../other.html"),
        [("link", "pkg/doc.html")],
    ),
    "an anchor of the site that is not there": (
        _edit("index.html", "href=pkg/a.py_docs.html#f", "href=pkg/a.py_docs.html#g"),
        [("anchor", "index.html")],
    ),
    "lines that the site does not show": (
        _edit("doc.html", "_src.html#L1-L3", "_src.html#L1-L4"),
        [("anchor", "doc.html")],
    ),
    "another text on the page of the site": (
        _edit("pkg/b.md_src.html", ">code<", ">core<"),
        [("source", "pkg/b.md_src.html")],
    ),
    "a line of the site that is numbered twice": (
        _edit("pkg/a.py_src.html", "<ol><li>", "<ol><li value=2>"),
        [("source", "pkg/a.py_src.html")],
    ),
    "another text on its page": (
        _edit("pkg/b.md_docs.md", "code\n", "core\n"),
        [("source", "pkg/b.md")],
    ),
    "a listed file that the report leaves out": (
        _edit("verification_report.md", "- `blob.bin`", "- `blob`"),
        [("file", "blob.bin")],
    ),
    "a file that is new": (_write("repo/new.py", "x\n"), [("file", "new.py")]),
    "a file that is listed and gone": (_delete("repo/blob.bin"), [("file", "blob.bin")]),
    "a file that is changed": (
        _write("repo/pkg/b.md", "# B\n"),
        [("file", "pkg/b.md")],
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", CASES)
def test_what_is_wrong_is_told(place: Path, case: str) -> None:
    spoil, expected = CASES[case]
    spoil(place)
    assert _told(place) == expected


def test_a_changed_line_is_found_by_file_and_by_every_citation(place: Path) -> None:
    (place / "repo" / "pkg" / "a.py").write_text(A.replace("x[0]", "y[0]"))
    proof = _verify(place)
    assert dict(proof.by_kind) == {"file": 1, "citation": 25}


def test_a_file_that_is_gone_is_told_once(place: Path) -> None:
    (place / "repo" / "pkg" / "b.md").unlink()
    assert _told(place) == [("file", "pkg/b.md")]


@pytest.mark.parametrize(
    "name",
    [
        *("markdown/x.md", "markdown/pkg/a.py_docs.md", "site/index.html", "book.db", "search.db"),
        *("manifest.json", "markdown/pkg", "site", "cache", "cache/facts", "cache/x", ".lock"),
    ],
)
def test_a_link_in_a_book_is_told(place: Path, name: str) -> None:
    linked = place / "repo.book" / name
    if linked.exists():
        linked.rename(place / "elsewhere")
    else:
        (place / "elsewhere").mkdir()
    linked.symlink_to(place / "elsewhere")
    assert ("page", name, "is a symlink") in _verify(place).problems


@pytest.mark.parametrize("name", ["markdown/pkg/a.py_docs.md", "site/index.html", "cache/facts"])
def test_a_pipe_in_a_book_is_told_and_not_waited_for(place: Path, name: str) -> None:
    (place / "repo.book" / name).unlink()
    os.mkfifo(place / "repo.book" / name)
    assert ("page", name, "is not a regular file") in _verify(place).problems


def test_a_shard_of_the_search_that_tells_something_else_is_found(place: Path) -> None:
    shards = place / "repo.book" / "site" / "book-index"
    (shards / "n-f.js").write_text('bookShard("n-f",[0,[],[],[],[],[""]]);\n')
    (shards / "p-0.js").unlink()
    (shards / "n-zz.js").write_text("")
    refresh(place / "repo.book")
    assert sorted(_told(place)) == [
        ("page", "book-index/n-f.js"),
        ("page", "book-index/p-0.js"),
        ("page", "site/book-index/n-zz.js"),
    ]


def test_an_unfinished_book_says_so(place: Path) -> None:
    (place / "repo.book" / UNFINISHED).touch()
    assert _told(place) == [("page", "unfinished")]
