"""What a header says of its file: without licences and without marks that tools read."""

import re
from typing import Final

_MAX_LOOKED_AT: Final = 20_000
_PARAGRAPHS: Final = re.compile(r"\n[ \t]*\n")
_LEGAL: Final = re.compile(
    r"\bcopyright\b|\ball rights reserved\b|\blicensed under\b|\bspdx-"
    r"|\blicen[sc]e (?:file|agreement)|\bpermission is hereby granted\b"
    r"|\bredistribution and use\b|\bwarrant(?:y|ies)\b|\bpublic domain\b|\bunder the terms of\b",
    re.IGNORECASE,
)
# A line that speaks to a tool, or draws a rule, tells a reader nothing of the file.
_MARK: Final = re.compile(
    r"[ \t]*(?:owner\(s\):|mypy:|flake8:|ruff:|pylint:|pyre-|pyrefly:|isort:|usort:|type:"
    r"|noqa\b|fmt:|yapf:|nosec\b|nolint|clang-(?:format|tidy)|cspell:|eslint|prettier|jshint|istanbul"
    r"|@ts-|@flow|@generated|@format|@oncall|lint[-_]?(?:ignore|as)|vim?:|ex:|-\*-|!/|coding[:=]"
    r"|markdownlint|doctest:|syntax=|yaml-language-server:|\W*$)",
    re.IGNORECASE,
)


def own_words(doc: str) -> str:
    """Empty where a header holds nothing but law and marks."""
    if not doc:
        return ""
    kept = [
        paragraph
        for paragraph in _PARAGRAPHS.split(doc[:_MAX_LOOKED_AT])
        if not _LEGAL.search(paragraph)
    ]
    lines = "\n\n".join(kept).split("\n")
    n_marks = next((n for n, line in enumerate(lines) if not _MARK.match(line)), len(lines))
    return "\n".join(lines[n_marks:]).strip()
