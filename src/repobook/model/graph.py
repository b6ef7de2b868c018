"""What connects files: where each reference and each import leads, and how sure that is.

A target is a symbol id (``path::Qualified.name``, with ``~2``, ``~3`` … for overloads in order of
position) or a file id (a path).
"""

from typing import Final, Literal, NamedTuple

from repobook.model.facts import Definition, Import, Reference

Confidence = Literal["exact", "inferred", "ambiguous", ""]
EdgeKind = Literal["import", "include", "inherit", "call", "use", "test", "document", "build"]

# Of more candidates than this nobody learns anything: the reference counts as dynamic.
MAX_CANDIDATES: Final = 8


class Link(NamedTuple):
    """Where a reference leads. Without targets it is unresolved, and ``rule`` is the reason."""

    targets: tuple[str, ...]
    confidence: Confidence
    rule: str = ""
    """The rule that inferred it; for an unresolved one why nothing was found."""


EXTERNAL: Final = Link((), "", "external")
BUILTIN: Final = Link((), "", "builtin")
DYNAMIC: Final = Link((), "", "dynamic")
UNKNOWN: Final = Link((), "", "unknown")


class FileEdge(NamedTuple):
    """One file leads to another; the line is the first that proves it."""

    target: str
    kind: EdgeKind
    line: int
    confidence: Confidence
    n: int = 1
    """In how many places."""


class FileLinks(NamedTuple):
    """What resolving one file gave: links side by side with its references and imports."""

    references: tuple[Link, ...] = ()
    imports: tuple[Link, ...] = ()
    edges: tuple[FileEdge, ...] = ()
    """What neither references nor imports imply: a build file's sources, for one."""
    kind: EdgeKind | None = None
    """What every edge of the file is, where that does not depend on how a name is used."""


class Unit(NamedTuple):
    """One file as resolving sees it. References are there only for the file being resolved."""

    path: str
    language: str
    role: str
    definitions: tuple[Definition, ...] = ()
    imports: tuple[Import, ...] = ()
    references: tuple[Reference, ...] = ()


class Candidate(NamedTuple):
    """A definition that bears a name, somewhere in the repository."""

    id: str
    path: str
    language: str
    kind: str
    nth: int
    """Its place among the definitions of its file."""


def symbol_ids(unit: Unit) -> tuple[str, ...]:
    """Side by side with the unit's definitions."""
    n_by_qualname: dict[str, int] = {}
    ids = []
    for definition in unit.definitions:
        qualname = definition.qualname
        n = n_by_qualname[qualname] = n_by_qualname.get(qualname, 0) + 1
        ids.append(f"{unit.path}::{qualname}" if n == 1 else f"{unit.path}::{qualname}~{n}")
    return tuple(ids)
