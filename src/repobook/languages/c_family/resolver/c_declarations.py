"""Which declarations belong to the definitions of a file.

The file that defines decides: what it sees through its includes it declares as well. So a change
elsewhere reaches its answer by the names and the includes that its links depend on anyway.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final

from repobook.languages.c_family.resolver.c_symbols import (
    FUNCTIONS,
    VALUES,
    Symbols,
    is_extern,
    qualname_of,
)
from repobook.model.facts import Definition
from repobook.model.graph import Candidate, Unit
from repobook.text.folders import folder_of

# A function that a hundred files declare for themselves, or that one file defines a hundred times,
# is not known better by all of them.
_MAX_DECLARATIONS: Final = 16
_HEADERS: Final = (".h", ".hh", ".hpp", ".hxx", ".h++", ".cuh", ".inl", ".ipp", ".tpp", ".inc")
_VARIABLES: Final = frozenset(["variable", "constant"])
_TAGGED: Final = frozenset(["struct", "union", "enum"])
_TYPEDEF: Final = re.compile(r"typedef\s+(?:struct|union|enum)\s+(\w+)\s+(\w+)\Z")


def looked_up(unit: Unit) -> tuple[str, ...]:
    """Names that other files may declare."""
    named = {
        name
        for definition in unit.definitions
        if _is_definition(definition, unit.definitions) or definition.kind in _TAGGED
        for name in _as_written(definition, unit)
    }
    return tuple(sorted(named))


def _as_written(definition: Definition, unit: Unit) -> list[str]:
    """Of ``void X::f() {}`` the class too, which another file defines."""
    around = unit.definitions[definition.parent].qualname if definition.parent >= 0 else ""
    return definition.qualname.removeprefix(f"{around}.").split(".")


def same_symbols(
    unit: Unit,
    symbols: Symbols,
    sees: Callable[[Candidate], bool],
    classes_meant: Callable[[str], Iterable[str]],
) -> Iterator[tuple[str, ...]]:
    """Each thing that the file defines and somebody declares: all its symbols."""
    definitions_by_thing: dict[tuple[str, ...], list[Candidate]] = {}
    for nth, (id, definition) in enumerate(unit.symbols()):
        if _is_definition(definition, unit.definitions):
            candidate = Candidate(id, unit.path, unit.language, definition.kind, nth)
            definitions_by_thing.setdefault(symbols.thing(candidate), []).append(candidate)
    for definitions in definitions_by_thing.values():
        first = definitions[0]
        owner, _, name = qualname_of(first).rpartition(".")
        qualnames = [qualname_of(first), *(f"{meant}.{name}" for meant in classes_meant(owner))]
        declarations = [
            c for called in qualnames for c in _declarations(first, called, symbols, sees)
        ]
        declarations += _macros_instead(first, symbols)
        if declarations or len(definitions) > 1:
            group = (*definitions[:_MAX_DECLARATIONS], *declarations[:_MAX_DECLARATIONS])
            yield tuple(candidate.id for candidate in group)
    yield from _typedefs(unit, symbols, sees)


def _macros_instead(definition: Candidate, symbols: Symbols) -> Iterator[Candidate]:
    """``#define check(x)`` under another condition than the function: callers mean either."""
    if definition.kind in FUNCTIONS:
        for bearer in symbols.at(qualname_of(definition)):
            if bearer.kind == "macro" and bearer.path == definition.path:
                yield bearer


def _typedefs(
    unit: Unit, symbols: Symbols, sees: Callable[[Candidate], bool]
) -> Iterator[tuple[str, ...]]:
    """``typedef struct list { … } list;`` gives one thing its name twice, at once or elsewhere."""
    for id, definition in unit.symbols():
        if definition.kind not in _TAGGED or not definition.name:
            continue
        bearers = symbols.at(definition.qualname)
        is_only = sum(one.kind in _TAGGED for one in bearers) == 1
        struct = Candidate(id, unit.path, unit.language, definition.kind, 0)
        names = [
            one.id
            for one in bearers
            if one.kind == "type"
            and (one.path == unit.path or is_only or _belongs(one, struct, sees))
            and _names_tag(symbols.definition(one), definition, one.path == unit.path)
        ]
        if names:
            yield (id, *names[:_MAX_DECLARATIONS])


def _names_tag(name: Definition, struct: Definition, is_here: bool) -> bool:
    """Of a pointer to it (``} *list;``) the signature shows the star."""
    if is_here and name.signature == name.name and name.line == struct.end_line:
        return True
    typedef = _TYPEDEF.match(name.signature)
    return typedef is not None and typedef[1] == typedef[2] == name.name


def _declarations(
    definition: Candidate,
    qualname: str,
    symbols: Symbols,
    sees: Callable[[Candidate], bool],
) -> Iterator[Candidate]:
    """Those that bear the name in full, also where the definition leaves the namespace out."""
    kinds = FUNCTIONS if definition.kind in FUNCTIONS else VALUES
    bearers = [c for c in symbols.at(qualname) if c.kind in kinds and c.id != definition.id]
    alike = [c for c in bearers if symbols.are_same(c, definition)]
    is_exported = _is_exported(definition, symbols)
    elsewhere = [
        c for c in alike if c.path != definition.path and _is_exported(c, symbols) == is_exported
    ]
    # What is static is nobody else's, wherever it is declared.
    is_only = is_exported and not any(_is_defined(c, symbols) for c in elsewhere)
    for candidate in alike:
        is_here = candidate.path == definition.path
        if _is_defined(candidate, symbols) or not (is_here or candidate in elsewhere):
            continue
        if is_only or _belongs(candidate, definition, sees, is_exported):
            yield candidate


def _belongs(
    declaration: Candidate,
    definition: Candidate,
    sees: Callable[[Candidate], bool],
    is_exported: bool = True,
) -> bool:
    """Of several definitions; what a source declares for itself may be any of them."""
    return sees(declaration) or (
        is_exported
        and (
            stand_together(declaration.path, definition.path)
            or not declaration.path.endswith(_HEADERS)
        )
    )


def stand_together(declaring: str, defining: str) -> bool:
    return folder_of(declaring) == folder_of(defining) and _stem(declaring) == _stem(defining)


def _stem(path: str) -> str:
    return path.rpartition("/")[2].partition(".")[0]


def _is_definition(definition: Definition, around: Sequence[Definition]) -> bool:
    if definition.kind in FUNCTIONS:
        return definition.complexity > 0
    if definition.kind not in _VARIABLES or is_extern(definition):
        return False
    return definition.parent < 0 or around[definition.parent].kind == "namespace"


def _is_defined(candidate: Candidate, symbols: Symbols) -> bool:
    return _is_definition(symbols.definition(candidate), symbols.definitions_beside(candidate))


def _is_exported(candidate: Candidate, symbols: Symbols) -> bool:
    return symbols.definition(candidate).exported
