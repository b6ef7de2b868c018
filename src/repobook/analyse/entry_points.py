"""Entry points: the line at which a file is run."""

from collections.abc import Sequence
from typing import Final

from repobook.model.facts import Definition, Reference
from repobook.model.language import language_by_name

_FUNCTIONS: Final = frozenset(["function", "method"])


def entry_line(
    path: str, language: str, definitions: Sequence[Definition], references: Sequence[Reference]
) -> int:
    """0 where no program begins: a function called main counts where the language runs it."""
    record = language_by_name().get(language)
    if record is None:
        return 0
    if record.main:
        return next((d.line for d in definitions if _is_main(d, record.main)), 0)
    if path.rpartition("/")[2] in record.entry_files:
        return int(bool(definitions or references))  # an empty one has no line that begins it
    return next((r.line for r in references if _is_guard(r, record.guards)), 0)


def _is_main(definition: Definition, name: str) -> bool:
    """In Java, Kotlin and C# it may stand in a class, elsewhere at the top."""
    return definition.name == name and definition.kind in _FUNCTIONS


def _is_guard(reference: Reference, guards: tuple[str, ...]) -> bool:
    """A module of that name that was imported is known by what it is."""
    is_mention = reference.role == "mention" and not reference.receiver
    return is_mention and reference.name in guards
