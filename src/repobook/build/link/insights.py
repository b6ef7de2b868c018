"""What depends on the whole graph: importance, cycles, tests for a file, the past of each file.

It is worked out as a whole where tests were added or removed, or the past is another. After any
other edit only the files are ranked again that the change reaches.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from types import MappingProxyType
from typing import Final, NamedTuple

from repobook.analyse.file_history import changed_together, file_histories, shared_commits
from repobook.analyse.owners import owned_paths, owner_rules
from repobook.analyse.ranks import FileRank, file_ranks
from repobook.analyse.tests.on_demand import OnDemand
from repobook.analyse.tests.test_commands import (
    Project,
    holds_tests,
    is_helper,
    is_project_file,
    project_of,
    run_command,
)
from repobook.analyse.tests.test_similarity import Mentions
from repobook.analyse.tests.tests_for_file import (
    Evidence,
    RankedTest,
    Reach,
    ResolvedUse,
    Result,
    TestMemory,
    TestRanking,
    reached,
    read_again,
    targets,
    with_other_files,
)
from repobook.build.read.units import ReadFile
from repobook.index.insight_tables import EdgeRow, InsightTables, UseRow
from repobook.index.record import as_json, decode_tests, encode_tests, tested_by
from repobook.languages import is_known
from repobook.model.facts import COLUMN_BITS
from repobook.model.graph import FileEdge, Reason, Unit
from repobook.model.history import Commit, History
from repobook.packs.installed import test_starters
from repobook.workers.forks import spread, start_in_fork

# Data and documents define thousands of names that no test is looked for by.
_NAMED_ROLES: Final = frozenset(["source", "build", "generated", "test"])
# So many are worked on here: starting a process would take longer.
_FEW: Final = 500
# What a place counts that only imports a name, or uses it as a rule says.
_IMPORTED: Final = 0.5
_SURENESS: Final = {"exact": 1.0, "inferred": 0.7}


class InsightSources(NamedTuple):
    """What insights need besides the graph; read only when they are worked out."""

    history: Callable[[], History]
    codeowners: Callable[[], tuple[str, str]]
    """The path of that file and its text; both empty where there is none."""


class GraphChange(NamedTuple):
    """What an edit changed, where all tests, the roles of files and the past are as they were."""

    files: frozenset[str]
    """Those with another text."""
    names: frozenset[str]
    """Those that are defined in more or fewer places."""
    targets: Mapping[str, frozenset[str]]
    """By file whose edges changed: where they lead, and where they led."""
    before: Mapping[str, tuple[FileEdge, ...]]
    """By file whose edges changed: those that it had."""
    declaring: frozenset[str]
    """Files that declare, or declared, what a file with other links defines."""
    turned: frozenset[str]
    """Files that a test reaches, or reached, in another way."""
    is_other_graph: bool
    """Whether any edge or entry point changed."""
    is_ranked_otherwise: bool = True
    """Whether this is more than the number or the lines of the places that edges begin at."""
    added: frozenset[str] = frozenset()
    """Files that were not there."""
    removed: Mapping[str, int] = MappingProxyType({})
    """Files that are no more, with their numbers."""

    @property
    def has_other_files(self) -> bool:
        return bool(self.added or self.removed)


Edges = Mapping[str, list[FileEdge]]
# The files that hold tests, and what ranking them worked out.
RankedTests = tuple[frozenset[str], TestMemory]
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
        self.retested: set[int] = set()
        """Tests that have another place among those of a file."""

    def write(self, sources: InsightSources) -> RankedTests:
        edges = self._edges()
        fill_graph_tables = self._start_graph_tables(edges, sources)
        ranked = self._write_tests(edges, sources.history().commits)
        fill_graph_tables()
        return ranked

    def _start_graph_tables(
        self, edges: Edges, sources: InsightSources | None = None
    ) -> Callable[[], None]:
        """The ranks of files, and with sources all that depends on which files there are."""
        entries = self._entries()
        history = sources.history() if sources else History()
        codeowners = sources.codeowners() if sources else ("", "")

        def rows() -> Rows:
            ranks: Rows = {"file_rank": self._rank_rows(edges, entries)}
            if sources is None:
                return ranks
            owners = self._owner_rows(*codeowners)
            return {**ranks, **self._rows_of_history(history), "code_owner": owners}

        # In a fork, if there is a second core; the index cannot be read there.
        other_rows = start_in_fork(rows, self._n_jobs)

        def fill() -> None:
            for table, table_rows in other_rows().items():
                self._tables.fill(table, table_rows)

        return fill

    def update(
        self,
        change: GraphChange,
        tests: frozenset[str],
        memory: TestMemory,
        sources: InsightSources,
    ) -> RankedTests | None:
        """``memory`` is brought up to date, too; ``tests`` are those that hold tests.

        None where everything has to be written again.
        """
        edited = sorted(path for path in change.files if self._role(path) == "test")
        if any(_may_hold_tests(self._load(path)) != (path in tests) for path in edited):
            return None
        evidence = self._evidence_at_hand(tests)
        edited = [path for path in edited if path in tests]
        terms = read_again(evidence, memory, edited)
        if terms is None:
            return None
        if change.has_other_files:
            together = _together(sources.history().commits, change.added, tests)
            memory = with_other_files(memory, tests, change.removed.keys(), together)
        ranking = TestRanking(evidence, memory, OnDemand(self._reaching))
        elsewhere = ranking.affected_by_paths(change.added, change.removed.keys())
        if elsewhere is None:
            return None
        fill_graph_tables: Callable[[], None] | None = None
        if change.is_ranked_otherwise or change.has_other_files:
            others = sources if change.has_other_files else None
            fill_graph_tables = self._start_graph_tables(self._edges(), others)
        self._update_commands(edited)
        self._remove_tests_of(change.removed.values())
        changed, affected = self._reached_by(change, tests, edited, ranking)
        again = ranking.again(changed | elsewhere, affected, terms, self._targets, self._reasons)
        for path, ranked in again:
            links = self._links(ranked)
            before = self._tables.put_tests(self._id(path), links)
            self.retested |= _moved_tests(before, links)
        if fill_graph_tables is not None:
            fill_graph_tables()
        return tests, memory

    def _remove_tests_of(self, removed: Iterable[int]) -> None:
        for id in removed:
            self.retested |= _moved_tests(self._tables.put_tests(id, ""), "")

    def _evidence_at_hand(self, tests: frozenset[str]) -> Evidence:
        """Of the files that are asked about."""
        return Evidence(
            {path: file.role for path, file in self._file_by_path.items()},
            tests,
            OnDemand(self._names_in),
            OnDemand(lambda path: _mentions(self._load(path))),
            OnDemand(self._edges_from),
            OnDemand(self._uses_of),
        )

    def _reached_by(
        self,
        change: GraphChange,
        tests: frozenset[str],
        edited: list[str],
        ranking: TestRanking,
    ) -> tuple[frozenset[str], Set[str]]:
        """Files that may find other tests by themselves, and those that may show others."""
        of_tests = [targets for path, targets in change.targets.items() if path in tests]
        changed = change.files.union(change.declaring, *of_tests) & self._file_by_path.keys()
        changed = changed.union(*map(self._same_files, changed))
        # Reasons name lines of tests.
        naming = [self._paths_of(self._tables.naming_test(self._id(path))) for path in edited]
        before = {path: targets(edges) for path, edges in change.before.items()}
        used = {p for path, ends in change.targets.items() if path not in tests for p in ends}
        used = {path for path in used if ranking.has_other_users(path, before)}
        return changed, used.union(*naming, *map(self._targets, change.turned))

    def _update_commands(self, edited: list[str]) -> None:
        project = self._project() if edited else None
        for path in edited:
            assert project is not None
            self._tables.put_command(self._id(path), self._command(self._load(path), project))

    def _same_files(self, path: str) -> frozenset[str]:
        """A use of what is the same thing counts for each of them."""
        return self._paths_of(self._tables.same_files(self._id(path)))

    def _paths_of(self, ids: Iterable[int]) -> frozenset[str]:
        return frozenset(self._path_by_id[id] for id in ids if id in self._path_by_id)

    def _uses_of(self, path: str) -> list[ResolvedUse]:
        return self._resolved(self._tables.uses_of(self._id(path)))

    def _resolved(self, rows: Iterable[UseRow]) -> list[ResolvedUse]:
        """One for each test and name, in an order that does not depend on where rows come from."""
        places: defaultdict[tuple[int, str], float] = defaultdict(float)
        first: dict[tuple[int, str], tuple[bool, int]] = {}
        for test, name, role, confidence, n, line in sorted(rows):
            key = test, name
            places[key] += n * (_IMPORTED if role == "import" else _SURENESS[confidence])
            # Where a name is imported is not the line that one looks for.
            first[key] = min(first.get(key, (True, line)), (role == "import", line))
        paths = self._path_by_id
        return sorted(
            ResolvedUse(paths[test], name, n, first[test, name][1])
            for (test, name), n in places.items()
            if test in paths
        )

    def _edges(self) -> Edges:
        edges_by_path: defaultdict[str, list[FileEdge]] = defaultdict(list)
        paths = self._path_by_id
        for source, target, kind, line, confidence, n in self._tables.edges():
            if source in paths and target in paths:
                edges_by_path[paths[source]].append(
                    FileEdge(paths[target], kind, line, confidence, n)
                )
        return edges_by_path

    def _edges_from(self, path: str) -> list[FileEdge]:
        return self._leading(self._tables.edges_from(self._id(path)))

    def _leading(self, rows: Iterable[EdgeRow]) -> list[FileEdge]:
        paths = self._path_by_id
        return [
            FileEdge(paths[target], kind, line, confidence, n)
            for _, target, kind, line, confidence, n in rows
            if target in paths
        ]

    def _targets(self, path: str) -> frozenset[str]:
        return frozenset(edge.target for edge in self._edges_from(path))

    def _reaching(self, path: str) -> list[tuple[str, Reach]]:
        paths = self._path_by_id
        ways = [
            (paths[source], kind, confidence, n)
            for source, _, kind, _, confidence, n in self._tables.edges_into(self._id(path))
            if source in paths
        ]
        return sorted(reached(ways).items())

    def _names_in(self, path: str) -> list[str]:
        is_named = self._file_by_path[path].role in _NAMED_ROLES
        return self._tables.names_in(self._id(path)) if is_named else []

    def _entries(self) -> set[str]:
        return {self._path_by_id[id] for id in self._tables.entries()}

    def _rank_rows(self, edges: Edges, entries: Set[str]) -> list[tuple[object, ...]]:
        ranks = file_ranks(sorted(self._file_by_path), edges, entries)
        return [(self._id(path), *_rank_row(rank)) for path, rank in sorted(ranks.items())]

    def _write_tests(self, edges: Edges, commits: tuple[Commit, ...]) -> RankedTests:
        roles = {path: file.role for path, file in self._file_by_path.items()}
        project = self._project()
        used: dict[str, dict[str, Mentions]] = {}
        commands: list[tuple[object, ...]] = []
        for path in sorted(path for path, role in roles.items() if role == "test"):
            # Not kept: all of them together would be a fifth of the memory of the process.
            unit = self._load(path)
            if _may_hold_tests(unit):
                used[path] = _mentions(unit)
                if command := self._command(unit, project):
                    commands.append(command)
        self._tables.fill("test_command", commands)
        together = shared_commits(commits, self._file_by_path.keys())
        uses = self._uses()
        evidence = Evidence(roles, frozenset(used), self._defined(), used, edges, uses, together)
        ranking = TestRanking(evidence)
        links_by_path = ranking.all(self._over, self._links)
        rows = [(self._id(path), links) for path, links in links_by_path if links]
        self._tables.fill("file_tests", rows)
        return evidence.tests, ranking.memory

    def _project(self) -> Project:
        project_files = sorted(filter(is_project_file, self._file_by_path))
        return project_of(map(self._load, project_files), test_starters())

    def _command(self, unit: Unit, project: Project) -> tuple[object, ...] | None:
        command = run_command(unit, project)
        return (self._id(unit.path), *command) if command else None

    def _reasons(self, path: str) -> Mapping[str, tuple[Reason, ...]]:
        """By test: why it is listed for the file until now."""
        links, paths = self._tables.tests_of(self._id(path)), self._path_by_id
        tests = decode_tests(links) if links else []
        return {paths[test]: reasons for test, _, reasons in tests if test in paths}

    def _links(self, ranked: tuple[RankedTest, ...]) -> str:
        """Empty for none."""
        links = [(self._id(one.test), one.score, one.reasons) for one in ranked]
        return encode_tests(links) if links else ""

    def _over(self, work: Callable[[str], Result], paths: Sequence[str]) -> Iterable[Result]:
        return spread(work, paths, self._n_jobs) if self._n_jobs > 1 else map(work, paths)

    def _defined(self) -> Mapping[str, list[str]]:
        named = {f.id for f in self._file_by_path.values() if f.role in _NAMED_ROLES}
        names_by_path: defaultdict[str, list[str]] = defaultdict(list)
        for id, name in self._tables.names_defined():
            if id in named:
                names_by_path[self._path_by_id[id]].append(name)
        return names_by_path

    def _uses(self) -> Mapping[str, list[ResolvedUse]]:
        rows_by_path: defaultdict[str, list[UseRow]] = defaultdict(list)
        for id, row in self._tables.uses():
            if id in self._path_by_id:
                rows_by_path[self._path_by_id[id]].append(row)
        return {path: self._resolved(rows) for path, rows in rows_by_path.items()}

    def _rows_of_history(self, history: History) -> Rows:
        paths = self._file_by_path.keys()
        histories = file_histories(history.commits, paths)
        together = changed_together(history.commits, paths)
        lines = dict(history.lines)
        return {
            "file_history": [
                (self._id(path), *past[:3], *map(as_json, (*past[3:], lines.get(path))))
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

    def _role(self, path: str) -> str:
        return self._file_by_path[path].role if path in self._file_by_path else ""

    def _load(self, path: str) -> Unit:
        return self._load_unit(self._file_by_path[path])

    def _id(self, path: str) -> int:
        return self._file_by_path[path].id


def _together(
    commits: Iterable[Commit], paths: frozenset[str], tests: frozenset[str]
) -> dict[str, Mapping[str, int]]:
    """In how many commits tests changed with these files."""
    commits = [commit for commit in commits if not paths.isdisjoint(commit.paths)]
    counts = shared_commits(commits, paths | tests)
    return {path: counts[path] for path in sorted(paths) if path in counts}


def _moved_tests(before: str, after: str) -> set[int]:
    """Those that have another place than before."""
    places = [set(enumerate(tested_by(links))) if links else set() for links in (before, after)]
    return {test for _, test in places[0] ^ places[1]}


def _may_hold_tests(unit: Unit) -> bool:
    """A file in a language without a parser is judged by its name."""
    if is_known(unit.language):
        return holds_tests(unit)
    return not is_helper(unit.path)


def _rank_row(rank: FileRank) -> tuple[object, ...]:
    return rank._replace(score=round(rank.score * 1e6))


def _mentions(unit: Unit) -> dict[str, Mentions]:
    mentions: dict[str, Mentions] = {}
    for reference in unit.references:
        n, line = len(reference.positions), reference.positions[0] >> COLUMN_BITS
        earlier = mentions.get(reference.name)
        if earlier is not None:
            n, line = n + earlier.n, min(line, earlier.line)
        mentions[reference.name] = Mentions(n, line)
    for definition in unit.definitions:
        mentions.setdefault(definition.name, Mentions(0, definition.line))
    return mentions
