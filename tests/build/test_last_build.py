"""A process that builds again and again keeps what the last build left."""

from pathlib import Path

import pytest

from repobook.build import memory
from repobook.build.entry import build
from repobook.build.pipeline import last_build_of
from repobook.build.request import BuildRequest
from repobook.scan.sources.source import SourceSpec
from tests.fakes.books import assert_same_book, make_book
from tests.fakes.trees import write_tree

_TREE = {
    "shop/__init__.py": "",
    "shop/price.py": "def price(x):\n    return x\n",
    "shop/cart.py": "from shop.price import price\n\ndef cart(x):\n    return price(x)\n",
    "tests/test_cart.py": "from shop.cart import cart\n\ndef test_cart():\n    cart(1)\n",
}


def _request(tmp_path: Path) -> BuildRequest:
    root = write_tree(tmp_path / "r", _TREE)
    return BuildRequest(SourceSpec("folder", str(root), "", (), ()), tmp_path / "b", 1)


def _append(request: BuildRequest, path: str, text: str) -> None:
    with (Path(request.spec.root) / path).open("a") as file:
        file.write(text)


def test_build_takes_what_is_at_hand_and_makes_the_same_book(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    request = _request(tmp_path)
    build(request)
    last = last_build_of(request)
    _append(request, "shop/cart.py", "\ndef twice(x):\n    return price(x) + price(x)\n")
    for name in ("load_scan_cache", "load_previous", "load_tests"):
        monkeypatch.delattr(memory, name)  # nothing is loaded a second time
    build(request, last=last)
    monkeypatch.undo()
    make_book(Path(request.spec.root), tmp_path / "fresh", use_cache=False)
    assert_same_book(request.book, tmp_path / "fresh")


def test_what_is_at_hand_is_not_used_after_another_build(tmp_path: Path) -> None:
    request = _request(tmp_path)
    build(request)
    last = last_build_of(request)
    _append(request, "shop/price.py", "\ndef discount(x):\n    return x / 2\n")
    build(request)
    _append(request, "shop/cart.py", "\ndef sale(x):\n    return discount(x)\n")
    build(request, last=last)
    make_book(Path(request.spec.root), tmp_path / "fresh", use_cache=False)
    assert_same_book(request.book, tmp_path / "fresh")


def test_a_book_that_was_never_built_leaves_nothing(tmp_path: Path) -> None:
    request = _request(tmp_path)
    last = last_build_of(request)
    assert not last.is_of(request.book)
    build(request, last=last)
    assert last_build_of(request).is_of(request.book)
