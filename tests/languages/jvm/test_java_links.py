"""Java: packages, imports, members without a word before them, overloads."""

from repobook.model.graph import BUILTIN, EXTERNAL, UNKNOWN, Link
from tests.fakes.units import links_by_name


def _exact(*targets: str) -> Link:
    return Link(targets, "exact")


def _java(package: str, body: str, imports: str = "") -> str:
    return f"package {package};\n{imports}\n{body}\n"


def test_types_of_the_package_and_of_imports() -> None:
    files = {
        "src/p/A.java": _java(
            "p",
            "class A { B b; C c; D.In d; String s; Gone g; List l; Map.Entry e; }",
            "import q.C; import q.star.*; import java.util.List; import java.util.Map;",
        ),
        "src/p/B.java": _java("p", "class B {}"),
        "src/q/C.java": _java("q", "public class C {}"),
        "src/q/star/D.java": _java("q.star", "public class D { public static class In {} }"),
        "src/r/B.java": _java("r", "class B {}"),
    }
    found = links_by_name(files, "src/p/A.java")
    assert found["B"] == _exact("src/p/B.java::B")
    assert found["C"] == found["q:C"] == _exact("src/q/C.java::C")
    assert found["D.In"] == _exact("src/q/star/D.java::D.In")
    assert found["String"] == BUILTIN
    assert found["Gone"] == UNKNOWN
    assert found["List"] == found["java.util:List"] == found["Map.Entry"] == EXTERNAL


def test_members_of_the_class_around_and_of_what_it_inherits() -> None:
    files = {
        "p/A.java": _java(
            "p",
            "class A extends Base { void own() {}"
            " void m() { own(); inherited(); base.go(); gone(); }"
            " class In { void n() { own(); inherited(); } } }",
        ),
        "p/Base.java": _java("p", "class Base { Other base; void inherited() {} }"),
        "p/Other.java": _java("p", "class Other { void go() {} }"),
    }
    found = links_by_name(files, "p/A.java")
    assert found["A().own"] == _exact("p/A.java::A.own")
    assert found["this$A.inherited"] == _exact("p/Base.java::Base.inherited")
    assert found["this$A.base.go"] == _exact("p/Other.java::Other.go")
    assert found["this$A.gone"] == UNKNOWN


def test_anonymous_class_sees_its_type_first_and_then_what_is_around() -> None:
    files = {
        "p/A.java": _java(
            "p",
            "class A { void outer() {} void size() {}"
            " Object m() { return new Base() { void n() { size(); outer(); } }; } }",
        ),
        "p/Base.java": _java("p", "class Base { void size() {} }"),
    }
    found = links_by_name(files, "p/A.java")
    assert found["this$Base.size"] == _exact("p/Base.java::Base.size")
    assert found["this$Base.outer"] == _exact("p/A.java::A.outer")


def test_static_imports() -> None:
    imports = "import static q.U.help; import static q.V.*; import static x.Y.far;"
    files = {
        "p/A.java": _java("p", "class A { void m() { help(); other(); far(); } }", imports),
        "q/U.java": _java("q", "public class U { public static void help() {} }"),
        "q/V.java": _java("q", "public class V { public static void other() {} }"),
    }
    found = links_by_name(files, "p/A.java")
    assert found["help"] == found["q.U:help"] == _exact("q/U.java::U.help")
    assert found["other"] == _exact("q/V.java::V.other")
    assert found["far"] == EXTERNAL


def test_overloads_are_candidates_and_a_field_is_no_call() -> None:
    files = {
        "p/A.java": _java(
            "p",
            "class A { int n; int n() { return n; } void f() {} void f(int x) {}"
            " void m() { f(); this.n(); int y = this.n; } }",
        )
    }
    found = links_by_name(files, "p/A.java")
    assert found["A().f"] == Link(("p/A.java::A.f", "p/A.java::A.f~2"), "ambiguous")


def test_copies_of_a_class_are_told_apart_by_their_folders() -> None:
    class_b = _java("p", "class B {}")
    files = {
        "one/src/p/A.java": _java("p", "class A { B b; }"),
        "one/src/p/B.java": class_b,
        "two/src/p/B.java": class_b,
        "three/src/p/A.java": _java("p", "class A { B b; }"),
    }
    assert links_by_name(files, "one/src/p/A.java")["B"] == _exact("one/src/p/B.java::B")
    both = Link(("one/src/p/B.java::B", "two/src/p/B.java::B"), "ambiguous")
    assert links_by_name(files, "three/src/p/A.java")["B"] == both


def test_classes_that_inherit_each_other_end() -> None:
    files = {
        "p/A.java": _java("p", "class A extends B { void m() { gone(); } }"),
        "p/B.java": _java("p", "class B extends A {}"),
        "p/C.java": _java("p", "class C extends C { C c; void m() { c.gone(); } }"),
    }
    assert links_by_name(files, "p/A.java")["this$A.gone"] == UNKNOWN
    assert links_by_name(files, "p/C.java")["C().c.gone"] == UNKNOWN


def test_what_is_compared_passed_or_asked_by_its_bare_name_is_used() -> None:
    files = {
        "p/A.java": _java(
            "p",
            "class A extends Base {\n  static final int MAX = 3;\n  int size;\n"
            "  int f(int n, int[] xs) {\n    for (int i = 0; i < MAX; i++) use(xs[i]);\n"
            "    run(x -> x + size); Tools.LOG.info(shared); B.go();\n"
            "    try { n = MAX; } catch (Exception error) { throw error; }\n    return n;\n  }\n}",
        ),
        "p/Base.java": _java("p", "class Base { int shared; }"),
        "p/B.java": _java("p", "class B { static void go() {} }"),
        "p/Tools.java": _java("p", "class Tools { static Log LOG; int n, i, x, error; }"),
    }
    found = links_by_name(files, "p/A.java")
    assert found["A().MAX"] == _exact("p/A.java::A.MAX")
    assert found["A().size"] == _exact("p/A.java::A.size")
    assert found["this$A.shared"] == _exact("p/Base.java::Base.shared")
    assert found["B"] == _exact("p/B.java::B")
    assert found["Tools"] == _exact("p/Tools.java::Tools")
    assert found["Tools.LOG"] == _exact("p/Tools.java::Tools.LOG")
    assert found.keys().isdisjoint(["n", "i", "x", "xs", "error"])
