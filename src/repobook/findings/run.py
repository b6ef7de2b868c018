"""Runs the rules over one file: each finding names its rule, its line and the code it means."""

import importlib
from collections.abc import Mapping
from functools import cache
from itertools import islice
from pkgutil import walk_packages
from typing import Final, NamedTuple

from repobook.findings import rules
from repobook.findings.rule import File, Find, Hit, Rule, Uses
from repobook.findings.suppression import without_suppressed
from repobook.model.facts import FileFacts
from repobook.model.finding import Finding
from repobook.parse.comments import shorten
from repobook.parse.secrets import masked
from repobook.parse.source import SourceText

_MAX_CODE: Final = 200
_MAX_HITS: Final = 1000


class Plan(NamedTuple):
    """The rules for one language: by the name that they look for, and those that always run."""

    by_name: dict[str, list[tuple[str, Uses]]]
    always: list[tuple[str, Find]]
    rules: Mapping[str, Rule]


def findings(
    language: str, source: SourceText, facts: FileFacts, plan: Plan
) -> tuple[Finding, ...]:
    """In the order of their lines."""
    file = File(language, source, facts)
    hits_by_rule: dict[str, list[Hit]] = {}
    names = {reference.name for reference in facts.references}
    for name in sorted(plan.by_name.keys() & names):
        for id, uses in plan.by_name[name]:
            hits_by_rule.setdefault(id, []).extend(uses.of_name(name, file))
    for id, find in plan.always:
        if hits := list(find(file)):
            hits_by_rule.setdefault(id, []).extend(hits)
    unsorted = [
        finding
        for id, hits in hits_by_rule.items()
        for finding in _of_rule(id, plan.rules[id], hits, file)
    ]
    ordered = sorted(unsorted, key=lambda finding: (finding.line, finding.rule))
    return without_suppressed(ordered, source)


def code_at(source: SourceText, line: int) -> str:
    """A line of source on its own, as far as it may be shown."""
    starts = source.line_starts
    if not 1 <= line < len(starts):
        return ""
    written = source.data[starts[line - 1] : starts[line]].rstrip(b"\n")
    return shorten(masked(written).decode("utf-8", "replace").strip(), _MAX_CODE)


@cache
def all_rules() -> dict[str, Rule]:
    """By id, which is the name of the rule's module with hyphens."""
    module_by_id = {
        module.name.rpartition(".")[2].replace("_", "-"): module.name
        for module in walk_packages(rules.__path__, f"{rules.__name__}.")
        if not module.ispkg
    }
    return {id: importlib.import_module(name).RULE for id, name in sorted(module_by_id.items())}


def plan_for(language: str, rules: Mapping[str, Rule]) -> Plan:
    plan = Plan({}, [], rules)
    for id, rule in rules.items():
        if not rule.languages or language in rule.languages:
            for find in rule.find:
                if isinstance(find, Uses):
                    for name in find.names:
                        plan.by_name.setdefault(name, []).append((id, find))
                else:
                    plan.always.append((id, find))
    return plan


def _of_rule(id: str, rule: Rule, hits: list[Hit], file: File) -> list[Finding]:
    name_by_line: dict[int, str] = {}
    for hit in sorted(hits):
        name_by_line.setdefault(hit.line, hit.name)
    findings = [
        _finding(id, rule, Hit(line, name), file)
        for line, name in islice(name_by_line.items(), _MAX_HITS)
    ]
    if len(name_by_line) > _MAX_HITS:
        n_more = len(name_by_line) - _MAX_HITS
        more = f"{findings[-1].message}; the same on {n_more} more lines of this file"
        findings[-1] = findings[-1]._replace(message=more)
    return findings


def _finding(id: str, rule: Rule, hit: Hit, file: File) -> Finding:
    return Finding(
        id,
        rule.severity,
        rule.category,
        hit.line,
        rule.message.replace("{name}", hit.name),
        code_at(file.source, hit.line),
    )
