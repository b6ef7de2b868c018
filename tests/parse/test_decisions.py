"""What functions decide: a snippet, and each decision with its owner, kind, line and reason."""

import pytest

from repobook.languages import parse
from repobook.model.facts import Decision

Row = tuple[str, str, int, str, str]


def decisions(language: str, code: str) -> list[Decision]:
    return list(parse(language, code.encode()).decisions)


def rows(language: str, code: str) -> list[Row]:
    facts = parse(language, code.encode())
    names = [*[definition.qualname for definition in facts.definitions], "-"]
    return [(names[d.definition], d.kind, d.line, d.condition, d.outcome) for d in facts.decisions]


def test_python_raises_and_returns_with_what_leads_there() -> None:
    code = (
        "def f(a):\n"
        "    if a is None:\n"
        "        return\n"
        "    elif b or c:\n"
        "        raise ValueError('x') from e\n"
        "    else:\n"
        "        assert d, 'why'\n"
        "    return a\n"
    )
    assert rows("Python", code) == [
        ("f", "return", 3, "a is None", "return"),
        ("f", "raise", 5, "not (a is None) and (b or c)", "raise ValueError('x') from e"),
        ("f", "assert", 7, "not (a is None) and not (b or c)", "assert d, 'why'"),
        ("f", "return", 8, "", "return a"),
    ]


def test_python_loops_cases_and_handlers_lead_somewhere_too() -> None:
    code = (
        "def f(xs):\n"
        "    for x in xs:\n"
        "        if not x: continue\n"
        "        try: x()\n"
        "        except (E, F) as e:\n"
        "            if strict: raise\n"
        "    else:\n"
        "        raise Empty\n"
        "    while True:\n"
        "        match y:\n"
        "            case A(z) if z: return z\n"
        "            case _: pass\n"
    )
    assert rows("Python", code) == [
        ("f", "continue", 3, "for x in xs: not x", "continue"),
        ("f", "raise", 6, "for x in xs: except (E, F) as e: strict", "raise"),
        ("f", "raise", 8, "for x in xs: else", "raise Empty"),
        ("f", "return", 11, "while True: match y: case A(z) if z", "return z"),
    ]


def test_a_function_inside_another_decides_for_itself() -> None:
    code = "def f():\n    if a:\n        def g():\n            if b: return 1\n        return g\n"
    assert rows("Python", code) == [
        ("f.g", "return", 4, "b", "return 1"),
        ("f", "return", 5, "a", "return g"),
    ]


def test_skips_by_decorator_call_and_exception() -> None:
    code = (
        "import unittest, pytest\n"
        "pytestmark = pytest.mark.skipif(not HAS, reason='none')\n"
        "@unittest.skipUnless(TEST_CUDA, 'no GPU')\n"
        "class T(unittest.TestCase):\n"
        "    @skipIfRocm\n"
        "    @skipCUDAIf(V < 9, 'old')\n"
        "    @unittest.expectedFailure\n"
        "    @onlyCUDA\n"
        "    def test_a(self):\n"
        "        if quick: self.skipTest('slow')\n"
        "        if other: raise unittest.SkipTest('x')\n"
        "        if third: pytest.skip('y')\n"
        "        if fourth: return\n"
    )
    assert rows("Python", code) == [
        ("-", "skip", 2, "not HAS", "pytest.mark.skipif(not HAS, reason='none')"),
        ("T", "skip", 3, "not TEST_CUDA", "@unittest.skipUnless(TEST_CUDA, 'no GPU')"),
        ("T.test_a", "skip", 5, "", "@skipIfRocm"),
        ("T.test_a", "skip", 6, "V < 9", "@skipCUDAIf(V < 9, 'old')"),
        ("T.test_a", "expect_failure", 7, "", "@unittest.expectedFailure"),
        ("T.test_a", "restrict", 8, "", "@onlyCUDA"),
        ("T.test_a", "skip", 10, "quick", "self.skipTest('slow')"),
        ("T.test_a", "skip", 11, "other", "raise unittest.SkipTest('x')"),
        ("T.test_a", "skip", 12, "third", "pytest.skip('y')"),
        ("T.test_a", "return", 13, "fourth", "return"),
    ]


def test_what_only_looks_like_a_skip_is_none() -> None:
    code = "def f(lexer):\n    skip_blanks(lexer)\n    lexer.skip(2)\n    skipping = skip(1)\n"
    assert rows("Python", code) == []


def test_parametrisation_as_written() -> None:
    code = (
        "@pytest.mark.parametrize('a, b', [(1, 2)])\n"
        "@parametrize(\n"
        "    'size',  # of the batch\n"
        "    [\n"
        "        8,\n"
        "        16,\n"
        "    ],\n"
        ")\n"
        "@dtypes(torch.half)\n"
        "def test_a(a, b):\n"
        "    for mode in MODES:\n"
        "        with self.subTest(mode=mode): pass\n"
        "instantiate_parametrized_tests(TestA)\n"
    )
    assert rows("Python", code) == [
        ("test_a", "parametrize", 1, "", "@pytest.mark.parametrize('a, b', [(1, 2)])"),
        ("test_a", "parametrize", 2, "", "@parametrize('size', [8, 16])"),
        ("test_a", "parametrize", 9, "", "@dtypes(torch.half)"),
        ("test_a", "parametrize", 12, "for mode in MODES", "self.subTest(mode=mode)"),
        ("-", "parametrize", 13, "", "instantiate_parametrized_tests(TestA)"),
    ]
    assert decisions("Python", code)[1].end_line == 8


def test_what_a_file_does_when_run_by_itself() -> None:
    guard = '__name__ == "__main__"'
    assert rows("Python", f"if {guard}:\n    import sys\n    run_tests()\n") == [
        ("-", "run", 3, guard, "run_tests()")
    ]
    code = f"if {guard}:\n    raise RuntimeError('not meant to be run directly')\n"
    assert rows("Python", code) == [
        ("-", "raise", 2, guard, "raise RuntimeError('not meant to be run directly')")
    ]


def test_warnings_and_ends_of_the_program() -> None:
    code = "def f():\n    if a: warnings.warn('b')\n    it.warn('c')\n    sys.exit(1)\n"
    assert rows("Python", code) == [
        ("f", "warn", 2, "a", "warnings.warn('b')"),
        ("f", "exit", 4, "", "sys.exit(1)"),
    ]


def test_c_checks_returns_and_ways_out() -> None:
    code = (
        "int f(struct s *p) {\n"
        "  if (!p || p->n < 0) return -1;\n"
        "  assert(p->n);\n"
        "  switch (p->kind) { case A: goto fail; default: break; }\n"
        "  for (int i = 0; i < n; i++) { if (a[i]) continue; else return i; }\n"
        "fail:\n"
        "  return 0;\n"
        "}\n"
    )
    assert rows("C", code) == [
        ("f", "return", 2, "!p || p->n < 0", "return -1"),
        ("f", "assert", 3, "", "assert(p->n)"),
        ("f", "goto", 4, "switch (p->kind): case A", "goto fail"),
        ("f", "continue", 5, "for (int i = 0; i < n; i++): a[i]", "continue"),
        ("f", "return", 5, "for (int i = 0; i < n; i++): !(a[i])", "return i"),
        ("f", "return", 7, "", "return 0"),
    ]


def test_cpp_checks_throws_and_lambdas() -> None:
    code = (
        "template <class T>\n"
        "static Tensor\n"
        "Foo<T>::bar(const T& x) {\n"
        "  TORCH_CHECK(x.dim() == 2, // as the kernel wants it\n"
        '              "must be 2-D");\n'
        "  if constexpr (kFast) throw E(1);\n"
        "  else if (a && b) { CHECK(x) << why; }\n"
        "  try { g(); } catch (const E& e) { return h([&] { return 1; }); }\n"
        "  AT_DISPATCH(x, [&] { TORCH_CHECK(q); return 2; });\n"
        "}\n"
        "static_assert(sizeof(int) == 4);\n"
        "TEST(A, B) { if (slow) GTEST_SKIP() << 1; EXPECT_EQ(1, 1); }\n"
    )
    assert rows("C++", code) == [
        ("Foo.bar", "assert", 4, "", 'TORCH_CHECK(x.dim() == 2, "must be 2-D")'),
        ("Foo.bar", "raise", 6, "kFast", "throw E(1)"),
        ("Foo.bar", "assert", 7, "!kFast && a && b", "CHECK(x) << why"),
        ("Foo.bar", "return", 8, "catch (const E& e)", "return h([&] { return 1; })"),
        ("Foo.bar", "assert", 9, "", "TORCH_CHECK(q)"),
        ("-", "assert", 11, "", "static_assert(sizeof(int) == 4)"),
        ("A.B", "skip", 12, "slow", "GTEST_SKIP() << 1"),
    ]


def test_branches_of_the_preprocessor_lead_somewhere_too() -> None:
    code = (
        "#ifndef GUARD_H\n#define GUARD_H\n"
        "int f(int a) {\n"
        "#ifdef USE_CUDA // fast\n"
        "  if (a) return 1;\n"
        "#else\n"
        '  TORCH_CHECK(false, "no CUDA");\n'
        "#endif\n"
        "# if A && B\n"
        "  return 2;\n"
        "#elif C\n"
        "  return 3;\n"
        "#else\n"
        "  return 4;\n"
        "#endif\n"
        "}\n"
        "static_assert(true);\n"
        "#endif\n"
    )
    assert rows("C++", code) == [
        ("f", "return", 5, "#ifdef USE_CUDA: a", "return 1"),
        ("f", "assert", 7, "#ifndef USE_CUDA", 'TORCH_CHECK(false, "no CUDA")'),
        ("f", "return", 10, "#if A && B", "return 2"),
        ("f", "return", 12, "#elif C", "return 3"),
        ("f", "return", 14, "#else", "return 4"),
        ("-", "assert", 17, "", "static_assert(true)"),
    ]


def test_long_chains_tell_the_condition_rather_than_those_passed() -> None:
    passed = "".join(f"    elif {letter * 200}: pass\n" for letter in "bcd")
    code = f"def f():\n  if here:\n    if a: pass\n{passed}    elif last: return 1\n"
    (found,) = decisions("Python", code)
    assert found.condition == "… here and last"


def test_typescript_throws_returns_and_tests() -> None:
    code = (
        "const f = (a: A) => {\n"
        "  if (!a) throw new E('x');\n"
        "  switch (a.kind) { case 1: return 1; default: return g(() => { return 2 }) }\n"
        "}\n"
        "class C { m() { try { x() } catch (e) { return null } } }\n"
        "it.skip('t', () => { f() })\n"
        "test.each([1, 2])('u', () => { if (q) return })\n"
    )
    assert rows("TypeScript", code) == [
        ("f", "raise", 2, "!a", "throw new E('x')"),
        ("f", "return", 3, "switch (a.kind): case 1", "return 1"),
        ("f", "return", 3, "switch (a.kind): default", "return g(() => { return 2 })"),
        ("C.m", "return", 5, "catch (e)", "return null"),
        ("-", "skip", 6, "", "it.skip('t', () => { f() })"),
        ("-", "parametrize", 7, "", "test.each([1, 2])"),
    ]


def test_java_throws_checks_and_annotations() -> None:
    code = (
        "class A {\n"
        '  @Disabled("slow")\n'
        "  int f(int x) {\n"
        "    if (x < 0) throw new E(); else if (x == 0) return 0;\n"
        '    Objects.requireNonNull(y, "y");\n'
        '    switch (x) { case 1: return 1; default: assert z : "m"; }\n'
        "    for (int i : xs) run(() -> { return 2; });\n"
        "    return switch (x) { case 2 -> 3; default -> throw new F(); };\n"
        "  }\n"
        "}\n"
    )
    assert rows("Java", code)[:7] == [
        ("A.f", "skip", 2, "", '@Disabled("slow")'),
        ("A.f", "raise", 4, "x < 0", "throw new E()"),
        ("A.f", "return", 4, "!(x < 0) && x == 0", "return 0"),
        ("A.f", "assert", 5, "", 'Objects.requireNonNull(y, "y")'),
        ("A.f", "return", 6, "switch (x): case 1", "return 1"),
        ("A.f", "assert", 6, "switch (x): default", 'assert z : "m"'),
        (
            "A.f",
            "return",
            8,
            "",
            "return switch (x) { case 2 -> 3; default -> throw new F(); }",
        ),
    ]
    assert rows("Java", code)[7:] == [("A.f", "raise", 8, "switch (x): default", "throw new F()")]


def test_kotlin_expressions_that_leave() -> None:
    code = (
        "fun f(a: Int?): Int {\n"
        "  val b = a ?: return 0\n"
        '  require(b > 0) { "b" }\n'
        "  if (b > 9) throw E() else if (c) return 1\n"
        "  try { c() } catch (e: E) { return 4 }\n"
        '  when (b) { 1, 2 -> return 5\n else -> error("x") }\n'
        "  xs.forEach { return@forEach }\n"
        "}\n"
    )
    assert rows("Kotlin", code) == [
        ("f", "return", 2, "a == null", "return 0"),
        ("f", "assert", 3, "", "require(b > 0)"),
        ("f", "raise", 4, "b > 9", "throw E()"),
        ("f", "return", 4, "!(b > 9) && c", "return 1"),
        ("f", "return", 5, "catch (e: E)", "return 4"),
        ("f", "return", 6, "when (b): 1, 2", "return 5"),
        ("f", "raise", 7, "when (b): else", 'error("x")'),
    ]


def test_go_errors_panics_and_closures() -> None:
    code = (
        "package p\n"
        "func f(t *testing.T) error {\n"
        '  if err := g(); err != nil { return err } else if b { panic("x") }\n'
        "  switch x { case 1, 2: return a\n default: continue }\n"
        "  defer func() { return }()\n"
        '  for { if testing.Short() { t.Skip("slow") } }\n'
        "}\n"
    )
    assert rows("Go", code) == [
        ("f", "return", 3, "err := g(); err != nil", "return err"),
        ("f", "raise", 3, "!(err := g(); err != nil) && b", 'panic("x")'),
        ("f", "return", 4, "switch x: case 1, 2", "return a"),
        ("f", "continue", 5, "switch x: default", "continue"),
        ("f", "skip", 7, "testing.Short()", 't.Skip("slow")'),
    ]


def test_rust_errors_panics_and_patterns() -> None:
    code = (
        "fn f(a: A) -> R {\n"
        '  if let Some(x) = a { return Err(x); } else if b { panic!("c {}", 1) }\n'
        "  let Some(y) = q else { return None };\n"
        "  match a { A(n) if n > 1 => return n, _ => {} }\n"
        "  loop { assert!(y > 1); z.map(|w| { return w }); }\n"
        "}\n"
        "#[test]\n#[ignore]\nfn g() { h()?; }\n"
    )
    assert rows("Rust", code) == [
        ("f", "return", 2, "let Some(x) = a", "return Err(x)"),
        ("f", "raise", 2, "!(let Some(x) = a) && b", 'panic!("c {}", 1)'),
        ("f", "return", 3, "!(let Some(y) = q)", "return None"),
        ("f", "return", 4, "match a: A(n) if n > 1", "return n"),
        ("f", "assert", 5, "", "assert!(y > 1)"),
        ("g", "skip", 8, "", "ignore"),
    ]


def test_rust_tokens_of_macros_hide_when_they_are_reached() -> None:
    code = (
        "macro_rules! m { ($a:expr) => { if $a { std::process::exit(2) } assert!($a) }; }\n"
        "fn f(a: A) { select! { x = g() => { if x { panic!() } } } assert!(h(|| todo!())); }\n"
        'fn main() { if a { std::process::exit(1) } println!("{}", exit(3)); }\n'
    )
    assert rows("Rust", code) == [
        ("f", "assert", 2, "", "assert!(h(|| todo!()))"),
        ("main", "exit", 3, "a", "std::process::exit(1)"),
    ]


def test_both_parts_of_objective_cpp_decide() -> None:
    code = (
        "int f(int a) { if (a) return 1; throw 2; }\n"
        "@implementation A\n- (int)m { if (b) { return 3; } abort(); }\n@end\n"
        "int g() { return 4; }\n"
    )
    assert rows("Objective-C++", code) == [
        ("f", "return", 1, "a", "return 1"),
        ("f", "raise", 1, "", "throw 2"),
        ("A.m", "return", 3, "b", "return 3"),
        ("A.m", "exit", 3, "", "abort()"),
        ("g", "return", 5, "", "return 4"),
    ]


def test_comments_and_line_breaks_are_left_out() -> None:
    code = (
        "def f():\n"
        "    if (  # why\n"
        "        a  # first\n"
        "        and b('#')\n"
        "    ):\n"
        "        return (\n"
        "            1,\n"
        "        )\n"
        "    raise E(\n"
        "        'a  b'\n"
        "        f'c',\n"
        "    )\n"
    )
    found = decisions("Python", code)
    assert [(d.condition, d.outcome, d.line, d.end_line) for d in found] == [
        ("a and b('#')", "return (1,)", 6, 8),
        ("", "raise E('a  b' f'c')", 9, 12),
    ]


def test_cuts_are_visible_and_the_nearest_condition_is_kept() -> None:
    long = "x" * 5000
    code = f"def f():\n    if {long}:\n        if near:\n            raise E('{long}')\n"
    (found,) = decisions("Python", code)
    assert found.outcome.endswith("…")
    assert len(found.outcome) == 160
    assert found.condition.endswith("… and near")
    assert len(found.condition) < 420


def test_what_is_left_out_is_counted() -> None:
    code = "def f():\n" + "    if a: return 1\n" * 40 + "    raise E\n"
    found = decisions("Python", code)
    assert [d.kind for d in found] == ["return"] * 25 + ["raise"]
    assert [d.n_more for d in found if d.n_more] == [15]
    assert found[24].n_more == 15


def test_no_secret_is_shown() -> None:
    secret = "ghp_" + "k9Qz" * 9
    code = (
        f"def f():\n    if a == '{secret}':\n        raise E('{'y ' * 55}{secret}', '{secret}')\n"
    )
    (found,) = decisions("Python", code)
    assert "k9Qz" not in found.condition + found.outcome
    assert found.condition == "a == '***'"


def test_nothing_is_told_of_a_function_that_the_grammar_lost_its_way_in() -> None:
    code = "int f() { if (a) { return 1; } @@ ( [ }\nint g() { if (b) return 2; return 3; }\n"
    assert "f" not in {owner for owner, *_ in rows("C", code)}


HOSTILE = [
    ("C", "int f() {" + "if (a) { return 1; " * 20_000 + "}" * 20_000 + "}"),
    ("C", "int f() {" + "if (a) return 1; else " * 20_000 + "return 2; }"),
    ("C", "int f() { if (" + "a && " * 2_000 + "b) return 1; }"),
    ("C++", "void f() {" + "CHECK(" * 20_000),
    ("C++", "void f() {" + "g([&] { throw 1; " * 3_000 + "});" * 3_000 + "}"),
    ("Python", "def f():\n" + "".join(" " * n + "if a:\n" for n in range(1, 2_000))),
    ("Python", "def f():\n if a: pass\n" + " elif b: raise E\n" * 20_000),
    ("Python", "@skipIf(\n" * 5_000 + "def f(): pass\n"),
    ("Python", "def f():\n  raise E(" + "'" * 50_001 + ")\n"),
    ("JavaScript", "it.skip(`" * 10_000),
    ("JavaScript", "const f = () => " * 5_000 + "{ return 1 }"),
    ("TypeScript", "a(() => { return " * 5_000),
    ("Go", "package p\nfunc f() {" + "if a { return }\n" * 20_000 + "}"),
    ("Java", "class A { void f() {" + "switch (x) { case 1: throw e; " * 2_000),
    ("Kotlin", "fun f() { " + "a ?: return " * 5_000 + "}"),
    ("Rust", "fn f() {" + "match a { _ => return " * 2_000),
    ("Rust", "fn f() { panic!(" + "'a " * 20_000),
]


@pytest.mark.parametrize(("language", "code"), HOSTILE)
def test_hostile_nesting_and_length_stay_bounded(language: str, code: str) -> None:
    found = decisions(language, code)
    assert max([len(d.condition) for d in found], default=0) <= 800
    assert max([len(d.outcome) for d in found], default=0) <= 160
    assert len(found) <= 5_000


@pytest.mark.parametrize(
    ("language", "code", "expected"),
    [
        (
            "C",
            "int f(int a) {\n  if (a > 3) {\n    /* why */\n    x = 255 - a;\n  } else if (b)\n"
            "    g(a);\n"
            "  else { h(); i(); }\n  for (;;) { if (c) break; }\n}\n",
            [
                ("f", "do", 4, "a > 3", "x = 255 - a"),
                ("f", "do", 6, "!(a > 3) && b", "g(a)"),
                ("f", "do", 7, "!(a > 3) && !b", "h(); i()"),
                ("f", "do", 8, "for (;;): c", "break"),
            ],
        ),
        (
            "Python",
            "def f(a):\n    if a:\n        x = g(\n            1)\n    elif b:\n        pass\n"
            "    else:\n        y += 1; z()\n    if c:\n        for d in e: d()\n",
            [
                ("f", "do", 3, "a", "x = g(1)"),
                ("f", "do", 8, "not a and not b", "y += 1; z()"),
                ("f", "do", 10, "c: for d in e", "d()"),
            ],
        ),
        (
            "JavaScript",
            "function f(a) {\n  if (a) { b('{;}') }\n  if (c) { d()\n e() }\n  else var g = 1\n}\n",
            [("f", "do", 2, "a", "b('{;}')"), ("f", "do", 3, "c", "d(); e()")],
        ),
        (
            "Python",
            "def f(a):\n    if a:\n        b()\n        # why\n        c(1,\n          2)\n"
            "        return d\n    if e:\n        f = g + \\\n            1\n",
            [("f", "return", 3, "a", "b(); c(1, 2); return d")],
        ),
        (
            "Go",
            "package p\n\nfunc f() {\nif a {\nc <- g(1)\nreturn\n} else {\nh()\n}\n}\n",
            [
                ("f", "return", 5, "a", "c <- g(1); return"),
                ("f", "do", 8, "!a", "h()"),
            ],
        ),
        (
            "Rust",
            "fn f() {\n  for x in y {\n    if a { b(1); continue; } else { c(); }\n  }\n}\n",
            [
                ("f", "continue", 3, "for x in y: a", "b(1); continue"),
                ("f", "do", 3, "for x in y: !a", "c()"),
            ],
        ),
        (
            "Rust",
            'fn f(a: A) {\n  match a {\n    A::B => "none",\n    A::C { d, .. } => Some(d),\n'
            "    _ => { g(); }\n  }\n}\n",
            [
                ("f", "do", 3, "match a: A::B", '"none"'),
                ("f", "do", 4, "match a: A::C { d, .. }", "Some(d)"),
                ("f", "do", 5, "match a: _", "g()"),
            ],
        ),
        (
            "JavaScript",
            "function f(a) {\n  if (a) {\n    const b = g(a)\n    set({ c: b, d: [1] })\n  }\n"
            "  if (e) { on(() => { h() }) }\n  if (i) { const j = 1 }\n}\n",
            [("f", "do", 3, "a", "const b = g(a); set({ c: b, d: [1] })")],
        ),
        (
            "Java",
            "class A { void f() {\n  if (a) {\n    b = 1;\n  } else\n    c();\n} }\n",
            [("A.f", "do", 3, "a", "b = 1"), ("A.f", "do", 5, "!a", "c()")],
        ),
    ],
)
def test_a_short_branch_is_told_by_its_statements(
    language: str, code: str, expected: list[Row]
) -> None:
    assert rows(language, code) == expected


@pytest.mark.parametrize("language", ["C", "C++", "TypeScript"])
def test_cases_that_fall_through_lead_to_one_place(language: str) -> None:
    code = (
        "f(a) {\n  switch (a) {\n  case A: /* x */\n  case B:\n  // why\n  case C:\n"
        "    return 0;\n  case D:\n    go();\n  default:\n    return 1;\n  }\n}\n"
    )
    before = "function " if language == "TypeScript" else "int "
    found = rows(language, before + code)
    assert ("f", "return", 7, "switch (a): case A, case B, case C", "return 0") in found
    assert ("f", "return", 11, "switch (a): default", "return 1") in found
