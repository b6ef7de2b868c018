"""Testing & Usage: the tests of a source, and what a test file is for."""

import pytest

from repobook.book.file.sections.testing import blocks
from repobook.book.file.tests.case_table import n_parametrised
from repobook.model.blocks import Cite, Code, CodeBlock, Facts, Link, PageRef
from repobook.model.dossiers.dossier import (
    CallSite,
    Command,
    Covering,
    Edge,
    Rank,
    ReferenceGroup,
    SymbolName,
)
from repobook.model.facts import Decision, Guard
from repobook.model.graph import Reason
from tests.book.views import plain
from tests.fakes.dossiers import file_dossier, symbol
from tests.fakes.pages import headings, known, tables

_TEST = "tests/test_mod.py"


def test_tests_have_reasons_with_lines_and_a_command_to_copy() -> None:
    reasons = (
        Reason("import", (), (3,)),
        Reason("mention", ("run",), (8,)),
        Reason("path", ("mod", "pkg")),
    )
    dossier = file_dossier(
        tests=(Covering(_TEST, reasons, "pytest tests/test_mod.py"),), known=known(_TEST)
    )
    facts, table, command = blocks(dossier)
    assert facts == Facts((("Used by", ("no test file",)),))
    assert command == CodeBlock("pytest tests/test_mod.py", "Shell")
    (row,) = tables([table])[0].rows
    cites = [piece for piece in row[1] if isinstance(piece, Cite)]
    codes = [piece for piece in row[1] if isinstance(piece, Code)]
    assert cites == [Cite(_TEST, 3, is_here=True), Cite(_TEST, 8, is_here=True)]
    assert codes == [Code("run"), Code("mod"), Code("pkg")]


def test_tests_that_use_a_file_are_counted() -> None:
    dossier = file_dossier(
        tests=(Covering(_TEST, (Reason("import", (), (3,)),), ""),),
        edges_in=(
            Edge(_TEST, "test", 3, "exact", 2),
            Edge("tests/other.py", "test", 1, "exact", 1),
            Edge("tests/alike.py", "test", 8, "ambiguous", 1),
        ),
        known=known(_TEST),
    )
    assert blocks(dossier)[0] == Facts((("Used by", ("2 test files",)),))


def test_guesses_are_left_to_the_command_where_a_line_of_other_tests_leads_here() -> None:
    guess = Covering(
        "tests/alike.py", (Reason("path", ("pkg",)), Reason("perhaps", ("a.py",))), "pytest a"
    )
    used = Covering(_TEST, (Reason("import", (), (3,)),), "pytest")
    dossier = file_dossier(tests=(guess, used), known=known(_TEST, "tests/alike.py"))
    _, table, command = blocks(dossier)
    (found,) = tables([table])
    link = Link(PageRef("file", _TEST), _TEST, is_code=True)
    assert found.rows == (((link,), ("imports it (", Cite(_TEST, 3, is_here=True), ")")),)
    assert (found.n_all, found.rest) == (2, (Code("repobook tests pkg/mod.py"),))
    assert command == CodeBlock("pytest", "Shell")


def test_of_guesses_a_few_are_told_where_there_is_nothing_better() -> None:
    why = (Reason("alike", ("test_grid",), (4,)),)
    guesses = [Covering(f"tests/t{n}.py", why, "") for n in range(8)]
    (found,) = tables(blocks(file_dossier(path="pkg/grid.py", tests=tuple(guesses))))
    assert [row[0] for row in found.rows] == [(Code(f"tests/t{n}.py"),) for n in range(3)]
    assert (found.n_all, found.columns[0]) == (8, "Possible test")


@pytest.mark.parametrize(
    ("path", "test", "why", "is_told"),
    [
        ("src/grid.c", "tests/grid.tcl", Reason("path", ("grid",)), True),
        ("src/grid/mod.rs", "tests/grid.rs", Reason("path", ("grid",)), True),
        ("src/grid_sample.c", "tests/test_grid.py", Reason("path", ("grid",)), True),
        ("src/grid.c", "tests/x.py", Reason("mention", ("cut_here",), (9,)), True),
        ("src/grid.c", "tests/x.py", Reason("reach", ("src/a.c",)), True),
        ("src/grid.c", "tests/x.py", Reason("mention", ("flags",), (9,)), False),
        ("src/grid.c", "tests/x.py", Reason("alike", ("cut_here",), (9,)), False),
        ("src/grid.c", "src/tests/x.py", Reason("path", ("src",)), False),
        ("src/grid.c", "tests/x.py", Reason("perhaps", ("src/a.c",)), False),
        ("src/one_two_grid.c", "tests/grid_tree.py", Reason("path", ("grid",)), False),
        ("src/grid/cut.c", "tests/test_grid.py", Reason("path", ("grid",)), True),
        ("src/cut_grid.c", "tests/x.py", Reason("alike", ("_test_cut_all_of_grid",), (9,)), True),
        ("src/grid.c", "tests/x.py", Reason("alike", ("test_grid",), (9,)), True),
        ("src/grid.c", "tests/x.py", Reason("alike", ("GRID_BUCKET",), (9,)), False),
    ],
)
def test_far_guesses_are_left_to_the_command(
    path: str, test: str, why: Reason, is_told: bool
) -> None:
    covering = Covering(test, (why,), "")
    dossier = file_dossier(path=path, tests=(covering,), symbols=(symbol(0, "run", 1),))
    found = blocks(dossier)
    assert bool(tables(found)) == is_told
    if not is_told:
        far = ("Low-confidence tests", (Code(f"repobook tests {path}"),))
        assert isinstance(found[0], Facts)
        assert far in found[0].items


def test_behind_the_best_three_a_test_must_be_named_like_the_file() -> None:
    far = [Covering(f"tests/t{n}.c", (Reason("alike", ("T",), (1,)),), "") for n in range(3)]
    alike = Covering("tests/unit/list-2.tcl", (Reason("path", ("list",)),), "")
    folder = Covering("tests/list/cut.tcl", (Reason("path", ("list",)),), "")
    dossier = file_dossier(path="src/t_list.c", tests=(*far, folder, alike))
    (found,) = tables(blocks(dossier))
    assert [row[0] for row in found.rows] == [(Code("tests/unit/list-2.tcl"),)]


def test_two_weak_reasons_of_different_kinds_make_a_guess() -> None:
    names, detour = Reason("alike", ("grid_kernel",), (9,)), Reason("perhaps", ("a.py",))
    for why, is_told in (((names,), False), ((detour,), False), ((names, detour), True)):
        test = Covering("tests/x.py", why, "")
        assert bool(tables(blocks(file_dossier(path="pkg/grid.py", tests=(test,))))) == is_told


def test_file_with_tests_of_its_own_needs_no_guesses() -> None:
    own = symbol(0, "works", 3, decorators=("test",))
    guess = Covering("tests/test_mod.py", (Reason("path", ("mod",)),), "")
    found = blocks(file_dossier(symbols=(own,), tests=(guess,), text="\n\nfn works() {}\n"))
    assert headings(found) == ["1 case"]
    assert [table.columns for table in tables(found)] == [("Case",)]


def test_part_that_only_tests_are_built_with_is_told() -> None:
    part = symbol(0, "tests", 2, kind="module", decorators=("cfg(test)",))
    (found,) = blocks(file_dossier(symbols=(part,), text="\nmod tests {}\n"))
    assert isinstance(found, Facts)
    assert found.items[0][0] == "Compiled for tests only"


def test_reason_through_another_file_links_it() -> None:
    why = (Reason("reach", ("pkg/user.py",)),)
    dossier = file_dossier(tests=(Covering(_TEST, why, ""),), known=known(_TEST, "pkg/user.py"))
    (table,) = tables(blocks(dossier))
    link = Link(PageRef("file", "pkg/user.py"), "pkg/user.py", is_code=True)
    assert table.rows[0][1] == ("uses ", link, ", which uses it")


def test_source_without_tests_says_what_was_looked_at() -> None:
    (facts,) = blocks(file_dossier(symbols=(symbol(0, "run", 1),)))
    assert isinstance(facts, Facts)
    assert facts.items[0] == ("Tests", ("none found",))


def test_file_with_nothing_to_test_says_nothing() -> None:
    assert blocks(file_dossier()) == blocks(file_dossier(role="docs")) == ()


def test_examples_show_the_line_of_the_call() -> None:
    site = CallSite(_TEST, 9, "assert run(1)", "run", "test_run", True)
    (table,) = tables(blocks(file_dossier(examples=(site,), known=known(_TEST))))
    assert table.rows[0][:2] == ((Code("run"),), (Cite(_TEST, 9, code="assert run(1)"),))


def test_test_file_tells_how_it_is_run_and_why() -> None:
    dossier = file_dossier(
        path=_TEST, role="test", command=Command("pytest tests/test_mod.py", "pytest.ini", 1)
    )
    command, facts = blocks(dossier)
    assert command == CodeBlock("pytest tests/test_mod.py", "Shell")
    assert facts == Facts((("Command inferred from", (Cite("pytest.ini", 1),)),))


def test_file_that_refuses_to_be_run_is_quoted() -> None:
    text = 'x = 1\nif __name__ == "__main__":\n    raise RuntimeError(\n        "run all"\n    )\n'
    dossier = file_dossier(path=_TEST, role="test", text=text, rank=Rank(entry_line=2))
    found = blocks(dossier)
    assert headings(found) == ["Must not be run directly"]
    assert found[1] == CodeBlock(text[6:-1], "Python", Cite(_TEST, 2, 5, is_here=True))


def test_what_it_tests_are_files_that_its_lines_lead_to() -> None:
    target = SymbolName("pkg/mod.py", "run", "function")
    dossier = file_dossier(
        path=_TEST,
        role="test",
        text="\nrun()\n",
        tested=(
            ("pkg/alike.py", (Reason("path", ("pkg",)), Reason("mention", ("cut_it",), (2,)))),
            ("pkg/other.py", (Reason("path", ("pkg",)),)),
            ("pkg/mod.py", (Reason("call", (), (2,)),)),
        ),
        edges_out=(
            Edge("pkg/base.py", "inherit", 1, "exact", 9),
            Edge("pkg/mod.py", "call", 2, "exact", 1),
        ),
        references=(ReferenceGroup("run", "", "call", (2,), "exact", "", (target,)),),
        known=known("pkg/alike.py", "pkg/mod.py", "pkg/base.py"),
    )
    found = blocks(dossier)
    assert headings(found) == ["Files it tests", "Files it may test"]
    tested, perhaps = tables(found)
    assert [row[0] for row in tested.rows] == [_page("pkg/mod.py")]
    assert tested.rows[0][1] == (Cite(_TEST, 2, code="run", is_here=True),)
    assert [row[0] for row in perhaps.rows] == [_page("pkg/alike.py")]


def test_tools_for_tests_are_tested_only_where_the_names_say_so() -> None:
    paths = ("testing/common.py", "testing/client.py")
    dossier = file_dossier(
        path="t/test_client.py",
        role="test",
        tested=(
            (paths[0], (Reason("import", (), (1,)),)),
            (paths[1], (Reason("path", ("client",)),)),
        ),
        edges_out=tuple(Edge(path, "import", 1, "exact", 1) for path in paths),
        known=known(*paths),
    )
    (table,) = tables(blocks(dossier))
    assert [row[0] for row in table.rows] == [_page("testing/client.py")]


def test_what_a_test_is_named_for_comes_first() -> None:
    paths = ("src/dep.ts", "src/effect.ts", "src/ref.ts")
    dossier = file_dossier(
        path="t/effect.spec.ts",
        role="test",
        tested=tuple((path, (Reason("call", (), (1,)),)) for path in paths),
        edges_out=tuple(Edge(path, "call", 1, "exact", n) for n, path in enumerate(paths, 2)),
        known=known(*paths),
    )
    (table,) = tables(blocks(dossier))
    assert [row[0] for row in table.rows] == [
        _page("src/effect.ts"),
        _page("src/ref.ts"),
        _page("src/dep.ts"),
    ]


def test_what_only_likely_leads_there_is_not_what_it_tests() -> None:
    dossier = file_dossier(
        role="test",
        path=_TEST,
        tested=(("pkg/sparse.py", (Reason("use", (), (1,), "inferred"),)),),
        edges_out=(Edge("pkg/sparse.py", "use", 1, "inferred", 3),),
        known=known("pkg/sparse.py"),
    )
    assert blocks(dossier) == ()


def test_cases_have_parameters_and_skips_with_lines() -> None:
    dossier = file_dossier(
        path=_TEST,
        role="test",
        text='@parametrize("a", [1])\n@skipIf(no_gpu, "no")\ndef test_a(a):\n    pass\n',
        symbols=(symbol(0, "test_a", 3, 4), symbol(1, "helper", 5)),
        decisions=(
            Decision(0, "parametrize", 1, 1, (), '@parametrize("a", [1])'),
            Decision(0, "skip", 2, 2, (Guard("no_gpu"),), '@skipIf(no_gpu, "no")'),
            Decision(0, "skip", 4, 4, (Guard("slow"),), "pytest.skip()", 2),
        ),
    )
    (table,) = tables(blocks(dossier))
    assert table.columns == ("Case", "Parameters", "Skipped")
    ((case, parameters, kept),) = table.rows
    assert case == (Cite(_TEST, 3, 4, "test_a", is_here=True),)
    one = Cite(_TEST, 1, is_here=True)
    assert parameters == (Code('@parametrize("a", [1])'), " ", one, " → 1 case")
    assert kept[:3] == (Code('@skipIf(no_gpu, "no")'), " ", Cite(_TEST, 2, is_here=True))
    assert kept[4:] == (
        Code("pytest.skip()"),
        " when ",
        Code("slow"),
        " ",
        Cite(_TEST, 4, is_here=True),
        " and 2 more",
    )


def test_macros_for_tests_are_the_cases_and_helpers_called_test_are_not() -> None:
    symbols = (symbol(0, "Suite.Works", 1, kind="test"), symbol(1, "test_helper", 2))
    dossier = file_dossier(path="a_test.cpp", role="test", text="a\nb\n", symbols=symbols)
    (table,) = tables(blocks(dossier))
    assert [row[0][0] for row in table.rows] == [Code("Works")]


def test_source_with_tests_of_its_own_tells_its_cases() -> None:
    symbols = (
        symbol(0, "search", 1),
        symbol(1, "tests.test_data", 2),
        symbol(2, "tests.finds", 3, decorators=("tokio::test(flavor = 1)",)),
    )
    dossier = file_dossier(
        path="lib.rs", text="fn search\nfn test_data\nfn finds\n", symbols=symbols
    )
    heading, table = blocks(dossier)
    assert headings([heading]) == ["1 case"]
    assert tables([table])[0].rows[0][0] == (Cite("lib.rs", 3, code="finds", is_here=True),)


def test_suite_around_cases_is_no_case_and_names_hold_dots() -> None:
    symbols = (
        symbol(0, "array", 1, 9, kind="test"),
        symbol(1, "array.v1.2 pops", 2, 3, kind="test", name="v1.2 pops", parent=0),
    )
    dossier = file_dossier(path="a.spec.ts", role="test", text="\n" * 9, symbols=symbols)
    (table,) = tables(blocks(dossier))
    assert table.rows == (
        ((Code("v1.2 pops"), " ", Cite("a.spec.ts", 2, 3, is_here=True)), (Code("array"),)),
    )


def test_silent_returns_and_what_cases_share_are_told() -> None:
    dossier = file_dossier(
        path=_TEST,
        role="test",
        text="\n" * 20,
        symbols=(symbol(0, "T.setUp", 1, 3), symbol(1, "T.test_a", 4, 9)),
        decisions=(
            Decision(0, "skip", 2, 2, (Guard("not gpu", "gpu", True),), "raise SkipTest"),
            Decision(1, "return", 6, 7, (Guard("is_x86()"),), "return"),
            Decision(1, "return", 8, 8, (), "return"),
            Decision(1, "return", 9, 9, (Guard("is_arm()"),), "return helper()"),
            Decision(-1, "parametrize", 12, 12, (), "instantiate_parametrized_tests(T)"),
        ),
    )
    found = blocks(dossier)
    assert headings(found) == ["1 case", "Cases that may return early", "Shared setup"]
    _, silent, around = tables(found)
    assert silent.rows == (
        ((Code("T.test_a"),), (Code("is_x86()"),), (Cite(_TEST, 6, 7, is_here=True),)),
    )
    assert [row[0] for row in around.rows] == [("module",), (Code("T.setUp"),)]
    assert around.rows[1][1][:3] == (Code("raise SkipTest"), " when ", Code("not gpu"))


def test_more_cases_than_a_table_holds_are_counted() -> None:
    symbols = tuple(symbol(n, f"test_{n}", n + 1) for n in range(1200))
    dossier = file_dossier(path=_TEST, role="test", text="\n" * 1200, symbols=symbols)
    (table,) = tables(blocks(dossier))
    assert (len(table.rows), table.n_all) == (1000, 1200)


def _page(path: str) -> tuple[Link]:
    return (Link(PageRef("file", path), path, is_code=True),)


def test_cases_tell_what_they_check_and_count_the_rest() -> None:
    text = '''def test_a(self):
    """Texts
    assert nothing.
    """
    assert a == (
        1
    )
    self.assertEqual(b, 2)
    with pytest.raises(KeyError):
        expected = c["x"]
    assert d
'''
    dossier = file_dossier(
        path=_TEST, role="test", text=text, symbols=(symbol(0, "test_a", 1, 11, doc="Texts"),)
    )
    (table,) = tables(blocks(dossier))
    checks = plain(table.rows[0][table.columns.index("Assertions")])
    assert checks == (
        "[assert a == ( 1 ); self.assertEqual(b, 2); with pytest.raises(KeyError): L5-9],"
        " [assert d L11]"
    )


@pytest.mark.parametrize(
    ("decorator", "n"),
    [
        ('@pytest.mark.parametrize("a", [1, 2, (3, 4)])', 3),
        ('@pytest.mark.parametrize("a", VALUES)', 0),
        ('@pytest.mark.parametrize("a", [1, *MORE])', 0),
        ('@pytest.mark.parametrize("a", [1, 2, 3, 4 …', 0),
        ("@each", 0),
        ("@InlineData(1, (2, 3))", 0),
    ],
)
def test_only_lists_that_are_written_out_are_counted(decorator: str, n: int) -> None:
    assert n_parametrised(decorator) == n


def test_cases_tell_what_they_are_tried_with_and_what_is_said_inside() -> None:
    text = """def test_a(run):
    # Old servers answer twice.
    limit = 4096
    log("begins with", 77)
    result = run("--fast", count=1)
    rest = result
    assert not result.exception
    assert result.text == "x"
"""
    dossier = file_dossier(path=_TEST, role="test", text=text, symbols=(symbol(0, "test_a", 1, 8),))
    (table,) = tables(blocks(dossier))
    cells = dict(zip(table.columns, map(plain, table.rows[0]), strict=True))
    assert cells["Summary"] == "“Old servers answer twice.” [L2]"
    assert cells["Steps"] == (
        '[limit = 4096; log("begins with", 77); result = run("--fast", count=1);'
        " rest = result L3-6]"
    )
    assert cells["Assertions"] == '[assert result.text == "x" L8] and 1 more'


def test_a_long_list_of_parameters_is_counted_from_the_text() -> None:
    rows = "".join(f'    ("{n * 20}",),\n' for n in "abcdefghijkl")
    text = f'@pytest.mark.parametrize("a", [\n{rows}])\ndef test_a(a):\n    assert a\n'
    cut = Decision(0, "parametrize", 1, 14, (), '@pytest.mark.parametrize("a", [("aaaa …')
    dossier = file_dossier(
        path=_TEST,
        role="test",
        text=text,
        symbols=(symbol(0, "test_a", 15, 16),),
        decisions=(cut,),
    )
    (table,) = tables(blocks(dossier))
    assert plain(table.rows[0][table.columns.index("Parameters")]).endswith("→ 12 cases")


def test_what_must_not_be_is_what_a_case_of_go_checks() -> None:
    text = (
        "func TestA(t *testing.T) {\n\tif err != nil {\n\t\tt.Fatal(err)\n\t}\n"
        '\tif a != b {\n\t\tt.Errorf("bad %d", a)\n\t}\n}\n'
    )
    symbols = (symbol(0, "TestA", 1, 8),)
    dossier = file_dossier(path="a_test.go", role="test", language="Go", text=text, symbols=symbols)
    (table,) = tables(blocks(dossier))
    code = 'if a != b { t.Errorf("bad %d", a) }'
    assert table.rows[0][-1] == (Cite("a_test.go", 5, 7, code=code, is_here=True),)


def test_cases_inside_a_case_of_go_are_told_with_what_they_check() -> None:
    text = (
        "func TestA(t *testing.T) {\n\ta := 5\n"
        '\tt.Run("runs once", func(t *testing.T) {\n\t\tif b != 1 {\n'
        '\t\t\tt.Error("b")\n\t\t}\n\t})\n'
        '\tt.Run("waits", func(t *testing.T) {\n\t\tsleep(25)\n\t})\n}\n'
    )
    symbols = (symbol(0, "TestA", 1, 11),)
    dossier = file_dossier(path="a_test.go", role="test", language="Go", text=text, symbols=symbols)
    (table,) = tables(blocks(dossier))
    assert [[plain(cell) for cell in row] for row in table.rows] == [
        ["[TestA L1-11]", "[a := 5 L2]", ""],
        ["“runs once” [L3-7]", "", '[if b != 1 { t.Error("b") } L4-6]'],
        ["“waits” [L8-10]", "[sleep(25) L9]", ""],
    ]


def test_what_a_function_inside_does_is_no_step_of_the_case() -> None:
    text = """def test_a(run):
    class Given(Base):
        async def connect(self):
            return stream
    def closes():
        stop(1)
        return 2
    with run(Given()) as one:
        return one.go(closes)
"""
    dossier = file_dossier(path=_TEST, role="test", text=text, symbols=(symbol(0, "test_a", 1, 9),))
    (table,) = tables(blocks(dossier))
    steps = plain(table.rows[0][table.columns.index("Steps")])
    assert steps == "[with run(Given()) as one L8], [return one.go(closes) L9]"


def test_check_under_a_head_stands_behind_it_and_not_what_comes_after_it() -> None:
    text = """def test_a():
    with pytest.raises(KeyError):
        assert go(1)
        assert go(2)
    assert done
"""
    dossier = file_dossier(path=_TEST, role="test", text=text, symbols=(symbol(0, "test_a", 1, 5),))
    (table,) = tables(blocks(dossier))
    checks = plain(table.rows[0][table.columns.index("Assertions")])
    assert checks == (
        "[with pytest.raises(KeyError): assert go(1); assert go(2) L2-4], [assert done L5]"
    )


def test_what_a_test_only_needs_comes_behind_what_it_tests() -> None:
    paths = ("raft/raft.pb.go", "raft/errors.go", "raft/raft.go")
    files = known(*paths) | known(paths[0], role="generated")
    dossier = file_dossier(
        path="raft/raft_snap_test.go",
        role="test",
        tested=tuple((path, (Reason("call", (), (1,)),)) for path in paths),
        edges_out=tuple(
            Edge(p, "call", 1, "exact", n) for p, n in zip(paths, (9, 5, 1), strict=True)
        ),
        known=files,
    )
    (table,) = tables(blocks(dossier))
    assert [row[0] for row in table.rows] == [_page(path) for path in reversed(paths)]
