"""Recognises GitHub workflows and actions by their keys, since a parser sees no path."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from repobook.findings.rule import File, Find, Hit

_SHAPES: Final = (frozenset(["on", "jobs"]), frozenset(["runs", "runs.using"]))


@dataclass(frozen=True, slots=True)
class InWorkflow:
    """Finds only in workflows and actions: ``uses:`` and ``run:`` are keys of other YAML too."""

    find: Find

    def __call__(self, file: File) -> Iterable[Hit]:
        keys = {definition.qualname for definition in file.facts.definitions}
        return self.find(file) if any(shape <= keys for shape in _SHAPES) else ()
