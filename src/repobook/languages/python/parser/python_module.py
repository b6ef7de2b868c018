"""A Python file whose names are followed: the definitions and references of its facts, settled."""

from tree_sitter import Node

from repobook.languages.python.parser.python_definitions import settled_definitions
from repobook.languages.python.parser.python_imports import later_imports
from repobook.languages.python.parser.python_local_names import Settler, Spans
from repobook.languages.python.parser.python_references import collect_references
from repobook.languages.python.parser.python_scopes import Scopes, bind
from repobook.model.facts import FileFacts
from repobook.parse.nodes import stretches
from repobook.parse.source import SourceText


def settle(
    facts: FileFacts, source: SourceText, scopes: Scopes, captures: dict[str, list[Node]]
) -> FileFacts:
    bind(scopes, source.line_starts, facts.definitions, facts.imports, captures)
    settler = Settler(scopes, _spans(captures))
    return facts._replace(
        imports=later_imports(facts.imports, facts.definitions, source),
        definitions=settled_definitions(source, settler, facts.texts, captures),
        references=collect_references(source, settler, facts.imports, captures),
    )


def _spans(captures: dict[str, list[Node]]) -> Spans:
    return Spans(
        dict(stretches(captures.get("annotation", ()))),
        dict(stretches(captures.get("walrus", ()))),
        {end: start for start, end in stretches(captures.get("as", ()))},
    )
