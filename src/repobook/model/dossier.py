"""All that the index knows about one file or folder, gathered for the pages about it.

Book sections work from these values alone. Paths are file ids; symbols are named by their ids
(``path::Qualified.name``), see ``SymbolName``.
"""

from collections.abc import Mapping
from typing import NamedTuple

from repobook.model.facts import Decision, Definition, Note, Setting, Summary
from repobook.model.findings import Finding


class Repository(NamedTuple):
    """What every page may say of the whole: nothing that moves with every edit somewhere else."""

    name: str
    history: str
    """Where history was cut, or why there is none; empty when all of it was read."""
    is_fine_index: bool = False
    """Whether the letters of the index from A to Z are divided: there are many names."""


class SymbolName(NamedTuple):
    """A symbol, or a whole file where ``qualname`` is empty.

    Lines of other files are not told: they would move with every edit there.
    """

    path: str
    qualname: str = ""
    kind: str = ""
    overload: int = 1
    """Its place among the symbols of the file that share its qualified name."""
    exported: bool = False


class Uses(NamedTuple):
    """How often a symbol is used, imports included."""

    n_places: int = 0
    n_files: int = 0
    n_elsewhere: int = 0
    """In how many other files."""
    n_tests: int = 0
    """In how many test files."""
    n_sure: int = 0
    """How many of the places are exact."""
    top: tuple[tuple[str, int], ...] = ()
    """The other files that use it most, with the number of places; three at most, and only those
    that surely do where there are any."""
    n_sure_elsewhere: int = 0
    """In how many other files at least one of the places is exact."""


class UseSite(NamedTuple):
    """A file that uses a symbol, and the first of the places."""

    path: str
    line: int
    n_places: int
    confidence: str
    """Of the surest place, which is the one with that line."""


class Heir(NamedTuple):
    """Where another class inherits from one."""

    path: str
    line: int
    qualname: str
    """Empty where no class is known to stand there."""
    n_places: int


class SymbolSection(NamedTuple):
    """What is told of a symbol that has a section of its own."""

    sites: tuple[UseSite, ...] = ()
    """The files that use it, its own among them, the surest and most using first; of those that
    are no tests, and ten at most."""
    n_sites: int = 0
    """How many such files there are."""
    folders: tuple[tuple[str, int, int], ...] = ()
    """Where these are, with the number of files and places, where not all are told."""
    n_folders: int = 0
    tests: tuple[UseSite, ...] = ()
    """The same of tests, five at most."""
    n_tests: int = 0
    heirs: tuple[Heir, ...] = ()
    """Of a class: one a file, ten at most."""
    n_heirs: int = 0
    """In how many files there are some."""
    overrides: tuple[SymbolName, ...] = ()
    """Of a method: those of the same name in the bases of its class."""
    overridden: tuple[SymbolName, ...] = ()
    """The same in the heirs of its class that are told."""
    n_homonyms: int = 0
    """How many other definitions bear its name."""


class Symbol(NamedTuple):
    n: int
    """Its number in the file, which ``Definition.parent`` and ``Decision.definition`` mean."""
    definition: Definition
    overload: int
    uses: Uses
    section: SymbolSection | None = None


class ImportLine(NamedTuple):
    line: int
    module: str
    name: str
    alias: str
    form: str
    targets: tuple[SymbolName, ...]
    confidence: str
    rule: str
    """The rule that inferred it, or why it stayed unresolved: external, builtin, dynamic …"""


class ReferenceGroup(NamedTuple):
    """All places where the file uses one name in one role."""

    name: str
    receiver: str
    role: str
    lines: tuple[int, ...]
    confidence: str
    rule: str
    targets: tuple[SymbolName, ...]
    columns: tuple[int, ...] = ()
    """Side by side with the lines, in bytes of UTF-8; told where there is one target alone."""


class Edge(NamedTuple):
    """Between this file and another; the line is in the file that it leads from."""

    path: str
    kind: str
    line: int
    confidence: str
    n: int


class Rank(NamedTuple):
    """``rank`` is told in hundredths of all files: an exact place would move with every edit."""

    fan_in: int = 0
    fan_out: int = 0
    layer: int = 0
    percentile: int = 100
    """1 for the hundredth of files that the others lean on most."""
    is_entry: bool = False
    entry_line: int = 0
    cycle: tuple[str, ...] = ()
    """Files that depend on each other in a circle with this one, itself included."""


class Covering(NamedTuple):
    """A test file that covers the file, best first."""

    path: str
    reasons: tuple[str, ...]
    command: str


class Command(NamedTuple):
    text: str
    proof: str
    line: int


class Past(NamedTuple):
    commit: str
    date: str
    n_changes: int
    authors: tuple[tuple[str, int], ...]
    months: tuple[tuple[str, int], ...] = ()
    """In which months, such as ``2024-07``, how many commits changed it."""


class Owner(NamedTuple):
    owners: tuple[str, ...]
    proof: str
    line: int


class Pattern(NamedTuple):
    kind: str
    line: int
    name: str
    text: str


class Registration(NamedTuple):
    """A decorator or macro that the repository applies in many places, here too."""

    name: str
    n_here: int
    n_places: int
    n_files: int


class CallSite(NamedTuple):
    """A real use of a symbol of the file, in another file."""

    path: str
    line: int
    code: str
    symbol: str
    """The qualified name of what is used."""
    within: str
    """The qualified name of what is around it; empty at the top of a file."""
    is_test: bool


class Spoken(NamedTuple):
    """Where a document says what the file is for."""

    path: str
    line: int
    end_line: int
    words: str


class Keyword(NamedTuple):
    text: str
    kind: str
    line: int
    """Where it is defined or first stands; 0 where it is in no line (a word of the path)."""
    n_elsewhere: int = 0
    """How many other files define it."""
    elsewhere: tuple[str, ...] = ()
    """The first of them."""


class FileLine(NamedTuple):
    """One file in a list of others."""

    path: str
    language: str
    role: str
    n_lines: int
    n_bytes: int
    status: str
    reason: str
    doc: str
    """What the file says of itself: the first sentence that tells something."""
    n_symbols: int = 0
    n_findings: int = 0
    n_tests: int = 0
    fan_in: int = 0
    doc_line: int = 0
    doc_end_line: int = 0


class FileDossier(NamedTuple):
    repository: Repository
    path: str
    language: str
    role: str
    role_reason: str
    n_bytes: int
    n_lines: int
    blob: str
    doc: str
    """What it says of itself, whole: a docstring, a header comment."""
    summary: Summary
    text: str
    """The source, as it was decoded."""
    lines: tuple[str, ...]
    """The same line by line, without the breaks; the first is ``lines[0]``."""
    source_missing: str
    """Why there is no text though the file is documented; empty where there is."""
    symbols: tuple[Symbol, ...]
    imports: tuple[ImportLine, ...]
    references: tuple[ReferenceGroup, ...]
    edges_out: tuple[Edge, ...]
    edges_in: tuple[Edge, ...]
    known: Mapping[str, FileLine]
    """Every other file that is named anywhere in the dossier, by path; of them language, role,
    status and doc alone are told, what else there is would move with every edit there."""
    findings: tuple[Finding, ...]
    notes: tuple[Note, ...]
    patterns: tuple[Pattern, ...]
    decisions: tuple[Decision, ...]
    settings: tuple[Setting, ...]
    registrations: tuple[Registration, ...]
    diagnostics: tuple[tuple[int, str], ...]
    outcomes: tuple[tuple[str, int], ...]
    rank: Rank
    tests: tuple[Covering, ...]
    tested: tuple[tuple[str, tuple[str, ...]], ...]
    """Of a test file: the files that it is among the best tests of, with the reasons."""
    command: Command | None
    examples: tuple[CallSite, ...]
    past: Past | None
    together: tuple[tuple[str, int], ...]
    """Files that changed in the same commits, with the number of them."""
    owners: tuple[Owner, ...]
    spoken: tuple[Spoken, ...]
    siblings: tuple[str, ...]
    """The files of the same folder, by path, itself included; markers left out."""
    keywords: tuple[Keyword, ...]
    n_keywords: int
    """How many there are in truth."""
