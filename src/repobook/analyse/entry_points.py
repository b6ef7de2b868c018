"""Entry points: the line at which a file is run."""

from collections.abc import Sequence
from typing import Final

from repobook.model.facts import Definition, Reference, unpack_position

_MAIN_LANGUAGES: Final = frozenset(
    ["C", "C#", "C++", "CUDA", "Go", "Java", "Kotlin", "Objective-C", "Objective-C++", "Rust"]
)
_FUNCTIONS: Final = frozenset(["function", "method"])
# Python: ``if __name__ == "__main__"`` is a mention of that name; in Ruby that which
# ``__FILE__`` is compared with, in PHP the tag below a line that says by what a script is run.
_MAIN_GUARD: Final = frozenset(["__main__"])
_GUARDS_BY_LANGUAGE: Final = {
    "Ruby": frozenset(["$0", "$PROGRAM_NAME"]),
    "PHP": frozenset(["php"]),
}


def entry_line(
    path: str, language: str, definitions: Sequence[Definition], references: Sequence[Reference]
) -> int:
    """0 where no program begins: a function called main counts where the language runs it."""
    if language in _MAIN_LANGUAGES:
        name = "Main" if language == "C#" else "main"
        return next((d.line for d in definitions if _is_main(d, name)), 0)
    if path.rpartition("/")[2] == "__main__.py":
        return int(bool(definitions or references))  # an empty one has no line that begins it
    guards = _GUARDS_BY_LANGUAGE.get(language, _MAIN_GUARD)
    return next((_line(r) for r in references if _is_guard(r, guards)), 0)


def _is_main(definition: Definition, name: str) -> bool:
    """In Java, Kotlin and C# it may stand in a class, elsewhere at the top."""
    return definition.name == name and definition.kind in _FUNCTIONS


def _is_guard(reference: Reference, guards: frozenset[str]) -> bool:
    """A module of that name that was imported is known by what it is."""
    is_mention = reference.role == "mention" and not reference.receiver
    return is_mention and reference.name in guards


def _line(reference: Reference) -> int:
    return unpack_position(reference.positions[0])[0]
