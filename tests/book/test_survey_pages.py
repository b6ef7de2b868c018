"""What the pages about the whole say: findings, hotspots, dependencies, gaps."""

from repobook.book.repository.dependencies_page import dependencies_pages
from repobook.book.repository.findings_pages import findings_page, rule_pages
from repobook.book.repository.gaps_page import gaps_pages
from repobook.book.repository.hotspots_page import hotspots_page
from repobook.book.shared.graph.cycles import cycles_of
from repobook.book.shared.harmless_findings import harmless_when
from repobook.findings.ruff_rules import LINT_RULES
from repobook.findings.run import all_rules
from repobook.model.blocks import Matrix, Page, PageRef
from repobook.model.dossiers.folder_dossier import ChildEdge, ListedFiles, Place
from repobook.model.dossiers.survey import (
    Debt,
    FolderDependencies,
    Hotspot,
    LanguageCover,
    RuleCount,
    RuleFinding,
    Survey,
    Untested,
)
from repobook.model.graph import LanguageLinks
from tests.book.views import told
from tests.fakes.dossiers import repository_dossier

EVAL = RuleCount("security", "warning", "S307", 2, 2, "eval executes a string as code", True)
LOCK = RuleCount("performance", "info", "lock", 1, 1, "may block other threads: std::mutex", False)
HOT = Hotspot("a/x.py", 0, 30, 4, "A.run", Place("a/x.py", 3, 9), 12)
NO_TIES = FolderDependencies((), (), frozenset())
NOTHING = Survey((), (), 0, False, NO_TIES, (), (), (), 0)


def lines(page: Page) -> list[str]:
    blocks = (*page.lead, *(block for section in page.sections for block in section.blocks))
    return told(block for block in blocks if not isinstance(block, Matrix))


def edge(source: str, target: str, n: int = 1) -> ChildEdge:
    return ChildEdge(source, target, n, Place(f"{source}/x.py", 2), f"{target}/y.py", "exact")


def test_findings_are_added_up_by_category_and_severity() -> None:
    page = findings_page((LOCK, EVAL))
    assert [section.title for section in page.sections] == ["Summary", "Performance", "Security"]
    shown = lines(page)
    assert "performance | – | – | 1" in shown
    assert "all | – | 2 | 1" in shown
    assert (
        "warning | [S307] | 2 | 2 | eval executes a string as code | " + harmless_when("S307")
        in shown
    )


def test_no_findings_are_told_as_none() -> None:
    assert lines(findings_page(())) == [
        "No findings in the files that could be parsed.",
    ]


def test_a_rule_has_every_line_by_folder() -> None:
    found = [
        RuleFinding(Place("a/b/c/x.py", 3), "m", "eval(x)"),
        RuleFinding(Place("setup.py", 9), "m", ""),
    ]
    (page,) = rule_pages(EVAL, found)
    assert page.ref == PageRef("findings", part="S307")
    assert [section.title for section in page.sections] == ["./", "a/b/"]
    assert "[a/b/c/x.py:L3] | `eval(x)`" in lines(page)
    assert "Problem: eval executes a string as code" in lines(page)


def test_findings_that_differ_say_what_each_is() -> None:
    (page,) = rule_pages(
        LOCK, [RuleFinding(Place("x.cpp", 1), "may block other threads: std::mutex", "mutex m;")]
    )
    assert "[x.cpp:L1] | `mutex m;` | may block other threads: std::mutex" in lines(page)


def test_a_rule_with_very_many_lines_goes_on_and_loses_none() -> None:
    found = [RuleFinding(Place(f"a/{n:05}.py", 1), "m", "eval(x)" * 9) for n in range(5000)]
    pages = rule_pages(EVAL, found)
    assert len(pages) > 2
    shown = [line for page in pages for line in lines(page) if line.startswith("[a/")]
    assert len(set(shown)) == 5000


def test_every_rule_says_when_it_may_be_harmless() -> None:
    severities = {id: rule.severity for id, rule in all_rules().items()}
    severities |= {id: rule.severity for id, rule in LINT_RULES.items()}
    for id, severity in severities.items():
        assert severity == "fact" or harmless_when(id) != harmless_when("no such rule"), id
    assert harmless_when("not-linted") != harmless_when("no such rule")


def test_hotspots_tell_the_formula_and_every_factor() -> None:
    survey = NOTHING._replace(hotspots=(HOT._replace(n_changes=7),), n_hotspots=3, has_past=True)
    shown = lines(hotspots_page(survey, "history: the newest 5 commits"))
    assert "score = commits × complexity × (1 + dependents)" in shown
    assert "1 | [a/x.py] | 1,050 | 7 | 30 | 4 | `A.run` 12 at [L3-9]" in shown
    assert "1 of 3: the others have lower scores" in shown
    assert "Only the commits that were read are counted. History: the newest 5 commits." in shown


def test_hotspots_without_a_past_say_so_and_leave_it_out() -> None:
    shown = lines(hotspots_page(NOTHING._replace(hotspots=(HOT,), n_hotspots=1), ""))
    assert "score = complexity × (1 + dependents)" in shown
    assert any("are unknown (no history" in line for line in shown)
    assert "1 | [a/x.py] | 150 | 30 | 4 | `A.run` 12 at [L3-9]" in shown


def test_no_hotspots_are_told_as_none() -> None:
    assert "No source file has" in lines(hotspots_page(NOTHING, ""))[0]


def test_circles_are_found_through_others() -> None:
    edges = [edge("a", "b"), edge("b", "c"), edge("c", "a"), edge("a", "d"), edge("e", "a")]
    assert cycles_of(edges) == (("a", "b", "c"),)


def test_dependencies_mark_what_goes_both_ways_and_prove_every_tie() -> None:
    edges = (edge("a", "b", 5), edge("b", "a", 1), edge("c", "b", 2))
    (page,) = dependencies_pages(FolderDependencies(("a", "b", "c"), edges, frozenset(["a"])))
    (matrix,) = [b for s in page.sections for b in s.blocks if isinstance(b, Matrix)]
    assert {(c.row, c.column) for c in matrix.cells if c.is_mutual} == {(0, 1), (1, 0)}
    assert "- 2 folders depend on each other: [a/, other files], [b/]" in lines(page)
    assert "[c/] | [b/] | 2 | [c/x.py:L2] uses [b/y.py]" in lines(page)


def test_folders_that_stand_alone_say_so() -> None:
    (page,) = dependencies_pages(NO_TIES)
    assert lines(page) == ["No folder depends on another."]


def test_gaps_are_told_in_numbers() -> None:
    dossier = repository_dossier(
        n_files=5,
        n_documented=4,
        listed=(ListedFiles("binary file", ("a.png",)),),
        links=(LanguageLinks("Python", 200, (("exact", 150), ("dynamic", 50))),),
    )
    survey = NOTHING._replace(
        languages=(LanguageCover("Python", 4, 90, 1, 0, 8, 2),),
        untested=(Untested("a", 3, ("a/x.py", "a/y.py")),),
        debts=(Debt("run", 1, "function", Place("a/x.py", 1, 2), 9),),
        n_debts=4,
    )
    page, untested = gaps_pages(dossier, survey)
    shown = lines(page)
    assert shown[0] == "4 documented + 1 listed = 5 files."
    assert "Python | 4 | 90 | 1 | – | 2 of 8, 25%" in shown
    assert "Python | 200 | 75.0% | – | – | – | – | 25.0% | –" in shown
    assert "[run] | function | 9 | [a/x.py:L1-2]" in shown
    assert "1 of 4: the others are used by fewer files" in shown
    assert "[a/] | 2 | 3" in shown
    assert untested.ref == PageRef("gaps", part="untested")
    assert lines(untested) == ["- [a/] 2 of 3: [x.py], [y.py]"]
