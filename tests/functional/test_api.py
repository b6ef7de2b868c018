"""The front door: what other programs call gives what the commands print."""

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import repobook
from repobook import Book, RepobookError, build_book, open_book, verify_book
from repobook.model.answers import as_data, shown_data
from tests.fakes.books import environment, polyglot, run


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("api")
    polyglot(folder / "root")
    report = build_book(folder / "root", folder / "x.book")
    assert report.changed
    return folder


@pytest.fixture
def book(place: Path) -> Book:
    return open_book(place / "x.book")


def test_a_book_is_built_brought_up_to_date_and_proved(place: Path) -> None:
    assert not build_book(place / "root", place / "x.book").changed
    proof = verify_book(place / "x.book", place / "root")
    assert (proof.problems, proof.tree) == ((), str(place / "root"))


def test_a_script_needs_no_guard(tmp_path: Path) -> None:
    """Workers must not run it once more."""
    script = tmp_path / "script.py"
    script.write_text("print('once')\nimport repobook\nrepobook.build_book('root', 'x.book')\n")
    polyglot(tmp_path / "root")
    arguments = [sys.executable, str(script)]
    printed = subprocess.check_output(arguments, cwd=tmp_path, env=environment(), text=True)
    assert printed == "once\n"
    assert not build_book(tmp_path / "root", tmp_path / "x.book").changed


_QUESTIONS: list[tuple[tuple[str, ...], Callable[[Book], Any]]] = [
    (("show", "src/a.py"), lambda book: shown_data(book.show("src/a.py"))),
    (("deps", "src/a.py"), lambda book: book.dependencies("src/a.py")),
    (("tests", "src/a.py"), lambda book: book.tests("src/a.py")),
    (("findings",), lambda book: book.findings()),
    (("keywords", "src/a.py"), lambda book: book.keywords("src/a.py")),
    (("search", "def"), lambda book: book.search("def")),
    (("status",), lambda book: book.status()),
]


@pytest.mark.parametrize(("command", "ask"), _QUESTIONS, ids=lambda value: str(value)[:20])
def test_a_method_answers_what_its_command_prints(
    place: Path, book: Book, command: tuple[str, ...], ask: Callable[[Book], Any]
) -> None:
    option = (str(place / "x.book"),) if command[0] == "status" else ("--book", place / "x.book")
    printed = run(*command, *option, "--json", cwd=place).stdout
    assert json.loads(printed)["data"] == json.loads(json.dumps(as_data(ask(book))))


def test_references_lead_both_ways(book: Book) -> None:
    symbol = next(s for s in book.symbols(limit=500).symbols if s.kind == "function")
    uses, outgoing = book.references(symbol.id), book.outgoing_references(symbol.id)
    assert as_data(uses)["symbol"] == as_data(outgoing)["symbol"] == as_data(symbol)


def test_files_are_listed_by_language_and_role(book: Book) -> None:
    every = book.files()
    python = book.files(language="Python")
    assert 0 < python.n_all < every.n_all
    assert {file.language for file in python.files} == {"Python"}


def test_a_book_that_is_not_there_is_one_clear_error(tmp_path: Path) -> None:
    with pytest.raises(RepobookError, match="no such book"):
        open_book(tmp_path / "x.book")


def test_the_package_offers_what_it_lists_and_nothing_else() -> None:
    assert {name for name in repobook.__all__ if getattr(repobook, name)} == set(repobook.__all__)
    with pytest.raises(AttributeError):
        repobook.nothing_of_the_kind  # noqa: B018
