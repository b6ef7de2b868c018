"""Runs the rules over one file: each finding names its rule, its line and the code it means."""

import importlib
from functools import cache
from importlib import resources
from itertools import islice
from typing import Final

from repobook.model.facts import FileFacts
from repobook.model.findings import Finding
from repobook.parse.comments import shorten
from repobook.parse.rule import File, Hit, Rule
from repobook.parse.secrets import masked
from repobook.parse.source import SourceText

_RULES: Final = f"{__package__}.rules"
_MAX_CODE: Final = 200
_MAX_HITS: Final = 1000


def findings(language: str, source: SourceText, facts: FileFacts) -> tuple[Finding, ...]:
    """In the order of their lines."""
    file = File(language, source, facts)
    found = [
        finding
        for id, rule in rules_for(language)
        if not rule.words or any(word in source.data for word in rule.words)
        for finding in _of_rule(id, rule, file)
    ]
    return tuple(sorted(found, key=lambda finding: (finding.line, finding.rule)))


def code_at(source: SourceText, line: int) -> str:
    """A line of source on its own, as far as it may be shown."""
    if not 1 <= line <= len(source.lines):
        return ""
    return shorten(masked(source.lines[line - 1]).decode("utf-8", "replace").strip(), _MAX_CODE)


@cache
def all_rules() -> tuple[tuple[str, Rule], ...]:
    """Every rule with its id, which is the name of its module with hyphens."""
    files = (entry.name for entry in resources.files(_RULES).iterdir())
    names = sorted(name[:-3] for name in files if name.endswith(".py") and name[0] != "_")
    return tuple(
        (name.replace("_", "-"), importlib.import_module(f"{_RULES}.{name}").RULE) for name in names
    )


@cache
def rules_for(language: str) -> tuple[tuple[str, Rule], ...]:
    return tuple(
        (id, rule) for id, rule in all_rules() if not rule.languages or language in rule.languages
    )


def _of_rule(id: str, rule: Rule, file: File) -> list[Finding]:
    name_by_line: dict[int, str] = {}
    for hit in rule.find(file):
        name_by_line.setdefault(hit.line, hit.name)
    hits = [Hit(line, name_by_line[line]) for line in sorted(name_by_line)]
    found = [_finding(id, rule, hit, file) for hit in islice(hits, _MAX_HITS)]
    if len(hits) > _MAX_HITS:
        more = f"{found[-1].message}; the same on {len(hits) - _MAX_HITS} more lines of this file"
        found[-1] = found[-1]._replace(message=more)
    return found


def _finding(id: str, rule: Rule, hit: Hit, file: File) -> Finding:
    return Finding(
        id,
        rule.severity,
        rule.category,
        hit.line,
        rule.message.replace("{name}", hit.name),
        code_at(file.source, hit.line),
    )
