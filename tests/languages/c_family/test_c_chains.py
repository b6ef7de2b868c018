"""Types and expressions of the C family in the notation that the resolver follows."""

import pytest

from repobook.languages.c_family.parser.c_chains import type_expression, value_expression
from tests.fakes.growth import assert_linear


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("const Foo &", "Foo"),
        ("struct client *", "client"),
        ("::n::Foo", "n::Foo"),
        ("unsigned long", ""),
        ("auto", ""),
        ("std::unique_ptr<c10::Foo<int, 4>>", "std::unique_ptr<c10::Foo>"),
        ("std::map<std::string, const Foo*> const&", "std::map<std::string,Foo>"),
        ("std::function<void(int)>", "std::function"),
        ("typename Foo<T>::Bar", "Foo::Bar"),
        ("Foo<", ""),
    ],
)
def test_types(written: str, expected: str) -> None:
    assert type_expression(written) == expected


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("a", "a"),
        ("a.b(1, f(2)).c", "a.b().c"),
        ("this->x_[3]->y", "this->x_[]->y"),
        ("std::make_unique<Foo>(1)", "<Foo>"),
        ("static_cast<const n::Foo*>(x)", "<n::Foo>"),
        ("(*p).q", "p[].q"),
        ("new Foo(3)", "<Foo>"),
        ("std::move(a.b)", "a.b"),
        ("n::f<int>(3).z", "n::f().z"),
        ("Foo{1, 2}", "Foo()"),
        ('f(")").g', "f().g"),
        ("a < b", "?"),
        ("a + b", "?"),
        ("f(", "?"),
        ("", "?"),
    ],
)
def test_expressions(written: str, expected: str) -> None:
    assert value_expression(written) == expected


@pytest.mark.parametrize("piece", ["(", "<", "a<", "*", "a.", "f(", "[", "a::", '"', "<a,"])
def test_hostile_text_takes_no_time(piece: str) -> None:
    def read(text: str) -> None:
        type_expression(text)
        value_expression(text)

    read("a" + piece * 120)  # what tries all combinations would never end
    assert_linear(read, lambda n: piece * n, 100_000)
