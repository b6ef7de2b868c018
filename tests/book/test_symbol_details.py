"""Detailed Analysis: what the important symbols decide, call and are built on."""

from typing import Any

from repobook.book.file.sections import analysis
from repobook.book.file.symbols.important_symbols import MAX_SYMBOLS, anchors
from repobook.languages import parse
from repobook.model.blocks import Cite, Table
from repobook.model.dossiers.dossier import FileLine, ReferenceGroup, Symbol, SymbolName, Uses
from repobook.model.facts import Decision, Guard
from tests.book.views import told
from tests.fakes.dossiers import file_dossier, symbol

KNOWN = {"o.py": FileLine("o.py", "Python", "source", 0, 0, "documented", "", "")}


def details_of(*symbols: Symbol, **fields: Any) -> list[str]:
    found = told(analysis.blocks(file_dossier(symbols=symbols, known=KNOWN, **fields)))
    (heading,) = [line for line in found if line.startswith("### Symbol details")]
    return found[found.index(heading) + 1 :]


def test_decisions_are_told_in_the_order_of_lines() -> None:
    decisions = (
        Decision(0, "return", 8, 8, (), "return a"),
        Decision(1, "raise", 5, 6, (Guard("not a", "a", True),), "raise ValueError(a)"),
    )
    assert details_of(
        symbol(0, "f", 1, 9), symbol(1, "f.g", 4, 7, parent=0), decisions=decisions
    ) == [
        "#### `f`",
        "[L1-9]",
        "Line | When | Then",
        "[L5-6] in `g` | `not a` | `raise ValueError(a)`",
        "[L8] |  | `return a`",
    ]


def test_a_return_after_conditional_ones_is_the_rest() -> None:
    decisions = (
        Decision(0, "assert", 2, 2, (), "assert a"),
        Decision(0, "return", 3, 3, (Guard("a > 1"),), "return 1"),
        Decision(0, "assert", 4, 4, (), "assert b"),
        Decision(0, "return", 5, 5, (), "return 2"),
    )
    rows = details_of(symbol(0, "f", 1, 9), decisions=decisions)[3:]
    assert rows == [
        "[L2] |  | `assert a`",
        "[L3] | `a > 1` | `return 1`",
        "[L4] |  | `assert b`",
        "[L5] | otherwise | `return 2`",
    ]


def test_decisions_that_were_left_out_are_counted_with_the_last() -> None:
    decisions = (Decision(0, "raise", 2, 2, (Guard("a"),), "raise X", 30),)
    row = details_of(symbol(0, "f", 1, 9), decisions=decisions)[3]
    assert row == "[L2] | `a` | `raise X` and 30 more raise"


def test_branches_are_told_one_after_the_other() -> None:
    not_a = Guard("not a", "a", True)
    decisions = (
        Decision(0, "return", 2, 2, (Guard("a"),), "return 1"),
        Decision(0, "return", 3, 3, (not_a, Guard("b", joint=" and ")), "return 2"),
        Decision(0, "raise", 4, 4, (not_a, Guard("not b", "b", True, " and ")), "raise X"),
    )
    assert details_of(symbol(0, "f", 1, 9), decisions=decisions)[3:] == [
        "[L2] | `a` | `return 1`",
        "[L3] | otherwise `b` | `return 2`",
        "[L4] | otherwise | `raise X`",
    ]


def test_the_one_way_out_is_no_decision() -> None:
    decisions = (Decision(0, "return", 3, 4, (), "return a"),)
    assert details_of(symbol(0, "f", 1, 9, complexity=2), decisions=decisions)[2:] == [
        "- Outcomes `return a` [L3-4]"
    ]


def test_what_a_file_decides_when_it_is_loaded() -> None:
    decision = Decision(-1, "raise", 2, 2, (Guard("sys.platform == 'x'"),), "raise ImportError")
    assert told(analysis.blocks(file_dossier(decisions=(decision,)))) == [
        "### Top-level decisions",
        "Line | When | Then",
        "[L2] | `sys.platform == 'x'` | `raise ImportError`",
    ]


def test_decisions_of_a_method_are_not_those_of_its_class() -> None:
    found = details_of(
        symbol(0, "C", 1, 9, kind="class", uses=Uses(1, 1, 1, 0, 1, (), 1)),
        symbol(1, "C.m", 2, 9, kind="method", parent=0),
        decisions=(Decision(1, "raise", 5, 5, (Guard("x"),), "raise X"),),
    )
    assert found.index("[L5] | `x` | `raise X`") > found.index("#### `C.m`")


def test_what_is_left_out_of_many_decisions_is_counted() -> None:
    decisions = tuple(
        Decision(0, "return", n, n, (Guard(f"c{n}"),), "return") for n in range(2, 50)
    )
    assert details_of(symbol(0, "f", 1, 60), decisions=decisions)[-1] == "40 of 48: [L42-49]"


def test_calls_lead_to_lines_here_and_to_pages_elsewhere() -> None:
    references = (
        ReferenceGroup("g", "", "call", (3, 5), "exact", "", (SymbolName("pkg/mod.py", "g"),)),
        ReferenceGroup("h", "", "call", (4,), "inferred", "by name", (SymbolName("o.py", "A.h"),)),
        ReferenceGroup("x", "", "call", (5,), "", "external", ()),
        ReferenceGroup("y", "", "call", (20,), "exact", "", (SymbolName("o.py", "y"),)),
    )
    found = details_of(
        symbol(0, "f", 1, 9, complexity=2),
        symbol(1, "g", 12, 14),
        references=references,
        text="\n" * 11 + "def g(): pass\n",
    )
    expected = "- Calls [g L12-14] [L3] ×2, [A.h] (inferred) [L4]"
    assert expected in found


def test_definitions_of_one_name_in_one_file_are_one_target() -> None:
    targets = (SymbolName("o.py", "run"), SymbolName("o.py", "run"))
    references = (ReferenceGroup("run", "", "call", (2,), "ambiguous", "", targets),)
    found = details_of(symbol(0, "f", 1, 9, complexity=2), references=references)
    assert "- Calls [run] (ambiguous) [L2]" in found


def test_decorators_are_told() -> None:
    found = details_of(symbol(0, "f", 2, 9, complexity=2, decorators=("cache", "x" * 999)))
    assert found[2] == f"- Decorated with `cache`, `{'x' * 240} …`"


def test_ambiguous_calls_name_their_candidates() -> None:
    targets = tuple(SymbolName("o.py", f"T{n}.run") for n in range(5))
    references = (ReferenceGroup("run", "x", "call", (2,), "ambiguous", "", targets),)
    found = details_of(symbol(0, "f", 1, 9, complexity=2), references=references)
    assert "- Calls [T0.run] or [T1.run] or 3 others (ambiguous) [L2]" in found


def test_a_class_tells_what_it_is_built_on() -> None:
    references = (
        ReferenceGroup("Base", "", "inherit", (1,), "exact", "", (SymbolName("o.py", "Base"),)),
    )
    uses = Uses(2, 1, 1, 0, 2, (("o.py", 2),), 1)
    found = details_of(
        symbol(0, "C", 1, 9, kind="class", doc="Counts.\n\nSlowly.", uses=uses),
        references=references,
    )
    assert found[2:] == ["- Base classes [Base] [L1]", "- Most used in [o.py] 2×"]


def test_documentation_is_quoted_from_its_lines() -> None:
    text = "// Adds\n// numbers.\nint add(int a) {\n}\n"
    found = details_of(symbol(0, "add", 3, 4, doc="Adds\nnumbers.", complexity=2), text=text)
    assert "> Adds\nnumbers. ([L1-2])" in found


def test_the_choice_is_stated_and_prefers_what_others_use() -> None:
    plain = [symbol(n, f"f{n}", n + 1, complexity=9) for n in range(30)]
    used = symbol(30, "used", 40, complexity=2, uses=Uses(9, 9, 9, 0, 9, (), 9))
    found = told(analysis.blocks(file_dossier(symbols=(*plain, used))))
    chosen = "### Symbol details, 12 of 31: the most used and those with most branches"
    assert chosen in found
    assert "#### `used`" in found
    assert sum(line.startswith("#### ") for line in found) == MAX_SYMBOLS


def test_decisions_of_symbols_that_are_not_told_in_detail_are_told_together() -> None:
    symbols = [symbol(n, f"f{n}", n + 1, complexity=9 if n else 2) for n in range(13)]
    decisions = (
        Decision(0, "raise", 1, 1, (Guard("x"),), "raise X"),
        *(Decision(n, "raise", n + 1, n + 1, (Guard("y"),), "raise Y") for n in range(1, 13)),
    )
    assert details_of(*symbols, decisions=decisions)[-3:] == [
        "#### Decisions in other symbols",
        "Line | When | Then",
        "[L1] in `f0` | `x` | `raise X`",
    ]


def test_cases_of_a_test_are_no_important_symbols() -> None:
    dossier = file_dossier(
        role="test",
        symbols=(symbol(0, "test_a", 1, 9, complexity=5), symbol(1, "b", 10, complexity=2)),
    )
    found = told(analysis.blocks(dossier))
    assert "#### `test_a`" not in found
    assert "#### `b`" in found


def test_a_block_is_told_by_what_its_macro_is_given() -> None:
    block = symbol(
        0, "at.IMPL", 1, 9, kind="block", signature="IMPL(add_out)(const T& a)", complexity=3
    )
    assert details_of(block)[0] == "#### `IMPL(add_out)(const T& a)`"


def test_anchors_are_unique_whatever_the_names() -> None:
    names = ["f", "f", "F", "f-2", "<img>", "x" * 1000, "x" * 1001, ""]
    found = anchors([symbol(n, name, n + 1) for n, name in enumerate(names)])
    assert len(set(found.values())) == len(names)
    assert all(len(anchor) < 130 for anchor in found.values())


def test_cited_names_stand_in_the_cited_lines() -> None:
    text = "def f():\n    a = g()\n    return a\ndef g():\n    pass\n"
    references = (
        ReferenceGroup("g", "", "call", (2,), "exact", "", (SymbolName("pkg/mod.py", "g"),)),
    )
    dossier = file_dossier(
        text=text,
        language="Lua",
        symbols=(symbol(0, "f", 1, 3, complexity=2), symbol(1, "g", 4, 5)),
        references=references,
    )
    rows = [
        inline
        for block in analysis.blocks(dossier)
        if not isinstance(block, Table)
        for item in getattr(block, "items", ())
        for inline in item
    ]
    cites = [inline for inline in rows if isinstance(inline, Cite) and inline.code]
    assert [cite.code for cite in cites] == ["a = g()", "return a", "g"]
    for cite in cites:
        last = cite.end_line or cite.line
        assert cite.code in "\n".join(dossier.lines[cite.line - 1 : last])


def test_values_that_are_written_out_are_told_once() -> None:
    text = (
        "void f(int n) {\n"
        '  set_name("worker");\n'
        "  stack = 8u << 20; /* What the largest frame takes. */\n"
        "  n = 0;\n"
        '  warn("too many of them");\n'
        "  if (n > 99) {\n    n = 99;\n  }\n"
        "  call(n,\n       12);\n"
        "}\n"
    )
    lines = details_of(
        symbol(0, "f", 1, 11, kind="function", complexity=2),
        text=text,
        decisions=(Decision(0, "do", 7, 7, (Guard("n > 99"),), "n = 99"),),
    )
    assert "- Comments “What the largest frame takes.” [L3]" in lines
    (values,) = [line for line in lines if line.startswith("- Values")]
    assert values == (
        '- Values [set_name("worker"); L2],'
        " [stack = 8u << 20; /* What the largest frame takes. */ L3], [call(n, 12); L9-10]"
    )


def test_a_short_function_is_told_by_its_statements() -> None:
    text = "def f(a):\n    # why\n    b = g(\n        a)\n    with b:\n        h()  # noqa\n"
    long = text.replace("h()", f"h({'a' * 90}, {'b' * 90})")
    found = details_of(symbol(0, "f", 1, 6), text=long)
    assert found[2:] == [
        "Line | When | Then",
        "[L3-5] |  | `b = g(a); with b`",
        f"[L6] | `with b` | `h({'a' * 90}, {'b' * 90})`",
    ]
    short = file_dossier(symbols=(symbol(0, "f", 1, 6),), text=text)
    assert not any("detail" in line for line in told(analysis.blocks(short)))


def test_statements_stand_between_decisions() -> None:
    text = """func f(a int) *O {
	a.lock()
	defer a.unlock()
	if a.n > 1 {
		return nil
	}
	o := &O{
		Path: "/",
		Done: func(b int) {
			count(b)
		},
	}
	for _, b := range a.all() {
		if b > 1 {
			continue
		}
		o.add(b)
		log(b)
	}
	if o.n {
		count(o)
		log(o)
		send(o)
		return o
	}
	return nil
}
"""
    facts = parse("Go", f"package p\n\n{text}".encode())
    decisions = tuple(
        one._replace(definition=0, line=one.line - 2, end_line=one.end_line - 2)
        for one in facts.decisions
    )
    f = symbol(0, "f", 1, 27, complexity=5)
    assert details_of(f, text=text, decisions=decisions, language="Go")[2:] == [
        "Line | When | Then",
        "[L2-3] |  | `a.lock(); defer a.unlock()`",
        "[L5] | `a.n > 1` | `return nil`",
        '[L7-12] |  | `o := &O{Path: "/", Done: func(b int) {count(b)}}`',
        "[L15] | `for _, b := range a.all(): b > 1` | `continue`",
        "[L17-18] | `for _, b := range a.all()` | `o.add(b); log(b)`",
        "[L21-24] | `o.n` | `count(o); log(o); send(o); return o`",
        "[L26] | otherwise | `return nil`",
    ]


def test_what_only_sets_fields_has_no_details() -> None:
    text = "class A:\n    def __init__(self):\n        self.a = 1\n        self.b: int = 2\n"
    symbols = (
        symbol(0, "A", 1, 4, kind="class"),
        symbol(1, "A.__init__", 2, 4, kind="method", parent=0),
    )
    assert not any(
        "detail" in line for line in told(analysis.blocks(file_dossier(text=text, symbols=symbols)))
    )


def test_values_that_a_literal_holds_are_told() -> None:
    text = (
        'func f(a int) *O {\n\to := &O{\n\t\tPath: "/",\n\t\tAge: 86400 * 30,\n\t}\n'
        "\tif a > 1 {\n\t\treturn nil\n\t}\n\treturn o\n}\n"
    )
    found = details_of(symbol(0, "f", 1, 10, complexity=2), text=text)
    statements = '[o := &O{ Path: "/", Age: 86400 * 30, } L2-5], [if a > 1 { return nil } L6-8]'
    assert f"- Does {statements}, [return o L9]" in found
    decisions = (Decision(0, "return", 7, 7, (Guard("a > 1", "", True),), "return nil"),)
    found = details_of(symbol(0, "f", 1, 10, complexity=2), text=text, decisions=decisions)
    assert '- Values [o := &O{ Path: "/", Age: 86400 * 30, } L2-5]' in found


def test_what_a_function_does_that_is_returned_stands_below() -> None:
    long = '"a text that is so long that what stands around it is not shown in one line"'
    text = (
        f"function f(a) {{\n  if (!a) return 0\n  return a.then((b) => {{\n    go(b, {long})\n"
        "    if (b) {\n      stop(b)\n    }\n  })\n}\n"
    )
    facts = parse("JavaScript", text.encode())
    f = symbol(0, "f", 1, 9, complexity=2)
    rows = details_of(f, text=text, decisions=facts.decisions, language="JavaScript")[2:]
    assert [row.partition("]")[0] for row in rows[1:]] == ["[L2", "[L3-8", "[L4", "[L6"]
    assert rows[-2] == f"[L4] | `return a.then((b) =>` | `go(b, {long})`"


def test_what_is_done_in_an_other_case_says_so() -> None:
    guards = (Guard("not a", "a", True), Guard("b", joint=" and "), Guard("c", joint=" and "))
    row = details_of(
        symbol(0, "f", 1, 9, complexity=2), decisions=(Decision(0, "do", 5, 5, guards, "go()"),)
    )[3]
    assert row == "[L5] | `c`, in else `b` | `go()`"


def test_conditions_around_are_not_cut_to_others() -> None:
    long = "find_the_first_of_them(&found, all_of_them) != 0"
    guards = (Guard(long), Guard("c", joint=" and "))
    row = details_of(
        symbol(0, "f", 1, 9, complexity=2), decisions=(Decision(0, "do", 5, 5, guards, "go()"),)
    )[3]
    assert row == f"[L5] | `c`, in `{long}` | `go()`"


def test_a_function_inside_is_named_by_what_it_does() -> None:
    long = '"a text that is so long that what stands around it is not shown in one line"'
    inner = f"  const stop = (b) => {{\n    go(b, {long})\n    end(b, {long})\n  }}\n"
    text = f"function f(a) {{\n{inner}  if (!a) return 0\n  a.then(stop)\n}}\n"
    facts = parse("JavaScript", text.encode())
    f = symbol(0, "f", 1, 8, complexity=2)
    rows = details_of(f, text=text, decisions=facts.decisions, language="JavaScript")[3:]
    assert rows[0] == f"[L3-4] | `const stop = (b) =>` | `go(b, {long}); end(b, {long})`"
