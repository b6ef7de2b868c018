"""Everything the index knows about one file, collected for its pages.

Book sections work from these values alone. Paths are file ids; symbols are named by their ids
(``path::Qualified.name``), see ``SymbolName``.
"""

from collections.abc import Mapping
from typing import Final, NamedTuple

from repobook.model.answers import Command as Command
from repobook.model.answers import Edge as Edge
from repobook.model.answers import Owner as Owner
from repobook.model.facts import Decision, Definition, Note, PageFacts, Setting, Summary
from repobook.model.finding import Finding
from repobook.model.graph import Outcome, Reason
from repobook.model.history import FileLines
from repobook.model.purpose import NO_PURPOSE, Purpose

MANY_HOMONYMS: Final = 50
"""More definitions of a name are not counted on a page: nobody reads through them."""


class Repository(NamedTuple):
    """What every page may say of the repository: nothing that moves with every edit elsewhere."""

    name: str
    history: str
    """Where history was cut, or why there is none; empty when all of it was read."""
    is_fine_index: bool = False
    """Whether the letters of the index from A to Z are divided: there are many names."""


class SymbolName(NamedTuple):
    """A symbol, or a whole file where ``qualname`` is empty.

    It holds no lines of other files: they would move with every edit there.
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
    """The other files that use it most, with the number of places; three at most, and only exact
    uses where there are any."""
    n_sure_elsewhere: int = 0
    """In how many other files at least one of the places is exact."""


class UseSite(NamedTuple):
    """A file that uses a symbol, and the first of the places."""

    path: str
    line: int
    n_places: int
    confidence: str
    """Of the most confident use, the one at ``line``."""


class Subclass(NamedTuple):
    """Where another class inherits from one."""

    path: str
    line: int
    qualname: str
    """Empty where no class is known to stand there."""
    n_places: int


class SymbolSection(NamedTuple):
    """What the section of a symbol shows."""

    sites: tuple[UseSite, ...] = ()
    """The files other than tests that use it, its own among them, highest confidence and most
    uses first; ten at most."""
    n_sites: int = 0
    """How many such files there are."""
    folders: tuple[tuple[str, int, int], ...] = ()
    """Where these are, with the number of files and places; only where ``sites`` is cut."""
    n_folders: int = 0
    tests: tuple[UseSite, ...] = ()
    """The same of tests, five at most."""
    n_tests: int = 0
    subclasses: tuple[Subclass, ...] = ()
    """Of a class: the first subclass in each file, ten at most."""
    n_subclasses: int = 0
    """How many files have one."""
    overrides: tuple[SymbolName, ...] = ()
    """Of a method: those of the same name in the bases of its class."""
    overridden: tuple[SymbolName, ...] = ()
    """The same in those of subclasses of its class."""
    same: tuple[SymbolName, ...] = ()
    """Where it is declared or defined besides."""
    n_homonyms: int = 0
    """How many other definitions bear its name, up to ``MANY_HOMONYMS``."""


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
    """Parallel to ``lines``, in bytes of UTF-8; only where there is a single target."""


class Rank(NamedTuple):
    """Where the file stands in the graph."""

    fan_in: int = 0
    fan_out: int = 0
    layer: int = 0
    is_entry: bool = False
    entry_line: int = 0
    cycle: tuple[str, ...] = ()
    """The files of its import cycle, itself included."""


class Covering(NamedTuple):
    """A test file that covers the file, best first."""

    path: str
    reasons: tuple[Reason, ...]
    command: str


class Past(NamedTuple):
    commit: str
    date: str
    n_changes: int
    authors: tuple[tuple[str, int], ...]
    months: tuple[tuple[str, int], ...] = ()
    """In which months, such as ``2024-07``, how many commits changed it."""
    lines: FileLines | None = None
    """Of the version that the last commit has."""


class Pattern(NamedTuple):
    kind: str
    line: int
    name: str
    text: str


class Registration(NamedTuple):
    """A decorator or macro that the repository applies in many places, here too."""

    name: str
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


class Quote(NamedTuple):
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
    """How many other files define it, or that there are ``MANY_HOMONYMS``."""
    elsewhere: tuple[str, ...] = ()
    """The first of them; none of many."""


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
    purpose: Purpose = NO_PURPOSE


class ImplementedOperator(NamedTuple):
    """A family of operators that some code of the file computes, and where that is written."""

    name: str
    path: str
    line: int
    detail: str
    """For which backends; empty where that is not said."""
    part: str
    """Of its page; empty where it has none."""
    stage: str = ""
    """How it is bound: ``dispatch``, ``decomposition``."""
    symbol: int = -1
    """The number of the code in its file."""


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
    purpose: Purpose
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
    """Every other file that the dossier names, by path, with language, role, status and doc
    only: the other fields would move with every edit there."""
    findings: tuple[Finding, ...]
    notes: tuple[Note, ...]
    patterns: tuple[Pattern, ...]
    facts: PageFacts
    registrations: tuple[Registration, ...]
    operators: tuple[ImplementedOperator, ...]
    diagnostics: tuple[tuple[int, str], ...]
    outcomes: tuple[tuple[Outcome, int], ...]
    rank: Rank
    tests: tuple[Covering, ...]
    tested: tuple[tuple[str, tuple[Reason, ...]], ...]
    """Of a test file: the files that it is among the best tests of, with the reasons."""
    command: Command | None
    examples: tuple[CallSite, ...]
    past: Past | None
    together: tuple[tuple[str, int], ...]
    """Files that changed in the same commits, with the number of them."""
    owners: tuple[Owner, ...]
    quotes: tuple[Quote, ...]
    siblings: tuple[str, ...]
    """Of the same folder, by path: itself, the one before and after it, and those named alike;
    markers left out."""
    keywords: tuple[Keyword, ...]
    n_keywords: int
    """How many there are before the list is cut."""

    @property
    def decisions(self) -> tuple[Decision, ...]:
        return self.facts.decisions

    @property
    def settings(self) -> tuple[Setting, ...]:
        return self.facts.settings
