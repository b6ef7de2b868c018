"""Code Quality of GitLab: findings beside the lines of a merge request."""

import json
from collections import Counter
from collections.abc import Iterator
from typing import Any, Final

from repobook.export.fingerprints import fingerprint
from repobook.export.format import one_file
from repobook.index.reader.whole_book import FindingRow, WholeBook

_SEVERITIES: Final = {"error": "major", "warning": "minor", "info": "info"}


def _pieces(book: WholeBook) -> Iterator[bytes]:
    n_alike: Counter[str] = Counter()
    yield b"["
    for n, finding in enumerate(book.findings()):
        yield (b",\n" if n else b"\n") + json.dumps(_issue(finding, n_alike)).encode()
    yield b"\n]\n"


def _issue(finding: FindingRow, n_alike: Counter[str]) -> dict[str, Any]:
    return {
        "description": finding.message or finding.rule,
        "check_name": finding.rule,
        "fingerprint": fingerprint(finding, n_alike),
        "severity": _SEVERITIES[finding.severity],
        "location": {"path": finding.path, "lines": {"begin": max(finding.line, 1)}},
    }


FORMAT = one_file("gl-code-quality-report.json", _pieces, "findings for GitLab's Code Quality")
