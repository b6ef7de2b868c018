"""Where a program begins: the line of a file that tells so."""

from collections.abc import Sequence
from typing import Final

from repobook.model.facts import Definition, Reference, unpack_position

_MAIN_LANGUAGES: Final = frozenset(
    ["C", "C++", "CUDA", "Go", "Java", "Kotlin", "Objective-C", "Objective-C++", "Rust"]
)
_FUNCTIONS: Final = frozenset(["function", "method"])
# Python: ``if __name__ == "__main__"`` is told as a mention of that name.
_MAIN_GUARD: Final = "__main__"


def entry_line(
    path: str, language: str, definitions: Sequence[Definition], references: Sequence[Reference]
) -> int:
    """0 where no program begins: a function called main counts where the language runs it."""
    if language in _MAIN_LANGUAGES:
        return next((d.line for d in definitions if _is_main(d)), 0)
    if path.rpartition("/")[2] == "__main__.py":
        return int(bool(definitions or references))  # an empty one has no line that begins it
    return next((_line(r) for r in references if _is_guard(r)), 0)


def _is_main(definition: Definition) -> bool:
    """In Java and Kotlin it may stand in a class, elsewhere at the top."""
    return definition.name == "main" and definition.kind in _FUNCTIONS


def _is_guard(reference: Reference) -> bool:
    """A module of that name that was imported is known by what it is."""
    is_told = reference.role == "mention" and not reference.receiver
    return is_told and reference.name == _MAIN_GUARD


def _line(reference: Reference) -> int:
    return unpack_position(reference.positions[0])[0]
