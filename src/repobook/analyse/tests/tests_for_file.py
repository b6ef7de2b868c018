"""Which tests to run for a file: ranked, each with the reasons that put it there.

What a test imports and uses counts, what it names, how its path reads, what tests the files that
use this one, and what used to change together. The parts are each between 0 and 1 and are summed
with the weights below; nothing is listed that has no reason to show.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from operator import itemgetter
from typing import Final, NamedTuple, Protocol, TypeVar

from repobook.analyse.tests.on_demand import OnDemand
from repobook.analyse.tests.test_reasons import Reasons, n_files_by_name, strongest
from repobook.analyse.tests.test_similarity import (
    Mentions,
    NameIndex,
    PathIndex,
    Scores,
    StoredPosting,
    rarity,
)
from repobook.model.graph import Confidence, EdgeKind, FileEdge, Reason
from repobook.text.naming.subjects import subject_words

_PATH: Final = 0.6
_DIRECT: Final = 0.6
# A test's own names sum up what it is about.
_OWN_NAMES: Final = 3
_NEIGHBOURS: Final = 0.5
_TOGETHER: Final = 1.0
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
_LEAST: Final = 0.2

# Numbers of tests with their scores, best first.
Best = list[tuple[int, float]]
Result = TypeVar("Result")


class Over(Protocol):
    """How to go over many files: as ``map`` does, or in parallel."""

    def __call__(
        self, work: Callable[[str], Result], paths: Sequence[str], /
    ) -> Iterable[Result]: ...


class Evidence(NamedTuple):
    """What is known of all files; of tests also the names they use."""

    roles: Mapping[str, str]
    """Every documented file."""
    tests: frozenset[str]
    """Those that hold tests."""
    defined: Mapping[str, Sequence[str]]
    """The names that a file defines."""
    used: Mapping[str, Mapping[str, Mentions]]
    """The names that a test uses."""
    edges: Mapping[str, Sequence[FileEdge]]
    together: Mapping[str, Mapping[str, int]] = {}
    """How many commits changed two files; empty without history."""


class Incoming(NamedTuple):
    """What Evidence says the other way round."""

    edges: Mapping[str, Sequence[tuple[str, float]]]
    """By target: the files that reach it in order of path, and how surely."""
    n_defining: Mapping[str, int]
    """By name: how many files define it."""


class Own(NamedTuple):
    """What a file finds by itself, without the tests of other files."""

    best: Best
    terms: list[str]
    """What it was found by, the strongest first."""


class TestMemory(NamedTuple):
    """What is worked out from all tests together, and for each file by itself.

    It holds for as long as tests, the paths and roles of all files and their past are the same.
    """

    postings: Mapping[str, StoredPosting]
    n_tests_by_name: Mapping[str, int]
    unread: tuple[int, ...]
    """Numbers of the tests that neither use nor define a name."""
    together: Mapping[str, Mapping[str, int]]
    """By file: in how many commits a test changed with it."""
    own: dict[str, Own]


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
        self._incoming = incoming or _incoming(evidence)
        self._names = NameIndex(len(self._tests), self._memory.postings)
        self._paths = PathIndex(self._tests, sorted(evidence.roles))
        self._unread = self._by_word_of_name()
        self._users = OnDemand(self._users_of)
        self._reached_by = OnDemand(self._tests_reaching)
        self._reasons = Reasons(
            evidence.defined,
            evidence.used,
            evidence.edges,
            self._incoming.n_defining,
            self._paths,
            self._memory.n_tests_by_name,
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
        self, changed: Iterable[str], affected: Iterable[str]
    ) -> Iterator[tuple[str, tuple[RankedTest, ...]]]:
        """Of ``changed`` also what they find by themselves may be another."""
        changed = sorted(filter(self._is_tested, changed))
        self._memory.own.update((path, self._own(path)) for path in changed)
        paths = sorted({*changed, *filter(self._is_tested, affected)})
        return zip(paths, map(self._ranked, paths), strict=True)

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

    def _users_of(self, path: str) -> list[str]:
        incoming = self._incoming.edges.get(path, ())
        return [user for user, _ in incoming if user not in self._number and user != path]

    def _tests_reaching(self, path: str) -> dict[int, float]:
        """How surely."""
        incoming = self._incoming.edges.get(path, ())
        return {self._number[test]: sureness for test, sureness in incoming if test in self._number}

    def _own(self, path: str) -> Own:
        """By name, by path, by use and by history."""
        query = self._names.query(path, self._evidence.defined.get(path, ()))
        scores = self._names.scores(query)
        # Names count 1 for the test that shares most; the other parts are scaled to that.
        unit = max(scores, default=0.0) or 1.0
        self._paths.add_scores(path, _PATH * unit, scores)
        for number, share in self._called_alike(path):
            scores[number] += unit * share
        reached_by = self._reached_by[path]
        worth = _DIRECT * unit * self._share(len(reached_by))
        for number, sureness in reached_by.items():
            scores[number] += worth * sureness
        together = self._memory.together.get(path, {})
        most = max(together.values(), default=0)
        for test, n in together.items():
            scores[self._number[test]] += _TOGETHER * unit * n / (most + 1)
        return Own(_best(scores, unit), strongest(query))

    def _called_alike(self, path: str) -> Iterator[tuple[int, float]]:
        """Tests of which nothing but the name is known, where that has all words of this one."""
        subject = subject_words(path)
        for number, words in self._unread.get(min(subject, default=""), ()):
            if subject <= words:
                yield number, len(subject) / len(words)

    def _share(self, n_tests: int) -> float:
        """To be reached by every test says little about each."""
        return rarity(n_tests, len(self._tests)) / (rarity(1, len(self._tests)) or 1.0)

    def _ranked(self, path: str) -> tuple[RankedTest, ...]:
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
            reasons = self._reasons.of(path, test, own.terms, together.get(test, 0), via)
            if reasons:
                listed.append(RankedTest(test, round(score, 4), reasons))
        return tuple(listed)

    def _passed_on(self, path: str) -> dict[int, _Passed]:
        """Tests of the files that use this one, scaled so that the best has 1."""
        shares: dict[int, float] = {}
        user_of: dict[int, str] = {}
        reached_of: dict[int, str] = {}
        for user in self._users[path][:_MAX_USERS]:
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


def _mentions(evidence: Evidence, test: str) -> Mapping[str, Mentions]:
    """The names that a test uses, and those that it defines, which weigh more."""
    mentions_by_name = dict(evidence.used.get(test, {}))
    for name, n in Counter(evidence.defined.get(test, ())).items():
        mentions = mentions_by_name.get(name, _UNMENTIONED)
        mentions_by_name[name] = mentions._replace(n=mentions.n + _OWN_NAMES * n)
    return mentions_by_name


_UNMENTIONED: Final = Mentions(0, 0)
_NOTHING: Final = Own([], [])


def _read_tests(evidence: Evidence, tests: Sequence[str]) -> TestMemory:
    names = NameIndex.of_tests([_mentions(evidence, test) for test in tests])
    unread = [
        number
        for number, test in enumerate(tests)
        if not evidence.used.get(test) and not evidence.defined.get(test)
    ]
    together = {
        path: {test: n for test, n in counts.items() if test in evidence.tests}
        for path, counts in evidence.together.items()
    }
    return TestMemory(
        names.stored, n_files_by_name(evidence.used), tuple(unread), _with_some(together), {}
    )


def _with_some(together: Mapping[str, dict[str, int]]) -> dict[str, dict[str, int]]:
    return {path: counts for path, counts in together.items() if counts}


def _incoming(evidence: Evidence) -> Incoming:
    edges: dict[str, list[tuple[str, float]]] = {}
    for path in sorted(evidence.edges):
        for target, sureness in targets(evidence.edges[path]).items():
            edges.setdefault(target, []).append((path, sureness))
    return Incoming(edges, n_files_by_name(evidence.defined))


def targets(edges: Iterable[FileEdge]) -> dict[str, float]:
    """The files that a file reaches, with the confidence of the most confident edge."""
    sureness_by_target: dict[str, float] = {}
    for edge in edges:
        if edge.kind in _FOLLOWED:
            sureness = _SURENESS.get(edge.confidence, 0.0)
            sureness_by_target[edge.target] = max(
                sureness_by_target.get(edge.target, 0.0), sureness
            )
    return sureness_by_target
