"""Everything that the page of an operator shows."""

from typing import NamedTuple

from repobook.model.dossiers.folder_dossier import OfferedTarget, OperatorFamily, Place


class OperatorOverload(NamedTuple):
    schema: str
    place: Place


class OperatorStep(NamedTuple):
    """A line that binds the operator to something, as a pack found it."""

    stage: str
    detail: str
    """For what: ``CPU, CUDA``."""
    place: Place
    target: OfferedTarget | None
    """None where the line names nothing but the operator."""
    why: str = ""
    """Why nothing was found."""


class OperatorTest(NamedTuple):
    path: str
    line: int
    """Where it first names the operator."""
    n_uses: int
    command: str
    """What runs the file; empty where that is not known."""


class OperatorChain(NamedTuple):
    family: OperatorFamily
    overloads: tuple[OperatorOverload, ...]
    steps: tuple[OperatorStep, ...]
    """By file and line."""
    tests: tuple[OperatorTest, ...]
    """Those that name it most, first."""
