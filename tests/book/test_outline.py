"""Detailed Analysis: the tables of symbols."""

from typing import Any

import pytest

from repobook.book.file.sections import analysis
from repobook.languages import parse
from repobook.model.dossiers.dossier import ImportLine, Symbol, Uses
from repobook.model.facts import Decision, Guard, Note, Setting
from repobook.model.kinds import LSP_KIND_BY_KIND, VARIABLE_OF_ENVIRONMENT
from tests.book.views import told
from tests.fakes.dossiers import file_dossier, symbol


def analysis_of(*symbols: Symbol, **fields: Any) -> list[str]:
    return told(analysis.blocks(file_dossier(symbols=symbols, **fields)))


def test_outline_tells_lines_signature_words_uses_and_complexity() -> None:
    found = symbol(
        0,
        "add",
        3,
        9,
        signature="def add(a, b)",
        doc="Adds. Twice.",
        complexity=4,
        uses=Uses(5, 2, 1, 1, 4),
    )
    assert analysis_of(found)[:3] == [
        "### Outline",
        "Lines | Symbol | Summary | Used | Tests | Complexity",
        "[L3-9] | `def add(a, b)` | “Adds.” | 5× in 2 files, 1× uncertain | 1 | 4",
    ]


def test_members_name_their_class_and_locals_stand_with_their_function() -> None:
    assert analysis_of(
        symbol(0, "ns", 1, 30, kind="namespace"),
        symbol(1, "ns.C", 2, 20, kind="class", parent=0),
        symbol(2, "ns.C.run", 3, 10, kind="method", parent=1),
        symbol(3, "ns.C.run.helper", 4, 6, parent=2),
        symbol(4, "ns.C.run.helper.deep", 5, 5, parent=3),
    ) == [
        "### Outline",
        "Lines | Symbol",
        "[L2-20] | `C`",
        "[L3-10] | `C` · `run` holds `helper`",
    ]


# What a file reads of the environment stands on a page of its own.
@pytest.mark.parametrize("kind", sorted({*LSP_KIND_BY_KIND} - {VARIABLE_OF_ENVIRONMENT}))
def test_every_kind_of_symbol_is_told_somewhere(kind: str) -> None:
    assert analysis_of(symbol(0, "x", 1, kind=kind)) != []


def test_what_only_encloses_is_told_where_it_encloses_nothing() -> None:
    assert analysis_of(
        symbol(0, "outer", 1, 9, kind="namespace"),
        symbol(1, "outer.inner", 2, 3, kind="module", parent=0),
    ) == ["### Modules and namespaces", "Lines | Symbol", "[L2-3] | `inner`"]


def test_the_package_that_a_file_belongs_to_is_no_row() -> None:
    assert analysis_of(symbol(0, "shop", 1, kind="package", signature="package shop")) == []


def test_names_beyond_five_inside_a_function_are_counted() -> None:
    inner = [symbol(n, f"f.g{n}", n + 1, parent=0) for n in range(1, 8)]
    row = analysis_of(symbol(0, "f", 1, 9), *inner)[2]
    assert row == "[L1-9] | `f` holds `g1`, `g2`, `g3`, `g4`, `g5` and 2 more"


def test_values_have_tables_of_their_own() -> None:
    assert analysis_of(
        symbol(0, "A", 1, kind="constant", signature="A = 1"),
        symbol(1, "C", 2, 3, kind="class"),
        symbol(2, "C.x", 3, kind="field", parent=1, signature="self.x = 1"),
    ) == [
        "### Outline",
        "Lines | Symbol",
        "[L2-3] | `C`",
        "### Constants and variables",
        "Lines | Symbol",
        "[L1] | `A = 1`",
        "### Fields and members",
        "Lines | Symbol",
        "[L3] | `C` · `self.x = 1`",
    ]


def test_headings_of_a_document_are_indented_and_quoted() -> None:
    assert analysis_of(
        symbol(0, "Install", 1, 9, kind="heading"),
        symbol(1, "Install.Linux", 4, 9, kind="heading", parent=0),
    ) == [
        "### Headings",
        "Lines | Symbol",
        "[L1-9] | “Install”",
        "[L4-9] | · “Linux”",
    ]


def test_deep_keys_are_left_to_the_lines_of_the_upper_ones_and_counted() -> None:
    upper = [symbol(n, f"k{n}", n + 1, kind="key") for n in range(150)]
    lower = [symbol(150 + n, f"k0.k{n}", n + 1, kind="key", parent=0) for n in range(100)]
    found = analysis_of(*upper, *lower)
    assert found[:3] == [
        "### Keys and sections",
        "100 nested keys not shown.",
        "Lines | Symbol",
    ]
    assert len(found) == 3 + 150


def test_notes_settings_and_unread_lines_are_told_with_their_lines() -> None:
    assert analysis_of(
        text="\n\n\nhome = env('HOME') or '/'\n",
        notes=(Note("TODO", 7, "mend this"),),
        settings=(Setting(4, "environment variable", "HOME"),),
        diagnostics=((12, "could not be parsed"),),
    ) == [
        "### Settings read",
        "Kind | Name | Code",
        "environment variable | `HOME` | [home = env('HOME') or '/' L4]",
        "### TODO, FIXME and other notes",
        "Line | Tag | Text",
        "[L7] | TODO | “mend this”",
        "### Parse problems",
        "Line | Reason",
        "[L12] | could not be parsed",
    ]


def test_notes_lose_their_marks_and_are_never_empty() -> None:
    notes = (Note("NOTE", 1, "]** mind"), Note("TODO", 2, "]"), Note("NOTE", 3, "[2] for more"))
    rows = analysis_of(text="// [NOTE]** mind\n# [TODO]\n# See NOTE [2] for more\n", notes=notes)[
        2:
    ]
    assert rows == [
        "[L1] | NOTE | “mind”",
        "[L2] | TODO | “# [TODO]”",
        "[L3] | NOTE | “# See NOTE [2] for more”",
    ]


def test_a_file_without_symbols_has_no_analysis() -> None:
    assert analysis_of() == []


def test_long_signatures_are_cut_and_say_so() -> None:
    row = analysis_of(symbol(0, "f", 1, signature="def f(" + "a, " * 1000 + ")"))[2]
    assert row.endswith(" …`")
    assert len(row) < 300


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('def f(self):\n    """Doc."""\n    return self.a  # why\n', "“D.”: [return self.a L3]"),
        ("int f(void)\n{\n    /* so */\n    return a + 1;\n}\n", "“D.”: [return a + 1 L4]"),
        ("def f(self):\n    a = 1\n    return a\n", "“D.”: [a = 1; return a L2-3]"),
        ("def f(self):\n    if a: b()\n", "“D.”: [if a: b() L2]"),
        ("int f(void) {\n#ifdef X\n    return 1;\n#endif\n}\n", "“D.”"),
        ("def f(self):\n    return g(\n        1)\n", "“D.”: [return g( 1) L2-3]"),
        ("def f(self):\n    g(\n        1)\n    h()\n", "“D.”: `g(1); h()` [L2-4]"),
    ],
)
def test_a_function_of_one_statement_is_told_by_it(text: str, told: str) -> None:
    found = symbol(0, "f", 1, text.count("\n"), doc="D.", signature="f")
    row = analysis_of(found, text=text)[2]
    assert row == f"[L1-{text.count(chr(10))}] | `f` | {told}"


def test_cases_of_a_test_are_listed_once() -> None:
    symbols = symbol(0, "test_a", 1, 2), symbol(1, "helper", 3, 4)
    assert analysis_of(*symbols, role="test") == [
        "### Outline",
        "Lines | Symbol",
        "[L3-4] | `helper`",
        "1 case: [Testing & Usage]",
    ]


def test_keys_that_are_set_one_after_the_other_are_told_with_their_values() -> None:
    text = (
        "this.set('etag', 'weak');\nthis.set('offset', 2)\nset(a, 3)\nthis.set('trust', false);\n"
    )
    assert analysis_of(text=text, language="Lua") == [
        "### Sets",
        "Key | Value | Code",
        "`etag` | `'weak'` | [this.set('etag', 'weak'); L1]",
        "`offset` | `2` | [this.set('offset', 2) L2]",
        "`trust` | `false` | [this.set('trust', false); L4]",
    ]
    assert analysis_of(text=text, language="Lua", role="test") == []


def test_what_is_private_and_stands_nowhere_else_is_told_as_unused() -> None:
    symbols = symbol(0, "_a", 1), symbol(1, "_lost", 2), symbol(2, "open", 3)
    rows = analysis_of(*symbols, text="def _a(): pass\ndef _lost(): _a()\ndef open(): pass\n")
    assert rows[2:5] == [
        "[L1] | `_a` | ",
        "[L2] | `_lost` | not used in this file",
        "[L3] | `open` | ",
    ]


def test_messages_are_told_where_no_decision_tells_them() -> None:
    text = (
        'fprintf(stderr, "no such file: %s", name);\n'
        "report_error(jq,\n"
        '  "module not found here");\n'
        'raise error("told as a decision");\n'
        'printf("all went very well");\n'
    )
    decisions = (Decision(-1, "raise", 4, 4, (), "raise"),)
    assert analysis_of(text=text, decisions=decisions)[-4:] == [
        "### Messages",
        "Message",
        '["no such file: %s" L1]',
        '["module not found here" L3]',
    ]


def test_values_on_one_line_are_told_once_and_imports_among_dependencies() -> None:
    chained = [
        symbol(n, name, 2, kind="variable", signature="a = b = 1") for n, name in enumerate("ab")
    ]
    imported = symbol(2, "c", 1, kind="variable", signature="var c = require('c')")
    imports = (ImportLine(1, "c", "", "c", "require", (), "", "external"),)
    assert analysis_of(imported, *chained, imports=imports) == [
        "### Constants and variables",
        "Lines | Symbol",
        "[L2] | `a = b = 1`",
    ]


def test_a_value_over_several_lines_is_told_whole() -> None:
    text = "LIMITS = {\n    'a': 10,  # seconds\n    'b': 20,\n}\nX = 1\n"
    value = symbol(0, "LIMITS", 1, 4, kind="constant", signature="LIMITS = {")
    found = told(analysis.blocks(file_dossier(text=text, symbols=(value,))))
    assert found[-1] == "[L1-4] | `LIMITS = {` | [LIMITS = { 'a': 10, # seconds 'b': 20, } L1-4]"


@pytest.mark.parametrize(
    ("kind", "signature", "text", "summary"),
    [
        ("method", "func (e Entry) Valid() bool", "{ return e.ID != 0 }", "[return e.ID != 0 L1]"),
        ("macro", "#define INDENT(f)", "((f) & 0x1F)", "[((f) & 0x1F) L1]"),
        ("function", "void f(void)", "{ }", ""),
        ("function", "int f(int a);", "", ""),
        ("macro", "#define LONG(f)", "do { \\", ""),
    ],
)
def test_a_body_on_the_line_of_its_signature_is_shown(
    kind: str, signature: str, text: str, summary: str
) -> None:
    one = symbol(0, "f", 1, kind=kind, signature=signature)
    row = analysis_of(one, text=f"{signature} {text}\n")[2]
    assert row == f"[L1] | `{signature}`" + (f" | {summary}" if summary else "")


def test_all_that_a_short_function_does_stands_in_the_outline() -> None:
    text = "static void init(list *a) {\n    a->next = a; // why\n    a->prev = a;\n}\n"
    one = symbol(0, "init", 1, 4, signature="static void init(list *a)")
    found = analysis_of(one, text=text, language="C")
    assert found[2].endswith("| `a->next = a; a->prev = a` [L2-3]")
    assert len(found) == 3
    branching = text.replace("a->next = a; // why", "if (a) {\n b();\n}")
    one = symbol(0, "init", 1, 6, signature="static void init(list *a)", complexity=2)
    decisions = (Decision(0, "do", 3, 3, (Guard("a"),), "b()"),)
    found = analysis_of(one, text=branching, language="C", decisions=decisions)
    assert found[2].endswith("| [b() L3] when `a`; [a->prev = a L5] | 2")
    assert len(found) == 3


def test_a_function_declared_above_its_definition_has_one_row() -> None:
    text = "int f(int a);\nint g(int a);\nint f(int a) {\n  return a;\n}\n"
    symbols = (
        symbol(0, "f", 1, 1, signature="int f(int a)"),
        symbol(1, "g", 2, 2, signature="int g(int a)"),
        symbol(2, "f", 3, 5, signature="int f(int a)", overload=2),
    )
    rows = analysis_of(*symbols, text=text, language="C")[2:]
    assert [row.partition("]")[0] for row in rows] == ["[L2", "[L3-5"]


def test_a_target_is_shown_with_its_commands() -> None:
    text = "test: all\n\t# why\n\t@./runtest\n\t./more\n\t./last\n"
    one = symbol(0, "test", 1, 5, kind="target", signature="test: all")
    row = analysis_of(one, text=text, language="Makefile")[2]
    assert row == "[L1-5] | `test: all` | [@./runtest L3], [./more L4] and 1 more"
    assert analysis_of(one, text=text, language="CMake")[2] == "[L1-5] | `test: all`"


def test_an_object_whose_methods_have_rows_is_not_shown_whole() -> None:
    text = "const proto = {\n  a () {\n    return 1\n  }\n}\nconst sizes = {\n  big: 9\n}\n"
    found = analysis_of(
        symbol(0, "proto", 1, 5, kind="constant", signature="const proto = {"),
        symbol(1, "proto.a", 2, 4, kind="method", parent=0),
        symbol(2, "sizes", 6, 8, kind="constant", signature="const sizes = {"),
        text=text,
    )
    rows = [row for row in found if row.startswith("[L1-5]") or row.startswith("[L6-8]")]
    assert rows == [
        "[L1-5] | `const proto = {` | ",
        "[L6-8] | `const sizes = {` | [const sizes = { big: 9 } L6-8]",
    ]


def test_gaps_in_strings_are_shown_as_they_are() -> None:
    text = 'def pad(a,   b="  "):\n    return join(a,   "   ", b)\n'
    facts = parse("Python", text.encode())
    pad = symbol(0, "pad", 1, 2, signature=facts.definitions[0].signature)
    assert analysis_of(pad, text=text)[-1].startswith(
        '[L1-2] | `def pad(a, b="  ")` | [return join(a, "   ", b) L2]'
    )


def test_of_a_field_all_is_told_that_is_said_of_it() -> None:
    doc = "The first to be sent.\n\nNever less than the last. Reset by a snapshot."
    field = symbol(0, "A.next", 1, kind="field", signature="next int", doc=doc)
    assert analysis_of(field)[-1].endswith(
        "“The first to be sent. Never less than the last. Reset by a snapshot.”"
    )
    long = symbol(0, "A.next", 1, kind="field", signature="next int", doc="One. " + "Two. " * 200)
    assert analysis_of(long)[-1].endswith("“One.”")


def test_lines_with_the_same_problem_are_told_together() -> None:
    problems = [(n, "syntax not understood") for n in range(3, 14)] + [(2, "too deep")]
    found = analysis_of(diagnostics=tuple(problems))
    places = ", ".join(f"[L{n}]" for n in range(3, 11))
    assert found[-2:] == [f"{places} and 3 more | syntax not understood", "[L2] | too deep"]


def test_calls_outside_of_functions_are_told() -> None:
    text = (
        "const a = require('a')\nsetup(a, {\n  name: \"x(\",\n  call(1),\n})\n// no(1)\n"
        "function f() {\n  b()\n}\n`\nno(2)`\na.all(f)\n"
    )
    found = analysis_of(symbol(0, "f", 7, 9), text=text, language="JavaScript")
    assert found[-4:] == [
        "### Calls when it is loaded",
        "Code",
        '[setup(a, { name: "x(", call(1), }) L2-5]',
        "[a.all(f) L12]",
    ]
    python = 'setup(\n    a=1,\n)\nx = """\nno(1)\n"""\n\n\ndef f():\n    b()\n'
    found = analysis_of(symbol(0, "f", 9, 10), text=python)
    assert found[-1] == "[setup( a=1, ) L1-3]"
    assert not any("loaded" in line for line in analysis_of(text="f(1);\n", language="C"))
