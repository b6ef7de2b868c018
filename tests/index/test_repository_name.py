from pathlib import Path

import pytest

from repobook.index.reader.repository.repository_name import own_name
from tests.fakes.books import make_book
from tests.fakes.trees import write_tree


@pytest.mark.parametrize(
    ("files", "name"),
    [
        ({"pyproject.toml": '[project]\nname = "torch"\n'}, "torch"),
        ({"package.json": '{\n  "name": "@vue/core",\n  "private": true\n}\n'}, "@vue/core"),
        ({"Cargo.toml": '[package]\nname = "ripgrep"\n'}, "ripgrep"),
        ({"go.mod": "module example.org/gin-gonic/gin\n\ngo 1.21\n"}, "gin"),
        ({"go.mod": "module example.org/robfig/cron/v3\n"}, "cron"),
        (
            {"package.json": '{\n  "repository": {"url": "https://a.b/c/d.git"}\n}\n'},
            "d",
        ),
        ({"package.json": '{\n  "repository": "github:colinhacks/zod"\n}\n'}, "zod"),
        ({"sub/pyproject.toml": '[project]\nname = "part"\n'}, "Repository"),
        ({"CMakeLists.txt": "project(folly CXX C)\n"}, "folly"),
        ({"CMakeLists.txt": "project(${NAME} CXX)\n"}, "Repository"),
        ({"CMakeLists.txt": "project(${N})\n", "README.md": "# Folly: a C++ library\n"}, "Folly"),
        ({"README.md": "OkHttp\n======\n\n## Use\n"}, "OkHttp"),
        ({"README.md": "# Grid\n", "go.mod": "module example.org/tree\n"}, "tree"),
        ({"README.md": "# Welcome to the grid\n"}, "Repository"),
        ({"README.md": "# A library for many things\n"}, "Repository"),
        ({"README.md": "# What is Redis?\n"}, "Redis"),
        (
            {
                "pyproject.toml": '[project]\nname = "torch"\n',
                "README.md": "![logo](x.png)\n\nPyTorch is a package for tensors of any size.\n",
            },
            "PyTorch",
        ),
        (
            {
                "go.mod": "module example.org/gin\n",
                "README.md": "# Gin Web Framework\n\nGin is a web framework written in Go.\n",
            },
            "Gin",
        ),
        ({"docs/README.md": "# Grid\n"}, "Repository"),
        ({"a.py": "x = 1\n"}, "Repository"),
    ],
)
def test_the_name_is_what_packages_it(tmp_path: Path, files: dict[str, str], name: str) -> None:
    make_book(write_tree(tmp_path / "root", dict(files)), tmp_path / "book")
    assert own_name(tmp_path / "book/book.db") == name
