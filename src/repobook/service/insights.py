"""What only the whole graph tells: importance, circles, tests for a file, the past of each file.

A change anywhere may move it everywhere, so it is worked out anew, but only by a build that changed
what it is made from.
"""

from collections import defaultdict
from collections.abc import Mapping

from repobook.analyse.history import changed_together, file_histories
from repobook.analyse.ranks import file_ranks
from repobook.model.graph import FileEdge
from repobook.model.history import Commit, History
from repobook.service.resolving import ReadFile
from repobook.store.insights import InsightTables
from repobook.store.record import as_json

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
