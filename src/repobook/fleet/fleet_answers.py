"""Answers across repositories, as plain values that terminal, HTTP and agents translate."""

from typing import Final, Literal, NamedTuple

State = Literal["waiting", "built", "unchanged", "failed"]
STATES: Final[tuple[State, ...]] = ("built", "unchanged", "failed", "waiting")


class RepositoryLine(NamedTuple):
    name: str
    state: State
    reason: str
    """Why it failed; empty otherwise."""
    commit: str
    n_documented: int
    n_listed: int
    n_symbols: int
    seconds: float
    book: str
    source: str


class FleetStatus(NamedTuple):
    fleet: str
    repositories: tuple[RepositoryLine, ...]
    n_by_state: dict[str, int]


class FleetEntry(NamedTuple):
    repository: str
    path: str
    line: int
    kind: str
    name: str
    qualname: str
    about: str


class FleetSearch(NamedTuple):
    query: str
    entries: tuple[FleetEntry, ...]
    n_repositories: int
    """That were searched."""
    is_cut: bool


class OfferedSymbol(NamedTuple):
    repository: str
    path: str
    line: int
    qualname: str
    kind: str


class FleetUse(NamedTuple):
    repository: str
    path: str
    line: int
    role: str
    name: str
    """As the file has it, written out."""
    confidence: str
    rule: str
    is_test: bool


class FleetReferences(NamedTuple):
    symbol: OfferedSymbol
    names: tuple[str, ...]
    """Under which it is reached from outside."""
    uses: tuple[FleetUse, ...]
    n_uses: int
    n_repositories: int
    """That use it."""
    others: tuple[OfferedSymbol, ...]
    """Other symbols that the question may have meant."""

    @property
    def is_cut(self) -> bool:
        return len(self.uses) < self.n_uses


class AffectedRepository(NamedTuple):
    name: str
    n_uses: int
    n_files: int
    n_tests: int
    """Of the files."""
    confidence: str
    """Of the surest use."""


class Dependent(NamedTuple):
    name: str
    purl: str
    path: str
    line: int
    depth: int
    """1 for a repository that declares the package itself."""


class FleetImpact(NamedTuple):
    symbol: OfferedSymbol
    affected: tuple[AffectedRepository, ...]
    dependents: tuple[Dependent, ...]
    """Repositories that depend on its package without a use that was found, nearest first."""


class FleetNothing(NamedTuple):
    name: str
    n_repositories: int
    """That were searched."""


class RuleCount(NamedTuple):
    rule: str
    severity: str
    category: str
    n_findings: int
    n_repositories: int
    """That have any."""


class FleetFinding(NamedTuple):
    repository: str
    path: str
    line: int
    rule: str
    severity: str
    category: str
    message: str


class FleetFindings(NamedTuple):
    rule: str
    """The one that was asked for; empty for a count of all."""
    by_rule: tuple[RuleCount, ...]
    """The gravest first, then the most frequent."""
    findings: tuple[FleetFinding, ...]
    """Of the rule that was asked for."""
    n_repositories: int
    """That were searched."""
    is_cut: bool


class FleetPackages(NamedTuple):
    edges: tuple["PackageEdge", ...]


class PackageEdge(NamedTuple):
    """A repository depends on a package that another publishes, and where it says so."""

    source: str
    target: str
    purl: str
    path: str
    line: int
