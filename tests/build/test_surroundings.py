"""Of which files something around them says something else after an edit."""

from contextlib import closing
from pathlib import Path

import apsw
import pytest

from repobook.build.link.surroundings import files_described_otherwise
from repobook.index.purpose_tables import PurposeTables
from tests.fakes.books import make_book
from tests.fakes.trees import write_tree

TREE = {
    "README.md": "# Shop\n\n* `shop/price.py`: Knows what things cost.\n"
    "* [web](./web): Shows what is in the cart.\n\nBe kind.\n",
    "native/README.md": "# Native\n\nAdds up quickly what a customer pays.\n",
    "native/fast.c": "int fast(void) { return 1; }\n",
    "native/deep/slow.c": "int slow(void) { return 1; }\n",
    "shop/price.py": "def total(items):\n    return sum(items)\n",
    "shop/cart.py": "from shop.price import total\n",
    "web/index.ts": "export const cart = 1;\n",
    "web/draw.ts": "export const draw = 1;\n",
    "web/package.json": '{"name": "web", "description": "Lets people buy things in a browser."}\n',
    "tests/test_cart.py": "def test_cart():\n    pass\n",
}
_WEB = "web/draw.ts", "web/index.ts", "web/package.json"
EDITS = {
    "words about none": ("README.md", "Be kind", "Be quick", ()),
    "lines that move": ("README.md", "* [web]", "\n* [web]", _WEB),
    "words about a file": ("README.md", "things cost", "goods are worth", ("shop/price.py",)),
    "words about a folder": ("README.md", "Shows", "Draws", _WEB),
    "a folder that is named no more": (
        *("README.md", "* [web](./web): Shows what is in the cart.\n", ""),
        _WEB,
    ),
    "words of a folder's own": (
        *("native/README.md", "quickly", "slowly"),
        ("native/README.md", "native/deep/slow.c", "native/fast.c"),
    ),
    "words of a package": (
        "web/package.json",
        "Lets people",
        "Helps people",
        ("web/index.ts",),
    ),
    "code": ("shop/price.py", "sum(items)", "0", ()),
    "what a test is named for": ("shop/cart.py", "", None, ("tests/test_cart.py",)),
}


@pytest.mark.parametrize("name", EDITS)
def test_files_are_found_of_which_others_say_something_else(tmp_path: Path, name: str) -> None:
    path, old, new, expected = EDITS[name]
    root = write_tree(tmp_path / "root", TREE)
    make_book(root, tmp_path / "before")
    if new is None:
        (root / path).unlink()
    else:
        write_tree(root, {path: TREE[path].replace(old, new)})
    make_book(root, tmp_path / "after")
    with closing(_index(tmp_path / "before")) as before, closing(_index(tmp_path / "after")) as now:
        ids = files_described_otherwise(PurposeTables(before), PurposeTables(now))
        paths = dict(now.execute("SELECT id, path FROM file"))
    assert sorted(paths[id] for id in ids) == [*expected]


def _index(book: Path) -> apsw.Connection:
    return apsw.Connection(str(book / "book.db"), flags=apsw.SQLITE_OPEN_READONLY)
