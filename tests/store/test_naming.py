from pathlib import Path

import pytest

from repobook.store.naming import own_name
from tests.fakes.books import make_book
from tests.fakes.trees import write_tree


@pytest.mark.parametrize(
    ("files", "name"),
    [
        ({"pyproject.toml": '[project]\nname = "torch"\n'}, "torch"),
        ({"package.json": '{\n  "name": "@vue/core",\n  "private": true\n}\n'}, "@vue/core"),
        ({"Cargo.toml": '[package]\nname = "ripgrep"\n'}, "ripgrep"),
        ({"go.mod": "module example.org/gin-gonic/gin\n\ngo 1.21\n"}, "gin"),
        ({"sub/pyproject.toml": '[project]\nname = "part"\n'}, "Repository"),
        ({"a.py": "x = 1\n"}, "Repository"),
    ],
)
def test_the_name_is_what_packages_it(tmp_path: Path, files: dict[str, str], name: str) -> None:
    make_book(write_tree(tmp_path / "root", dict(files)), tmp_path / "book")
    assert own_name(tmp_path / "book/book.db") == name
