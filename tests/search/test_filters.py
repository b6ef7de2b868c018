"""Filters: what is asked, a file, and whether it passes."""

import pytest

from repobook.model.search.query import Filter, FilterName
from repobook.search.query.filters import file_fulfils


@pytest.mark.parametrize(
    ("name", "value", "passes"),
    [
        ("file", "nn/mod", True),
        ("file", "LINEAR", True),
        ("file", "other", False),
        ("file", "*.py", True),
        ("file", "torch/*/linear*", True),
        ("file", "nn/*.cpp", False),
        ("file", "*linear.py*linear.py", False),
        ("file", "*", True),
        ("in", "torch", True),
        ("in", "nn/modules/", True),
        ("in", "modules", True),
        ("in", "mod", False),
        ("in", "linear.py", False),
        ("lang", "python", True),
        ("lang", "py", True),
        ("lang", "pyt", False),
        ("role", "source", True),
        ("role", "test", False),
        ("test", "no", True),
        ("test", "yes", True),
        ("test", "only", False),
        ("kind", "class", True),
    ],
)
def test_a_file_passes_or_not(name: FilterName, value: str, passes: bool) -> None:
    path = "torch/nn/modules/linear.py"
    assert file_fulfils(Filter(name, value), path, "Python", "source") == passes


def test_languages_have_other_names() -> None:
    assert file_fulfils(Filter("lang", "cpp"), "a.h", "C++", "source")
    assert not file_fulfils(Filter("lang", "c"), "a.cpp", "C++", "source")
    assert not file_fulfils(Filter("lang", "java"), "a.js", "JavaScript", "source")
