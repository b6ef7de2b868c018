"""Edits that people make, one after the other: each build ends in the bytes of a fresh one."""

import shutil
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path
from unittest.mock import patch

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from repobook.index.reader.repository import name_index
from tests.fakes.books import assert_same_book, make_book, rows
from tests.fakes.trees import write_tree

GUARD = '\n\nif __name__ == "__main__":\n    main()\n'
PROJECT = {
    "README.md": "# Shop\n\nSells things. See [cart](shop/cart.py) and `total`.\n\n"
    "* `shop/price.py`: Knows what things cost.\n* [web](./web): Shows what is in the cart.\n",
    "native/README.md": "# Native\n\nAdds up quickly what a customer pays.\n",
    "pyproject.toml": '[project]\nname = "shop"\nscripts = {sell = "shop.deep:kit.main"}\n\n'
    '[tool.pytest.ini_options]\naddopts = "-q"\n',
    "shop/__init__.py": "from .cart import Cart\n\n__all__ = ['Cart']\n",
    "shop/cart.py": (
        '"""What a customer takes along."""\n\nfrom .price import total\n\n\nclass Cart:\n'
        '    """Holds what is bought."""\n\n    def __init__(self):\n        self.items = []\n\n'
        "    def sum(self):\n        return total(self.items)\n"
    ),
    "shop/price.py": (
        "import os\n\nRATE = os.environ.get('RATE', 1)\n\n\ndef total(items):\n"
        '    """The sum of all prices."""\n    if not items:\n        raise ValueError("nothing")\n'
        "    return sum(items)\n\n\ndef main():\n    print(total([1]))\n"
    ),
    "shop/cli.py": "from shop import Cart\n\n\ndef main():\n    print(Cart().sum())\n",
    "shop/deep/__init__.py": "from ..price import *\nfrom .. import price as kit\n",
    "shop/deep/bag.py": (
        "import shop.deep as deep\nfrom shop.deep import kit, total as added\n\n\n"
        "class Bag(deep.kit.Cart):\n"
        "    rate = kit.RATE\n\n\n"
        "def weigh():\n    return deep.total([added, Bag().sum(), shop.price.main])\n"
    ),
    "tests/test_cart.py": "from shop.cart import Cart\n\n\ndef test_sum():\n    Cart().sum()\n",
    "tests/test_price.py": "from shop import price\n\n\ndef test_total():\n    price.total([1])\n",
    "native/fast.h": "#define FAST 1\nint fast_total(const int *items, int n);\n",
    "native/fast.c": (
        '#include "fast.h"\n\nint fast_total(const int *items, int n) {\n'
        "  int sum = 0;\n  for (int i = 0; i < n; i++) sum += items[i];\n  return sum;\n}\n"
    ),
    "native/more.h": (
        '#include "fast.h"\nstruct Basket { int size(); };\nBasket take();\nint fast_sum(int n);\n'
    ),
    "native/use.cpp": '#include "fast.h"\n\nint used() { return take().size() + FAST; }\n',
    "native/CMakeLists.txt": "file(GLOB SOURCES *.c *.cpp)\nadd_library(fast ${SOURCES})\n",
    "native/BUILD": 'cc_library(name = "fast", srcs = glob(["*.c"]), hdrs = glob(["**/*.h"]))\n',
    "web/cart.ts": "export class Cart { sum(): number { return 1; } }\n",
    "native/basket.h": "/* Holds goods until somebody pays. */\nint goods(void);\n",
    "native/basket.c": '#include "basket.h"\n\nint goods(void) { return fast_total(0, 0); }\n',
    "tests/ui/cut.rs": "fn main() { cut(1); }\n",
    "tests/ui/cut.stderr": "error: nobody knows until somebody pays\n",
    "web/main.ts": "import { Cart } from './cart';\n\nnew Cart().sum();\n",
    "docs/index.rst": "Shop\n====\n\n.. toctree::\n   :glob:\n\n   *\n",
    "docs/fast.md": "# Fast\n\nA sum takes as long until somebody pays.\n",
    "docs/guide.md": "# Guide\n\nUse `Cart` from [the package](../shop/cart.py).\n",
    "data/notes": "plain words\n",
}


def _gain_guard(text: str) -> str:
    return text if GUARD in text else text + GUARD


def _rename_function(text: str) -> str:
    return text.replace("total", "amount") if "total" in text else text.replace("amount", "total")


EDITS: dict[str, Callable[[str], str]] = {
    "gain a main guard": _gain_guard,
    "lose a main guard": lambda text: text.replace(GUARD, ""),
    "gain a main function": lambda text: text + "\nint main(void) { return fast_total(0, 0); }\n",
    "add a function": lambda text: text + "\n\ndef added(a, b=1):\n    return total(a)\n",
    "remove the last function": lambda text: text.rpartition("\n\ndef ")[0] or text,
    "rename a function": _rename_function,
    "add an import": lambda text: "from shop.price import RATE\n" + text,
    "take all of a module": lambda text: "from shop.price import *\n" + text,
    "call a module something else": lambda text: "from shop import price as kit\n" + text,
    "hide a module": lambda text: "from shop.cli import main as price\n" + text,
    "import a class": lambda text: "from shop.cart import Cart\n" + text,
    "answer for all names": lambda text: text + "\n\ndef __getattr__(name):\n    return name\n",
    "include a header": lambda text: '#include "more.h"\n' + text,
    "take a fixture": lambda text: text.replace("def test_sum()", "def test_sum(cart)"),
    "remove an import": lambda text: text.partition("\n")[2] or text,
    "change a signature": lambda text: text.replace("(items)", "(items, rate=1)"),
    "add a decorator": lambda text: text.replace("\ndef ", "\n@staticmethod\ndef ", 1),
    "change what is offered": lambda text: text + "\n__all__ = ['Cart', 'total', 'main']\n",
    "add a base": lambda text: text.replace("class Cart:", "class Cart(dict):"),
    "change a comment": lambda text: "# Copyright of nobody.\n" + text,
    "leave a note": lambda text: text + "\n# TODO: sell more\n",
    "change a document": lambda text: text + "\nAlso see `Cart.sum` and [price](shop/price.py).\n",
    "say what another file is for": lambda text: text.replace("cost", "are worth"),
    "say what it is for": lambda text: '"""Counts the coins of a customer."""\n' + text,
    "say more in a comment": lambda text: text.replace("until somebody pays", "for a week"),
    "say nothing of itself": lambda text: text.replace('"""What a customer takes along."""', ""),
    "describe a folder": lambda text: text.replace("quickly", "slowly").replace("Shows", "Draws"),
    "call something else": lambda text: text.replace("Cart().sum()", "Cart().items"),
    "break the syntax": lambda text: text + "\ndef broken(:\n",
    "empty it": lambda text: "",
    "make it binary": lambda text: text + "\0",
    "move lines": lambda text: "\n\n" + text,
    "decide more": lambda text: text.replace("return sum", "if RATE: return 0\n    return sum"),
}
MOVES = (
    "tests/test_moved.py",
    "vendor/moved.py",
    "shop/moved.py",
    "native/moved.c",
    "docs/moved.md",
    "shop/__init__.py",
    "shop/deep/__init__.py",
    "shop/deep/price.py",
    "native/moved.h",
    "native/more.h",
)
ADDED: Mapping[str, str | bytes] = {
    "tests/test_more.py": "import unittest\n\n\nclass More(unittest.TestCase):\n    pass\n",
    "tests/conftest.py": "import pytest\n\n\n@pytest.fixture\ndef cart():\n    return 1\n",
    "CODEOWNERS": "shop/ @seller\n",
    ".gitattributes": "shop/*.py linguist-vendored\n",
    "tests/__init__.py": "",
    "web/cart.test.ts": "import { Cart } from './cart';\n\nit('sums', () => new Cart().sum());\n",
    "web/package.json": '{"name": "web", "scripts": {"test": "jest"}}\n',
    "shop/deep/kit.py": "from shop.cart import Cart\n\nRATE = 2\n",
    "shop/deep/more/__init__.py": "from shop import cart as kit\n",
    "price.py": "def total(items):\n    return 0\n",
    "Makefile": "all: fast\n\nfast: native/fast.c\n\tcc -o $@ $<\n",
    "shop/price.pyi": "def total(items: list[int]) -> int: ...\n",
}
STEP = st.tuples(
    st.sampled_from([*EDITS, *EDITS, "move", "add", "delete"]),
    st.integers(0, 99),
    st.integers(0, 9),
)
Step = tuple[str, int, int]


@settings(max_examples=25, derandomize=True)
@given(st.lists(STEP, min_size=1, max_size=3), st.booleans())
def test_each_build_after_edits_equals_a_fresh_one(steps: list[Step], is_large: bool) -> None:
    with tempfile.TemporaryDirectory() as folder:
        edit_and_compare(Path(folder), steps, is_large)


def edit_and_compare(folder: Path, steps: list[Step], is_large: bool) -> None:
    """As a large one the book is made letter by letter."""
    root, book, fresh = folder / "root", folder / "book", folder / "fresh"
    write_tree(root, PROJECT)
    with patch.object(name_index, "_MANY_SYMBOLS", 0 if is_large else 10**6):
        make_book(root, book)
        for step in steps:
            before = _contents(root)
            _take(root, *step)
            make_book(root, book)
            if _contents(root) != before or not fresh.exists():
                make_book(root, fresh, use_cache=False)
            assert_same_book(book, fresh)


def _contents(root: Path) -> dict[Path, bytes]:
    return {path: path.read_bytes() for path in root.rglob("*") if path.is_file()}


def _take(root: Path, kind: str, n: int, m: int) -> None:
    found = sorted(path for path in root.rglob("*") if path.is_file())
    path = found[n % len(found)] if found else root / "README.md"
    if kind == "add":
        name = sorted(ADDED)[n % len(ADDED)]
        write_tree(root, {name: ADDED[name]})
    elif kind == "delete":
        path.unlink(missing_ok=True)
    elif kind == "move" and found:
        target = root / MOVES[m % len(MOVES)]
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.move(path, target)
    elif kind in EDITS:
        text = path.read_text() if path.exists() else ""
        path.write_text(EDITS[kind](text))


@pytest.mark.parametrize("kind", EDITS)
def test_an_edit_and_its_reversal_end_like_a_fresh_build(tmp_path: Path, kind: str) -> None:
    """Where the edit says something, in every file at once, and then as it was."""
    root, book, fresh = tmp_path / "root", tmp_path / "book", tmp_path / "fresh"
    write_tree(root, PROJECT)
    make_book(root, book)
    for tree in ({name: EDITS[kind](text) for name, text in PROJECT.items()}, PROJECT):
        write_tree(root, tree)
        make_book(root, book)
        make_book(root, fresh, use_cache=False)
        assert_same_book(book, fresh)


def test_folder_says_what_a_document_is_for_that_mentions_it(tmp_path: Path) -> None:
    guide = sorted(PROJECT).index("docs/guide.md")
    edit_and_compare(tmp_path, [("change a document", guide, 0), ("leave a note", guide, 0)], False)


@pytest.mark.parametrize("name", ["shop/price.py", "shop/cli.py"])
def test_file_that_becomes_an_entry_point_is_ranked_as_one(tmp_path: Path, name: str) -> None:
    root, book, fresh = tmp_path / "root", tmp_path / "book", tmp_path / "fresh"
    write_tree(root, PROJECT)
    make_book(root, book)
    for is_entry, text in enumerate((PROJECT[name], PROJECT[name] + GUARD)):
        write_tree(root, {name: text})
        make_book(root, book)
        assert {row[0]: row[-1] for row in rows(book, "ranks")}[name] == is_entry
        make_book(root, fresh, use_cache=False)
        assert_same_book(book, fresh)


def test_file_that_can_no_longer_be_read_leaves_the_ranks(tmp_path: Path) -> None:
    root, book, fresh = tmp_path / "root", tmp_path / "book", tmp_path / "fresh"
    write_tree(root, PROJECT)
    make_book(root, book)
    for content in (b"\0\1", b"words again\n"):
        write_tree(root, {"data/notes": content})
        make_book(root, book)
        make_book(root, fresh, use_cache=False)
        assert_same_book(book, fresh)
