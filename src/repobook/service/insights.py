"""What only the whole graph tells: importance, circles, tests for a file, the past of each file.

A change anywhere may move it everywhere, so it is worked out anew, but only by a build that changed
what it is made from.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from typing import Final

from repobook.analyse.history import changed_together, file_histories, shared_commits
from repobook.analyse.likeness import Mentions
from repobook.analyse.owners import owned_paths, owner_rules
from repobook.analyse.ranks import FileRank, file_ranks
from repobook.analyse.test_commands import (
    holds_tests,
    is_helper,
    is_project_file,
    project_of,
    run_command,
)
from repobook.analyse.tests_for import Evidence, Result, rank_tests
from repobook.model.facts import COLUMN_BITS
from repobook.model.graph import FileEdge, Unit
from repobook.model.history import Commit, History
from repobook.parse import is_known
from repobook.service.forks import beside, spread
from repobook.service.units import ReadFile
from repobook.store.insights import InsightTables
from repobook.store.record import as_json

# Data and documents define thousands of names that no test is looked for by.
_NAMED_ROLES: Final = frozenset(["source", "build", "generated", "test"])
# So many are worked on here: starting a process would take longer.
_FEW: Final = 500

Edges = Mapping[str, list[FileEdge]]
# By table.
Rows = dict[str, list[tuple[object, ...]]]


class Insights:
    """For one build, over the documented files."""

    def __init__(
        self,
        files: tuple[ReadFile, ...],
        tables: InsightTables,
        load: Callable[[ReadFile], Unit],
        n_jobs: int,
    ) -> None:
        self._path_by_id = {file.id: file.path for file in files}
        self._file_by_path = {file.path: file for file in files}
        self._tables = tables
        self._load_unit = load
        self._n_jobs = n_jobs if len(files) > _FEW else 1

    def write(self, history: History, codeowners: tuple[str, str]) -> None:
        """``codeowners`` is the path and the text of that file, both empty where there is none."""
        edges = self._edges()
        entries = {self._path_by_id[id] for id in self._tables.entries()}

        def rows() -> Rows:
            return {
                "file_rank": self._rank_rows(edges, entries),
                **self._rows_of_history(history.commits),
                "code_owner": self._owner_rows(*codeowners),
            }

        # Begun beside what follows where there are cores for both.
        others = beside(rows, self._n_jobs)
        self._write_tests(edges, history.commits)
        for table, found in others().items():
            self._tables.fill(table, found)

    def _edges(self) -> Edges:
        found: defaultdict[str, list[FileEdge]] = defaultdict(list)
        paths = self._path_by_id
        for source, target, kind, line, confidence, n in self._tables.edges():
            if source in paths and target in paths:
                found[paths[source]].append(FileEdge(paths[target], kind, line, confidence, n))
        return found

    def _rank_rows(self, edges: Edges, entries: Set[str]) -> list[tuple[object, ...]]:
        ranks = file_ranks(sorted(self._file_by_path), edges, entries)
        return [(self._id(path), *_rank_row(rank)) for path, rank in sorted(ranks.items())]

    def _write_tests(self, edges: Edges, commits: tuple[Commit, ...]) -> None:
        roles = {path: file.role for path, file in self._file_by_path.items()}
        told = sorted(path for path in roles if is_project_file(path))
        project = project_of(map(self._load, told))
        used: dict[str, dict[str, Mentions]] = {}
        commands: list[tuple[object, ...]] = []
        for path in sorted(path for path, role in roles.items() if role == "test"):
            # Let go of at once: all of them together would be a fifth of what the process holds.
            unit = self._load(path)
            if _may_hold_tests(unit):
                used[path] = _mentions(unit)
                if command := run_command(unit, project):
                    commands.append((self._id(path), command.text, command.path, command.line))
        self._tables.fill("test_command", commands)
        together = shared_commits(commits, self._file_by_path.keys())
        evidence = Evidence(roles, frozenset(used), self._defined(), used, edges, together)
        self._tables.fill("file_tests", self._test_rows(evidence))

    def _test_rows(self, evidence: Evidence) -> Iterator[tuple[int, str]]:
        for path, ranked in rank_tests(evidence, self._over):
            if ranked:
                links = [(self._id(one.test), one.score, one.reasons) for one in ranked]
                yield self._id(path), as_json(links)

    def _over(self, work: Callable[[str], Result], paths: Sequence[str]) -> Iterable[Result]:
        return spread(work, paths, self._n_jobs) if self._n_jobs > 1 else map(work, paths)

    def _defined(self) -> Mapping[str, list[str]]:
        named = {f.id for f in self._file_by_path.values() if f.role in _NAMED_ROLES}
        found: defaultdict[str, list[str]] = defaultdict(list)
        for id, name in self._tables.names_defined():
            if id in named:
                found[self._path_by_id[id]].append(name)
        return found

    def _rows_of_history(self, commits: tuple[Commit, ...]) -> Rows:
        paths = self._file_by_path.keys()
        histories = file_histories(commits, paths)
        together = changed_together(commits, paths)
        return {
            "file_history": [
                (self._id(path), *past[:3], as_json(past.authors), as_json(past.months))
                for path, past in histories.items()
            ],
            "co_change": [
                (self._id(path), n, self._id(other), count)
                for path, others in together.items()
                for n, (other, count) in enumerate(others)
            ],
        }

    def _owner_rows(self, proof: str, text: str) -> list[tuple[object, ...]]:
        rules = owner_rules(text) if proof in self._file_by_path else ()
        return [
            (self._id(path), as_json(owned.owners), self._id(proof), owned.line)
            for path, owned in owned_paths(sorted(self._file_by_path), rules)
        ]

    def _load(self, path: str) -> Unit:
        return self._load_unit(self._file_by_path[path])

    def _id(self, path: str) -> int:
        return self._file_by_path[path].id


def _may_hold_tests(unit: Unit) -> bool:
    """A file in a language that is not read is taken at its name."""
    if is_known(unit.language):
        return holds_tests(unit.definitions)
    return not is_helper(unit.path)


def _rank_row(rank: FileRank) -> tuple[object, ...]:
    return rank._replace(score=round(rank.score * 1e6))


def _mentions(unit: Unit) -> dict[str, Mentions]:
    found: dict[str, Mentions] = {}
    for reference in unit.references:
        n, line = len(reference.positions), reference.positions[0] >> COLUMN_BITS
        known = found.get(reference.name)
        if known is not None:
            n, line = n + known.n, min(line, known.line)
        found[reference.name] = Mentions(n, line)
    return found
