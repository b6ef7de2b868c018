"""What a Python expression can stand for, and the steps that lead from one to the next."""

import re
from functools import lru_cache
from typing import Final, Literal, NamedTuple

Kind = Literal[
    "definition",
    "module",
    "class",
    "instance",
    "function",
    "super",
    "elements",
    "external",
    "builtin",
    "dynamic",
    "unknown",
]

_STEP: Final = re.compile(r"\.[^\W\d]\w*|\(\)|\[\]")
_ROOT: Final = re.compile(r"@\d+|super\([\w.]*\)|[^\W\d]\w*")
_MAX_STEPS: Final = 40
_MAX_EXPRESSION: Final = 1000


class Thing(NamedTuple):
    """A name leads to a ``definition`` or a ``module``; the other kinds are what a value can be.

    ``name`` is a qualified name in the file at ``path``; for a module its path without ending, for
    ``elements`` the expression that stands for one of them, for a builtin its name.
    """

    kind: Kind
    path: str = ""
    name: str = ""
    receiver: str = ""
    """For a function: the expression ``path::Class`` of the instance that it was taken from."""


EXTERNAL: Final = Thing("external")
BUILTIN: Final = Thing("builtin")
DYNAMIC: Final = Thing("dynamic")
UNKNOWN: Final = Thing("unknown")


class Expression(NamedTuple):
    root: str
    steps: tuple[str, ...]
    """``.name``, ``()`` and ``[]``, in the order in which they are taken."""


NOTHING: Final = Expression("?", ())


@lru_cache(maxsize=1 << 16)
def expression(text: str) -> Expression:
    """A settled expression taken apart; one that is none cannot be followed."""
    if len(text) > _MAX_EXPRESSION:
        return NOTHING
    end = _end_of_elements(text) if text.startswith("[") else 0
    if not end:
        match = _ROOT.match(text)
        end = match.end() if match else 0
    steps = tuple(_STEP.findall(text, end))
    if not end or len(steps) > _MAX_STEPS or sum(map(len, steps)) != len(text) - end:
        return NOTHING
    return Expression(text[:end], steps)


def _end_of_elements(text: str) -> int:
    """Where the bracket that opens ``[Foo()]`` closes; 0 where it does not."""
    depth = 0
    for at, character in enumerate(text):
        depth += (character == "[") - (character == "]")
        if depth == 0:
            return at + 1
    return 0
