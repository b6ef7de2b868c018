"""Why a test is for a file, as values that a line of source can prove."""

from collections.abc import Mapping, Sequence
from typing import Final, Protocol

from repobook.analyse.tests.on_demand import OnDemand
from repobook.analyse.tests.test_similarity import Mentions, PathIndex
from repobook.model.graph import EdgeKind, FileEdge, Reason, ReasonKind

_N_NAMES: Final = 3
_MAX_TERMS_TRIED: Final = 12
_EDGES: Final[frozenset[EdgeKind]] = frozenset(["import", "include", "inherit", "call", "use"])

_DETOURS: Final[frozenset[ReasonKind]] = frozenset(["reach", "perhaps"])


def strongest(query: Mapping[str, float]) -> list[str]:
    """The terms that names are shown for, of those that the tests of a file were looked up by."""
    ordered = sorted([(weight, term) for term, weight in query.items()], reverse=True)
    return [term for _, term in ordered[:_MAX_TERMS_TRIED]]


def is_listed_via(via: str, reasons: Sequence[Reason]) -> bool:
    """Whether these are the reasons of a test that is found through ``via`` too: that is named only
    if the test does not reach the file itself."""
    if any(reason.kind in _EDGES for reason in reasons):
        return True
    named = [reason.names for reason in reasons if reason.kind in _DETOURS]
    return bool(reasons) and named == ([(via,)] if via else [])


class UsedName(Protocol):
    """A name of the file that a test uses."""

    @property
    def name(self) -> str: ...
    @property
    def line(self) -> int: ...


class Reasons:
    """Looks for the reasons of one pair after the other."""

    def __init__(
        self,
        used: Mapping[str, Mapping[str, Mentions]],
        edges: Mapping[str, Sequence[FileEdge]],
        resolved: Mapping[str, Mapping[str, Sequence[UsedName]]],
        paths: PathIndex,
        indexed_terms: Mapping[str, tuple[str, ...]],
    ) -> None:
        """``resolved`` by file and test."""
        self._used = used
        self._resolved = resolved
        self._paths = paths
        self._indexed_terms = indexed_terms
        self._edges_by_test = OnDemand(lambda test: _by_target(edges.get(test, ())))
        self._name_by_term: dict[str, dict[str, str]] = {}

    def of(
        self, path: str, test: str, terms: Sequence[str], n_together: int, via: str
    ) -> tuple[Reason, ...]:
        """``via`` is a file that uses this one and that the test reaches or is like."""
        edges = self._edges_by_test[test].get(path, ())
        reasons = [Reason(edge.kind, (), (edge.line,), edge.confidence) for edge in edges]
        reasons += self._names_reason(path, test, terms)
        reasons += self._path_reason(path, test)
        if via and not edges:
            reasons.append(Reason(self._detour(test, via), (via,)))
        if n_together:
            reasons.append(Reason("together", n=n_together))
        return tuple(reasons)

    def _detour(self, test: str, via: str) -> ReasonKind:
        edges = self._edges_by_test[test].get(via, ())
        is_reached = any(edge.confidence != "ambiguous" for edge in edges)
        return "reach" if is_reached else "perhaps"

    def _names_reason(self, path: str, test: str, terms: Sequence[str]) -> list[Reason]:
        """What only reads like a name of the file is no mention of it."""
        line_by_name = {use.name: use.line for use in reversed(self._resolved[path].get(test, ()))}
        names = tuple(line_by_name)[::-1][:_N_NAMES]
        if names:
            return [Reason("mention", names, tuple(line_by_name[name] for name in names))]
        alike = self._alike(test, terms)
        used = self._used.get(test, {})
        lines = tuple(used[name].line for name in alike)
        return [Reason("alike", tuple(alike), lines)] if alike else []

    def _alike(self, test: str, terms: Sequence[str]) -> list[str]:
        if test not in self._name_by_term:
            self._name_by_term[test] = self._names_by_terms(self._used.get(test, {}))
        name_by_term = self._name_by_term[test]
        names = [name_by_term[term] for term in terms if term in name_by_term]
        return list(dict.fromkeys(names))[:_N_NAMES]

    def _names_by_terms(self, used: Mapping[str, Mentions]) -> dict[str, str]:
        """For every word and pair of words a name that holds it, the most used one."""
        name_by_term: dict[str, str] = {}
        for name in sorted(used, key=lambda name: (-used[name].n, name)):
            for term in self._indexed_terms[name]:
                name_by_term.setdefault(term, name)
        return name_by_term

    def _path_reason(self, path: str, test: str) -> list[Reason]:
        there = self._paths.words(test)
        words = [word for word in self._paths.rarest_first(path) if word in there][:_N_NAMES]
        return [Reason("path", tuple(words))] if words else []


def _by_target(edges: Sequence[FileEdge]) -> dict[str, list[FileEdge]]:
    edges_by_target: dict[str, list[FileEdge]] = {}
    for edge in edges:
        if edge.kind in _EDGES:
            edges_by_target.setdefault(edge.target, []).append(edge)
    return edges_by_target
