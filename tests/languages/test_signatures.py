"""Signatures are shown as they are written, on one line and without the comments in them."""

import pytest

from repobook.languages import parse


@pytest.mark.parametrize(
    ("language", "code", "expected"),
    [
        ("C", "int f(int a, /* how many */ int b) { return a; }", "int f(int a, int b)"),
        ("C", "#define N 4  // rows\n", "#define N 4"),
        ("C", '#define URL "http://a"  /* home */\n', '#define URL "http://a"'),
        ("C++", 'const char* url = "http://a";', 'const char* url = "http://a"'),
        ("C++", "enum E {\n  A /* one */ = 1\n};", "A = 1"),
        ("CMake", "set(A\n  b # first\n  c)\n", "set(A b c)"),
        ("CMake", 'set(A "#1")\n', 'set(A "#1")'),
        ("Go", "package p\nfunc f(\n\ta int, // one\n\tb int,\n) {}", "func f( a int, b int, )"),
        (
            "Java",
            "class A { void f(String a, /* old */ Object b) {} }",
            "void f(String a, Object b)",
        ),
        ("JavaScript", "function f(a /* first */, b) {}", "function f(a, b)"),
        ("JavaScript", "const a = { // all\n  b: 1 }", "const a"),
        ("Kotlin", "fun f(\n  a: Int, // one\n  b: Int\n) = a", "fun f( a: Int, b: Int )"),
        ("Python", "def f(a,  # one\n      b): pass", "def f(a, b)"),
        ("Rust", "fn f(\n    // one\n    a: u8,\n) {}", "fn f( a: u8, )"),
        ("Starlark", "def f():  # why\n    pass\n", "def f()"),
        ("TypeScript", "function f(a: 'x//y' /* s */) {}", "function f(a: 'x//y')"),
    ],
)
def test_a_signature_holds_no_comment(language: str, code: str, expected: str) -> None:
    shown = [found.signature for found in parse(language, code.encode()).definitions]
    assert expected in shown


def test_a_comment_that_nobody_ends_is_none_of_the_signature() -> None:
    (found,) = parse("C", b"#define N 4 /* and so on").definitions
    assert found.signature == "#define N 4"
