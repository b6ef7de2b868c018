"""Facts that need the whole C-family file: hiding scopes, constructors, macros, includes."""

import heapq
import re
from collections.abc import Iterable, Mapping
from typing import Final, NamedTuple

from repobook.languages.c_family.parser.c_locals import scope_by_line
from repobook.languages.c_family.parser.c_names import ANONYMOUS
from repobook.languages.c_family.parser.c_text import Included, Macro, prepared
from repobook.model.facts import Definition, FileFacts, Import, TextBlock
from repobook.parse.definitions import CLASS_KINDS, FUNCTION_KINDS, one_line
from repobook.parse.source import SourceText

# At the end a namespace is still open.
_OPENING: Final = re.compile(r"\bnamespace\s+[\w:]+\s*\{[^{}]*\Z")
_OPENED: Final = re.compile(r"\b(inline\s+)?namespace\s+([\w:]+)\s*\{")
_COMMENT: Final = (b"//", b"/*")
# A line may hold a hundred thousand comments.
_MAX_INDENT: Final = 1000
_MAX_BEHIND: Final = 1000
_STATIC: Final = re.compile(r"\bstatic\b")


def finish_c(facts: FileFacts, source: SourceText) -> FileFacts:
    """Adds what needs the whole file: hiding scopes, constructors, macros, includes."""
    text = prepared(source.data)
    definitions = settled_definitions(facts.definitions)
    if text.macros:
        above, behind = texts_above(facts.texts, source), _texts_behind(facts.texts, source)
        macros = [_macro(macro, source, above, behind) for macro in text.macros]
        definitions = merged(definitions, macros)
    return facts._replace(
        definitions=tuple(definitions),
        imports=(
            *_includes(text.includes, source),
            *_opened_by_macros(text.macros, source),
            *_within(facts.imports, definitions, source.n_lines),
        ),
    )


def _within(
    imports: tuple[Import, ...], definitions: list[Definition], n_lines: int
) -> Iterable[Import]:
    """``using a::b`` within namespace ``c`` binds ``c.b``, and ``using namespace a`` all of it."""
    if not imports:
        return ()
    scopes = scope_by_line(definitions, n_lines, [imported.line for imported in imports])
    return [_bound(imported, scopes[imported.line].path) for imported in imports]


def _bound(imported: Import, scope: str) -> Import:
    return (
        imported._replace(alias=f"{scope}.{imported.alias or imported.name}") if scope else imported
    )


def _includes(included: Iterable[Included], source: SourceText) -> Iterable[Import]:
    return [Import(path, "", "", form, source.line_of(start)) for path, form, start in included]


def _opened_by_macros(macros: Iterable[Macro], source: SourceText) -> Iterable[Import]:
    """``#define BEGIN namespace a {``: what stands behind ``BEGIN`` is read as if outside of ``a``.

    So whoever sees the macro finds all that is outside within ``a``, too.
    """
    for macro in macros:
        if _OPENING.search(macro.signature):
            names = [name for inline, name in _OPENED.findall(macro.signature) if not inline]
            scope = ".".join(names).replace("::", ".")
            if scope:
                yield Import("", "*", scope, "using", source.line_of(macro.start))


def texts_above(texts: Iterable[TextBlock], source: SourceText) -> dict[int, str]:
    """By the line where it ends: what has its first line for itself."""
    return {block.end_line: block.text for block in texts if _is_alone(block, source)}


def _texts_behind(texts: Iterable[TextBlock], source: SourceText) -> dict[int, str]:
    """By the line whose code it stands behind."""
    return {b.line: b.text for b in texts if not _is_alone(b, source) and _ends_line(b, source)}


def _is_alone(block: TextBlock, source: SourceText) -> bool:
    start = source.line_starts[block.line - 1]
    return source.data[start : start + _MAX_INDENT].lstrip().startswith(_COMMENT)


def _ends_line(block: TextBlock, source: SourceText) -> bool:
    starts, n = source.line_starts, block.end_line
    end = starts[n] if n < len(starts) else len(source.data)
    line = source.data[max(starts[n - 1], end - _MAX_BEHIND) : end].rstrip()
    return b"//" in line or line.endswith(b"*/")


def _macro(
    macro: Macro, source: SourceText, above: Mapping[int, str], behind: Mapping[int, str]
) -> Definition:
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
        above.get(line - 1) or behind.get(line, ""),
        (),
        exported=True,
    )


def merged(first: Iterable[Definition], second: Iterable[Definition]) -> list[Definition]:
    """Two lists of definitions in the order of their lines; parents move along."""
    definitions: list[Definition] = []
    places: tuple[list[int], list[int]] = ([], [])
    lists = (
        [(definition, places[n]) for definition in each] for n, each in enumerate((first, second))
    )
    for definition, own_places in heapq.merge(*lists, key=lambda item: item[0].line):
        own_places.append(len(definitions))
        if definition.parent >= 0:
            definition = definition._replace(parent=own_places[definition.parent])
        definitions.append(definition)
    return definitions


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
        enclosing = settled[scope.place] if scope.place >= 0 else None
        if scope.place != parent or (
            enclosing and enclosing.qualname != definitions[parent].qualname
        ):
            definition = _moved(definition, definitions[parent], enclosing, scope.place)
        definition = _settled(definition, enclosing, hidden=scope.hides)
        kind = definition.kind
        if kind in _VALUE_KINDS:
            scopes.append(scope)
        else:
            scopes.append(_Scope(len(settled), scope.hides or kind in FUNCTION_KINDS))
        settled.append(definition)
    return settled


class _Scope(NamedTuple):
    """A definition as seen from those inside it: their parent, and whether it hides them."""

    place: int
    hides: bool


_TOP: Final = _Scope(-1, hides=False)
_VALUE_KINDS: Final = frozenset(["field", "variable", "constant", "type", "enum_member"])


def _moved(
    definition: Definition, old: Definition, enclosing: Definition | None, place: int
) -> Definition:
    own = definition.qualname.removeprefix(f"{old.qualname}.")
    qualname = f"{enclosing.qualname}.{own}" if enclosing else own
    return definition._replace(qualname=qualname, parent=place)


def _settled(definition: Definition, enclosing: Definition | None, *, hidden: bool) -> Definition:
    kind, name, signature = definition.kind, definition.name, definition.signature
    in_class = enclosing is not None and enclosing.kind in CLASS_KINDS
    if in_class and enclosing and kind == "method" and enclosing.name == name:
        kind = "constructor"
    if kind == "enum_member" and enclosing:
        definition = definition._replace(value=enclosing.name)
    exported = not (
        hidden or (not in_class and "static" in signature and _is_static(signature, name))
    )
    if kind == definition.kind and exported == definition.exported:
        return definition
    return definition._replace(kind=kind, exported=exported)


def _is_static(signature: str, name: str) -> bool:
    return _STATIC.search(signature.partition(name)[0]) is not None
