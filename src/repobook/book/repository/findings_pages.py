"""``findings.md``: what to watch out for in the whole repository, and a page for each rule.

The first page counts; the page of a rule has every line that it means, folder by folder.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Final

from repobook.book.folder.folder_inline import HOME, cite
from repobook.book.shared.harmless_findings import harmless_when
from repobook.book.shared.inline import counted, rule_link
from repobook.book.shared.paging import paged
from repobook.model.blocks import (
    Block,
    Code,
    Content,
    Facts,
    Page,
    PageRef,
    Paragraph,
    Section,
    Table,
)
from repobook.model.dossiers.survey import RuleCount, RuleFinding
from repobook.model.finding import SEVERITIES

_REF: Final = PageRef("findings")
_MEANINGS: Final = (
    ("error", "a bug or a vulnerability, unless the code is never used"),
    ("warning", "worth a review"),
    ("info", "minor and easy to fix"),
)
_OF_OTHERS: Final = "Vendored and generated files list only secrets and hidden characters."
_DEPTH: Final = 2
_MAX_SIZE: Final = 200_000
"""Lines of code are hard to compress."""


def findings_page(rules: Sequence[RuleCount], n_suppressed: int = 0) -> Page:
    """How much of what there is; each rule leads to its lines."""
    sections = [Section("Summary", tuple(_summary(rules, n_suppressed)))]
    for category, category_rules in groupby(rules, key=lambda rule: rule.category):
        sections.append(Section(category.capitalize(), (_rule_table(category_rules),)))
    around = (("home", HOME), ("hotspots", PageRef("hotspots")), ("gaps", PageRef("gaps")))
    return Page(_REF, "Findings", tuple(sections), neighbours=around)


def rule_pages(rule: RuleCount, findings: Sequence[RuleFinding]) -> tuple[Page, ...]:
    lead: tuple[Block, ...] = (
        Facts(
            (
                ("Category", (rule.category,)),
                ("Severity", (rule.severity,)),
                ("Findings", (f"{rule.n:,} in {counted(rule.n_files, 'file')}",)),
                *([("Problem", (rule.message,))] if rule.is_uniform else []),
                ("May be harmless if", (harmless_when(rule.rule),)),
            )
        ),
    )
    sections = [
        Section(f"{folder or '.'}/", (_finding_table(folder_findings, rule.is_uniform),))
        for folder, folder_findings in _by_folder(findings)
    ]
    around = (("all findings", _REF), ("home", HOME))
    page = Page(_REF._replace(part=rule.rule), f"Findings: {rule.rule}", tuple(sections), lead)
    return paged(page._replace(neighbours=around), _MAX_SIZE)


def _summary(rules: Sequence[RuleCount], n_suppressed: int) -> Iterator[Block]:
    if n_suppressed:
        who = "comments in the source or by repobook.toml"
        yield Paragraph((f"{counted(n_suppressed, 'finding')} suppressed by {who}, not listed.",))
    if not rules:
        yield Paragraph(("No findings in the files that could be parsed.",))
        return
    n_by = {(c, s): 0 for c in _categories(rules) for s in SEVERITIES}
    for rule in rules:
        n_by[rule.category, rule.severity] += rule.n
    rows = [
        ((category,), *((_number(n_by[category, s]),) for s in SEVERITIES))
        for category in _categories(rules)
    ]
    total = [_number(sum(n_by[c, s] for c in _categories(rules))) for s in SEVERITIES]
    meanings = "; ".join(f"{name}: {what}" for name, what in _MEANINGS)
    n_all = sum(rule.n for rule in rules)
    counts = f"{counted(n_all, 'finding')} from {counted(len(rules), 'rule')}"
    yield Paragraph((f"{counts}. {meanings}. {_OF_OTHERS}",))
    yield Table(("Category", *SEVERITIES), (*rows, (("all",), *((n,) for n in total))))


def _categories(rules: Iterable[RuleCount]) -> list[str]:
    return sorted({rule.category for rule in rules})


def _number(n: int) -> str:
    return f"{n:,}" if n else "–"


def _rule_table(rules: Iterable[RuleCount]) -> Table:
    rows = [
        (
            (rule.severity,),
            (rule_link(rule.rule),),
            (f"{rule.n:,}",),
            (f"{rule.n_files:,}",),
            (rule.message if rule.is_uniform else f"for example: {rule.message}",),
            (harmless_when(rule.rule),),
        )
        for rule in rules
    ]
    columns = ("Severity", "Rule", "Findings", "Files", "Problem", "May be harmless if")
    return Table(columns, tuple(rows))


def _by_folder(findings: Iterable[RuleFinding]) -> list[tuple[str, list[RuleFinding]]]:
    """They come by path, so what lies in one folder stands together, but for its own files."""
    findings_by_folder: dict[str, list[RuleFinding]] = {}
    for finding in findings:
        folder = "/".join(finding.place.path.split("/")[:-1][:_DEPTH])
        findings_by_folder.setdefault(folder, []).append(finding)
    return sorted(findings_by_folder.items())


def _finding_table(findings: Iterable[RuleFinding], is_uniform: bool) -> Table:
    rows: list[tuple[Content, ...]] = []
    for finding in findings:
        line = (cite(finding.place),), (Code(finding.code),) if finding.code else ()
        rows.append(line if is_uniform else (*line, (finding.message,)))
    columns = ("Line", "Code") if is_uniform else ("Line", "Code", "Problem")
    return Table(columns, tuple(rows))
