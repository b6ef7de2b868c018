"""After edits of tests the ranking of all files is that of a fresh build."""

import random
from pathlib import Path
from typing import Any

import pytest

from repobook.analyse.tests import test_reasons, tests_for_file
from repobook.build.link.insights import Insights
from tests.fakes.books import assert_same_book, make_book
from tests.fakes.trees import write_tree

WORDS = ("price", "cart", "order", "stock", "user", "login", "report", "total", "tax", "mail")


def _name(draw: random.Random) -> str:
    return "_".join(draw.sample(WORDS, draw.randint(1, 3)))


def _source(draw: random.Random, others: int) -> str:
    imports = {draw.randrange(others) for _ in range(2)} if others else set()
    lines = [f"from shop import m{n}" for n in sorted(imports)]
    lines += [f"def {_name(draw)}(x):\n    return x" for _ in range(draw.randint(1, 4))]
    return "\n".join(lines) + "\n"


def _test(draw: random.Random, n_sources: int) -> str:
    lines = [f"from shop import m{draw.randrange(n_sources)} as m", *_cases(draw, 3)]
    return "\n".join(lines) + "\n"


def _cases(draw: random.Random, n: int) -> list[str]:
    return [f"def test_{_name(draw)}():\n    m.{_name(draw)}({_name(draw)})" for _ in range(n)]


def _tree(draw: random.Random) -> dict[str, str]:
    tree = {f"shop/m{n}.py": _source(draw, n) for n in range(12)}
    return {
        **tree,
        "shop/__init__.py": "",
        **{f"tests/test_{_name(draw)}{n}.py": _test(draw, 12) for n in range(8)},
    }


@pytest.mark.parametrize("seed", range(3))
def test_edited_tests_are_ranked_as_in_a_fresh_build(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    draw = random.Random(seed)
    root, book, fresh = write_tree(tmp_path / "r", _tree(draw)), tmp_path / "b", tmp_path / "f"
    make_book(root, book)
    written: list[bool] = []
    update = Insights.update

    def counted(insights: Insights, *given: object) -> object:
        ranked = update(insights, *given)  # type: ignore[arg-type]
        written.append(ranked is None)
        return ranked

    monkeypatch.setattr(Insights, "update", counted)
    for _ in range(6):
        path = draw.choice(sorted((root / "tests").iterdir()))
        edited = path.read_text().splitlines(keepends=True)
        if draw.random() < 0.3:
            edited.insert(draw.randint(0, 1), f"import {draw.choice(WORDS)}\n\n")
        edited.append(_cases(draw, 1)[0] + "\n")
        path.write_text("".join(edited))
        make_book(root, book)
    make_book(root, fresh, use_cache=False)
    assert_same_book(book, fresh)
    assert not all(written), "no edit was followed: everything was ranked as a whole"


@pytest.mark.parametrize("seed", range(3))
def test_edited_sources_pass_their_tests_on_as_in_a_fresh_build(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    """With so few users asked that another number of uses changes which."""
    monkeypatch.setattr(tests_for_file, "_MAX_USERS", 2)
    draw = random.Random(seed)
    root, book, fresh = write_tree(tmp_path / "r", _tree(draw)), tmp_path / "b", tmp_path / "f"
    make_book(root, book)
    for n_edits in range(6):
        n = draw.randrange(2, 12)
        path = root / f"shop/m{n}.py"
        used = f"m{draw.randrange(n)}"
        uses = f"    {used}.{_name(draw)}({used})\n" * draw.randint(1, 4)
        text = path.read_text()
        path.write_text(f"from shop import {used}\n{text}def f{n_edits}(x):\n{uses}")
        make_book(root, book)
    make_book(root, fresh, use_cache=False)
    assert_same_book(book, fresh)


_SHOP = {
    "shop/__init__.py": "",
    "shop/price.py": "def price(x):\n    return x\n",
    "shop/cart.py": "from shop.price import price\n\ndef cart(x):\n    return price(x)\n",
    "tests/test_cart.py": "from shop.cart import cart\n\ndef test_cart():\n    cart(1)\n",
    "tests/test_sum.py": "from shop.cart import cart\n\ndef test_sum():\n    cart(sum([1]))\n",
}


def _append(path: Path, text: str) -> None:
    with path.open("a") as file:
        file.write(text)


def test_files_are_not_ranked_again_for_one_more_use_by_the_same_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root, book = write_tree(tmp_path / "r", _SHOP), tmp_path / "b"
    make_book(root, book)
    ranked: list[str] = []
    rank = tests_for_file.TestRanking._ranked

    def counted(ranking: tests_for_file.TestRanking, path: str, *known: Any) -> object:
        ranked.append(path)
        return rank(ranking, path, *known)

    monkeypatch.setattr(tests_for_file.TestRanking, "_ranked", counted)
    _append(root / "shop/cart.py", "\ndef twice(x):\n    return price(x) + price(x)\n")
    make_book(root, book)
    assert ranked == ["shop/cart.py"]


def test_reasons_of_tests_that_a_user_passes_on_are_not_looked_for_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root, book, fresh = write_tree(tmp_path / "r", _SHOP), tmp_path / "b", tmp_path / "fresh"
    make_book(root, book)
    sought: set[str] = set()
    of = test_reasons.Reasons.of

    def counted(reasons: test_reasons.Reasons, path: str, *others: Any) -> object:
        sought.add(path)
        return of(reasons, path, *others)

    monkeypatch.setattr(test_reasons.Reasons, "of", counted)
    _append(root / "shop/cart.py", "\ndef sum(x):\n    return price(x) + price(x)\n")
    make_book(root, book)
    assert sought == {"shop/cart.py"}
    make_book(root, fresh, use_cache=False)
    assert_same_book(book, fresh)
