"""Why a test is for a file, as values that a line of source can prove."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain, islice
from typing import Final, NamedTuple

from repobook.analyse.tests.on_demand import OnDemand
from repobook.analyse.tests.test_similarity import Mentions, PathIndex
from repobook.model.graph import EdgeKind, FileEdge, Reason, ReasonKind

_N_NAMES: Final = 3
_MAX_NAMES_TRIED: Final = 48
_MAX_TERMS_TRIED: Final = 12
# A name that more files define is no sign of any of them.
MAX_DEFINING: Final = 3
_EDGES: Final[frozenset[EdgeKind]] = frozenset(["import", "include", "inherit", "call", "use"])


def strongest(query: Mapping[str, float]) -> list[str]:
    """The terms that names are shown for, of those that the tests of a file were looked up by."""
    ordered = sorted([(weight, term) for term, weight in query.items()], reverse=True)
    return [term for _, term in ordered[:_MAX_TERMS_TRIED]]


class _About(NamedTuple):
    """What is worth showing of a file, the most telling first."""

    path: str
    names: list[str]
    path_words: list[str]


class Reasons:
    """Looks for the reasons of one pair after the other."""

    def __init__(
        self,
        defined: Mapping[str, Sequence[str]],
        used: Mapping[str, Mapping[str, Mentions]],
        edges: Mapping[str, Sequence[FileEdge]],
        n_defining: Mapping[str, int],
        paths: PathIndex,
        n_tests_by_name: Mapping[str, int],
        indexed_terms: Mapping[str, tuple[str, ...]],
    ) -> None:
        self._defined = defined
        self._used = used
        self._paths = paths
        self._indexed_terms = indexed_terms
        self._edges_by_test = OnDemand(lambda test: _by_target(edges.get(test, ())))
        self._n_tests_by_name = n_tests_by_name
        self._n_defining_by_name = n_defining
        self._about: _About | None = None
        self._own: dict[str, frozenset[str]] = {}
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
        """A name that the test defines itself is its own."""
        used, own = self._used.get(test, {}), self._own_names(test)
        names = (n for n in self._of_file(path).names if n in used and n not in own)
        cited = list(islice(names, _N_NAMES))
        if cited:
            return [_cited("mention", cited, used)]
        alike = self._alike(test, terms)
        return [_cited("alike", alike, used)] if alike else []

    def _own_names(self, test: str) -> frozenset[str]:
        if test not in self._own:
            self._own[test] = frozenset(self._defined.get(test, ()))
        return self._own[test]

    def _of_file(self, path: str) -> _About:
        """The names that fewest tests use come first; files are asked about one after the other."""
        if self._about is None or self._about.path != path:
            rank = self._n_tests_by_name
            names = {
                name
                for name in self._defined.get(path, ())
                if name in rank and self._n_defining_by_name[name] <= MAX_DEFINING
            }
            ordered = sorted(names, key=lambda name: (rank[name], name))
            words = self._paths.rarest_first(path)
            self._about = _About(path, ordered[:_MAX_NAMES_TRIED], words)
        return self._about

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
        words = [word for word in self._of_file(path).path_words if word in there][:_N_NAMES]
        return [Reason("path", tuple(words))] if words else []


def _cited(kind: ReasonKind, names: Sequence[str], used: Mapping[str, Mentions]) -> Reason:
    return Reason(kind, tuple(names), tuple(used[name].line for name in names))


def _by_target(edges: Sequence[FileEdge]) -> dict[str, list[FileEdge]]:
    edges_by_target: dict[str, list[FileEdge]] = {}
    for edge in edges:
        if edge.kind in _EDGES:
            edges_by_target.setdefault(edge.target, []).append(edge)
    return edges_by_target


def n_files_by_name(names_by_file: Mapping[str, Iterable[str]]) -> Counter[str]:
    return Counter(chain.from_iterable(map(set, names_by_file.values())))
