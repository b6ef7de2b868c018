"""Pages of files as a build writes them."""

from pathlib import Path

from tests.fakes.books import make_book
from tests.fakes.trees import write_tree


def _page(book: Path, path: str) -> str:
    return (book / "markdown" / f"{path}_docs.md").read_text("utf-8")


def test_what_a_document_says_of_a_file_moves_with_the_document(tmp_path: Path) -> None:
    root, book = tmp_path / "root", tmp_path / "root.book"
    tree: dict[str, str | bytes] = {
        "README.md": "# Demo\n\n- `src/scan.py`: Lists all files.\n",
        "src/scan.py": "def scan():\n    return 1\n",
    }
    make_book(write_tree(root, tree), book)
    assert "> Lists all files.\n" in _page(book, "src/scan.py")
    (root / "README.md").write_text("# Demo\n\n\n- `src/scan.py`: Counts all files.\n")
    make_book(root, book)
    page = _page(book, "src/scan.py")
    assert "> Counts all files.\n" in page
    assert "README.md:4" in page


def test_an_endless_line_makes_several_pages_that_hold_all_of_it(tmp_path: Path) -> None:
    text = "const a = 1;\n" + "b();" * 200_000 + "\nconst c = 2;\n"
    book = tmp_path / "root.book"
    make_book(write_tree(tmp_path / "root", {"a.js": text}), book)
    pages = sorted((book / "markdown").glob("a.js_docs*.md"))
    assert len(pages) > 2
    assert all(page.stat().st_size <= 400_000 for page in pages)
    assert sum(page.read_text("utf-8").count("b();") for page in pages) >= 199_990
