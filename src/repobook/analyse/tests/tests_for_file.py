"""Which tests to run for a file: ranked, each with the reasons that put it there.

What a test uses counts, as far as it was resolved, what it names, how its path reads, what tests
the files that use this one, and what used to change together. The parts are each between 0 and 1
and are summed with the weights below, which were chosen over several repositories
(``bench/test_for_source.md``); nothing is listed that has no reason to show.
"""

from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence, Set
from heapq import nsmallest
from operator import itemgetter
from types import MappingProxyType
from typing import Final, NamedTuple, Protocol, TypeVar

from repobook.analyse.tests.on_demand import OnDemand
from repobook.analyse.tests.test_reasons import Reasons, is_listed_via, strongest
from repobook.analyse.tests.test_similarity import (
    Mentions,
    NameIndex,
    PathIndex,
    Scores,
    TestTerms,
    path_index,
    rarity,
    source_terms,
)
from repobook.model.graph import Confidence, EdgeKind, FileEdge, Reason
from repobook.text.naming.name_hashes import hashed, hashes_of, mentions_any
from repobook.text.naming.subjects import subject_words

_PATH: Final = 0.4
# As much again for the paths of a file and a test that are called the same: ``dicts.py`` and
# ``test_dicts.py``.
_TWIN: Final = 0.4
_USES: Final = 0.6
# A test's own names sum up what it is about.
_OWN_NAMES: Final = 3
_NEIGHBOURS: Final = 0.35
_TOGETHER: Final = 1.4
# How often a test must use a name of the file to count half of what its rarity is worth, and what
# an import without a use counts.
_USES_SATURATION: Final = 1.5
_UNUSED: Final = 0.1
_SURENESS: Final[dict[Confidence, float]] = {"exact": 1.0, "inferred": 0.7, "ambiguous": 0.3}
_FOLLOWED: Final[frozenset[EdgeKind]] = frozenset(
    ["import", "deferred", "type-only", "include", "inherit", "call", "use"]
)
_TESTED_ROLES: Final = frozenset(["source", "build", "generated"])
# How many files that use a file are asked for their tests, and for how many.
_MAX_USERS: Final = 32
_MAX_PASSED_ON: Final = 20
_MAX_KEPT: Final = 40
_MAX_LISTED: Final = 10
# Below this share of the best score a test is neither looked at nor listed.
_LEAST: Final = 0.08

# Numbers of tests with their scores, best first.
Best = list[tuple[int, float]]
Result = TypeVar("Result")


class Over(Protocol):
    """How to go over many files: as ``map`` does, or in parallel."""

    def __call__(
        self, work: Callable[[str], Result], paths: Sequence[str], /
    ) -> Iterable[Result]: ...


class ResolvedUse(NamedTuple):
    """That a test uses a name of a file, for certain or by a rule: the text of the test alone would
    not tell whose name it is."""

    test: str
    name: str
    places: float
    """How many; inferred ones count less, and imports half."""
    line: int


class Evidence(NamedTuple):
    """What is known of all files; of tests also the names they use."""

    roles: Mapping[str, str]
    """Every documented file."""
    tests: frozenset[str]
    """Those that hold tests."""
    defined: Mapping[str, Sequence[str]]
    """The names that a file defines."""
    used: Mapping[str, Mapping[str, Mentions]]
    """The names that a test uses; not once those that it only defines."""
    edges: Mapping[str, Sequence[FileEdge]]
    uses: Mapping[str, Sequence[ResolvedUse]] = {}
    """By file: what tests use of it."""
    together: Mapping[str, Mapping[str, int]] = {}
    """How many commits changed two files; empty without history."""


class Reach(NamedTuple):
    """How one file reaches another."""

    sureness: float
    """Of the surest way."""
    places: int
    """How many, in tenths: those that are not sure count less."""


Incoming = Mapping[str, Sequence[tuple[str, Reach]]]
"""By target: the files that reach it in order of path."""


class Own(NamedTuple):
    """What a file finds by itself, without the tests of other files."""

    best: Best
    terms: list[str]
    """What it was found by, the strongest first."""
    looked_for: bytes
    """Hashes of all terms that it may be found by."""


class TestMemory(NamedTuple):
    """What is worked out from all tests together, and for each file by itself.

    It holds for as long as the tests, the roles of all files and their past are the same.
    """

    terms: TestTerms
    unread: tuple[int, ...]
    """Numbers of the tests that neither use nor define a name."""
    together: Mapping[str, Mapping[str, int]]
    """By file: in how many commits a test changed with it."""
    own: dict[str, Own]


class ChangedTerms(NamedTuple):
    """What edited tests hold otherwise than before."""

    terms: Set[str]
    lowered: Mapping[int, Set[str]]
    """By number of a test: what it holds less of, and nothing but that has changed."""


class RankedTest(NamedTuple):
    test: str
    score: float
    reasons: tuple[Reason, ...]


class _Passed(NamedTuple):
    """The score that a test gets through the files that use the file, one of which is named."""

    share: float
    user: str


class TestRanking:
    """Ranks the tests of all files, or again those of some after an edit."""

    def __init__(
        self,
        evidence: Evidence,
        memory: TestMemory | None = None,
        incoming: Incoming | None = None,
    ) -> None:
        """With ``memory`` and ``incoming`` the evidence is asked only about the files at hand."""
        self._evidence = evidence
        self._tests = sorted(evidence.tests)
        self._number = {path: number for number, path in enumerate(self._tests)}
        self._memory = memory or _read_tests(evidence, self._tests)
        self._incoming = _incoming(evidence) if incoming is None else incoming
        self._names = NameIndex(len(self._tests), self._memory.terms.postings)
        index = path_index if memory else PathIndex
        self._paths = index(tuple(self._tests), tuple(sorted(evidence.roles)))
        self._unread = self._by_word_of_name()
        self._by_subject = self._tests_by_subject()
        self._users = OnDemand(self._users_of)
        self._reached_by = OnDemand(self._tests_reaching)
        self._reasons = Reasons(
            evidence.used,
            evidence.edges,
            OnDemand(self._used_names),
            self._paths,
            self._names.indexed_terms,
        )

    def all(
        self, over: Over, written: Callable[[tuple[RankedTest, ...]], Result]
    ) -> Iterator[tuple[str, Result]]:
        """Every file that tests may be for, in order of path, with its best tests first, as they
        are ``written``: where they are ranked, since another process may do that."""
        sources = sorted(filter(self._is_tested, self._evidence.roles))
        self._memory.own.update(zip(sources, over(self._own, sources), strict=True))
        return zip(sources, over(lambda path: written(self._ranked(path)), sources), strict=True)

    def again(
        self,
        changed: Iterable[str],
        affected: Iterable[str],
        terms: ChangedTerms,
        targets_of: Callable[[str], Iterable[str]],
        reasons_of: Callable[[str], Mapping[str, tuple[Reason, ...]]],
    ) -> Iterator[tuple[str, tuple[RankedTest, ...]]]:
        """Of ``changed``, and of files that look for one of the ``terms``, also what they find by
        themselves may be another, and then what the files find that they use. Where only this is,
        tests are listed for the reasons that they were listed for, ``reasons_of`` a file."""
        changed = sorted({*filter(self._is_tested, changed), *self._looking_for(terms)})
        moved = [path for path in changed if self._moves(path)]
        passed_on = {target for path in moved for target in targets_of(path)}
        again = {*changed, *filter(self._is_tested, affected)}
        for path in sorted(again.union(filter(self._is_tested, passed_on))):
            yield path, self._ranked(path, {} if path in again else reasons_of(path))

    def affected_by_paths(
        self, added: Collection[str], removed: Collection[str]
    ) -> frozenset[str] | None:
        """Files that find other tests by their paths after these were added and removed; None
        where any file may."""
        words = self._paths.words_with_other_weight(added, removed)
        if words is None or self._paths.is_any_in_tests(words):
            return None
        paths = self._evidence.roles
        return frozenset(p for p in paths if words and not words.isdisjoint(self._paths.words(p)))

    def _looking_for(self, changed: ChangedTerms) -> Iterator[str]:
        hashes = hashes_of(changed.terms)
        lowered = {number: hashes_of(terms) for number, terms in changed.lowered.items()}
        for path, own in self._memory.own.items():
            of_best = [lowered[n] for n in lowered if _may_be_lost(own.best, n)]
            if mentions_any(own.looked_for, hashes.union(*of_best)):
                yield path

    def _moves(self, path: str) -> bool:
        """Looks again for what a file finds by itself; whether it passes on something else."""
        before = self._memory.own.get(path, _NOTHING)
        own = self._memory.own[path] = self._own(path)
        return own.best[:_MAX_PASSED_ON] != before.best[:_MAX_PASSED_ON]

    @property
    def memory(self) -> TestMemory:
        """Complete once all files are ranked."""
        return self._memory

    def _is_tested(self, path: str) -> bool:
        evidence = self._evidence
        return evidence.roles.get(path) in _TESTED_ROLES and path not in evidence.tests

    def _by_word_of_name(self) -> Mapping[str, list[tuple[int, frozenset[str]]]]:
        tests_by_word: dict[str, list[tuple[int, frozenset[str]]]] = {}
        for number in self._memory.unread:
            words = subject_words(self._tests[number])
            for word in sorted(words):
                tests_by_word.setdefault(word, []).append((number, words))
        return tests_by_word

    def _tests_by_subject(self) -> Mapping[frozenset[str], list[int]]:
        """By the words that they are named for; those without any are called like nothing."""
        tests_by_subject: dict[frozenset[str], list[int]] = {}
        for number, test in enumerate(self._tests):
            if subject := subject_words(test):
                tests_by_subject.setdefault(subject, []).append(number)
        return tests_by_subject

    def has_other_users(self, path: str, before: Mapping[str, Mapping[str, Reach]]) -> bool:
        """Whether other files are asked for their tests than those that were asked, or in another
        order; ``before`` is what files reached whose edges changed."""
        incoming = dict(self._incoming.get(path, ()))
        reached = {user: reach[path] for user, reach in before.items() if path in reach}
        kept = {user: reach for user, reach in incoming.items() if user not in before}
        return self._users[path] != self._most_using(path, (kept | reached).items())

    def _users_of(self, path: str) -> list[str]:
        """The files that are asked for their tests: those that use it in most places."""
        return self._most_using(path, self._incoming.get(path, ()))

    def _most_using(self, path: str, incoming: Iterable[tuple[str, Reach]]) -> list[str]:
        others = [
            (-reach.places, user)
            for user, reach in incoming
            if user not in self._number and user != path
        ]
        return [user for _, user in nsmallest(_MAX_USERS, others)]

    def _tests_reaching(self, path: str) -> dict[int, float]:
        """How surely."""
        incoming = self._incoming.get(path, ())
        return {self._number[t]: reach.sureness for t, reach in incoming if t in self._number}

    def _own(self, path: str) -> Own:
        """By name, by path, by use and by history."""
        query = self._names.query(path, self._evidence.defined.get(path, ()))
        scores = self._names.scores(query)
        # Names count 1 for the test that shares most; the other parts are scaled to that.
        unit = max(scores, default=0.0) or 1.0
        self._paths.add_scores(path, _PATH * unit, scores)
        for number in self._by_subject.get(subject_words(path), ()):
            scores[number] += _TWIN * unit * self._paths.likeness(path, self._tests[number])
        for number, share in self._called_alike(path):
            scores[number] += unit * share
        for number, share in self._using(path).items():
            scores[number] += _USES * unit * share
        together = self._memory.together.get(path, {})
        most = max(together.values(), default=0)
        for test, n in together.items():
            scores[self._number[test]] += _TOGETHER * unit * n / (most + 1)
        looked_for = hashed(source_terms(path, self._evidence.defined.get(path, ())))
        return Own(_best(scores, unit), strongest(query), looked_for)

    def _called_alike(self, path: str) -> Iterator[tuple[int, float]]:
        """Tests of which nothing but the name is known, where that has all words of this one."""
        subject = subject_words(path)
        for number, words in self._unread.get(min(subject, default=""), ()):
            if subject <= words:
                yield number, len(subject) / len(words)

    def _using(self, path: str) -> dict[int, float]:
        """Tests that use names of the file, scaled so that the best has 1: a name that few tests
        use says more of them. One that reaches the file and uses no name of it counts little."""
        uses = self._uses_of(path)
        n_by_name = Counter(use.name for use in uses)
        reached_by = self._reached_by[path]
        worth = _UNUSED * self._share(len(reached_by))
        shares = {number: worth * sureness for number, sureness in reached_by.items()}
        for use in uses:
            number = self._number[use.test]
            share = use.places / (use.places + _USES_SATURATION)
            shares[number] = shares.get(number, 0.0) + share * self._share(n_by_name[use.name])
        most = max(1.0, max(shares.values(), default=0.0))
        return {number: share / most for number, share in shares.items()}

    def _share(self, n_tests: int) -> float:
        """To be used by every test says little about each."""
        return rarity(n_tests, len(self._tests)) / (rarity(1, len(self._tests)) or 1.0)

    def _uses_of(self, path: str) -> list[ResolvedUse]:
        return [use for use in self._evidence.uses.get(path, ()) if use.test in self._number]

    def _used_names(self, path: str) -> dict[str, list[ResolvedUse]]:
        """By test what it uses of the file, the name that fewest tests use first."""
        uses = self._uses_of(path)
        n_by_name = Counter(use.name for use in uses)
        uses_by_test: dict[str, list[ResolvedUse]] = {}
        for use in sorted(uses, key=lambda use: (n_by_name[use.name], use.name, use.line)):
            uses_by_test.setdefault(use.test, []).append(use)
        return uses_by_test

    def _ranked(
        self, path: str, known: Mapping[str, tuple[Reason, ...]] = MappingProxyType({})
    ) -> tuple[RankedTest, ...]:
        """The file's own best tests, and those of the files that use it."""
        own = self._memory.own[path]
        scores = dict(own.best)
        passed_on = self._passed_on(path)
        for number, neighbour in passed_on.items():
            scores[number] = scores.get(number, 0.0) + _NEIGHBOURS * neighbour.share
        together = self._memory.together.get(path, {})
        listed: list[RankedTest] = []
        for number, score in sorted(sorted(scores.items()), key=itemgetter(1), reverse=True):
            if len(listed) == _MAX_LISTED or (listed and score < listed[0].score * _LEAST):
                break
            test = self._tests[number]
            via = passed_on[number].user if number in passed_on else ""
            reasons = known.get(test, ())
            if not is_listed_via(via, reasons):
                reasons = self._reasons.of(path, test, own.terms, together.get(test, 0), via)
            if reasons:
                listed.append(RankedTest(test, round(score, 4), reasons))
        return tuple(listed)

    def _passed_on(self, path: str) -> dict[int, _Passed]:
        """Tests of the files that use this one, scaled so that the best has 1."""
        shares: dict[int, float] = {}
        user_of: dict[int, str] = {}
        reached_of: dict[int, str] = {}
        for user in self._users[path]:
            reached_by = self._reached_by[user]
            own = self._memory.own.get(user, _NOTHING)
            for number, score in own.best[:_MAX_PASSED_ON]:
                shares[number] = shares.get(number, 0.0) + score
                user_of.setdefault(number, user)
                if reached_by.get(number, 0.0) > _SURENESS["ambiguous"]:
                    reached_of.setdefault(number, user)
        most = max(shares.values(), default=0.0) or 1.0
        named = user_of | reached_of
        return {number: _Passed(share / most, named[number]) for number, share in shares.items()}


def _best(scores: Scores, unit: float) -> Best:
    """Of all tests; scores far below the first are dropped."""
    least = max(scores, default=0.0) * _LEAST
    near = [number for number, score in enumerate(scores) if score > least]
    near.sort(key=scores.__getitem__, reverse=True)
    return [(number, scores[number] / unit) for number in near[:_MAX_KEPT]]


def _may_be_lost(best: Best, number: int) -> bool:
    """Whether the best tests may be others once this one shares less of what is looked for.

    A test that was left out stays out. It may only be the one that all scores are measured by if
    those that were left out can have a score of 1.
    """
    if not best:
        return True
    least = best[-1][1] if len(best) == _MAX_KEPT else best[0][1] * _LEAST
    return least >= 1.0 or any(number == one for one, _ in best)


def _mentions(evidence: Evidence, test: str) -> Mapping[str, Mentions]:
    """The names that a test uses, and those that it defines, which weigh more."""
    mentions_by_name = dict(evidence.used.get(test, {}))
    for name, n in Counter(evidence.defined.get(test, ())).items():
        mentions = mentions_by_name.get(name, _UNMENTIONED)
        mentions_by_name[name] = mentions._replace(n=mentions.n + _OWN_NAMES * n)
    return mentions_by_name


_UNMENTIONED: Final = Mentions(0, 0)
_UNREACHED: Final = Reach(0.0, 0)
_NOTHING: Final = Own([], [], b"")


def _read_tests(evidence: Evidence, tests: Sequence[str]) -> TestMemory:
    terms = TestTerms.of_tests([_mentions(evidence, test) for test in tests])
    unread = [number for number, test in enumerate(tests) if _is_unread(evidence, test)]
    together = {
        path: {test: n for test, n in counts.items() if test in evidence.tests}
        for path, counts in evidence.together.items()
    }
    return TestMemory(terms, tuple(unread), _with_some(together), {})


def with_other_files(
    memory: TestMemory,
    tests: Set[str],
    removed: Iterable[str],
    together: Mapping[str, Mapping[str, int]],
) -> TestMemory:
    """As it is without the removed files; ``together`` is that of the added ones."""
    for path in removed:
        memory.own.pop(path, None)
    of_tests = {
        p: {t: n for t, n in counts.items() if t in tests} for p, counts in together.items()
    }
    kept = {path: counts for path, counts in memory.together.items() if path not in set(removed)}
    return memory._replace(together=kept | _with_some(of_tests))


def read_again(
    evidence: Evidence, memory: TestMemory, edited: Iterable[str]
) -> ChangedTerms | None:
    """Brings ``memory`` up to date with tests that were edited.

    None where all tests have to be read.
    """
    tests = sorted(evidence.tests)
    terms: set[str] = set()
    lowered: dict[int, set[str]] = {}
    for test in edited:
        number = bisect_left(tests, test)
        changed = memory.terms.replace(number, _mentions(evidence, test))
        if changed is None or (number in memory.unread) != _is_unread(evidence, test):
            return None
        terms |= changed.terms
        lowered[number] = changed.lowered
    return ChangedTerms(terms, lowered)


def _is_unread(evidence: Evidence, test: str) -> bool:
    return not evidence.used.get(test) and not evidence.defined.get(test)


def _with_some(together: Mapping[str, dict[str, int]]) -> dict[str, dict[str, int]]:
    return {path: counts for path, counts in together.items() if counts}


def _incoming(evidence: Evidence) -> Incoming:
    edges: dict[str, list[tuple[str, Reach]]] = {}
    for path in sorted(evidence.edges):
        for target, reach in targets(evidence.edges[path]).items():
            edges.setdefault(target, []).append((path, reach))
    return edges


def targets(edges: Iterable[FileEdge]) -> dict[str, Reach]:
    """The files that a file reaches."""
    return reached((edge.target, edge.kind, edge.confidence, edge.n) for edge in edges)


def reached(ways: Iterable[tuple[str, EdgeKind, Confidence, int]]) -> dict[str, Reach]:
    """By file at the other end of edges, of which kind, confidence and number of places are given:
    how one reaches the other."""
    reach_by_file: dict[str, Reach] = {}
    for path, kind, confidence, n in ways:
        if kind in _FOLLOWED:
            sureness = _SURENESS.get(confidence, 0.0)
            before = reach_by_file.get(path, _UNREACHED)
            places = before.places + n * round(10 * sureness)
            reach_by_file[path] = Reach(max(before.sureness, sureness), places)
    return reach_by_file
