"""Which tests to run for a file: ranked, each with the reasons that put it there.

What a test imports and uses counts, what it names, how its path reads, what tests the files that
use this one, and what used to change together. The parts are each between 0 and 1 and are summed
with the weights below; nothing is listed that has no reason to show.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from operator import itemgetter
from typing import Final, NamedTuple, Protocol, TypeVar

from repobook.analyse.likeness import (
    Mentions,
    NameIndex,
    PathIndex,
    Scores,
    rarity,
)
from repobook.analyse.reasons import Reasons, strongest
from repobook.model.graph import Confidence, EdgeKind, FileEdge
from repobook.text.subjects import subject_words

_PATH: Final = 0.6
_DIRECT: Final = 0.6
# A test's own names sum up what it is about.
_OWN_NAMES: Final = 3
_NEIGHBOURS: Final = 0.5
_TOGETHER: Final = 1.0
_SURENESS: Final[dict[Confidence, float]] = {"exact": 1.0, "inferred": 0.7, "ambiguous": 0.3}
_FOLLOWED: Final[frozenset[EdgeKind]] = frozenset(["import", "include", "inherit", "call", "use"])
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
    """How to go over many files: as ``map`` does, or with many hands."""

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


class RankedTest(NamedTuple):
    test: str
    score: float
    reasons: tuple[str, ...]


def rank_tests(
    evidence: Evidence, over: Over = map
) -> Iterator[tuple[str, tuple[RankedTest, ...]]]:
    """Every file that tests may be for, in order of path, with its best tests first."""
    search = _Search(evidence)
    sources = search.sources
    found = dict(zip(sources, over(search.own, sources), strict=True))
    ranked = over(lambda path: search.ranked(path, found), sources)
    return zip(sources, ranked, strict=True)


class _Own(NamedTuple):
    """What a file finds by itself, without the tests of other files."""

    best: Best
    terms: list[str]
    """What it was found by, the strongest first."""


class _Passed(NamedTuple):
    """What a test is worth to a file through the files that use it, one of which is named."""

    share: float
    user: str


class _Search:
    def __init__(self, evidence: Evidence) -> None:
        self._evidence = evidence
        self._tests = sorted(evidence.tests)
        self.sources = sorted(
            path
            for path, role in evidence.roles.items()
            if role in _TESTED_ROLES and path not in evidence.tests
        )
        self._number = {path: number for number, path in enumerate(self._tests)}
        self._names = NameIndex([_spoken(evidence, test) for test in self._tests])
        self._paths = PathIndex(self._tests, sorted(evidence.roles))
        self._unread = self._by_word_of_name()
        self._users, self._reached_by = self._followed()
        self._reasons = Reasons(
            evidence.defined, evidence.used, evidence.edges, self._paths, self._names.telling
        )

    def _by_word_of_name(self) -> Mapping[str, list[tuple[int, frozenset[str]]]]:
        """Tests that neither use nor define a name."""
        found: dict[str, list[tuple[int, frozenset[str]]]] = {}
        for number, test in enumerate(self._tests):
            if not self._evidence.used.get(test) and not self._evidence.defined.get(test):
                words = subject_words(test)
                for word in sorted(words):
                    found.setdefault(word, []).append((number, words))
        return found

    def _followed(self) -> tuple[dict[str, list[str]], dict[str, dict[int, float]]]:
        """Who uses each file, and which tests reach it how surely."""
        users: dict[str, list[str]] = {}
        reached_by: dict[str, dict[int, float]] = {}
        for path in sorted(self._evidence.edges):
            for target, sureness in _targets(self._evidence.edges[path]).items():
                if path in self._number:
                    reached_by.setdefault(target, {})[self._number[path]] = sureness
                elif path != target:
                    users.setdefault(target, []).append(path)
        return users, reached_by

    def own(self, path: str) -> _Own:
        """By name, by path, by use and by history."""
        query = self._names.query(path, self._evidence.defined.get(path, ()))
        scores = self._names.scores(query)
        # Names count 1 for the test that shares most; the other parts are scaled to that.
        unit = max(scores, default=0.0) or 1.0
        self._paths.add_scores(path, _PATH * unit, scores)
        for number, share in self._called_alike(path):
            scores[number] += unit * share
        reached_by = self._reached_by.get(path, {})
        worth = _DIRECT * unit * self._share(len(reached_by))
        for number, sureness in reached_by.items():
            scores[number] += worth * sureness
        together = self._together(path)
        most = max(together.values(), default=0)
        for test, n in together.items():
            scores[self._number[test]] += _TOGETHER * unit * n / (most + 1)
        return _Own(_best(scores, unit), strongest(query))

    def _called_alike(self, path: str) -> Iterator[tuple[int, float]]:
        """Tests of which nothing but the name is known, where that has all words of this one."""
        subject = subject_words(path)
        for number, words in self._unread.get(min(subject, default=""), ()):
            if subject <= words:
                yield number, len(subject) / len(words)

    def _share(self, n_tests: int) -> float:
        """To be reached by every test says little about each."""
        return rarity(n_tests, len(self._tests)) / (rarity(1, len(self._tests)) or 1.0)

    def _together(self, path: str) -> dict[str, int]:
        counts = self._evidence.together.get(path, {})
        return {test: n for test, n in counts.items() if test in self._number}

    def ranked(self, path: str, found: Mapping[str, _Own]) -> tuple[RankedTest, ...]:
        """The file's own best tests, and those of the files that use it."""
        own = found[path]
        scores = dict(own.best)
        passed_on = self._passed_on(path, found)
        for number, passed in passed_on.items():
            scores[number] = scores.get(number, 0.0) + _NEIGHBOURS * passed.share
        together = self._together(path)
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

    def _passed_on(self, path: str, found: Mapping[str, _Own]) -> dict[int, _Passed]:
        """What tests the files that use this one, the best test having 1."""
        shares: dict[int, float] = {}
        user_of: dict[int, str] = {}
        reached_of: dict[int, str] = {}
        for user in self._users.get(path, ())[:_MAX_USERS]:
            reached_by = self._reached_by.get(user, {})
            for number, score in found[user].best[:_MAX_PASSED_ON] if user in found else ():
                shares[number] = shares.get(number, 0.0) + score
                user_of.setdefault(number, user)
                if reached_by.get(number, 0.0) > _SURENESS["ambiguous"]:
                    reached_of.setdefault(number, user)
        most = max(shares.values(), default=0.0) or 1.0
        named = user_of | reached_of
        return {number: _Passed(share / most, named[number]) for number, share in shares.items()}


def _best(scores: Scores, unit: float) -> Best:
    """Of all tests; what is far below the first is passed over unseen."""
    least = max(scores, default=0.0) * _LEAST
    near = [number for number, score in enumerate(scores) if score > least]
    near.sort(key=scores.__getitem__, reverse=True)
    return [(number, scores[number] / unit) for number in near[:_MAX_KEPT]]


def _spoken(evidence: Evidence, test: str) -> Mapping[str, Mentions]:
    """What a test uses, and what it calls its own parts."""
    spoken = dict(evidence.used.get(test, {}))
    for name, n in Counter(evidence.defined.get(test, ())).items():
        known = spoken.get(name, _UNMENTIONED)
        spoken[name] = known._replace(n=known.n + _OWN_NAMES * n)
    return spoken


_UNMENTIONED: Final = Mentions(0, 0)


def _targets(edges: Sequence[FileEdge]) -> dict[str, float]:
    """The files that a file reaches, each as surely as the surest way there."""
    found: dict[str, float] = {}
    for edge in edges:
        if edge.kind in _FOLLOWED:
            sureness = _SURENESS.get(edge.confidence, 0.0)
            found[edge.target] = max(found.get(edge.target, 0.0), sureness)
    return found
