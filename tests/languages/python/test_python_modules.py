"""Which file an import means: roots are found without configuration."""

import pytest

from repobook.languages.python.resolver.python_modules import Modules
from repobook.model.graph import Unit


def _found(paths: list[str], importing: str, dotted: str) -> list[str]:
    modules = Modules({path: Unit(path, "Python", "source") for path in paths})
    return [module.path for module in modules.named(importing, dotted)]


@pytest.mark.parametrize(
    ("paths", "importing", "dotted", "expected"),
    [
        (["a/__init__.py", "a/b.py"], "x.py", "a.b", ["a/b.py"]),
        (["a/__init__.py", "a/b.py"], "x.py", "a", ["a/__init__.py"]),
        (["a/__init__.py", "a/b.py"], "a/b.py", ".", ["a/__init__.py"]),
        (["a/__init__.py", "a/b.py"], "a/c/d.py", "..b", ["a/b.py"]),
        (["a/b.py"], "a/b.py", "....b", []),
        (["src/a/__init__.py"], "tests/test_a.py", "a", ["src/a/__init__.py"]),
        (["x/src/a/__init__.py", "x/t/u.py"], "x/t/u.py", "a", ["x/src/a/__init__.py"]),
        (["part/a.py", "other.py"], "part/b.py", "a", ["part/a.py"]),
        (["spaced/part/a.py"], "x.py", "spaced.part.a", ["spaced/part/a.py"]),
        (["a.py", "a/__init__.py"], "x.py", "a", ["a/__init__.py"]),
        (["a.py", "a.pyi"], "x.py", "a", ["a.py"]),
        (["a.pyi"], "x.py", "a", ["a.pyi"]),
        (["a/__init__.py", "a/c/__init__.pyi.in"], "x.py", "a.c", ["a/c/__init__.pyi.in"]),
        (["a.pyi.in", "a.pyi"], "x.py", "a", ["a.pyi"]),
        (["a/__init__.py"], "x.py", "b", []),
        (["a/__init__.py"], "x.py", "", []),
    ],
)
def test_an_import_means_a_file(
    paths: list[str], importing: str, dotted: str, expected: list[str]
) -> None:
    assert _found(paths, importing, dotted) == expected


def test_of_modules_with_one_name_the_nearest_is_meant() -> None:
    paths = ["a.py", "one/a.py", "two/a.py"]
    assert _found(paths, "two/x.py", "a") == ["two/a.py"]
    assert _found(paths, "three/x.py", "a") == ["a.py"]


def test_modules_equally_far_away_are_all_candidates() -> None:
    assert _found(["one/a.py", "two/a.py"], "three/x.py", "a") == ["one/a.py", "two/a.py"]


def test_a_module_inside_a_package_is_found_only_through_it() -> None:
    assert _found(["a/__init__.py", "a/b.py"], "a/c.py", "b") == []


def test_the_standard_library_is_not_mistaken_for_a_far_file_or_a_folder() -> None:
    assert _found(["vendored/types.py"], "x.py", "types") == []
    assert _found(["html/page.py"], "x.py", "html") == []
    assert _found(["types.py"], "x.py", "types") == ["types.py"]


def test_a_far_stub_describes_a_package_outside() -> None:
    assert _found(["stubs/tool.pyi"], "x.py", "tool") == []
    assert _found(["stubs/tool.pyi"], "stubs/x.pyi", "tool") == ["stubs/tool.pyi"]


def test_a_very_long_dotted_name_is_nothing() -> None:
    assert _found(["a.py"], "x.py", ".".join(["a"] * 100_000)) == []


def test_a_stand_in_of_a_hidden_folder_is_for_its_neighbours_alone() -> None:
    paths = [".ci/fake/numpy.py", ".ci/fake/run.py", "pkg/a.py"]
    assert _found(paths, ".ci/fake/run.py", "numpy") == [".ci/fake/numpy.py"]
    assert _found(paths, "pkg/a.py", "numpy") == []
