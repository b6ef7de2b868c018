"""C: old and new ways to write a function, typedefs, and macros everywhere."""

from repobook.languages import parse
from repobook.model.facts import FileFacts


def _outline(facts: FileFacts) -> list[tuple[str, str, int, int]]:
    return [(d.kind, d.qualname, d.line, d.end_line) for d in facts.definitions]


def _facts(code: str) -> FileFacts:
    return parse("C", code.encode())


def test_a_function_is_known_by_the_line_of_its_name() -> None:
    code = "/* Adds. */\nstatic int\nadd(int a, int b)\n{\n  return a + b;\n}\n"
    (add,) = _facts(code).definitions
    assert (add.kind, add.line, add.end_line) == ("function", 3, 6)
    assert (add.signature, add.doc) == ("static int add(int a, int b)", "Adds.")
    assert not add.exported


def test_kernighan_and_ritchie() -> None:
    code = "int f(a, b)\n  int a;\n  char *b;\n{\n  return a;\n}\n"
    assert _outline(_facts(code)) == [("function", "f", 1, 6)]


def test_typedefs_name_what_has_no_name() -> None:
    code = """\
typedef struct { int x; } point_t;
typedef struct node { struct node *next; } node_t, *node_p;
typedef unsigned long size;
typedef int (*callback)(int);
"""
    assert _outline(_facts(code)) == [
        ("struct", "point_t", 1, 1),
        ("field", "point_t.x", 1, 1),
        ("struct", "node", 2, 2),
        ("field", "node.next", 2, 2),
        ("type", "node_t", 2, 2),
        ("type", "node_p", 2, 2),
        ("type", "size", 3, 3),
        ("type", "callback", 4, 4),
    ]


def test_a_structure_that_is_named_at_its_end_holds_its_fields() -> None:
    code = "typedef struct\n{\n  int length;\n  int depth;\n} buffer;\n"
    assert _outline(_facts(code)) == [
        ("struct", "buffer", 1, 5),
        ("field", "buffer.length", 3, 3),
        ("field", "buffer.depth", 4, 4),
    ]


def test_macros_with_and_without_arguments() -> None:
    code = "#define LIMIT 10\n#define MAX(a, b) \\\n  ((a) > (b) ? (a) : (b))\nint x;\n"
    facts = _facts(code)
    assert _outline(facts) == [
        ("macro", "LIMIT", 1, 1),
        ("macro", "MAX", 2, 3),
        ("variable", "x", 4, 4),
    ]
    assert [d.signature for d in facts.definitions][:2] == ["#define LIMIT 10", "#define MAX(a, b)"]


def test_a_macro_is_documented_by_what_stands_above_it_or_behind_it() -> None:
    code = (
        "#define CLEAN 1  // Clear the line.\n#define WRITE 2  /* Draw it. */\n#define ALL 3\n"
        "/* How many\n * there are. */\n#define LIMIT /* at most */ 10\n#define NO /* inside */ 1\n"
    )
    assert {d.name: d.doc for d in _facts(code).definitions} == {
        "CLEAN": "Clear the line.",
        "WRITE": "Draw it.",
        "ALL": "",
        "LIMIT": "How many\nthere are.",
        "NO": "",
    }


def test_globals_prototypes_and_function_pointers() -> None:
    code = "extern int a, b;\nint f(void);\nint (*hook)(int);\nstruct s { int x; } g;\n"
    assert _outline(_facts(code)) == [
        ("variable", "a", 1, 1),
        ("variable", "b", 1, 1),
        ("function", "f", 2, 2),
        ("variable", "hook", 3, 3),
        ("struct", "s", 4, 4),
        ("field", "s.x", 4, 4),
        ("variable", "g", 4, 4),
    ]


def test_extern_c_opened_under_a_condition() -> None:
    code = """\
#ifdef __cplusplus
extern "C" {
#endif
int f(void);
#ifdef __cplusplus
}
#endif
"""
    assert _outline(_facts(code)) == [("function", "f", 4, 4)]


def test_capital_type_names_stay_types() -> None:
    code = "HANDLE open_it(DWORD flags);\nFILE *log_file;\nBOOL Enabled = 1;\n"
    assert _outline(_facts(code)) == [
        ("function", "open_it", 1, 1),
        ("variable", "log_file", 2, 2),
        ("variable", "Enabled", 3, 3),
    ]


def test_every_declarator_of_a_declaration_is_a_definition() -> None:
    code = "int *a, *b, c, d[2];\ntypedef int t, *u, v;\nstruct s { int *e, *f, g[2], h; };\n"
    names = [d.name for d in parse("C", code.encode()).definitions]
    assert names == ["a", "b", "c", "d", "t", "u", "v", "s", "e", "f", "g", "h"]


def test_blocks_headed_by_macros_and_types_as_arguments_are_read() -> None:
    text = (
        b"int f(char *list) {\n    char *s = va_arg(list, char *);\n"
        b"    int n = va_arg(list, int) + va_arg(list, size_t);\n"
        b"    run_with_period(100) {\n        g(s);\n    }\n"
        b'    // A case.\n    TEST("odd (") {\n        h(n);\n    }\n    return 1;\n}\n'
        b"int last(void) { return 2; }\n"
    )
    found = parse("C", text)
    assert found.diagnostics == ()
    assert [d.name for d in found.definitions] == ["f", "last"]
    called = {r.name for r in found.references if r.role in ("call", "macro")}
    assert called == {"va_arg", "run_with_period", "g", "TEST", "h"}


def test_the_head_of_a_function_in_two_lines_is_none_of_a_block() -> None:
    text = b"static int\n  f(int n) {\n    return n;\n}\n"
    assert [(d.kind, d.name) for d in parse("C", text).definitions] == [("function", "f")]


def test_a_comment_behind_a_member_is_about_that_member() -> None:
    code = b"""struct entry {
    long idle;  /* Idle time. */
    char *key;  // Name
                // of the key.
    int slot;
};
enum { OK, FAILED, /* for good */
  LAST };
} // namespace
void close(void) {}
"""
    assert {d.name: d.doc for d in parse("C", code).definitions} == {
        "entry": "",
        "idle": "Idle time.",
        "key": "Name\nof the key.",
        "slot": "",
        "OK": "",
        "FAILED": "for good",
        "LAST": "",
        "close": "",
    }


def test_a_name_is_used_where_a_value_stands_at_the_top_of_a_file() -> None:
    code = b"""struct config all[] = {
    make_config("dir", set_dir, &limits),
    {.run = start, .mask = A | B},
};
int (*handler)(void) = fallback;
int table[SIZE];
int declared(int unused);
enum kind { FIRST = BASE };
"""
    mentions = {r.name for r in parse("C", code).references if r.role == "mention"}
    values = {"set_dir", "limits", "start", "A", "B", "fallback", "SIZE", "BASE"}
    assert mentions == values


def test_a_structure_among_the_arguments_of_a_macro_is_read() -> None:
    text = (
        b"void f(void) {\n  w = container_of(q, struct work, wq);\n"
        b"  if (w == NULL) {\n    g();\n    return;\n  }\n}\nint h(int, struct s *, k_t);\n"
    )
    found = parse("C", text)
    assert found.diagnostics == ()
    assert [decision.outcome for decision in found.decisions] == ["g(); return"]
    assert "struct s *" in next(d.signature for d in found.definitions if d.name == "h")
