"""Patterns that definitions show: a snippet and what is seen in it."""

from collections import Counter

import pytest

from repobook.analyse.design_patterns import patterns, registrations
from repobook.languages import parse
from repobook.model.graph import Unit


def _unit(language: str, code: str, path: str = "a", role: str = "source") -> Unit:
    facts = parse(language, code.encode())
    return Unit(path, language, role, facts.definitions, facts.imports, facts.references)


SNIPPETS = [
    (
        "class A:\n    def __enter__(self): pass\n    def __exit__(self, *a): pass\n",
        "context manager",
    ),
    ("@contextlib.contextmanager\ndef f():\n    yield\n", "context manager"),
    ("@dataclass(frozen=True)\nclass A:\n    x: int\n", "dataclass"),
    ("class A(abc.ABC):\n    pass\n", "abstract base"),
    ("class A:\n    @abstractmethod\n    def f(self): ...\n", "abstract base"),
    ("class V:\n" + "".join(f"    def visit_{n}(self): pass\n" for n in "abc"), "visitor"),
    ("class S:\n    _instance = None\n    def __new__(cls): pass\n", "singleton"),
]


@pytest.mark.parametrize(("code", "kind"), SNIPPETS)
def test_python_patterns(code: str, kind: str) -> None:
    (found,) = patterns(_unit("Python", code))
    assert found.kind == kind


def test_what_only_looks_like_a_pattern() -> None:
    code = (
        "class A:\n    def __enter__(self): pass\n    def visit_x(self): pass\n    instance = 1\n"
    )
    assert patterns(_unit("Python", code)) == ()


def test_abstract_bases_of_other_languages() -> None:
    java = "abstract class A { abstract void f(); }\ninterface I { void g(); }\n"
    assert [(p.kind, p.name) for p in patterns(_unit("Java", java))] == [
        ("abstract base", "A"),
        ("abstract base", "I"),
    ]
    cpp = "struct B {\n  virtual void f() const = 0;\n};\nstruct C { void f(); };\n"
    assert [p.name for p in patterns(_unit("C++", cpp))] == ["B"]


def test_an_empty_file_has_no_line_that_shows_it_is_generated() -> None:
    assert patterns(_unit("Python", "", role="generated")) == ()


def test_generated_code_says_so() -> None:
    assert [p.kind for p in patterns(_unit("Python", "x = 1\n", role="generated"))] == [
        "generated code"
    ]


def test_decorators_that_register_are_counted() -> None:
    code = "".join(
        f'@ops.register("{n}")\ndef f{n}(): pass\n@property\ndef g(): pass\n' for n in "abc"
    )
    counted = registrations(_unit("Python", code))
    assert counted == Counter({"ops.register": 3})
