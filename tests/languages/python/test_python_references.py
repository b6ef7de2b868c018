"""Python references, settled: a snippet and what its last lines refer to."""

from textwrap import dedent

import pytest

from repobook.languages import parse
from repobook.model.facts import FileFacts, unpack_position


def _facts(text: str) -> FileFacts:
    return parse("Python", dedent(text).lstrip("\n").encode())


def _receivers(text: str, name: str) -> list[str]:
    """What each use of a name is a use of, in the order of the text."""
    found = [
        (p, r.receiver) for r in _facts(text).references if r.name == name for p in r.positions
    ]
    return [receiver for _, receiver in sorted(found)]


def _places(text: str, role: str) -> list[tuple[str, int, int]]:
    """Names in a role with line and column, in the order of the text."""
    found = [
        (*unpack_position(p), r.name)
        for r in _facts(text).references
        if r.role == role
        for p in r.positions
    ]
    return [(name, line, column) for line, column, name in sorted(found)]


@pytest.mark.parametrize(
    ("bound", "receiver"),
    [
        ("x = Foo(1)", "Foo()"),
        ("x = m.n.Foo(1)", "m.n.Foo()"),
        ("x = Foo", "Foo"),
        ("x = make(a)[0].y", "make()[].y"),
        ("x = await make(a)", "make()"),
        ("x = y = Foo()", "Foo()"),
        ("x: Foo = make()", "Foo()"),
        ("x: 'Foo'", "Foo()"),
        ("x = None\n    x = Foo()", "Foo()"),
        ("x = Foo()\n    x += 1", "Foo()"),
        ("y = Foo()\n    x = y.z", "Foo().z"),
        ("if (x := Foo()): pass", "Foo()"),
        ("for x in make(): pass", "make()[]"),
        ("for x in y, z: pass", "?"),
        ("with Foo() as x: pass", "Foo().__enter__()"),
        ("with a, Foo(1) as x: pass", "Foo().__enter__()"),
        ("async with Foo() as x: pass", "Foo().__aenter__()"),
        ("try: pass\n    except Foo as x: pass", "Foo()"),
        ("try: pass\n    except (Foo, Bar) as x: pass", "?"),
        ("x = Foo()\n    x = Bar()", "?"),
        ("x = Foo() if a else Bar()", "?"),
        ("x = Foo() + 1", "?"),
        ("x = 'text'", "?"),
        ("x: None = None", "?"),
        ("x: Foo = a\n    x: Bar = b", "Foo()"),
        ("x = lambda: x.y", "?"),
        ("x = [x for x in y]", "?"),
        ("x, y = Foo()", "?"),
        ("x = x.next", "?"),
        ("from m import x", "@0"),
        ("import x.y", "@0"),
        ("def x(): pass", "f.x"),
        ("class x: pass", "f.x"),
        ("match y:\n        case Foo(z=x): pass", "?"),
        ("match y:\n        case [x, *z]: pass", "?"),
        ("global x", "x"),
        ("pass", "x"),
    ],
)
def test_a_local_stands_for_what_its_bindings_agree_on(bound: str, receiver: str) -> None:
    assert _receivers(f"def f():\n    {bound}\n    x.used\n", "used") == [receiver]


@pytest.mark.parametrize(
    ("annotation", "receiver"),
    [
        ("Foo", "Foo()"),
        ("'Foo'", "Foo()"),
        ("m.Foo", "m.Foo()"),
        ("Foo | None", "Foo()"),
        ("'Foo | None'", "Foo()"),
        ("Optional[Foo]", "Foo()"),
        ("t.Optional['m.Foo']", "m.Foo()"),
        ("Union[Foo, None]", "Foo()"),
        ("Annotated[Foo, 'why', f(1)]", "Foo()"),
        ("Foo[int, str]", "Foo()"),
        ("type[Foo]", "Foo"),
        ("list[Foo]", "[Foo()]"),
        ("t.Iterator[Optional[Foo]]", "[Foo()]"),
        ("tuple[Foo, ...]", "[Foo()]"),
        ("Foo | Bar", "?"),
        ("Callable[[Foo], Bar]", "?"),
        ("Literal['Foo']", "?"),
        ("Any", "?"),
        ("'", "?"),
        ("[Foo", "?"),
    ],
)
def test_an_annotation_tells_what_a_parameter_is(annotation: str, receiver: str) -> None:
    assert _receivers(f"def f(x: {annotation} = 1):\n    x.used\n", "used")[:1] == [receiver]


def test_parameters_hide_names_of_the_module() -> None:
    text = """
        def a(): ...
        def f(a, b=1, *c, d: int = 2, **e): return a.u, b.u, c.u, d.u, e.u
        g = lambda a, *b: (a.u, b.u)
        def h(): a.u
        """
    assert _receivers(text, "u") == ["?", "?", "?", "int()", "?", "?", "?", "a"]


def test_types_within_a_type_bind_nothing() -> None:
    text = """
        class A:
            by_name: dict[str, Foo]
            def f(self, x: Foo):
                y: list[Foo] = []
                x.go()
        """
    assert _receivers(text, "go") == ["Foo()"]
    assert set(_receivers(text, "Foo")) == {""}


def test_many_arguments_have_their_type_each() -> None:
    assert _receivers("def f(*x: Foo): x.used\n", "used") == ["[Foo()]"]
    assert _receivers("def f(**x: Foo): x.used\n", "used") == ["?"]
    assert _receivers("def f(*x: None): x.used\n", "used") == ["?"]


def test_uses_of_plain_locals_are_no_references() -> None:
    text = """
        from m import x
        def f(a, x):
            y = a(x)
            return y(x)
        """
    assert not _facts(text).references


def test_methods_know_their_class() -> None:
    text = """
        class A:
            def f(self):
                def g(): return self.u
                return [self.u for _ in map(lambda: self.u, b)]
            @classmethod
            def make(cls): cls.u
            def __new__(cls): cls.u
            @staticmethod
            def s(x): x.u
            class B:
                def f(this): this.u
        """
    assert _receivers(text, "u") == ["A()", "A()", "A()", "A", "A", "?", "A.B()"]


def test_super_and_type_are_followed_to_the_class() -> None:
    text = """
        class A(B):
            def f(self):
                super().u
                super(A, self).u
                super(Other, self).u
                type(self).u
                self.__class__.u
        super().u
        """
    assert _receivers(text, "u") == ["super(A)", "super(A)", "?", "A", "A", "?"]


def test_names_of_a_class_are_seen_in_its_body_but_not_in_its_methods() -> None:
    text = """
        class A:
            def h(): ...
            x = h()
            def f(self): return h()
        """
    assert _receivers(text, "h") == ["A", ""]


def test_headers_belong_to_the_scope_around() -> None:
    text = """
        def f(a, x: x.u = x.u) -> x.u:
            def y(): ...
            @y.u
            def z(y=y.u): y.u
        class x(x.u): ...
        """
    assert _receivers(text, "u") == ["x", "x", "x", "f.y", "f.y", "?", "x"]


def test_comprehensions_and_lambdas_have_names_of_their_own() -> None:
    text = """
        [x.u for x in xs]
        {k.u: v.u for k, v in xs}
        (x.u for y in ys for x in y.u)
        x.u
        """
    assert _receivers(text, "u") == ["xs[]", "?", "?", "ys[].u[]", "ys[]", "x"]


def test_nonlocal_and_global_names_belong_to_where_they_are_bound() -> None:
    text = """
        def f():
            x = Foo()
            def g():
                nonlocal x
                x = None
                x.u
            def h():
                global x
                x = Bar()
                x.u
        """
    assert _receivers(text, "u") == ["Foo()", "x"]


def test_imports_inside_functions_are_named_by_number() -> None:
    text = """
        import os
        def f():
            from m import a, b as c
            a(); c.u; os.path.u
            return c
        def g():
            import p.q as r
            r.u
        """
    facts = _facts(text)
    assert _receivers(text, "a") == ["@1="]
    assert _receivers(text, "u") == ["@2", "os.path", "@3"]
    assert [(r.name, r.receiver) for r in facts.references if r.role == "mention"] == [
        ("c", "@2="),
        ("os", ""),
        ("r", "@3="),
    ]


def test_nested_functions_are_named_by_their_place() -> None:
    text = """
        def f():
            def g(): return g()
            class C:
                def m(self): return g(C)
            return g
        """
    assert _receivers(text, "g") == ["f", "f", "f"]
    assert _receivers(text, "C") == ["f"]


def test_names_read_by_themselves_are_mentions() -> None:
    text = """
        from m import Foo, helper
        LIMIT = 3
        def f(x, y=LIMIT):
            isinstance(x, Foo)
            z = [helper, {x: Foo}, x if LIMIT else y]
            g(key=helper, Foo=x)
            return f"{LIMIT}", x
        """
    assert _places(text, "mention") == [
        ("LIMIT", 3, 11),
        ("Foo", 4, 18),
        ("helper", 5, 9),
        ("Foo", 5, 21),
        ("LIMIT", 5, 32),
        ("helper", 6, 10),
        ("LIMIT", 7, 14),
    ]


def test_after_a_star_import_any_name_but_a_local_may_be_mentioned() -> None:
    text = "from m import *\ndef f(x):\n    g(x, Foo)\n"
    assert _places(text, "mention") == [("Foo", 3, 9)]
    assert not _places(text.replace("*", "y"), "mention")


def test_types_in_quotes_are_types_where_they_stand() -> None:
    text = "def f(x: 'm.Foo | None', y: Literal['Foo'], z: list['Bar']) -> \"Baz\": ...\n"
    assert _places(text, "type") == [
        ("Foo", 1, 12),
        ("Literal", 1, 28),
        ("list", 1, 47),
        ("Bar", 1, 53),
        ("Baz", 1, 64),
    ]


def test_columns_are_bytes_also_after_other_scripts() -> None:
    text = "def f(π: Foo): return 'é', π.u, ñ.é\n"
    assert _places(text, "attribute") == [("u", 1, 32), ("é", 1, 38)]
    assert _receivers(text, "é") == ["ñ"]
