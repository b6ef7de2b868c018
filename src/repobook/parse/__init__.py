"""One file's bytes to the facts of that file: a pure function that never raises for bad input.

A language is a module in ``languages/`` named by the slug of its name (``C++`` is ``cpp``) that
offers ``facts(source) -> FileFacts``. Adding that file adds the language; there is no registry.
"""

import hashlib
import importlib
import os
import sys
from collections.abc import Callable
from functools import cache
from importlib import resources
from importlib.util import find_spec
from typing import Final

from repobook.model.facts import Diagnostic, FileFacts
from repobook.parse import plain
from repobook.parse.findings import findings
from repobook.parse.source import SourceText
from repobook.parse.summary import file_summary
from repobook.text.decode import decode
from repobook.text.names import slug

FactsOf = Callable[[SourceText], FileFacts]

_LANGUAGES: Final = f"{__name__}.languages"


def parse(language: str, content: bytes) -> FileFacts:
    decoded = decode(content)
    source = SourceText(decoded.data)
    facts = _facts_or_text(facts_function(language), source)
    return facts._replace(
        findings=findings(language, source, facts),
        summary=file_summary(facts.doc, source),
        diagnostics=_diagnostics(decoded.problem, facts),
    )


def _diagnostics(problem: str, facts: FileFacts) -> tuple[Diagnostic, ...]:
    """What a grammar misses at the very end is missed in the last line."""
    last = max(facts.n_lines, 1)
    told = [one._replace(line=min(one.line, last)) for one in facts.diagnostics]
    return (Diagnostic(1, problem), *told) if problem else tuple(told)


def parse_as_text(content: bytes) -> FileFacts:
    """The facts that need no grammar: for unknown languages and for files that kill a parser."""
    source = SourceText(decode(content).data)
    facts = plain.facts(source)
    return facts._replace(findings=findings("", source, facts))


def facts_function(language: str) -> FactsOf:
    module = _module_of(language)
    return module if module is not None else plain.facts


def is_known(language: str) -> bool:
    return _module_of(language) is not None


@cache
def parser_version() -> str:
    """Changes whenever anything that shapes the facts does: our code, a query, a grammar."""
    digest = hashlib.sha256()
    for name, data in sorted(_own_files()):
        digest.update(f"{name}\0{len(data)}\0".encode())
        digest.update(data)
    for name in sorted(_grammar_versions()):
        digest.update(f"{name}\n".encode())
    return digest.hexdigest()[:16]


def _facts_or_text(facts_of: FactsOf, source: SourceText) -> FileFacts:
    try:
        return facts_of(source)
    except (MemoryError, RecursionError) as error:
        # Deep nesting is input, not a defect of ours; the text facts still hold.
        facts = plain.facts(source)
        message = f"structure not read: {type(error).__name__}"
        return facts._replace(diagnostics=(*facts.diagnostics, Diagnostic(1, message)))


@cache
def _module_of(language: str) -> FactsOf | None:
    name = f"{_LANGUAGES}.{slug(language)}" if language else ""
    if not name or find_spec(name) is None:
        return None
    facts: FactsOf = importlib.import_module(name).facts
    return facts


def _own_files() -> list[tuple[str, bytes]]:
    package = resources.files(__name__)
    folders = (package, package / "languages", package / "queries", package / "rules")
    text_package = resources.files("repobook.text")
    return [
        (f"{folder.name}/{entry.name}", entry.read_bytes())
        for folder in (*folders, text_package)
        for entry in folder.iterdir()
        if entry.name.endswith((".py", ".scm"))
    ]


def _grammar_versions() -> set[str]:
    """As the folders are called in which packages tell their versions: to read them takes long."""
    folders = [folder for folder in sys.path if os.path.isdir(folder)]
    names = (name for folder in folders for name in os.listdir(folder))
    return {name for name in names if name.startswith("tree") and name.endswith(".dist-info")}
