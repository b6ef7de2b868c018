"""The order in which Python asks a class and its bases for an attribute."""

from typing import Final, NamedTuple

from repobook.languages.python.resolver.python_targets import Thing

_MAX_CLASSES: Final = 200


class Ancestry(NamedTuple):
    classes: tuple[Thing, ...]
    """The class itself first."""
    end: Thing
    """The answer for an attribute that none of them has."""


def merged(own: Thing, lines: list[tuple[Thing, ...]]) -> tuple[Thing, ...]:
    """C3: every class before its bases, bases in the order in which they were written.

    Bases that contradict each other are taken as they come: Python would refuse such a class.
    """
    lines = [line for line in lines if line]
    if len(lines) <= 1:
        return (own, *(c for line in lines for c in line if c != own))[:_MAX_CLASSES]
    order = [own]
    rest = [list(line) for line in lines] + [[line[0] for line in lines]]
    while (rest := [line for line in rest if line]) and len(order) < _MAX_CLASSES:
        behind = {thing for line in rest for thing in line[1:]}
        head = next((line[0] for line in rest if line[0] not in behind), rest[0][0])
        if head not in order:
            order.append(head)
        rest = [[thing for thing in line if thing != head] for line in rest]
    return tuple(order)
