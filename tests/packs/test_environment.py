"""Variables of the environment, and who reads them."""

from pathlib import Path

from repobook import open_book
from repobook.languages import parse
from tests.fakes.books import make_book
from tests.fakes.trees import write_tree

_FILES = {
    "app/main.py": 'import os\n\nHOME = os.environ["SHOP_HOME"]\nDEBUG = os.getenv("SHOP_DEBUG")\n',
    "src/main.c": '#include <stdlib.h>\nchar *home(void) { return getenv("SHOP_HOME"); }\n',
    "test/test_main.py": 'import os\nSLOW = os.environ.get("SHOP_SLOW")\n',
}
_PAGE = "markdown/environment.md"


def test_a_variable_is_a_symbol_where_it_is_first_read() -> None:
    definitions = parse("Python", _FILES["app/main.py"].encode()).definitions
    assert [(d.name, d.line) for d in definitions if d.kind == "environment_variable"] == [
        ("env:SHOP_HOME", 3),
        ("env:SHOP_DEBUG", 4),
    ]


def test_the_book_lists_them_with_their_readers(tmp_path: Path) -> None:
    tree, book = write_tree(tmp_path / "shop", _FILES), tmp_path / "book"
    make_book(tree, book)
    rows = [line for line in (book / _PAGE).read_text().splitlines() if "SHOP_" in line]
    assert [row.split("|")[1].strip() for row in rows] == [
        "`SHOP_DEBUG`",
        "`SHOP_HOME`",
        "`SHOP_SLOW`",
    ]
    assert "app/main.py:3" in rows[1]
    assert "src/main.c:2" in rows[1]
    assert "2 environment variables" in (book / "markdown" / "index.md").read_text()
    with open_book(str(book)) as opened:
        answer = opened.show("SHOP_DEBUG")
        assert "env:SHOP_DEBUG" in str(answer)


def test_the_list_follows_edits(tmp_path: Path) -> None:
    tree, book = write_tree(tmp_path / "shop", _FILES), tmp_path / "book"
    make_book(tree, book)
    (tree / "src/main.c").write_text("int main(void) { return 0; }\n")
    (tree / "app/main.py").write_text('import os\n\n\nHOME = os.environ["SHOP_HOME"]\n')
    make_book(tree, book)
    make_book(tree, tmp_path / "fresh")
    assert (book / _PAGE).read_bytes() == (tmp_path / "fresh" / _PAGE).read_bytes()
    assert "SHOP_DEBUG" not in (book / _PAGE).read_text()


def test_there_is_no_page_without_any(tmp_path: Path) -> None:
    make_book(write_tree(tmp_path / "shop", {"a.py": "import os\n"}), tmp_path / "book")
    assert not (tmp_path / "book" / _PAGE).exists()
