"""Findings as a table: the rule, what it states, and each line that it means.

Those that state the same are one row, so that a fact seen a hundred times is read once.
"""

from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from typing import Final

from repobook.book.harmless import harmless_when, is_fact
from repobook.book.pieces import here, joined, rule_link
from repobook.book.shown import code_here, stands_in
from repobook.model.blocks import Block, Code, Content, Table
from repobook.model.dossier import FileDossier
from repobook.model.findings import SEVERITIES, Finding

_MAX_SHOWN: Final = 3
_COLUMNS: Final = ("Severity", "Rule", "What is seen", "Where", "May be harmless where")
_N_COLUMNS: Final = len(_COLUMNS)


def findings_table(dossier: FileDossier, categories: Collection[str]) -> Iterator[Block]:
    """Nothing where there are none; the gravest first, then by line."""
    groups: defaultdict[tuple[int, str, str], list[Finding]] = defaultdict(list)
    for finding in dossier.findings:
        if finding.category in categories:
            key = (SEVERITIES.index(finding.severity), finding.rule, finding.message)
            groups[key].append(finding)
    rows = [
        (
            (SEVERITIES[severity],),
            (rule_link(rule),),
            (message,),
            _lines(dossier, found),
            () if is_fact(rule) else (harmless_when(rule),),
        )
        for (severity, rule, message), found in sorted(groups.items(), key=_order)
    ]
    if rows:
        # Where only facts are told nothing needs an excuse.
        width = _N_COLUMNS if any(row[-1] for row in rows) else _N_COLUMNS - 1
        yield Table(_COLUMNS[:width], tuple(row[:width] for row in rows))


def _order(
    group: tuple[tuple[int, str, str], list[Finding]],
) -> tuple[int, int, str, str]:
    (severity, rule, message), found = group
    return severity, found[0].line, rule, message


def _lines(dossier: FileDossier, findings: Sequence[Finding]) -> Content:
    """The first with their code, all the others by their lines."""
    lines = {finding.line: finding for finding in findings}
    shown = [_line(dossier, finding) for finding in list(lines.values())[:_MAX_SHOWN]]
    others: list[Content] = [(here(dossier, line),) for line in list(lines)[_MAX_SHOWN:]]
    return joined([joined(shown, "; "), *([joined(others)] if others else [])], "; also ")


def _line(dossier: FileDossier, finding: Finding) -> Content:
    """A secret is masked in the finding, and so it is here."""
    if stands_in(dossier, finding.code, finding.line):
        return code_here(dossier, finding.line)
    return (here(dossier, finding.line), " ", Code(finding.code))
