"""Pages about the whole follow every edit, and end as those of a fresh build."""

from contextlib import closing
from pathlib import Path

from repobook.ask.findings_answer import FindingsAnswer, Wanted, findings_of
from repobook.index.reader.book_reader import BookReader
from tests.fakes.books import assert_same_book, make_book
from tests.fakes.trees import write_tree

TREE: dict[str, str | bytes] = {
    "a/x.py": "def f(x):\n    return eval(x)\n",
    "b/y.py": "import pickle\nfrom a.x import f\ndef g(x):\n    return pickle.loads(eval(f(x)))\n",
}


def test_the_page_of_a_rule_follows_its_findings(tmp_path: Path) -> None:
    root, book = write_tree(tmp_path / "root", TREE), tmp_path / "book"
    make_book(root, book)
    page = book / "markdown" / "findings_s307.md"
    assert "a/x.py:2" in page.read_text()

    (root / "a" / "x.py").write_text("# moved\n\n\ndef f(x):\n    return eval(x)\n")
    make_book(root, book)
    assert "a/x.py:5" in page.read_text()

    (root / "a" / "x.py").write_text("def f(x):\n    return x\n")
    (root / "b" / "y.py").write_text(
        "import pickle\nfrom a.x import f\n\n\ndef g(x):\n    return pickle.loads(f(x))\n"
    )
    make_book(root, book)
    assert not page.exists()
    assert (book / "site" / "findings_s301.html").exists()

    make_book(root, tmp_path / "fresh")
    assert_same_book(book, tmp_path / "fresh")


def test_in_files_from_elsewhere_nobody_is_asked_to_act(tmp_path: Path) -> None:
    swallowed = "try { a() } catch (e) {}\nb.innerHTML = c;\n"
    tree: dict[str, str | bytes] = {"lib/x.js": swallowed, "own.js": swallowed}
    root, book = write_tree(tmp_path / "root", tree), tmp_path / "book"
    make_book(root, book)
    swallowing = book / "markdown" / "findings_exception-swallowed.md"
    assert "lib/x.js:1" in swallowing.read_text()

    (root / ".gitattributes").write_text("lib/* linguist-vendored\n")
    make_book(root, book)
    assert "lib/x.js" not in swallowing.read_text()
    assert "own.js:1" in swallowing.read_text()
    assert "lib/x.js:2" not in (book / "markdown" / "findings_html-from-text.md").read_text()
    with closing(BookReader(book)) as reader:
        found = findings_of(reader, "lib", Wanted(), None)
    assert isinstance(found, FindingsAnswer)
    assert not found.findings
    assert found.notices[-1].startswith("1 vendored or generated file: findings there are facts")

    make_book(root, tmp_path / "fresh")
    assert_same_book(book, tmp_path / "fresh")
