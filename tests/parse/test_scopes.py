"""What is local to a function becomes what it stands for, or no reference at all."""

from functools import partial

from repobook.languages import parse
from repobook.parse.chains import followed
from tests.fakes.growth import assert_linear


def test_an_expression_is_followed_as_far_as_names_and_calls_go() -> None:
    assert followed("a.b(1, f(x)).c") == "a.b().c"
    assert followed("a::b<T>::c( )") == "a::b::c()"
    assert followed("a?.b!.c") == "a.b.c"
    assert followed("a[0].b") == ""
    assert followed("{a}") == ""
    assert followed("a + b") == ""
    assert followed("a)(b") == ""
    assert followed("x" * 300) == ""


def test_a_local_that_stands_for_a_local_ends() -> None:
    code = b"package x\nfunc F() {\n" + b"\ta := a.b\n" * 50 + b"\ta.f()\n}\n"
    uses = {(r.receiver, r.name) for r in parse("Go", code).references if r.role == "call"}
    assert uses == {("?", "f")}


def test_many_locals_of_one_name_cost_linear_time() -> None:
    def code(n_functions: int) -> bytes:
        one = b"func F%d(x T%d) { x.a%d(); x.f() }\n"
        return b"package x\n" + b"".join(one % (n, n, n) for n in range(n_functions))

    assert_linear(partial(parse, "Go"), code, 4000)
    found = parse("Go", code(4000)).references
    assert len([r for r in found if r.name == "f"]) == 4000
