"""What a Ruby class holds, once its whole file is read.

A variable that a method sets belongs to the class; mixins are bases; ``private`` speaks of what
follows it, of the line it stands on, or of the names behind it.
"""

import re
from bisect import bisect_right
from collections.abc import Iterator
from typing import Final

from repobook.languages.ruby.ruby_scopes import HOLDERS, seen_from
from repobook.model.facts import Definition, FileFacts, unpack_position
from repobook.parse.source import SourceText

_HIDING: Final = frozenset(["private", "protected"])
_HIDING_NAMES: Final = frozenset(["private_class_method", "private_constant"])
_SYMBOL: Final = re.compile(rb":(\w{1,200}[?!=]?)")
_MAX_LINE: Final = 2000
_AROUND_FIELDS: Final = frozenset(["function", "method", "field", "test"])


def finished(facts: FileFacts, source: SourceText) -> FileFacts:
    definitions = _lifted(facts.definitions)
    around = _Around(definitions)
    definitions = _with_bases(definitions, facts, around)
    definitions = _typed(definitions)
    hidden = _hidden(facts, source, definitions, around)
    return facts._replace(
        definitions=tuple(
            [d._replace(exported=False) if n in hidden else d for n, d in enumerate(definitions)]
        )
    )


def _lifted(definitions: tuple[Definition, ...]) -> list[Definition]:
    """Variables of objects, each once, as fields of the class whose methods set them."""
    found: list[Definition] = []
    new_index: list[int] = []
    fields: dict[str, int] = {}
    for definition in definitions:
        parent = new_index[definition.parent] if definition.parent >= 0 else -1
        if definition.kind == "function" and parent >= 0 and found[parent].kind in HOLDERS:
            definition = definition._replace(kind="method")
        if definition.kind == "field":
            while parent >= 0 and found[parent].kind in _AROUND_FIELDS:
                parent = found[parent].parent
            owner = found[parent].qualname if parent >= 0 else ""
            qualname = f"{owner}.{definition.name}" if owner else definition.name
            definition = definition._replace(qualname=qualname, exported=False)
            known = fields.setdefault(qualname, len(found))
            if known < len(found):
                found[known] = _with_value(found[known], definition)
                new_index.append(known)
                continue
        new_index.append(len(found))
        found.append(definition._replace(parent=parent))
    return found


def _with_value(field: Definition, other: Definition) -> Definition:
    """Set in two ways, a field is of no type that is known."""
    if not other.value or not field.value:
        return field._replace(value=field.value or other.value)
    return field if field.value == other.value else field._replace(value="")


class _Around:
    """Which class or module is around a line."""

    def __init__(self, definitions: list[Definition]) -> None:
        self._definitions = definitions
        self._nths = [n for n, d in enumerate(definitions) if d.kind in HOLDERS]
        self._lines = [definitions[n].line for n in self._nths]

    def __call__(self, line: int) -> int:
        at = bisect_right(self._lines, line) - 1
        nth = self._nths[at] if at >= 0 else -1
        while nth >= 0 and not self._holds(nth, line):
            nth = self._definitions[nth].parent
        return nth

    def _holds(self, nth: int, line: int) -> bool:
        definition = self._definitions[nth]
        return definition.kind in HOLDERS and line <= definition.end_line


def _with_bases(
    definitions: list[Definition], facts: FileFacts, around: _Around
) -> list[Definition]:
    """What a class inherits from and mixes in, as it is seen from inside of it."""
    bases: dict[int, list[tuple[int, str]]] = {}
    for reference in facts.references:
        if reference.role == "inherit":
            name = f"{reference.receiver}.{reference.name}".lstrip(".")
            for position in reference.positions:
                nth = around(unpack_position(position)[0])
                bases.setdefault(nth, []).append((position, name))
    return [
        d._replace(bases=tuple([name for _, name in sorted(bases.get(n, []))]))
        if d.bases or n in bases
        else d
        for n, d in enumerate(definitions)
    ]


def _typed(definitions: list[Definition]) -> list[Definition]:
    """A field's value is seen from inside of its class; what reads a field gives its value."""
    fields = {d.qualname for d in definitions if d.kind == "field" and d.value}
    found: list[Definition] = []
    for definition in definitions:
        owner = definition.qualname[: -len(definition.name)].rstrip(".")
        read = f"{owner}.@{definition.name}"
        if definition.kind == "field" and definition.value and owner:
            value = definition.value
            is_fixed = value.startswith(("$", "self"))
            value = value.replace("self", owner, 1) if value.startswith("self") else value
            value = value if is_fixed else f"{seen_from(owner)}.{value}"
            definition = definition._replace(value=value)
        elif definition.kind == "property" and read in fields:
            definition = definition._replace(value=read)
        found.append(definition)
    return found


def _hidden(
    facts: FileFacts, source: SourceText, definitions: list[Definition], around: _Around
) -> set[int]:
    """The definitions that ``private`` and its relatives speak of."""
    marks = sorted(_marks(facts, source))
    if not marks:
        return set()
    hiding_from = _sections(marks, around)
    named = {(around(line), name) for line, _, names in marks for name in names}
    lines = {line for line, is_section, names in marks if not is_section and not names}
    return {
        n
        for n, d in enumerate(definitions)
        if (d.parent, d.name) in named
        or (d.kind in ("method", "property") and d.line in lines)
        or (d.kind in ("method", "property") and _is_in(hiding_from.get(d.parent, []), d))
    }


_Mark = tuple[int, int, tuple[str, ...]]
"""The line; 1 where hiding begins, -1 where it ends, 0 where one line is meant; names."""


def _marks(facts: FileFacts, source: SourceText) -> Iterator[_Mark]:
    for reference in facts.references:
        if reference.name not in _HIDING | _HIDING_NAMES | {"public"} or reference.role != "call":
            continue
        for position in reference.positions:
            line, column = unpack_position(position)
            start = source.line_starts[line - 1] + column + len(reference.name)
            end = source.data.find(b"\n", start, start + _MAX_LINE)
            rest = source.data[start : end if end >= 0 else start + _MAX_LINE].strip()
            if not rest or rest.startswith(b"#"):
                yield line, (-1 if reference.name == "public" else 1), ()
            elif reference.name != "public":
                is_list = rest.startswith((b":", b"(", b"*", b"[")) or b"attr_" not in rest
                is_list = is_list and not rest.startswith((b"def ", b"attr_"))
                names = [name.decode() for name in _SYMBOL.findall(rest)] if is_list else []
                yield line, 0, tuple(names)


def _sections(marks: list[_Mark], around: _Around) -> dict[int, list[tuple[int, int]]]:
    """By class: from which line on its methods are hidden (1) or not (-1)."""
    found: dict[int, list[tuple[int, int]]] = {}
    for line, sign, _ in marks:
        if sign:
            found.setdefault(around(line), []).append((line, sign))
    return found


def _is_in(sections: list[tuple[int, int]], definition: Definition) -> bool:
    at = bisect_right(sections, (definition.line, 2)) - 1
    is_own = not definition.signature.startswith("def self.")
    return at >= 0 and sections[at][1] > 0 and is_own
