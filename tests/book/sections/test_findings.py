"""Patterns, performance and security: every finding stands in one of the three sections."""

from repobook.book.file.sections import patterns, performance, security
from repobook.book.shared.inline import rule_link
from repobook.model.blocks import Cite, Code
from repobook.model.dossiers.dossier import Pattern, ReferenceGroup, Registration, SymbolName
from repobook.model.finding import Finding
from tests.fakes.dossiers import file_dossier, symbol
from tests.fakes.pages import headings, known, tables


def _finding(category: str, line: int, severity: str = "info", code: str = "") -> Finding:
    return Finding(f"rule-{category}", severity, category, line, f"a {category}", code)  # type: ignore[arg-type]


def test_same_finding_on_many_lines_is_one_row_with_every_line() -> None:
    text = "".join(f"lock{n}()\n" for n in range(1, 7))
    findings = tuple(_finding("performance", n, code=f"lock{n}()") for n in range(1, 7))
    (table,) = tables(performance.blocks(file_dossier(text=text, findings=findings)))
    ((severity, rule, message, where, _),) = table.rows
    assert (severity, rule, message) == (
        ("info",),
        (rule_link("rule-performance"),),
        ("a performance",),
    )
    cites = [piece for piece in where if isinstance(piece, Cite)]
    assert [cite.line for cite in cites] == [1, 2, 3, 4, 5, 6]
    assert [cite.code for cite in cites] == ["lock1()", "lock2()", "lock3()", "", "", ""]


def test_a_complaint_says_when_it_may_be_harmless_and_a_fact_needs_not() -> None:
    unpickled = Finding("S301", "warning", "security", 1, "m", "")
    locked = Finding("lock", "fact", "performance", 1, "m", "")
    dossier = file_dossier(text="x\n", findings=(unpickled, locked))
    (complaints,), (facts,) = tables(security.blocks(dossier)), tables(performance.blocks(dossier))
    assert complaints.columns[-1] == "May be harmless if"
    assert complaints.rows[0][-1] == ("only this program writes the data",)
    assert facts.columns[-1] == "Where"


def test_gravest_comes_first() -> None:
    findings = (_finding("correctness", 1), _finding("security", 2, "warning"))
    (table,) = tables(security.blocks(file_dossier(text="a\nb\n", findings=findings)))
    assert [row[0] for row in table.rows] == [("warning",), ("info",)]


def test_masked_secret_stays_masked() -> None:
    finding = _finding("security", 1, code='key = "***"')
    dossier = file_dossier(text='key = "hunter2"\n', findings=(finding,))
    (table,) = tables(security.blocks(dossier))
    assert table.rows[0][3] == (
        Cite("pkg/mod.py", 1, is_here=True),
        " ",
        Code('key = "***"'),
    )


def test_every_finding_stands_in_one_section() -> None:
    categories = ("security", "performance", "correctness", "maintainability")
    dossier = file_dossier(text="x\n", findings=tuple(_finding(one, 1) for one in categories))
    rules = [
        row[1]
        for section in (patterns, performance, security)
        for table in tables(section.blocks(dossier))
        for row in table.rows
    ]
    assert sorted(rules) == sorted((rule_link(f"rule-{category}"),) for category in categories)


def test_line_that_is_gone_is_cited_without_code() -> None:
    dossier = file_dossier(text="x\n", findings=(_finding("security", 9, code="y"),))
    assert tables(security.blocks(dossier))[0].rows[0][3][0] == Cite("pkg/mod.py", 9, is_here=True)


def test_pattern_has_the_line_that_shows_it() -> None:
    dossier = file_dossier(
        text="\nclass Lock:\n",
        patterns=(Pattern("context manager", 2, "a.Lock", "is entered and left"),),
    )
    assert tables(patterns.blocks(dossier))[0].rows == (
        (
            ("context manager",),
            (Cite("pkg/mod.py", 2, code="Lock", is_here=True),),
            ("is entered and left",),
        ),
    )


def test_registrations_show_their_lines_as_written() -> None:
    dossier = file_dossier(
        text="@app.route('/')\ndef index(): ...\n",
        references=(ReferenceGroup("route", "app", "decorator", (1,), "", "external", ()),),
        registrations=(Registration("app.route", 9, 3),),
    )
    found = patterns.blocks(dossier)
    assert headings(found) == ["Registered here, 1 place"]
    assert tables(found)[0].rows == (
        (
            (Cite("pkg/mod.py", 1, code="@app.route('/')", is_here=True),),
            (Code("app.route"),),
        ),
    )


def test_macro_used_again_and_again_is_an_idiom_unless_in_comments() -> None:
    target = (SymbolName("c/check.h", "CHECK", "macro"),)
    dossier = file_dossier(
        text="CHECK(a)\nx; // CHECK\n* CHECK\nCHECK(b)\n",
        references=(ReferenceGroup("CHECK", "", "macro", (1, 2, 3, 4), "exact", "", target),),
        known=known("c/check.h"),
    )
    (row,) = tables(patterns.blocks(dossier))[0].rows
    assert (row[0], row[2]) == ((Code("CHECK"), " (macro)"), ("2",))


def test_nothing_found_leaves_sections_out() -> None:
    dossier = file_dossier(text="x = 1\n")
    assert patterns.blocks(dossier) == performance.blocks(dossier) == security.blocks(dossier) == ()


def test_registration_over_several_lines_is_shown_whole_with_what_it_enters() -> None:
    text = "@register(\n    ops.add,\n)\ndef add(a): ...\n@register(ops.mul)\ndef mul(a): ...\n"
    marks = ("register( ops.add, )", "register(ops.mul)")
    dossier = file_dossier(
        text=text,
        symbols=(
            symbol(0, "add", 4, decorators=marks[:1]),
            symbol(1, "mul", 6, decorators=marks[1:]),
        ),
        references=(ReferenceGroup("register", "", "decorator", (1, 5), "", "external", ()),),
        registrations=(Registration("register", 9, 3),),
    )
    rows = tables(patterns.blocks(dossier))[0].rows
    assert rows[0][:2] == (
        (Cite("pkg/mod.py", 1, 3, "@register( ops.add, )", is_here=True),),
        (Cite("pkg/mod.py", 4, code="add", is_here=True),),
    )
    assert rows[1][1] == (Cite("pkg/mod.py", 6, code="mul", is_here=True),)


def test_performance_of_a_test_is_told_only_where_someone_should_act() -> None:
    findings = (_finding("performance", 1, "fact"), _finding("performance", 2))
    dossier = file_dossier(role="test", text="a\nb\n", findings=findings)
    (table,) = tables(performance.blocks(dossier))
    assert [row[0] for row in table.rows] == [("info",)]
