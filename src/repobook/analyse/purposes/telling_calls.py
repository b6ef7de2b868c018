"""The calls of a file that tell what it does: those that lead to other files of the repository
first, and none that every program makes."""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from repobook.model.facts import COLUMN_BITS, Definition, Reference
from repobook.model.graph import BUILTIN, UNKNOWN, Link, Unit

# Names that every program uses.
_COMMON_TEXT: Final = """
append attr_accessor attr_reader attr_writer autoload bool bytes cd dict echo enumerate error Errorf
exit export extend fi filter float format free frozenset get getattr getLogger hasattr id if include
int isinstance iter join len list log malloc map module_function NamedTuple NewType next object
param ParamSpec print printf private property push range require require_relative return set setattr
sorted source split str strip super test then tuple type TypeVar TypeVarTuple zip
"""
_COMMON: Final = frozenset(_COMMON_TEXT.split())
_ERROR: Final = re.compile(r"(?:Error|Exception|Warning)$")
_MIN_OURS: Final = 2
Span = tuple[int, int]


class TellingCalls:
    def __init__(self, unit: Unit, links: Sequence[Link]) -> None:
        """``links`` lie side by side with the references; none where nothing was resolved."""
        self._unit = unit
        self._links = links

    def inside(self, definition: Definition) -> list[str]:
        span = definition.line, definition.end_line
        found = [
            (position, one, target)
            for one, target in self._calls()
            if one.name != definition.name
            for position in one.positions
            if span[0] <= position >> COLUMN_BITS <= span[1]
        ]
        return _ranked(found)

    def outside(self, spans: Sequence[Span]) -> list[str]:
        """What a script does besides defining."""
        found = [
            (position, one, target)
            for one, target in self._calls()
            if not _ERROR.search(one.name)
            for position in one.positions
            if not any(first <= position >> COLUMN_BITS <= last for first, last in spans)
        ]
        return _ranked(found)

    def anywhere(self) -> list[str]:
        return self.outside(())

    def elsewhere(self) -> dict[str, list[str]]:
        """By file of the repository: the names of it that are called, in the order of the lines."""
        names_by_path: dict[str, list[str]] = {}
        found = [(one.positions[0], one.name, target) for one, target in self._calls() if target]
        for _, name, target in sorted(found):
            names = names_by_path.setdefault(target.partition("::")[0], [])
            if name not in names:
                names.append(name)
        return names_by_path

    def known(self) -> set[str]:
        """Names of other files that it calls, or that have a capital or a mark."""
        own = f"{self._unit.path}::"
        return {
            one.name
            for one, link in zip(self._unit.references, self._links, strict=False)
            if (one.role == "call" or not (one.name.isalpha() and one.name.islower()))
            and any(not target.startswith(own) for target in link.targets)
        }

    def _calls(self) -> Iterator[tuple[Reference, str]]:
        """With the symbol of another file that the call leads to, where it leads to one."""
        links = self._links or [UNKNOWN] * len(self._unit.references)
        own = f"{self._unit.path}::"
        for one, link in zip(self._unit.references, links, strict=True):
            if one.name in _COMMON or link == BUILTIN:
                continue
            targets = link.targets if link.confidence != "ambiguous" else ()
            target = next((t for t in targets if not t.startswith(own)), "")
            if one.role == "call" or (one.role == "macro" and target):
                yield one, target


def _ranked(found: Sequence[tuple[int, Reference, str]]) -> list[str]:
    """What leads nowhere is left out where enough leads elsewhere, and so is what is called on a
    value without a name."""
    calls = [(position, *_chain(one), bool(target)) for position, one, target in found]
    ours = [(position, name) for position, name, _, is_ours in sorted(calls) if is_ours]
    others = [
        (position, name)
        for position, name, is_named, is_ours in sorted(calls)
        if is_named > is_ours
    ]
    wanted = ours if len({name for _, name in ours}) >= _MIN_OURS else [*ours, *others]
    return list(dict.fromkeys(name for _, name in wanted))


def _chain(reference: Reference) -> tuple[str, bool]:
    """As it is written, and whether what it is called on has a name."""
    receiver = reference.receiver
    if receiver.replace(".", "").isidentifier():
        return f"{receiver}.{reference.name}", True
    return reference.name, not (receiver.startswith("?") or "(" in receiver)
