"""Summaries of the whole repository: findings, hotspots, dependencies between folders, gaps."""

from typing import NamedTuple

from repobook.model.dossiers.folder_dossier import ChildEdge, Place


class RuleCount(NamedTuple):
    """A rule, and how often it was met."""

    category: str
    severity: str
    rule: str
    n: int
    n_files: int
    message: str
    """What its first finding says."""
    is_uniform: bool
    """Whether all of its findings say the same."""


class RuleFinding(NamedTuple):
    place: Place
    message: str
    code: str
    """The line, shortened where it is long and masked where it holds a secret."""


class Hotspot(NamedTuple):
    """A file of source, and what makes a change to it risky."""

    path: str
    n_changes: int
    """Commits that changed it; 0 where nothing is known of the past."""
    complexity: int
    """Of all its functions, added up."""
    fan_in: int
    """How many files depend on it."""
    worst: str
    """Its most complex function, with the line and its complexity."""
    place: Place
    worst_complexity: int

    @property
    def score(self) -> int:
        return max(self.n_changes, 1) * self.complexity * (1 + self.fan_in)


class LanguageCover(NamedTuple):
    """How much of a language was understood, and how much of it explains itself."""

    language: str
    n_files: int
    n_lines: int
    n_unread: int
    """Files in which some syntax was not understood."""
    n_plain: int
    """Files in which nothing is defined that the book could name."""
    n_public: int
    """What files of source define for others: classes, functions, types …"""
    n_explained: int
    """Those of them that have words of documentation."""


class Debt(NamedTuple):
    """A symbol that other files use and that has no documentation."""

    qualname: str
    overload: int
    kind: str
    place: Place
    n_users: int
    """How many other files use it."""


class Untested(NamedTuple):
    """The files of a folder that no test uses."""

    folder: str
    n_source: int
    paths: tuple[str, ...]


class FolderDependencies(NamedTuple):
    """How the larger folders depend on each other."""

    folders: tuple[str, ...]
    edges: tuple[ChildEdge, ...]
    """Most pairs of files first; both ends are among ``folders``."""
    split: frozenset[str]
    """Folders that count with their own files only, because their subfolders are listed too."""


class Survey(NamedTuple):
    rules: tuple[RuleCount, ...]
    """By category, the gravest first."""
    hotspots: tuple[Hotspot, ...]
    """The first of them, highest score first."""
    n_hotspots: int
    """How many files have a score."""
    has_past: bool
    dependencies: FolderDependencies
    languages: tuple[LanguageCover, ...]
    """Most lines first."""
    untested: tuple[Untested, ...]
    debts: tuple[Debt, ...]
    n_debts: int
    n_suppressed: int = 0
    """Findings that a comment or ``repobook.toml`` speaks of."""
