"""What only the whole graph tells: importance, circles, tests for a file, the past of each file.

A change anywhere may move it everywhere, so it is worked out anew, but only by a build that changed
what it is made from.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import Final

from repobook.analyse.history import changed_together, file_histories, shared_commits
from repobook.analyse.likeness import Mentions
from repobook.analyse.ranks import file_ranks
from repobook.analyse.tests_for import Evidence, rank_tests
from repobook.model.facts import COLUMN_BITS
from repobook.model.graph import FileEdge
from repobook.model.history import Commit, History
from repobook.service.resolving import ReadFile
from repobook.store.insights import InsightTables
from repobook.store.record import as_json, decode_linked

# Data and documents define thousands of names that no test is looked for by.
_NAMED_ROLES: Final = frozenset(["source", "build", "generated", "test"])

Edges = Mapping[str, list[FileEdge]]


class Insights:
    """For one build, over the documented files."""

    def __init__(self, files: list[ReadFile], tables: InsightTables) -> None:
        self._path_by_id = {file.id: file.path for file in files}
        self._file_by_path = {file.path: file for file in files}
        self._tables = tables

    def write(self, history: History) -> None:
        edges = self._edges()
        self._write_ranks(edges)
        self._write_tests(edges, history.commits)
        self._write_history(history.commits)

    def _edges(self) -> Edges:
        found: defaultdict[str, list[FileEdge]] = defaultdict(list)
        paths = self._path_by_id
        for source, target, kind, line, confidence, n in self._tables.edges():
            if source in paths and target in paths:
                found[paths[source]].append(FileEdge(paths[target], kind, line, confidence, n))
        return found

    def _write_ranks(self, edges: Edges) -> None:
        entries = {self._path_by_id[id] for id in self._tables.entries()}
        ranks = file_ranks(sorted(self._file_by_path), edges, entries)
        self._tables.fill(
            "file_rank", [(self._id(path), *rank) for path, rank in sorted(ranks.items())]
        )

    def _write_tests(self, edges: Edges, commits: tuple[Commit, ...]) -> None:
        roles = {path: file.role for path, file in self._file_by_path.items()}
        tests = frozenset(path for path, role in roles.items() if role == "test")
        used = {path: self._mentions(path) for path in sorted(tests)}
        together = shared_commits(commits, self._file_by_path.keys())
        evidence = Evidence(roles, tests, self._defined(), used, edges, together)
        self._tables.fill("file_tests", self._test_rows(evidence))

    def _test_rows(self, evidence: Evidence) -> Iterator[tuple[int, str]]:
        for path, ranked in rank_tests(evidence):
            if ranked:
                links = [(self._id(one.test), one.score, one.reasons) for one in ranked]
                yield self._id(path), as_json(links)

    def _defined(self) -> Mapping[str, list[str]]:
        named = {f.id for f in self._file_by_path.values() if f.role in _NAMED_ROLES}
        found: defaultdict[str, list[str]] = defaultdict(list)
        for id, name in self._tables.names_defined():
            if id in named:
                found[self._path_by_id[id]].append(name)
        return found

    def _mentions(self, path: str) -> dict[str, Mentions]:
        found: dict[str, Mentions] = {}
        for group in decode_linked(self._tables.references_of(self._id(path))):
            n, line = len(group.positions), group.positions[0] >> COLUMN_BITS
            known = found.get(group.name)
            if known is not None:
                n, line = n + known.n, min(line, known.line)
            found[group.name] = Mentions(n, line)
        return found

    def _write_history(self, commits: tuple[Commit, ...]) -> None:
        paths = self._file_by_path.keys()
        histories = file_histories(commits, paths)
        self._tables.fill(
            "file_history",
            [
                (self._id(path), past.commit, past.date, past.n_changes, as_json(past.authors))
                for path, past in histories.items()
            ],
        )
        together = changed_together(commits, paths)
        self._tables.fill(
            "co_change",
            [
                (self._id(path), n, self._id(other), count)
                for path, others in together.items()
                for n, (other, count) in enumerate(others)
            ],
        )

    def _id(self, path: str) -> int:
        return self._file_by_path[path].id
