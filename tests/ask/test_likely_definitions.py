"""Which functions of a file an issue speaks of."""

import pytest

from repobook.ask.book import Book
from tests.fakes.books import make_book
from tests.fakes.trees import write_tree

_FILLER = "".join(f"    total_{n} = total_{n - 1} + {n}\n" for n in range(1, 60))
_TREE: dict[str, str | bytes] = {
    "shop/cart.py": (
        f"def summarise(cart):\n    discount = cart.rebate\n    total_0 = 0\n{_FILLER}\n\n"
        "class Cart:\n    def apply_rebate(self, code):\n        return self.rebates[code]\n\n"
        "    def remove(self, item):\n        self.items.remove(item)\n"
    ),
    "shop/other.py": "def unrelated():\n    return 1\n",
    "shop/data.txt": "no definitions\n",
}
_ISSUE = """A rebate is applied twice
When a customer types the same code again, the cart takes the rebate off the sum for a second time,
although it should be refused.
"""


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Book:
    folder = tmp_path_factory.mktemp("likely")
    make_book(write_tree(folder / "root", _TREE), folder / "book")
    return Book(folder / "book")


def _names(book: Book, text: str, path: str, n: int = 10) -> list[str]:
    return [one.qualname for one in book.likely_definitions(text, [path], n).get(path, [])]


def test_a_name_and_few_lines_count_more_than_a_word_in_a_long_function(book: Book) -> None:
    names = _names(book, _ISSUE, "shop/cart.py")
    assert names[0] == "Cart.apply_rebate"
    assert names.index("summarise") > 0
    assert "Cart.remove" not in names
    assert _names(book, _ISSUE, "shop/cart.py", 1) == ["Cart.apply_rebate"]


def test_nothing_is_named_where_no_word_is_or_nothing_is_defined(book: Book) -> None:
    assert _names(book, _ISSUE, "shop/other.py") == []
    assert _names(book, _ISSUE, "shop/data.txt") == []


def test_a_short_query_is_no_issue(book: Book) -> None:
    assert book.likely_definitions("rebate twice", ["shop/cart.py"], 5) == {}
