"""Fleets of a few small repositories, on both databases."""

import shutil
from collections.abc import Callable, Iterable, Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest

from repobook.fleet.build_task import BuildTask, Outcome
from repobook.fleet.config import Fleet, read_fleet
from repobook.fleet.isolated import run_to_the_end
from tests.fakes.postgres import Postgres
from tests.fakes.trees import write_tree

EXTRA = "the extra `fleet` is not installed: pip install 'repobook[fleet]'"
LIBRARY = {
    "pyproject.toml": '[project]\nname = "Py-Shop"\n',
    "src/shop/__init__.py": "from shop.cart import Cart\nfrom shop.money import *\n",
    "src/shop/base.py": "class Basket:\n    def weigh(self):\n        return 1\n",
    "src/shop/cart.py": (
        "from shop.base import Basket\n\n\n"
        "class Cart(Basket):\n"
        '    """What somebody is about to buy."""\n\n'
        "    def add(self, item):\n        return item\n"
    ),
    "src/shop/money.py": (
        "def price(cart):\n    return 2\n\n\ndef _hidden():\n    return eval('three')\n"
    ),
    "tests/test_cart.py": "from shop import Cart\n\n\ndef test_add():\n    assert Cart().add(1)\n",
}
DECLARED = {
    "pyproject.toml": '[project]\nname = "site"\ndependencies = [\n  "py_shop>=1",\n]\n',
    "site_app/__init__.py": "",
    "site_app/views.py": (
        "import shop\n"
        "from shop import Cart as Basket\n\n\n"
        "def show(cart: shop.Cart):\n"
        "    cart.weigh()\n"
        "    return shop.price(Basket())\n"
    ),
    "tests/test_views.py": "import shop.cart\n\n\ndef test_it():\n    shop.cart.Cart().add(2)\n",
}
UNDECLARED = {"tool.py": "from shop import price\n\nprint(price(None))\n"}
FILES = {"library": LIBRARY, "site": DECLARED, "script": UNDECLARED}

MakeFleet = Callable[..., Fleet]


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    if not find_spec("psycopg"):
        pytest.skip(EXTRA)
    server = Postgres()
    yield server
    server.stop()


@pytest.fixture(params=["sqlite", "postgres"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of an empty one."""
    if request.param == "sqlite":
        return str(tmp_path / "fleet.db")
    server: Postgres = request.getfixturevalue("postgres")
    return server.new_database()


@pytest.fixture(scope="session")
def shared_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Of repositories that no test changes, with their books: what is built once is unchanged."""
    folder = tmp_path_factory.mktemp("fleet")
    for name, files in FILES.items():
        write_tree(folder / name, files)
    return folder


@pytest.fixture
def make_fleet(tmp_path: Path, shared_folder: Path) -> MakeFleet:
    """Writes the file that names the repositories; ``own`` ones may be changed."""

    def make(
        database: str = "fleet.db",
        more: str = "",
        readers: str = "",
        *,
        own: bool = False,
        pages: bool = False,
    ) -> Fleet:
        folder = shared_folder
        if own:
            folder = tmp_path / "own"
            shutil.copytree(shared_folder, folder, ignore=shutil.ignore_patterns("books"))
        store = (tmp_path if own or pages else folder) / "books"
        lines = [f'name = "shops"\npages = {str(pages).lower()}\nstore = "{store}"\n']
        lines.append(f'index = "{database}"\n{more}\n')
        for name in FILES:
            seen_by = readers if name == "site" else ""
            lines.append(f'[[repository]]\npath = "{folder / name}"\n{seen_by}\n')
        (tmp_path / "fleet.toml").write_text("".join(lines))
        return read_fleet(tmp_path / "fleet.toml")

    return make


class InlineRunner:
    """Builds in this process, one after the other: what it ends as is the same."""

    n_workers = 1

    def run(self, tasks: Iterable[BuildTask]) -> Iterator[Outcome]:
        return map(run_to_the_end, tasks)

    def close(self) -> None:
        pass


def needs_ray() -> None:
    if not find_spec("ray"):
        pytest.skip(EXTRA)
