"""SARIF 2.1.0: findings as code scanning reads them."""

import json
from collections import Counter
from collections.abc import Iterator
from typing import Any, Final
from urllib.parse import quote

from repobook import __version__
from repobook.book.shared.harmless_findings import harmless_when
from repobook.export.fingerprints import fingerprint
from repobook.export.format import one_file
from repobook.findings.ruff_rules import LINT_RULES
from repobook.findings.run import all_rules
from repobook.index.reader.whole_book import FindingRow, WholeBook

_SCHEMA: Final = "https://json.schemastore.org/sarif-2.1.0.json"
_ADDRESS: Final = "https://pypi.org/project/repobook/"
_LEVELS: Final = {"error": "error", "warning": "warning", "info": "note"}


def _pieces(book: WholeBook) -> Iterator[bytes]:
    rules = [_rule(*one) for one in book.rules_found()]
    index_by_rule = {rule["id"]: n for n, rule in enumerate(rules)}
    names = {"name": "repobook", "semanticVersion": __version__, "informationUri": _ADDRESS}
    driver = {**names, "rules": rules}
    head = f'{{"$schema":"{_SCHEMA}","version":"2.1.0","runs":[{{"tool":{{"driver":'
    yield f'{head}{json.dumps(driver)}}},"columnKind":"unicodeCodePoints","results":['.encode()
    n_alike: Counter[str] = Counter()
    for n, finding in enumerate(book.findings()):
        result = _result(finding, index_by_rule[finding.rule], n_alike)
        yield (b"," if n else b"") + json.dumps(result).encode()
    yield b"]}]}\n"


def _rule(rule: str, severity: str, category: str) -> dict[str, Any]:
    about = _about(rule)
    name = "".join(word.capitalize() for word in rule.split("-"))
    harmless = f"May be harmless if {harmless_when(rule)}."
    return {
        "id": rule,
        **({"name": name} if name.lower() != rule.lower() else {}),
        "shortDescription": {"text": about},
        "fullDescription": {"text": about},
        "help": {"text": harmless, "markdown": harmless},
        "defaultConfiguration": {"level": _LEVELS[severity]},
        "properties": {"tags": [category]},
    }


def _about(rule: str) -> str:
    known = all_rules().get(rule) or LINT_RULES.get(rule)
    message = known.message if known else rule
    text = message.replace("{name}", "it")
    return f"{text[:1].upper()}{text[1:]}."


def _result(finding: FindingRow, rule_index: int, n_alike: Counter[str]) -> dict[str, Any]:
    region: dict[str, Any] = {"startLine": max(finding.line, 1)}
    if finding.code:
        region["snippet"] = {"text": finding.code}
    place = {"uri": quote(finding.path), "uriBaseId": "%SRCROOT%"}
    return {
        "ruleId": finding.rule,
        "ruleIndex": rule_index,
        "level": _LEVELS[finding.severity],
        "message": {"text": finding.message or finding.rule},
        "locations": [{"physicalLocation": {"artifactLocation": place, "region": region}}],
        "partialFingerprints": {"primaryLocationLineHash": fingerprint(finding, n_alike)},
    }


FORMAT = one_file("repobook.sarif", _pieces, "findings for code scanning (SARIF 2.1.0)")
