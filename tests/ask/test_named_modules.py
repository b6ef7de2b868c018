"""The name of a module means its file, where more files import it than use a symbol so called."""

from collections.abc import Iterator

import pytest

from repobook.ask.book import Book
from repobook.ask.dependencies_answer import DepsAnswer
from repobook.ask.impact.impact_answer import ImpactAnswer
from repobook.ask.references.references_answer import UsesAnswer
from repobook.ask.tests.tests_answer import CoveringTests
from repobook.model.answers import FileAnswer, Matches, SymbolAnswer
from tests.fakes.books import make_book
from tests.fakes.trees import write_tree

_TREE: dict[str, str | bytes] = {
    "pyproject.toml": '[project]\nname = "shop"\n[project.scripts]\nshop = "shop.cli:main"\n',
    "src/shop/__init__.py": "from shop.cart import Cart\n",
    "src/shop/cart.py": "class Cart:\n    views = 1\n",
    "src/shop/views.py": "def page():\n    return 1\n",
    "src/shop/config.py": "LIMIT = 1\n",
    "src/shop/options.py": "config = 2\n",
    "src/shop/cli.py": (
        "import shop\nfrom shop import views\nfrom shop import config\n\n"
        "def main():\n    return shop.Cart, views.page(), config.LIMIT\n"
    ),
    "src/shop/a.py": "from shop.options import config\n\nprint(config)\n",
    "src/shop/b.py": "from shop.options import config\n\nprint(config)\n",
    "tests/test_views.py": "from shop import views\n\ndef test_it():\n    views.page()\n",
    "docs/views.md": "# Views\n",
    "docs/index.md": "See [them](views.md), [again](views.md).\n",
    "lib/list.h": "int push(int n);\n",
    "lib/list.c": '#include "list.h"\nint push(int n) { return n; }\n',
}


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Book]:
    folder = tmp_path_factory.mktemp("modules")
    make_book(write_tree(folder / "root", _TREE), folder / "book")
    with Book(folder / "book") as book:
        yield book


@pytest.mark.parametrize("name", ["views", "shop.views"])
def test_every_command_answers_for_the_module(book: Book, name: str) -> None:
    shown, uses, deps = book.show(name), book.references(name), book.dependencies(name)
    tests, impact = book.tests(name), book.impact(name)
    assert isinstance(shown, FileAnswer)
    assert shown.file.path == "src/shop/views.py"
    assert isinstance(uses, UsesAnswer)
    assert uses.symbol.id == "src/shop/views.py"
    assert isinstance(deps, DepsAnswer)
    assert deps.path == "src/shop/views.py"
    assert isinstance(tests, CoveringTests)
    assert tests.path == "src/shop/views.py"
    assert isinstance(impact, ImpactAnswer)
    assert impact.files == ("src/shop/views.py",)


def test_uses_of_a_module_are_the_places_that_import_and_mention_it(book: Book) -> None:
    uses = book.references("src/shop/views.py")
    assert isinstance(uses, UsesAnswer)
    assert [(site.path, site.line, site.role) for site in uses.sites] == [
        ("src/shop/cli.py", 2, "import"),
        ("src/shop/cli.py", 6, "mention"),
        ("tests/test_views.py", 1, "import"),
        ("tests/test_views.py", 4, "mention"),
    ]


def test_a_package_is_meant_before_a_key_of_its_name_which_is_told_besides(book: Book) -> None:
    shown = book.show("shop")
    assert isinstance(shown, FileAnswer)
    assert shown.file.path == "src/shop/__init__.py"
    assert "pyproject.toml::project.scripts.shop" in [one.id for one in shown.others.symbols]


def test_a_symbol_that_more_files_use_is_meant_before_a_module(book: Book) -> None:
    shown = book.show("config")
    assert isinstance(shown, SymbolAnswer)
    assert shown.symbol.id == "src/shop/options.py::config"


@pytest.mark.parametrize("name", ["__init__", "index", "mod", ".", "..", "shop.", "sh%p", "s_op"])
def test_what_stands_for_a_folder_or_is_no_name_is_no_module(book: Book, name: str) -> None:
    shown = book.show(name)
    assert not isinstance(shown, FileAnswer) or shown.file.path == "src/shop/__init__.py"
    assert isinstance(shown, FileAnswer) == (name == "shop.")


def test_files_that_bear_a_name_alike_are_listed(book: Book) -> None:
    for answer in (book.show("list"), book.dependencies("list")):
        assert isinstance(answer, Matches)
        assert sorted(file.path for file in answer.files) == ["lib/list.c", "lib/list.h"]
