"""What only a whole C-family file tells: scopes that hide, constructors, macros, includes."""

import heapq
import re
from collections.abc import Iterable, Mapping
from typing import Final, NamedTuple

from repobook.model.facts import Definition, FileFacts, Import
from repobook.parse.c_locals import scope_by_line
from repobook.parse.c_names import ANONYMOUS
from repobook.parse.c_text import Included, Macro, prepared
from repobook.parse.definitions import CLASS_KINDS, FUNCTION_KINDS, one_line
from repobook.parse.source import SourceText

_STATIC: Final = re.compile(r"\bstatic\b")


def finish_c(facts: FileFacts, source: SourceText) -> FileFacts:
    """What only the whole file tells: scopes that hide, constructors, macros, includes."""
    text = prepared(source.data)
    definitions = settled_definitions(facts.definitions)
    if text.macros:
        doc_by_end_line = {block.end_line: block.text for block in facts.texts}
        macros = [_macro(macro, source, doc_by_end_line) for macro in text.macros]
        definitions = merged(definitions, macros)
    return facts._replace(
        definitions=tuple(definitions),
        imports=(
            *_includes(text.includes, source),
            *_within(facts.imports, definitions, source.n_lines),
        ),
    )


def _within(
    imports: tuple[Import, ...], definitions: list[Definition], n_lines: int
) -> Iterable[Import]:
    """``using a::b`` within namespace ``c`` binds ``c.b``, and ``using namespace a`` all of it."""
    if not imports:
        return ()
    scopes = scope_by_line(definitions, n_lines)
    return [_bound(found, scopes[found.line].path) for found in imports]


def _bound(found: Import, scope: str) -> Import:
    return found._replace(alias=f"{scope}.{found.alias or found.name}") if scope else found


def _includes(found: Iterable[Included], source: SourceText) -> Iterable[Import]:
    return [Import(path, "", "", form, source.line_of(start)) for path, form, start in found]


def _macro(macro: Macro, source: SourceText, doc_by_end_line: Mapping[int, str]) -> Definition:
    """A macro knows no scope, wherever it stands."""
    line = source.line_of(macro.start)
    return Definition(
        "macro",
        macro.name,
        macro.name,
        line,
        source.line_of(macro.end),
        macro.start - source.line_starts[line - 1],
        -1,
        one_line(macro.signature),
        doc_by_end_line.get(line - 1, ""),
        (),
        exported=True,
    )


def merged(first: Iterable[Definition], second: Iterable[Definition]) -> list[Definition]:
    """Two lists of definitions in the order of their lines; parents move along."""
    found: list[Definition] = []
    places: tuple[list[int], list[int]] = ([], [])
    lists = (
        [(definition, places[n]) for definition in each] for n, each in enumerate((first, second))
    )
    for definition, own_places in heapq.merge(*lists, key=lambda item: item[0].line):
        own_places.append(len(found))
        if definition.parent >= 0:
            definition = definition._replace(parent=own_places[definition.parent])
        found.append(definition)
    return found


def settled_definitions(definitions: tuple[Definition, ...]) -> list[Definition]:
    """Unnamed namespaces hide what is in them and vanish from names, and values are no scopes."""
    settled: list[Definition] = []
    scopes: list[_Scope] = []
    for definition in definitions:
        parent = definition.parent
        scope = scopes[parent] if parent >= 0 else _TOP
        if definition.name == ANONYMOUS:
            scopes.append(_Scope(scope.place, hides=True))
            continue
        around = settled[scope.place] if scope.place >= 0 else None
        if scope.place != parent or (around and around.qualname != definitions[parent].qualname):
            definition = _moved(definition, definitions[parent], around, scope.place)
        definition = _settled(definition, around, hidden=scope.hides)
        kind = definition.kind
        if kind in _VALUE_KINDS:
            scopes.append(scope)
        else:
            scopes.append(_Scope(len(settled), scope.hides or kind in FUNCTION_KINDS))
        settled.append(definition)
    return settled


class _Scope(NamedTuple):
    """What a definition is to those inside it: their parent, and whether it hides them."""

    place: int
    hides: bool


_TOP: Final = _Scope(-1, hides=False)
_VALUE_KINDS: Final = frozenset(["field", "variable", "constant", "type", "enum_member"])


def _moved(
    definition: Definition, old: Definition, around: Definition | None, place: int
) -> Definition:
    own = definition.qualname.removeprefix(f"{old.qualname}.")
    qualname = f"{around.qualname}.{own}" if around else own
    return definition._replace(qualname=qualname, parent=place)


def _settled(definition: Definition, around: Definition | None, *, hidden: bool) -> Definition:
    kind, name, signature = definition.kind, definition.name, definition.signature
    in_class = around is not None and around.kind in CLASS_KINDS
    if in_class and around and kind == "method" and around.name == name:
        kind = "constructor"
    if kind == "enum_member" and around:
        definition = definition._replace(value=around.name)
    exported = not (
        hidden or (not in_class and "static" in signature and _is_static(signature, name))
    )
    if kind == definition.kind and exported == definition.exported:
        return definition
    return definition._replace(kind=kind, exported=exported)


def _is_static(signature: str, name: str) -> bool:
    return _STATIC.search(signature.partition(name)[0]) is not None
