"""The names of one Python file: definitions by qualified name, and what its imports bind."""

import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from repobook.languages.python.parser.python_scopes import bound_name
from repobook.model.facts import Definition, Import
from repobook.model.graph import Unit

FUNCTIONS: Final = frozenset(["function", "method"])
_SCOPES: Final = FUNCTIONS | {"class"}
_KEEPING: Final = ("method", "cache", "final", "override", "overload")
_BOUND: Final = re.compile(r"\bbound\s*=\s*[\"']?([^\W\d][\w.]*)")
# A variable that a file assigns a hundred times is not known better by all of them.
_MAX_BINDINGS: Final = 8
_LATER_PARTS: Final = (".setter", ".deleter", ".getter")


class Site(NamedTuple):
    """The definition that stands for its name, and its ordinal (from 1) in the name."""

    definition: Definition
    n: int


class Table(NamedTuple):
    definitions: Mapping[str, Sequence[Definition]]
    """By qualified name, in the order of the text."""
    imports: Mapping[str, Sequence[Import]]
    """By the name that each binds in the module."""
    stars: Sequence[Import]
    all_imports: tuple[Import, ...]


def table_of(unit: Unit) -> Table:
    definitions: dict[str, list[Definition]] = {}
    for definition in unit.definitions:
        definitions.setdefault(definition.qualname, []).append(definition)
    imports: dict[str, list[Import]] = {}
    for imported in _of_the_module(unit):
        imports.setdefault(bound_name(imported), []).append(imported)
    stars = imports.pop("*", [])
    return Table(definitions, imports, stars, unit.imports)


def _of_the_module(unit: Unit) -> list[Import]:
    """Imports inside functions and classes bind nothing that others see."""
    scopes = [d for d in unit.definitions if d.parent == -1 and d.kind in _SCOPES]
    starts = [scope.line for scope in scopes]
    return [
        imported
        for imported in unit.imports
        if (at := bisect_right(starts, imported.line)) == 0
        or scopes[at - 1].end_line < imported.line
    ]


def site_of(definitions: Sequence[Definition]) -> Site:
    """Of several definitions of one name the last counts; of a property the one that is read."""
    if len(definitions) == 1:
        return Site(definitions[0], 1)
    last = 0
    for at, definition in enumerate(definitions):
        if definition.kind in _SCOPES and not _is_part(definition):
            last = at
    return Site(definitions[last], last + 1)


def same_symbols(unit: Unit) -> Iterator[tuple[str, ...]]:
    """What binds one name again: overloads, setters, a variable, the branches of a condition."""
    bound: dict[str, list[tuple[str, Definition]]] = {}
    for id, definition in unit.symbols():
        bound.setdefault(definition.qualname, []).append((id, definition))
    several = [named for named in bound.values() if len(named) > 1]
    least = _least_columns(unit) if several else {}
    for named in several:
        counting = site_of([definition for _, definition in named])
        id, definition = named[counting.n - 1]
        is_branch = definition.column > least[definition.parent]
        others = [
            other
            for other, again in named
            if other != id
            and (
                _is_part(again)
                or again.kind not in _SCOPES
                or (is_branch and again.column > least[again.parent])
            )
        ]
        if others:
            yield (id, *others[:_MAX_BINDINGS])


def _least_columns(unit: Unit) -> dict[int, int]:
    """Of what stands in each definition, and of the module: what is further in has a condition."""
    columns: dict[int, int] = {-1: 0}
    for definition in unit.definitions:
        if definition.parent >= 0 and definition.kind in _SCOPES:
            least = columns.get(definition.parent, definition.column)
            columns[definition.parent] = min(least, definition.column)
    return defaultdict(int, columns)


def _is_part(definition: Definition) -> bool:
    """Overloads and setters are no definition of their own."""
    return any(d.endswith((*_LATER_PARTS, "overload")) for d in definition.decorators)


def is_assigned_only(definitions: Sequence[Definition]) -> bool:
    """``self.x = …`` in a method: where a base declares ``x``, this gives it a value."""
    return all(
        d.kind == "field" and "." in _target(d) and ":" not in _target(d) for d in definitions
    )


def _target(definition: Definition) -> str:
    return definition.signature.partition("=")[0]


def keeps_function(definition: Definition) -> bool:
    """Whether a decorated function is still one with a function's attributes."""
    return all(d.partition("(")[0].endswith(_KEEPING) for d in definition.decorators)


def bound_of(definition: Definition) -> str:
    """The class that ``TypeVar("T", bound="Foo")`` stands for; empty for any other value."""
    if not definition.value.endswith("TypeVar()"):
        return ""
    match = _BOUND.search(definition.signature)
    return match[1] if match else ""


def is_property(definition: Definition) -> bool:
    return any(
        decorator.partition("(")[0].endswith("property") for decorator in definition.decorators
    )
