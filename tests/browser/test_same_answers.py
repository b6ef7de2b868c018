"""The same questions asked of the terminal's engine and of the site without a server."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page

from repobook.ask.searcher import Searcher
from tests.fakes.books import make_book
from tests.fakes.trees import write_tree

TREE: dict[str, str | bytes] = {
    "water/boiler.py": (
        '"""Boils water until the kettle whistles."""\n\n\nclass BoilingPoint:\n'
        '    """The temperature at which water boils."""\n\n    altitude = 0\n\n\n'
        "def heat_kettle(kettle):\n    if kettle.is_dry:\n"
        '        raise ValueError("the kettle has no water left")\n    return kettle\n'
    ),
    "water/filter.py": (
        '"""Removes chlorine and lime from water."""\n\n\n'
        "def remove_lime(water):\n    return water\n\n\ndef replace_cartridge(filter):\n    pass\n"
    ),
    "orders/queue.py": (
        '"""Orders wait here until a barista is free."""\n\n\nclass OrderQueue:\n'
        "    def next_order(self):\n        return self.orders.pop()\n\n\n"
        "def cancel_order(queue, order):\n    queue.orders.remove(order)\n"
    ),
    "orders/receipt.py": (
        '"""Prints the receipt with its taxes."""\n\n\ndef print_receipt(order):\n    pass\n\n\n'
        "def round_taxes(amount):\n    return round(amount, 2)\n"
    ),
    "tests/test_queue.py": (
        "from orders.queue import OrderQueue, cancel_order\n\n\n"
        "def test_cancelled_order_leaves_the_queue():\n    cancel_order(OrderQueue(), 1)\n"
    ),
    "docs/receipt.md": "# Receipts\n\nHow to print one again, and how taxes are rounded.\n",
}
CASES = [
    ("heat_kettle", "water/boiler.py"),
    ("boiling point", "water/boiler.py"),
    ("cancel order", "orders/queue.py"),
    ("orders/receipt.py", "orders/receipt.py"),
    ("where is the lime removed from the water", "water/filter.py"),
    ("how does the kettle know the temperature at which water boils", "water/boiler.py"),
    ("which test checks that a cancelled order leaves the queue", "tests/test_queue.py"),
    ("where is it decided which order is next", "orders/queue.py"),
    ("how are the taxes of a receipt rounded", "orders/receipt.py"),
    ("replace the cartridge of a filter", "water/filter.py"),
    ("who calls cancel_order", "orders/queue.py"),
    ("what breaks if I change the function round_taxes()?", "orders/receipt.py"),
]


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("same")
    make_book(write_tree(folder / "repo", TREE), folder / "repo.book")
    return folder / "repo.book"


@pytest.fixture(scope="module")
def searcher(book: Path) -> Iterator[Searcher]:
    searcher = Searcher(book)
    yield searcher
    searcher.close()


@pytest.mark.parametrize(("question", "path"), CASES)
def test_terminal_and_site_list_the_same_file_first(
    book: Path, searcher: Searcher, page: Page, question: str, path: str
) -> None:
    page.goto((book / "site" / "index.html").as_uri())
    page.get_by_role("searchbox", name="Search").fill(question)
    page.wait_for_function(_DONE, arg=question)
    found = searcher.search(question)
    assert (found.answer or found.hits[0]).path == path
    assert path in page.locator(".answer li > a .where").first.inner_text()


_DONE = "text => document.querySelector('.answer[data-done]')?.dataset.query === text"
