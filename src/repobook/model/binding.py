"""What a pack says of one place: that a line binds something by name to code elsewhere.

A binding travels as a reference, whose receiver it is: so it is cached, resolved, found stale and
counted like every other use of a name.
"""

from typing import Final, NamedTuple

_MARK: Final = "pack:"


class Binding(NamedTuple):
    pack: str
    subject: str
    """What is bound, without blanks: an operator, a route, a command."""
    stage: str
    """How, in one word of the pack: ``dispatch``, ``decomposition``."""
    detail: str = ""
    """For what, where that matters: ``CPU, CUDA``."""

    @property
    def receiver(self) -> str:
        return f"{_MARK}{self.pack} {self.subject} {self.stage} {self.detail}".rstrip()


def is_bound(receiver: str) -> bool:
    """Whether a reference is a binding."""
    return receiver.startswith(_MARK)


def read_binding(receiver: str) -> Binding | None:
    """None for the receiver of an ordinary reference."""
    if not receiver.startswith(_MARK):
        return None
    parts = receiver.removeprefix(_MARK).split(" ", 3)
    return Binding(*parts) if len(parts) > 2 else None
