"""The picture of calls on the page of symbols, from a real book."""

from pathlib import Path

import pytest

from tests.fakes.books import make_book
from tests.fakes.trees import write_tree

ENGINE = """\
def run(x):
    load(x)
    check(x)
    return finish(x)


def load(x):
    return parse(x), fetch(x)


def parse(x):
    return split(x)


def split(x):
    return deepest(x)


def deepest(x):
    return x


def fetch(x):
    return x


def check(x):
    return x


def finish(x):
    return x


def main():
    run(1)
"""
USER = "from engine import run\n\n\ndef go():\n    run(2)\n"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("calls")
    tree = {"engine.py": ENGINE, "few.py": "def f():\n    g()\n\n\ndef g():\n    pass\n"}
    tree |= {f"user{n}.py": USER for n in range(10)}
    make_book(write_tree(folder / "root", tree), folder / "book")
    return folder / "book/site"


def test_callers_and_what_is_called_in_turn_are_drawn_three_deep(site: Path) -> None:
    page = (site / "engine.py_sym.html").read_text()
    svg = page[page.index("<svg") : page.index("</svg>")]
    for name in ("main", "run", "load", "check", "finish", "parse", "fetch", "split"):
        assert f">{name}</text>" in svg
    assert ">deepest</text>" not in svg
    assert "<a href=user0.py_src.html#L1>" in svg
    assert "<a href=engine.py_sym.html#.load>" in svg
    assert "Callers of run and the functions it calls" in page


def test_a_file_whose_functions_call_little_has_no_picture(site: Path) -> None:
    assert "<svg" not in (site / "few.py_sym.html").read_text()
