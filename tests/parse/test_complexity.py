"""Ways through a function and the depth of its decisions: a snippet and its two figures."""

import pytest

from repobook.languages import parse

SNIPPETS = [
    ("Python", "def f():\n    pass\n", [("f", 1, 0)]),
    ("Python", "def f(a):\n    if a:\n        pass\n    elif b:\n        pass\n", [("f", 3, 1)]),
    ("Python", "def f(a):\n    for x in a:\n        while x and y or z: x\n", [("f", 5, 2)]),
    ("Python", "def f(a):\n    try: a\n    except E: b\n    except F: c\n", [("f", 3, 0)]),
    ("Python", "def f(a):\n    return [x for x in a if x] if a else b\n", [("f", 4, 0)]),
    (
        "Python",
        "def f(a):\n    match a:\n        case 1: x\n        case 2:\n            if b: y\n"
        "        case _: z\n",
        [("f", 4, 2)],
    ),
    (
        "Python",
        "def f(a):\n    if a:\n        def g():\n            if b: x\n    return lambda: a or b\n",
        [("f", 3, 1), ("f.g", 2, 1)],
    ),
    ("Python", "if a:\n    def f(): pass\n", [("f", 1, 0)]),
    (
        "C",
        "int f(int a) {\n if (a) {} else if (b && c) {} else { if (d) {} }\n}\nint g(int);\n",
        [("f", 5, 2), ("g", 0, 0)],
    ),
    (
        "C",
        "int f(int a) {\n switch (a) { case 1: case 2: if (a) b(); break; default: c(); }\n}\n",
        [("f", 4, 2)],
    ),
    ("C", "int f(int a) {\n#if A && B\n return a ? 1 : 2;\n#endif\n}\n", [("f", 2, 0)]),
    (
        "C++",
        "void f(T&& a) {\n for (auto&& x : a) { do { g(); } while (x || y); }\n"
        " try { g(); } catch (...) { h(); }\n}\n",
        [("f", 5, 2)],
    ),
    ("C++", "struct S { S() = default; virtual void g() = 0; };\n", [("S.S", 0, 0), ("S.g", 0, 0)]),
    ("CUDA", "__global__ void k(int n) { if (n) {} }\n", [("k", 2, 1)]),
    ("Objective-C", "@implementation A\n- (void)m { if (a) {} }\n@end\n", [("A.m", 2, 1)]),
    (
        "JavaScript",
        "function f(a) {\n for (const x of a) { if (x && y || z ?? w) {} }\n"
        " try { a() } catch (e) { return e ? 1 : 2 }\n}\nconst g = a => a || b\n",
        [("f", 8, 2), ("g", 2, 0)],
    ),
    (
        "TypeScript",
        "abstract class A { abstract m(): void; n() { switch (a) { case 1: b() } } }\n",
        [("A.m", 0, 0), ("A.n", 2, 1)],
    ),
    (
        "Go",
        "package p\nfunc f(a int) {\n if a > 0 && b {} else if c {}\n"
        " for { select { case <-ch: x() } }\n}\n",
        [("f", 6, 2)],
    ),
    (
        "Java",
        "abstract class A {\n abstract void m();\n"
        " void n() { for (int x : y) { if (x || z) {} } switch (a) { case 1: b(); } }\n}\n",
        [("A.m", 0, 0), ("A.n", 5, 2)],
    ),
    (
        "Kotlin",
        "fun f(a: Int) { if (a > 0) {} else if (b) {} ; when (a) { 1 -> x(); else -> y() } }\n"
        "interface I { fun g() }\n",
        [("f", 4, 1), ("I.g", 0, 0)],
    ),
    (
        "Rust",
        "fn f(a: i32) { if a && b {} else if c {} ; match a { 1 => x(), _ => loop {} } }\n",
        [("f", 6, 2)],
    ),
    (
        "Shell",
        "f() {\n if a && b; then c; elif d; then e; fi\n case $x in 1) y;; 2) z;; esac\n}\n",
        [("f", 6, 1)],
    ),
    ("Starlark", "def f(a):\n    for x in a:\n        if x or y: z\n", [("f", 4, 2)]),
]


@pytest.mark.parametrize(("language", "code", "expected"), SNIPPETS)
def test_decisions_and_nesting(
    language: str, code: str, expected: list[tuple[str, int, int]]
) -> None:
    found = [
        (d.qualname, d.complexity, d.nesting)
        for d in parse(language, code.encode()).definitions
        if d.kind in ("function", "method", "constructor", "kernel")
    ]
    assert found == expected


def test_what_is_no_function_has_no_figures() -> None:
    code = b"class A:\n    x = 1 if y else 2\n    if x:\n        z = 3\n"
    assert {(d.complexity, d.nesting) for d in parse("Python", code).definitions} == {(0, 0)}


def test_ten_thousand_branches_in_a_row_and_in_each_other() -> None:
    flat = b"void f() {\n" + b"if (a) {} else " * 10_000 + b"{}\n}\n"
    assert max(d.complexity for d in parse("C", flat).definitions) == 10_001
    deep = (
        b"def f():\n" + b"".join(b" " * n + b"if a:\n" for n in range(1, 90)) + b" " * 90 + b"b\n"
    )
    assert parse("Python", deep).definitions[0].nesting == 89
