"""What Python definitions stand for: a snippet and the bases, values and fields it holds."""

from collections.abc import Callable
from textwrap import dedent

import pytest

from repobook.languages import parse
from repobook.model.facts import Definition
from tests.fakes.growth import assert_linear


def _definitions(text: str) -> dict[str, Definition]:
    found = parse("Python", dedent(text).lstrip("\n").encode()).definitions
    return {definition.qualname: definition for definition in found}


def _value(text: str, qualname: str) -> str:
    return _definitions(text)[qualname].value


@pytest.mark.parametrize(
    ("header", "value"),
    [
        ("def f() -> Foo: ...", "Foo()"),
        ("def f() -> 'm.Foo | None': ...", "m.Foo()"),
        ("def f() -> type[Foo]: ...", "Foo"),
        ("def f() -> list[Foo]: ...", "[Foo()]"),
        ("async def f() -> Foo: ...", "Foo()"),
        ("def f() -> None: return Foo()", ""),
        ("def f() -> Any: return Foo()", ""),
        ("def f(): return Foo(1)", "Foo()"),
        ("def f(): return m.x", "m.x"),
        ("def f(x: Foo): return x.y", "Foo().y"),
        ("def f(x): return x.y", ""),
        ("def f(): return 1", ""),
        ("def f(): return", ""),
        ("def f(): pass", ""),
        ("def f():\n    if a: return None\n    return Foo()", "Foo()"),
        ("def f():\n    if a: return Bar()\n    return Foo()", ""),
        ("def f():\n    def g(): return Foo()\n    return g", "f.g"),
        ("def f():\n    if a: return Foo()\n    return [x for x in y]", ""),
        ("def f():\n    if a: return Foo()\n    return lambda x: x", ""),
    ],
)
def test_a_function_stands_for_what_it_returns(header: str, value: str) -> None:
    assert _value(f"{header}\n", "f") == value


def test_methods_return_their_own_class() -> None:
    text = """
        class A:
            def me(self): return self
            def same(self) -> Self: ...
            @classmethod
            def make(cls): return cls()
            @property
            def p(self) -> "Foo": ...
            class B:
                def me(self) -> typing.Self: ...
        """
    found = _definitions(text)
    assert {name: found[name].value for name in found if found[name].kind == "method"} == {
        "A.me": "A()",
        "A.same": "A()",
        "A.make": "A()",
        "A.p": "Foo()",
        "A.B.me": "A.B()",
    }


@pytest.mark.parametrize(
    ("statement", "value"),
    [
        ("x = Foo(1)", "Foo()"),
        ("x = y = Foo(1)", "Foo()"),
        ("x = other.y", "other.y"),
        ("x: Foo = make()", "Foo()"),
        ("x: ClassVar[Foo]", "Foo()"),
        ("x = None", ""),
        ("x = 1", ""),
        ("x, y = Foo()", ""),
        ("x = [Foo()]", ""),
        ("x = Foo() if a else b", ""),
        ("x = Foo(  # why\n    1,\n)  # because", "Foo()"),
    ],
)
def test_a_variable_stands_for_what_it_is_set_to(statement: str, value: str) -> None:
    assert _value(f"{statement}\n", "x") == value
    indented = statement.replace("\n", "\n    ")
    assert _value(f"class A:\n    {indented}\n", "A.x") == value


def test_bases_are_told_in_order_without_keywords_and_subscripts() -> None:
    text = """
        class A(m.Base, Generic[T], make(1), metaclass=Meta): ...
        class B: ...
        def f():
            from m import C
            class D(C, B): ...
            class E(D): ...
        """
    found = _definitions(text)
    assert found["A"].bases == ("m.Base", "Generic", "make()")
    assert found["B"].bases == ()
    assert found["f.D"].bases == ("@0", "B")
    assert found["f.E"].bases == ("f.D",)


def test_attributes_set_on_self_are_fields_of_the_class() -> None:
    text = """
        class A:
            x = 1
            def early(self):
                self.b = 2
            def __init__(self, p: Foo, q):
                self.x = 3
                # How many.
                self.a: int = 0
                self.b = p
                self.c, other.d = q
                self._e = None
                q.f = 1
                self.g.h = 1
            def late(this):
                this._e = Foo()
                this.run = 1
                def inner(): this.i = 1
            def run(self): ...
            @staticmethod
            def s(self): self.no = 1
            @classmethod
            def k(cls): cls.j = Bar()
        """
    fields = [d for d in _definitions(text).values() if d.kind == "field"]
    assert [(d.qualname, d.line, d.value) for d in fields] == [
        ("A.x", 2, ""),
        ("A.a", 8, "int()"),
        ("A.b", 9, ""),
        ("A.c", 10, ""),
        ("A._e", 11, "Foo()"),
        ("A.i", 17, ""),
        ("A.j", 22, "Bar()"),
    ]
    assert (fields[1].doc, fields[1].signature) == ("How many.", "self.a: int = 0")
    assert [d.exported for d in fields[3:5]] == [True, False]


def test_fields_stand_in_the_order_of_the_text_below_their_class() -> None:
    text = (
        b"class A:\n    def f(self):\n        self.x = 1\n    def g(self): ...\n    class B: ...\n"
    )
    definitions = parse("Python", text).definitions
    assert [(d.qualname, d.parent) for d in definitions] == [
        ("A", -1),
        ("A.f", 0),
        ("A.x", 0),
        ("A.g", 0),
        ("A.B", 0),
    ]


_MANY = 3000


@pytest.mark.parametrize(
    "text_of",
    [
        lambda n: (
            "def f():\n x0 = A()\n" + "".join(f" x{i + 1} = x{i}.a\n" for i in range(n)) + " x9.u\n"
        ),
        lambda n: "def f():\n" + " x = x.a\n" * n + " x.u\n" * n,
        lambda n: "def f():\n x = y\n y = x\n x.u\n",
        lambda n: "x = " + "lambda y: " * n + "y.u\n",
        lambda n: "x = a" + ".b(1)" * n + "\n",
        lambda n: "x = a" + ".b" * n + "\n",
        lambda n: "class A(A):\n def f(self):\n" + "  self.a = self.a.b\n" * n,
        lambda n: "".join(f"class A{i}(A{i + 1}): x = A{i}.x\n" for i in range(n)),
        lambda n: "def f(x: " + "list[" * n + "]" * n + "): x.u\n",
        lambda n: "def f(x: '" + "a." * n + "'): x.u\n",
        lambda n: "def f():\n x = " + "y = " * n + "A()\n x.u\n",
        # The cursor of a grammar's queries grows with the square of the depth: only so deep.
        lambda n: "def f():\n a" + "[0" * (n // 8) + "]" * (n // 8) + ", b = 1\n b.u\n",
        lambda n: "def f():\n" + " x = g(\n" * n,
        lambda n: "def f():\n global " + ", ".join(f"a{i}" for i in range(n)) + "\n",
        lambda n: "def f(self): super(" * n,
        lambda n: "with as x, : x.u\nfor in x: x.u\ndef f(: pass\nclass (: pass\n",
    ],
)
def test_nothing_grows_beyond_its_file(text_of: Callable[[int], str]) -> None:
    assert_linear(lambda text: parse("Python", text.encode()), text_of, _MANY)
    facts = parse("Python", text_of(_MANY).encode())
    assert all(len(r.receiver) < 400 for r in facts.references)
    assert all(len(d.value) < 400 for d in facts.definitions)
