"""Tasks, signals, tables, foreign functions and jobs: what each binds, asked of a whole book."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from repobook import Book, open_book
from repobook.ask.trace.trace_answer import TraceAnswer
from repobook.index.reader.binding_reader import BindingReader
from repobook.index.reader.book_reader import BookReader
from repobook.languages import parse
from repobook.verify.verify import verify
from tests.fakes.books import assert_same_book, make_book
from tests.fakes.trees import write_tree
from tests.packs.application_files import BOUND, FILES

_PACKS = ("applications", "foreign", "commands")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("applications")
    make_book(write_tree(folder / "shop", FILES), folder / "book")
    return folder


@pytest.fixture(scope="module")
def book(folder: Path) -> Iterator[Book]:
    with open_book(str(folder / "book")) as opened:
        yield opened


def test_each_line_is_bound_to_the_code_that_it_means(folder: Path) -> None:
    reader = BookReader(folder / "book")
    bindings = BindingReader(reader)
    lines = [
        (place.path, place.line, place.binding.subject, place.binding.stage, place.name, ids)
        for path in sorted(FILES)
        if path != "package.json"
        for place in bindings.places_in(path)
        if place.binding.pack in _PACKS
        for ids in [" ".join(bindings.ids_of([place]))]
    ]
    reader.close()
    text = [f"{p}:{line} {s} {st} {name} -> {ids}".rstrip() for p, line, s, st, name, ids in lines]
    assert sorted(text) == sorted(BOUND.splitlines())


@pytest.mark.parametrize(
    ("asked", "target"),
    [
        ("task:mail.send", "shop/celery_app.py::send_mail"),
        ("table:shop_orders", "orders/models.py::Order"),
        ("signal:paid", "orders/receivers.py::on_paid"),
        ("job:test", "tools/build.py"),
        ("orders/models.py::Customer", "orders/models.py::Customer"),
    ],
)
def test_each_is_traced_to_its_code(book: Book, asked: str, target: str) -> None:
    answer = book.trace(asked)
    assert isinstance(answer, TraceAnswer)
    assert target in [hop.target for stage in answer.stages for hop in stage.hops]


def test_tables_list_what_is_declared_and_the_home_page_leads_there(folder: Path) -> None:
    markdown = folder / "book" / "markdown"
    pages = {name: (markdown / f"{name}.md").read_text() for name in ("tasks", "signals", "tables")}
    assert "| `mail.send` | `send_mail` [`shop/celery_app.py:" in pages["tasks"]
    assert "| `paid` | `on_paid` [`orders/receivers.py:" in pages["signals"]
    assert "| `shop_orders` | `Order` [`orders/models.py:" in pages["tables"]
    home = (markdown / "index.md").read_text()
    for name in pages:
        assert f"({name}.md)" in home
        assert (folder / "book" / "site" / f"{name}.html").is_file()
    assert not (markdown / "routes.md").exists()


def test_pages_prove_what_they_say(folder: Path) -> None:
    assert verify(folder / "book", str(folder / "shop"), 1).problems == ()


def test_what_appears_or_goes_is_linked_as_in_a_full_build(tmp_path: Path) -> None:
    action = ".github/actions/setup/action.yml"
    tree = write_tree(tmp_path / "shop", {p: text for p, text in FILES.items() if p != action})
    make_book(tree, tmp_path / "book")
    write_tree(tree, {action: FILES[action]})
    write_tree(tree, {"native/more.c": "int elsewhere(int a) {\n  return a;\n}\n"})
    write_tree(tree, {"Makefile": "all:\n\ttrue\n"})
    make_book(tree, tmp_path / "book")
    make_book(tree, tmp_path / "full")
    assert_same_book(tmp_path / "book", tmp_path / "full")


def test_an_application_of_celery_may_be_made_elsewhere() -> None:
    code = b"from shop.extensions import celery\n\n\n@celery.task\ndef send(): ...\n"
    assert "task:send" in [d.name for d in parse("Python", code).definitions]
