"""A binding of a pack: a line that binds a named subject to code elsewhere.

A binding travels as a reference, whose receiver it is: so it is cached, resolved, found stale and
counted like every other use of a name.
"""

from typing import Final, NamedTuple

_MARK: Final = "pack:"
_BETWEEN: Final = "\t"
# How a use leads to its target.
OWN: Final = "::"
WRITTEN: Final = "="
IMPORTED: Final = "<"


class Binding(NamedTuple):
    pack: str
    subject: str
    """What is bound: an operator, a route, a command; on one line."""
    stage: str
    """How, in one word of the pack: ``dispatch``, ``decomposition``."""
    detail: str = ""
    """For what, where that matters: ``CPU, CUDA``."""
    use: str = ""
    """What the language makes of the name: ``::Qualified.name`` is a definition of the same file,
    ``=a.b`` a name with that before it, ``<a.b`` a name that this module has, ``<a.b Python`` the
    same in another language; empty where the pack links it itself."""

    @property
    def receiver(self) -> str:
        return f"{_MARK}{_BETWEEN.join(self)}".rstrip(_BETWEEN)


def is_bound(receiver: str) -> bool:
    """Whether a reference is a binding."""
    return receiver.startswith(_MARK)


def bound_subject(receiver: str) -> str:
    """Of a reference that is a binding: sooner than all of it is read."""
    return receiver.split(_BETWEEN, 2)[1]


def read_binding(receiver: str) -> Binding | None:
    """None for the receiver of an ordinary reference."""
    if not receiver.startswith(_MARK):
        return None
    parts = receiver.removeprefix(_MARK).split(_BETWEEN, 4)
    return Binding(*parts) if len(parts) > 2 else None
