"""A small book that is served in this process."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from repobook.web.app import application
from tests.fakes.asking import Asker
from tests.fakes.books import make_book, polyglot
from tests.fakes.sites import add_site


@pytest.fixture(scope="session")
def book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Not to be changed."""
    folder = tmp_path_factory.mktemp("served")
    root = polyglot(folder / "root")
    uses = "from a import A\n\n\ndef g():\n    return A().f()\n\n\neval(g)\n"
    (root / "src/uses.py").write_text(uses)
    (root / "src/test_a.py").write_text("from a import A\n\n\ndef test_f():\n    eval('A')\n")
    make_book(root, folder / "book")
    add_site(folder / "book")
    return folder / "book"


@pytest.fixture(scope="session")
def asker(book: Path) -> Iterator[Asker]:
    with Asker(application(book)) as asker:
        yield asker
