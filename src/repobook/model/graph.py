"""Links between files: the targets of each reference and import, with a confidence.

A target is a symbol id (``path::Qualified.name``, with ``~2``, ``~3`` … for overloads in order of
position) or a file id (a path).
"""

from collections.abc import Iterable
from typing import Final, Literal, NamedTuple

from repobook.model.facts import Definition, Import, Reference

Confidence = Literal["exact", "inferred", "ambiguous", ""]
CONFIDENCES: Final[tuple[Confidence, ...]] = ("exact", "inferred", "ambiguous", "")
"""The surest first; empty where there is no target."""
Outcome = Literal[
    "exact", "inferred", "ambiguous", "external", "builtin", "dynamic", "unknown", "failed"
]
"""How a link ended: its confidence, or why it has no target."""
# The last two are imports that do not run with the file: they are for a type checker only, or wait
# inside a function until it is called.
EdgeKind = Literal[
    "import",
    "include",
    "inherit",
    "call",
    "use",
    "test",
    "document",
    "build",
    "type-only",
    "deferred",
]
LATER_IMPORTS: Final[frozenset[str]] = frozenset(["type-only", "deferred"])
IMPORT_KINDS: Final[frozenset[EdgeKind]] = frozenset(["import", "include", "type-only", "deferred"])
# A file uses another, and is one of its dependents, if an edge of one of these kinds leads there
# that is likely. Every count of users is of these: an edge that may lead to one of several files is
# counted apart, build files and documents only mention a file, and "test" repeats another edge.
DEPENDENCY_KINDS: Final[frozenset[EdgeKind]] = IMPORT_KINDS | {"inherit", "call", "use"}
LIKELY: Final[tuple[Confidence, ...]] = ("exact", "inferred")

# Of more candidates than this nobody learns anything: the reference counts as dynamic.
MAX_CANDIDATES: Final = 8
# Where a name means a definition wherever it stands: of more, none is likely to be meant.
MAX_HOMONYMS: Final = 200


class Link(NamedTuple):
    """Where a reference leads. Without targets it is unresolved, and ``rule`` is the reason."""

    targets: tuple[str, ...]
    confidence: Confidence
    rule: str = ""
    """The rule that inferred it; for an unresolved one why nothing was found."""

    @property
    def outcome(self) -> Outcome:
        """Where resolving its file failed, the rule tells how."""
        return self.confidence or _UNRESOLVED.get(self.rule, "failed")


EXTERNAL: Final = Link((), "", "external")
BUILTIN: Final = Link((), "", "builtin")
DYNAMIC: Final = Link((), "", "dynamic")
UNKNOWN: Final = Link((), "", "unknown")
_UNRESOLVED: Final[dict[str, Outcome]] = {
    "external": "external",
    "builtin": "builtin",
    "dynamic": "dynamic",
    "unknown": "unknown",
}


class LanguageLinks(NamedTuple):
    """How the references of one language ended, most frequent first."""

    language: str
    n_references: int
    outcomes: tuple[tuple[Outcome, int], ...]


class FileEdge(NamedTuple):
    """One file leads to another; the line is the first that proves it."""

    target: str
    kind: EdgeKind
    line: int
    confidence: Confidence
    n: int = 1
    """In how many places."""


ReasonKind = Literal[EdgeKind, "mention", "alike", "path", "reach", "perhaps", "together"]


class Reason(NamedTuple):
    """Why a test is for a file: by an edge, by names, by its path, by another file, by history."""

    kind: ReasonKind
    names: tuple[str, ...] = ()
    """Which the test mentions or has ones like; words of both paths; or the file between."""
    lines: tuple[int, ...] = ()
    """Of the test: one for each name, or the one of the edge."""
    confidence: Confidence = "exact"
    """Of the edge."""
    n: int = 0
    """How often both changed together."""


class FileLinks(NamedTuple):
    """What resolving one file gave: links side by side with its references and imports."""

    references: tuple[Link, ...] = ()
    imports: tuple[Link, ...] = ()
    edges: tuple[FileEdge, ...] = ()
    """What neither references nor imports imply: a build file's sources, for one."""
    kind: EdgeKind | None = None
    """What every edge of the file is, where that does not depend on how a name is used."""
    same: tuple[tuple[str, ...], ...] = ()
    """Symbols that are one thing: a definition of the file and its declarations, here and there."""
    looked_up: tuple[str, ...] = ()
    """Names that it looked for elsewhere although it does not mention them."""


class Unit(NamedTuple):
    """One file as resolving sees it. References are there only for the file being resolved."""

    path: str
    language: str
    role: str
    definitions: tuple[Definition, ...] = ()
    imports: tuple[Import, ...] = ()
    references: tuple[Reference, ...] = ()

    def symbols(self) -> Iterable[tuple[str, Definition]]:
        """Its definitions with their ids."""
        return zip(symbol_ids(self.path, self.definitions), self.definitions, strict=True)


class Candidate(NamedTuple):
    """A definition that bears a name, somewhere in the repository."""

    id: str
    path: str
    language: str
    kind: str
    nth: int
    """Its place among the definitions of its file."""


def symbol_id(path: str, qualname: str, overload: int = 1) -> str:
    """``overload`` is its place among the symbols of the file that share its qualified name."""
    return f"{path}::{qualname}" if overload == 1 else f"{path}::{qualname}~{overload}"


def symbol_ids(path: str, definitions: Iterable[Definition]) -> tuple[str, ...]:
    """Side by side with the definitions of a file."""
    n_by_qualname: dict[str, int] = {}
    ids = []
    for definition in definitions:
        qualname = definition.qualname
        n = n_by_qualname[qualname] = n_by_qualname.get(qualname, 0) + 1
        ids.append(symbol_id(path, qualname, n))
    return tuple(ids)
