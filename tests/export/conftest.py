"""A small book with what every format tells, and names that break what is careless."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from repobook.export.format import load_format
from repobook.index.reader.whole_book import WholeBook
from tests.fakes.books import make_book, polyglot
from tests.fakes.trees import write_tree

_FILES: dict[str, str | bytes] = {
    "docs/pictures.md": "# Pictures\n\n![a picture](../data/blob.bin)\n",
    "src/pkg/__init__.py": "'''A package.'''\n",
    "src/pkg/core.py": (
        "'''Doc with <tags> & `ticks`.'''\n\n\nclass Core:\n    '''Doc.'''\n\n"
        "    def run(self):\n        return eval('1')\n\n\ndef über(x): return Core().run()\n\n\n"
        "def twice(): pass\n\n\ndef twice(): pass\n"
    ),
    "src/pkg/uses.py": (
        "from pkg.core import Core, über\nimport pkg.core\n\n\ndef go():\n"
        "    'é'; über(1); return Core().run()\n"
    ),
    'src/odd "<name>&\'s".py': "from pkg.core import Core\n\n\nclass Odd(Core):\n    pass\n",
    "-=formula.txt": "text\n",
    "tests/test_core.py": "from pkg.core import Core\n\n\ndef test_run():\n    Core().run()\n",
    "CODEOWNERS": "* @all\nsrc/pkg/ @core @more\n",
    "pyproject.toml": (
        "[project]\nname = 'demo'\ndependencies = [\n  'click>=8.1',\n  'Ruff_Lint==1.2',\n]\n"
        "[project.optional-dependencies]\nx = ['zstandard']\n"
    ),
    "web/package.json": (
        '{"name": "w", "dependencies": {"@vue/core": "3.1.0"},\n"devDependencies": {"vite": "^5"}}'
    ),
    "go.mod": (
        "module d\n\nrequire (\n\tgithub.com/a/b v1.2.3\n\tgolang.org/x/c v0.1.0 // indirect\n)\n"
    ),
    "rust/Cargo.toml": (
        "[dependencies]\nserde = '=1.0.1'\nown = { path = '../own' }\n"
        "[dev-dependencies]\nrand = '0.8'\n"
    ),
    "requirements-dev.txt": "# tools\npytest==8.0  # runs\n-r other.txt\n",
    "broken/package.json": "{",
}


@pytest.fixture(scope="session")
def book_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Not to be changed."""
    folder = tmp_path_factory.mktemp("exported")
    root = write_tree(polyglot(folder / "root"), _FILES)
    make_book(root, folder / "root.book")
    return folder / "root.book"


@pytest.fixture(scope="session")
def book(book_folder: Path) -> Iterator[WholeBook]:
    opened = WholeBook(book_folder)
    yield opened
    opened.close()


def exported(book: WholeBook, format: str) -> bytes:
    """The only file of a format."""
    (file,) = load_format(format).files(book)
    return b"".join(file.pieces)
