"""Java: types with their members, annotations, receivers of calls."""

from repobook.languages import parse
from repobook.model.facts import FileFacts, Import


def _outline(facts: FileFacts) -> list[tuple[str, str, int, int]]:
    return [(d.kind, d.qualname, d.line, d.end_line) for d in facts.definitions]


def _uses(facts: FileFacts, role: str) -> set[tuple[str, str]]:
    return {(r.receiver, r.name) for r in facts.references if r.role == role}


def test_definitions_with_their_lines() -> None:
    code = b"""package com.x;
class A {
  private static final int ONE = 1, TWO = 2;
  Foo foo;
  A(String s) {
  }
  <R> List<R> m(final int x) {
    return null;
  }
  enum E {
    X,
    Y(1) { void z() {} };
  }
}
record R(int a) {}
@interface Ann { String value() default "x"; }
interface I extends K { int C = 1; void im(); }
"""
    assert _outline(parse("Java", code)) == [
        ("package", "com.x", 1, 1),
        ("class", "A", 2, 14),
        ("constant", "A.ONE", 3, 3),
        ("constant", "A.TWO", 3, 3),
        ("field", "A.foo", 4, 4),
        ("constructor", "A.A", 5, 6),
        ("method", "A.m", 7, 9),
        ("enum", "A.E", 10, 13),
        ("enum_member", "A.E.X", 11, 11),
        ("enum_member", "A.E.Y", 12, 12),
        ("method", "A.E.Y.z", 12, 12),
        ("class", "R", 15, 15),
        ("field", "R.a", 15, 15),
        ("interface", "Ann", 16, 16),
        ("method", "Ann.value", 16, 16),
        ("interface", "I", 17, 17),
        ("constant", "I.C", 17, 17),
        ("method", "I.im", 17, 17),
    ]


def test_annotations_stand_before_the_line_of_the_definition() -> None:
    code = b"""/** Doc of A. */
@Deprecated
@SuppressWarnings("x")
public class A extends Base {
  /** Doc of m. */
  @Override public void m() {}
  @Test // said of t
  void t() {}
}
"""
    assert [
        (d.line, d.decorators, d.doc, d.signature) for d in parse("Java", code).definitions
    ] == [
        (
            4,
            ("Deprecated", 'SuppressWarnings("x")'),
            "Doc of A.",
            "public class A extends Base",
        ),
        (6, ("Override",), "Doc of m.", "public void m()"),
        (8, ("Test",), "said of t", "void t()"),
    ]


def test_private_members_and_what_they_hold_are_hidden() -> None:
    code = b"class A { private class B { void m() {} } public int x; private int y; }"
    facts = parse("Java", code)
    assert {d.name for d in facts.definitions if d.exported} == {"A", "x"}


def test_import_forms() -> None:
    code = b"""import java.util.List;
import java.util.*;
import static org.junit.Assert.assertEquals;
import static a.B.*;
"""
    assert parse("Java", code).imports == (
        Import("java.util", "List", "", "import", 1),
        Import("java.util", "*", "", "import", 2),
        Import("org.junit.Assert", "assertEquals", "", "static", 3),
        Import("a.B", "*", "", "static", 4),
    )


def test_references_by_role() -> None:
    code = b"""@p.Ann class A<T> extends Base<T> implements I, p.J<T> {
  Map.Entry<K, V> f() {
    helper();
    this.x.run(y.z);
    Foo.bar()
        .baz();
    items
        .stream();
    return new Thing(A::m);
  }
}
"""
    facts = parse("Java", code)
    assert _uses(facts, "inherit") == {("", "Base"), ("", "I"), ("p", "J")}
    assert _uses(facts, "decorator") == {("p", "Ann")}
    assert _uses(facts, "call") == {
        ("this$A", "helper"),
        ("A().x", "run"),
        ("Foo", "bar"),
        ("Foo.bar()", "baz"),
        ("this$A.items", "stream"),
        ("", "Thing"),
    }
    assert {("Map", "Entry"), ("", "K")} <= _uses(facts, "type")
    assert _uses(facts, "attribute") == {("this$A.y", "z"), ("A", "m")}


def test_members_locals_and_anonymous_classes() -> None:
    code = b"""class A {
  Foo f; static Bar make() { return null; }
  <T extends Foo> void m(Foo p, T t, int size) {
    p.a(); t.b(); f.c(); make(); size(); var v = new Foo.B().x(1); v.d();
    for (Bar b : bars) b.e();
    try (Res r = open()) { r.g(); } catch (E | X e) { e.h(); }
    run(x -> x.i()); if (o instanceof Foo q) q.j();
    new Base() { void n() { inherited(); this.k(); } };
  }
}
"""
    assert _uses(parse("Java", code), "call") >= {
        ("Foo()", "a"),
        ("Foo()", "b"),
        ("A().f", "c"),
        ("A()", "make"),
        ("", "size"),
        ("Foo.B().x()", "d"),
        ("Bar()", "e"),
        ("Res()", "g"),
        ("?", "h"),
        ("?", "i"),
        ("Foo()", "j"),
        ("this$Base", "inherited"),
        ("Base()", "k"),
    }


def test_bases_and_types() -> None:
    code = b"""class A<T> extends p.B<T> implements I, J<K> { List<Foo> f; Foo[] g; Foo.Bar h() {} }
interface K extends L, M {}
"""
    found = {d.qualname: (d.bases, d.value) for d in parse("Java", code).definitions}
    assert found == {
        "A": (("p.B", "I", "J"), ""),
        "A.f": ((), "List()"),
        "A.g": ((), ""),
        "A.h": ((), "Foo.Bar()"),
        "K": (("L", "M"), ""),
    }


def test_a_field_does_not_hide_the_type_of_its_name() -> None:
    code = b"class A { static Foo URL; void m(URL u) { new URL(); URL.go(); A.this.m(u); } }"
    facts = parse("Java", code)
    assert ("", "URL") in _uses(facts, "type")
    assert _uses(facts, "call") == {("", "URL"), ("A().URL", "go"), ("A.this", "m")}
    assert "this" not in {r.name for r in facts.references}
