"""Findings and facts as a table: the rule, what it states, and each line that it means.

Those that state the same are one row, so that a fact seen a hundred times is read once.
"""

from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from typing import Final

from repobook.book.shared.citations import code_here, stands_in
from repobook.book.shared.harmless_findings import harmless_when
from repobook.book.shared.inline import here, joined, rule_link
from repobook.model.blocks import Block, Code, Content, Table
from repobook.model.dossiers.dossier import FileDossier
from repobook.model.finding import SEVERITIES, Finding

_MAX_SHOWN: Final = 3
_FACT: Final = "fact"
_SHOWN: Final = (*SEVERITIES, _FACT)
_COLUMNS: Final = ("Severity", "Rule", "Problem", "Where", "May be harmless if")
_N_COLUMNS: Final = len(_COLUMNS)


def findings_table(dossier: FileDossier, categories: Collection[str]) -> Iterator[Block]:
    """Nothing where there are none; the gravest first, then by line."""
    groups: defaultdict[tuple[int, str, str], list[Finding]] = defaultdict(list)
    for finding in dossier.findings:
        if finding.category in categories and finding.severity in _SHOWN:
            key = (_SHOWN.index(finding.severity), finding.rule, finding.message)
            groups[key].append(finding)
    rows = [
        (
            (_SHOWN[severity],),
            (Code(rule) if _SHOWN[severity] == _FACT else rule_link(rule),),
            (message,),
            _lines(dossier, findings),
            () if _SHOWN[severity] == _FACT else (harmless_when(rule),),
        )
        for (severity, rule, message), findings in sorted(groups.items(), key=_order)
    ]
    if rows:
        # If all rows are facts, the column of excuses is left out.
        width = _N_COLUMNS if any(row[-1] for row in rows) else _N_COLUMNS - 1
        yield Table(_COLUMNS[:width], tuple(row[:width] for row in rows))


def _order(
    group: tuple[tuple[int, str, str], list[Finding]],
) -> tuple[int, int, str, str]:
    (severity, rule, message), findings = group
    return severity, findings[0].line, rule, message


def _lines(dossier: FileDossier, findings: Sequence[Finding]) -> Content:
    """The first with their code, all the others by their lines."""
    lines = {finding.line: finding for finding in findings}
    with_code = [_line(dossier, finding) for finding in list(lines.values())[:_MAX_SHOWN]]
    others: list[Content] = [(here(dossier, line),) for line in list(lines)[_MAX_SHOWN:]]
    return joined([joined(with_code, "; "), *([joined(others)] if others else [])], "; also ")


def _line(dossier: FileDossier, finding: Finding) -> Content:
    """A secret is masked in the finding, and so it is here."""
    if stands_in(dossier, finding.code, finding.line):
        return code_here(dossier, finding.line)
    return (here(dossier, finding.line), " ", Code(finding.code))
