"""Statements of functions, and what they stand in."""

import pytest

from repobook.text.code.statements import has_statements, statements
from tests.fakes.growth import assert_linear


def told(code: str, language: str) -> list[str]:
    """``line-last block > block | text``, lines from 1."""
    lines = []
    for one in statements(code, language):
        heads = [
            f"{'else ' if block.is_else else ''}{block.condition or block.text}"
            for block in one.blocks
        ]
        span = f"{one.line + 1}-{one.own_last + 1}" if one.own_last > one.line else one.line + 1
        lines.append(f"{span} {' > '.join(heads)}| {one.text}")
    return lines


PYTHON = '''@cache
def serve(
    a,
):
    """Doc: f(x)."""
    # a comment: no()
    n = send(
        a,
        # why
        "b # c",
    )
    for part in a:
        part.go(); part.stop()
        if not part:
            close(); n = 1
        elif n:
            n += 1
        else:
            n = (1,)
    with lock:
        def inner(b):
            return b
    try:
        pass
    except OSError:
        raise
    return n
'''


def test_statements_of_python_stand_in_what_is_indented_less() -> None:
    assert told(PYTHON, "Python") == [
        '7-11 | n = send(a, "b # c")',
        "13 for part in a| part.go(); part.stop()",
        "15 for part in a > not part| close(); n = 1",
        "17 for part in a > else n| n += 1",
        "19 for part in a > else n| n = (1,)",
        "20 | with lock",
        "22 with lock > def inner(b)| return b",
        "26 except OSError| raise",
        "27 | return n",
    ]


C = """static int
serve(struct list *a, const char *s)
{
    struct list *b, *c;
    int n = 0;

    /* first; } */
    TAILQ_FOREACH(b, a, entry) {
        b->s = "x; {";
        if (b->n > 1 &&
            b->m)
            n++;
        else {
            n--;
            stop(b);
        }
    }
    TAILQ_FOREACH(c, a, entry)
        c->n = 0;
#ifdef DEBUG
    log(a);
#else
    skip(a);
#endif
    switch (n) {
    case 1:
    case 2:
        go(a);
        break;
    default:
        halt(a);
    }
    return (n);
}
"""


def test_statements_of_c_stand_in_blocks_loops_of_macros_and_directives() -> None:
    loop = "TAILQ_FOREACH(b, a, entry)"
    assert told(C, "C") == [
        "5 | int n = 0",
        f'9 {loop}| b->s = "x; {{"',
        f"10-12 {loop}| if (b->n > 1 && b->m) n++",
        f"14 {loop} > else | n--",
        f"15 {loop} > else | stop(b)",
        "18-19 | TAILQ_FOREACH(c, a, entry) c->n = 0",
        "21 #ifdef DEBUG| log(a)",
        "23 #else| skip(a)",
        "28 switch (n) > case 1, 2| go(a)",
        "29 switch (n) > case 1, 2| break",
        "31 switch (n) > default| halt(a)",
        "33 | return (n)",
    ]


TYPESCRIPT = """export const serve = (a: { b: number }) => (c) => {
  type S = number
  let options = {
    go: (d: S) => d,
    ...c,
  }
  if (!a) return
  a.all.forEach((one) => {
    one.first(`x {
      ${one}`)
    one.second()
    if (one.last) {
      stop(one)
    } else if (one.b) {
      wait(one)
    }
  })
  const close = () => { a.close() }
  return options
    .go(1)
    .then(() => close())
}
"""


def test_what_a_function_inside_a_statement_does_stands_in_it() -> None:
    inner = "a.all.forEach((one) =>"
    assert told(TYPESCRIPT, "TypeScript") == [
        "3-6 | let options = {go: (d: S) => d, ...c}",
        "7 | if (!a) return",
        "8 | a.all.forEach((one) => { … })",
        f"9-10 {inner}| one.first(`x {{${{one}}`)",
        f"11 {inner}| one.second()",
        f"13 {inner} > one.last| stop(one)",
        f"15 {inner} > else one.b| wait(one)",
        "18 | const close = () => { a.close() }",
        "19-21 | return options.go(1).then(() => close())",
    ]


RUST = """fn open(path: &'a str) -> Result<Config, Error> {
    let delim = match path { "-" => b'{', _ => b',' };
    if let Some(p) = find(path) {
        p.read(|line| {
            count(line, "a long text that fills the line", "and another to fill it up");
            done(line, delim);
        })?;
    }
    let n = 'c';
    Ok(Config { path, delim })
}
"""


def test_lifetimes_begin_no_text() -> None:
    inner = "let Some(p) = find(path) > p.read(|line|"
    assert told(RUST, "Rust") == [
        "2 | let delim = match path { \"-\" => b'{', _ => b',' }",
        "4 let Some(p) = find(path)| p.read(|line| { … })?",
        f'5 {inner}| count(line, "a long text that fills the line", "and another to fill it up")',
        f"6 {inner}| done(line, delim)",
        "9 | let n = 'c'",
        "10 | Ok(Config { path, delim })",
    ]


def test_else_and_if_in_one_word_are_two() -> None:
    code = "function f($n) {\n  if (!$n) { a(); } elseif ($n > 1) { b(); } else { c(); }\n}\n"
    assert told(code, "PHP") == ["2 !$n| a()", "2 else $n > 1| b()", "2 else $n > 1| c()"]


@pytest.mark.parametrize(
    ("code", "language"),
    [
        ("int f() { return (1; }\n", "C"),
        ("int f() { a(); } }\n", "C"),
        ("int f();\n", "C"),
        ("const f = g(h, { a: 1 })\n", "JavaScript"),
        ("f = 1\n", "Python"),
        ("def f\n  1\nend\n", "Ruby"),
        ("", "Go"),
    ],
)
def test_what_is_not_plain_has_no_statements(code: str, language: str) -> None:
    assert told(code, language) == []


def test_languages_without_a_way_to_end_statements_are_told_apart() -> None:
    assert has_statements("Rust")
    assert has_statements("Python")
    assert not has_statements("Ruby")


@pytest.mark.parametrize(
    "line", ["a(b);", "if (a) {", "f(() => {", "x = {", "f({", "[{", "({,", "case 1:", "}", "#if"]
)
@pytest.mark.parametrize("language", ["C", "TypeScript", "Rust"])
def test_code_takes_as_long_as_it_is_long(line: str, language: str) -> None:
    def take(code: str) -> None:
        statements(code, language)

    assert_linear(take, lambda n: f"int f() {{\n{line * n}\n{'}' * n} }}\n", 4_000)
