"""What the text of a file leads to: a text, what the index knows of it, and the links in it."""

from typing import Any

from repobook.book.file.source_marks import source_marks
from repobook.model.dossiers.dossier import (
    FileLine,
    ImportLine,
    ReferenceGroup,
    SymbolName,
    SymbolSection,
    Uses,
)
from repobook.model.finding import Finding
from repobook.model.site.source_marks import DefinedName, LineNote, NameLink
from tests.fakes.dossiers import file_dossier, symbol

RUN = SymbolName("pkg/a.py", "run", "function")
KNOWN = {
    path: FileLine(path, "Python", "source", 0, 0, status, "", "")
    for path, status in (("pkg/a.py", "documented"), ("pkg/data.py", "listed"))
}


def _group(lines: tuple[int, ...], columns: tuple[int, ...], **told: Any) -> ReferenceGroup:
    group = ReferenceGroup("run", "", "call", lines, "exact", "", (RUN,), columns)
    return group._replace(**told)


def _links(text: str, *groups: ReferenceGroup, **told: Any) -> tuple[NameLink, ...]:
    return source_marks(file_dossier(text=text, references=groups, known=KNOWN, **told)).links


def test_a_name_leads_to_its_definition() -> None:
    link = NameLink(2, 4, 3, "pkg/a.py", ".run")
    assert _links("x = 1\nx = run(x)\n", _group((2,), (4,))) == (link,)


def test_columns_are_bytes_and_become_characters() -> None:
    assert _links("é = 'ü'; run()\n", _group((1,), (11,))) == (
        NameLink(1, 9, 3, "pkg/a.py", ".run"),
    )


def test_a_name_that_does_not_stand_there_leads_nowhere() -> None:
    assert _links("walk()\n", _group((1, 9, 1), (0, 0, 90))) == ()


def test_what_is_not_one_thing_leads_nowhere() -> None:
    text = "run()\n"
    assert _links(text, _group((1,), (0,), confidence="ambiguous")) == ()
    assert _links(text, _group((1,), (0,), targets=())) == ()
    assert _links(text, _group((1,), (), targets=(RUN, RUN))) == ()


def test_a_file_without_a_page_is_not_led_to() -> None:
    there = SymbolName("pkg/data.py", "run")
    assert _links("run()\n", _group((1,), (0,), targets=(there,))) == ()


def test_the_same_name_is_a_link_once_in_five_thousand_lines() -> None:
    text = "run()\n" * 6000
    lines = tuple(range(1, 6001))
    found = _links(text, _group(lines, (0,) * 6000), _group((2,), (0,), role="mention"))
    assert [link.line for link in found] == [1, 5001]


def test_a_name_that_means_two_things_is_a_link_once_a_screenful() -> None:
    text = "run()\n" * 200
    other = _group((3,), (0,), targets=(RUN._replace(qualname="A.run"),))
    found = _links(text, _group(tuple(range(1, 201)), (0,) * 200), other)
    assert sorted(link.line for link in found) == [1, 3, 81, 161]


def test_what_is_imported_leads_there_by_its_last_mention() -> None:
    name = ImportLine(1, "run", "run", "", "from", (RUN,), "exact", "")
    module = ImportLine(2, "pkg.a", "", "", "import", (SymbolName("pkg/a.py"),), "exact", "")
    unsure = name._replace(line=3, confidence="ambiguous")
    text = "from run import run\nimport pkg.a, pkg.ab\nfrom run import run\n"
    assert _links(text, imports=(name, module, unsure)) == (
        NameLink(1, 16, 3, "pkg/a.py", ".run"),
        NameLink(2, 7, 5, "pkg/a.py", ""),
    )


def test_an_endless_line_is_left_as_it_is() -> None:
    assert _links("run()" + " " * 9_000 + "\n", _group((1,), (0,))) == ()


def test_definitions_that_are_used_have_anchors_and_those_around_lines_their_end() -> None:
    text = "class Get:\n    def get(self):\n        return get\nlimit = 3\nother = 4\n"
    used = Uses(3)
    symbols = (
        symbol(0, "Get", 1, 3, kind="class"),
        symbol(1, "Get.get", 2, 3, kind="method", column=4, uses=used, overload=2),
        symbol(2, "limit", 4, kind="variable", uses=used),
        symbol(3, "other", 5, kind="variable"),
        symbol(4, "elsewhere", 5, uses=used),
        symbol(5, "other", 5)._replace(section=SymbolSection()),
    )
    marks = source_marks(file_dossier(text=text, symbols=symbols))
    assert marks.definitions == (
        DefinedName(1, 6, 3, "", 3),
        DefinedName(2, 8, 3, ".Get.get~2", 3),
        DefinedName(4, 0, 5, ".limit", 0),
        DefinedName(5, 0, 0, ".elsewhere", 0),
        DefinedName(5, 0, 5, ".other", 0, True),
    )


def test_lines_with_findings_say_so_once_and_lead_to_their_section() -> None:
    found = (
        Finding("lock", "info", "performance", 2, "takes a lock", "x"),
        Finding("eval", "warning", "security", 2, "runs text", "x"),
    )
    marks = source_marks(file_dossier(text="a\nb\n", findings=found))
    assert marks.notes == (
        LineNote(
            2, "warning", "info lock: takes a lock; warning eval: runs text", "security--safety"
        ),
    )


def test_definitions_that_tests_use_lead_to_the_tests() -> None:
    symbols = (symbol(0, "f", 1, uses=Uses(5, 3, 3, 2)), symbol(1, "g", 2, uses=Uses(5, 3, 3)))
    dossier = file_dossier(text="f\ng\n", symbols=symbols)
    assert source_marks(dossier).notes == (
        LineNote(1, "tested", "used in 2 test files", "testing--usage"),
    )
    assert source_marks(dossier._replace(role="test")).notes == ()


def test_lines_that_are_not_there_are_no_reason_to_fail() -> None:
    lost = symbol(0, "f", 90, 99, uses=Uses(1))
    imported = ImportLine(0, "a", "run", "", "from", (RUN,), "exact", "")
    marks = source_marks(file_dossier(text="", symbols=(lost,), imports=(imported,), known=KNOWN))
    assert (marks.links, marks.definitions) == ((), (DefinedName(90, 0, 0, ".f", 99),))
