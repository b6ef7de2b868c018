"""Which files answer a query best, part by part.

The engine scores a file's words by field (BM25, one score for each of ``VIEWS``); here they are
combined with the path, the neighbours, the past and the role of the file. Scores are shares of what
the query is worth: a file that has every word where it counts most gets about 1.
The weights were found on thousands of commits of a large repository: the title asks, the files that
the commit changed are the answer.
"""

import math
from collections.abc import Collection, Iterable, Mapping, Sequence, Set
from functools import lru_cache
from typing import Final, NamedTuple, get_args

from repobook.model.files import Role
from repobook.model.search.matches import FileMatch
from repobook.search.query.intent import Intent
from repobook.search.query.mentions import Steps, mentions, share_named
from repobook.text.terms import terms_in

# Weights by field: path, symbols, headings, documentation, comments, body.
_ALL: Final = 1000.0
_PATH_VIEW: Final = (8.0, 0.0, 0.0, 0.0, 0.0, 0.0)
_SYMBOLS_VIEW: Final = (0.0, 1.4, 0.0, 0.0, 0.0, 0.0)
_DOCUMENTATION_VIEW: Final = (0.0, 0.0, 0.25, 0.25, 0.25, 0.0)
_BODY_VIEW: Final = (0.0, 0.0, 0.0, 0.0, 0.0, 0.4)
VIEWS: Final = (
    # Which files are looked at: few words in the right place, or many anywhere.
    (16.0, 8.0, 2.0, 2.0, 2.0, 1.0),
    # How much of each word, weights so small that repetition counts for long.
    (8.0, 1.4, 0.25, 0.25, 0.25, 0.4),
    # Whether a word is there at all, and whether it is in the path.
    (_ALL,) * 6,
    (_ALL, 0.0, 0.0, 0.0, 0.0, 0.0),
    # What the second is made of.
    _PATH_VIEW,
    _SYMBOLS_VIEW,
    _DOCUMENTATION_VIEW,
    _BODY_VIEW,
)
NO_SCORES: Final = (0.0,) * len(VIEWS)

# How well the subjects of a file's commits answer, and of how many terms they are.
Past = tuple[float, int]

# A word that is there in full counts this much to the engine, times its rarity.
_FULL: Final = 2.2
# The engine makes long files pay for their length; most of it is given back, for the files where
# much is done are long.
_LENGTH_SHARE: Final = 0.75
_LENGTH_BACK: Final = 0.3

_COVERAGE: Final = 0.1
"""Each word that is there at all, for a file should have all of them."""
_PATH_COVERAGE: Final = 0.2
"""Each word that the path has: people name folders and files by what they are for."""
_FILE_NAME: Final = 0.06
"""The share of the file's name in the query; all of it means the file itself."""
_SIZE: Final = 0.02
"""By the logarithm of the length: of two that match alike the larger is where things happen."""
_NEIGHBOURS: Final = 0.15
"""The score of the best other file in the folder: matches seldom stand alone."""
_NAMED: Final = 0.6
"""A path or a module in full: the file itself is meant."""
_EXACT_NAME: Final = 0.2
"""For names in the query that the file defines, times how rare they are."""
_HISTORY: Final = 0.8
"""The words of the subjects of its commits: how people called what the file does."""
_IMPORTANCE: Final = 0.005
"""By the logarithm of its importance: enough to break ties."""
_ROLES: Final = {"test": 0.6, "generated": 0.7, "vendored": 0.7, "docs": 0.8}
"""Factors for roles that are seldom meant, unless the query names them."""
_ROLES_BY_INTENT: Final[Mapping[Intent, Mapping[str, float]]] = {
    # Who asks where or how something is done asks for the code that does it, and what holds none
    # only has the same words.
    "code": _ROLES | {"test": 0.4} | dict.fromkeys(("docs", "config", "build", "data"), 0.6),
    "tests": dict.fromkeys(get_args(Role), 0.6) | {"test": 1.0},
    "usage": _ROLES | {"docs": 1.0},
    # Code has the fault: tests and documents only speak of the same things.
    "fault": _ROLES | {"test": 0.2, "docs": 0.4},
}
ISSUE_SHARES: Final = (0.6, 0.3, 0.1)
"""Of the title, the sentences and the code of an issue."""
_FRAME: Final = 0.3
"""The file where a traceback ends, and less for those that led there."""


PARTS: Final = (
    "path",
    "name parts",
    "documentation",
    "body",
    "all words",
    "words in the path",
    "file name",
    "named outright",
    "exact name",
    "history",
    "size",
    "importance",
    "neighbours",
    "role",
)
_BEFORE_IMPORTANCE: Final = (0.0,) * PARTS.index("importance")
# Parts that concern one file and not its neighbours.
_NAMED_PART: Final = PARTS.index("named outright")
_ITS_OWN: Final = slice(_NAMED_PART, PARTS.index("history") + 1)


class Scale(NamedTuple):
    """What scores are measured by."""

    worth: float
    """Of the query: how rare its words are, added up."""
    mean_terms: float
    """Of a file, as ``FileMatch`` counts them."""
    mean_past_terms: float = 0.0


class FileEvidence(NamedTuple):
    """What counts for files besides their words, by id."""

    past: Mapping[int, Past] = {}
    rarity_defined: Mapping[int, float] = {}
    """How rare the names of the query are that a file defines, added up."""


_NOTHING: Final = FileEvidence()


class RankedFile(NamedTuple):
    file: int
    path: str
    score: float
    points: tuple[float, ...]
    """For each of ``PARTS``; the score is their sum."""

    @property
    def parts(self) -> tuple[tuple[str, float], ...]:
        """Those that count, by name."""
        rounded = [
            (name, round(points, 4)) for name, points in zip(PARTS, self.points, strict=True)
        ]
        return tuple(part for part in rounded if part[1])


def ranked(
    words: Iterable[str],
    matches: Sequence[FileMatch],
    scale: Scale,
    evidence: FileEvidence = _NOTHING,
    asked_roles: Collection[str] = (),
    intent: Intent = "",
) -> list[RankedFile]:
    """Best first. ``matches`` have a score for each of ``VIEWS``."""
    query = _query_words(words)
    points = [_points(match, query, scale, evidence) for match in matches]
    sums = [sum(earned) for earned in points]
    # The history of a file is not shared: a commit counts for the neighbours that it changed too.
    shared = [total - sum(earned[_ITS_OWN]) for earned, total in zip(points, sums, strict=True)]
    near = _best_neighbours([match.path for match in matches], shared)
    factors = {**_ROLES_BY_INTENT.get(intent, _ROLES), **dict.fromkeys(asked_roles, 1.0)}
    files = [
        _file(match, earned, total, _NEIGHBOURS * best, factors.get(match.role, 1.0))
        for match, earned, total, best in zip(matches, points, sums, near, strict=True)
    ]
    return sorted(files, key=_best_first)


def combined(
    rankings: Iterable[tuple[float, Iterable[RankedFile]]], frames: Sequence[tuple[int, str]] = ()
) -> list[RankedFile]:
    """One ranking of several with their shares; ``frames`` are files, where it broke first."""
    points_by_file: dict[tuple[int, str], list[float]] = {}
    for share, files in rankings:
        for file in files:
            points = points_by_file.setdefault((file.file, file.path), [0.0] * len(PARTS))
            points[:] = [one + share * more for one, more in zip(points, file.points, strict=True)]
    for n, frame in enumerate(frames, 1):
        points_by_file.setdefault(frame, [0.0] * len(PARTS))[_NAMED_PART] += _FRAME / n
    files = [RankedFile(*file, sum(p), tuple(p)) for file, p in points_by_file.items()]
    return sorted(files, key=_best_first)


def _best_first(file: RankedFile) -> tuple[float, str]:
    return -file.score, file.path


def by_importance(matches: Iterable[FileMatch]) -> list[RankedFile]:
    """Where no word is asked for."""
    files = [
        RankedFile(
            one.file, one.path, one.importance, (*_BEFORE_IMPORTANCE, one.importance, 0.0, 0.0)
        )
        for one in matches
    ]
    return sorted(files, key=_best_first)


class _QueryWords(NamedTuple):
    terms: frozenset[str]
    places: tuple[Steps, ...]


def _query_words(words: Iterable[str]) -> _QueryWords:
    typed = [*words]
    return _QueryWords(frozenset(terms_in(" ".join(typed))), mentions(typed).places)


def _points(
    match: FileMatch, query: _QueryWords, scale: Scale, evidence: FileEvidence
) -> tuple[float, ...]:
    """What a file earns by itself, in the order of ``PARTS``."""
    _, text, coverage, path_coverage, path, symbols, documentation, body = match.scores
    unit = 1 / (_FULL * (scale.worth or 1.0))
    length = _length(match.n_terms, scale.mean_terms)
    # A word in two fields counts less than once in each: the fields share what it earned.
    share = text * unit * length**_LENGTH_BACK / ((path + symbols + documentation + body) or 1.0)
    return (
        share * path,
        share * symbols,
        share * documentation,
        share * body,
        _COVERAGE * coverage * unit,
        _PATH_COVERAGE * path_coverage * unit,
        _FILE_NAME * _share_of_name(match.path, query.terms),
        _NAMED * share_named(match.path, query.places),
        _EXACT_NAME * evidence.rarity_defined.get(match.file, 0.0) / (scale.worth or 1.0),
        _history(evidence.past.get(match.file), scale) * unit,
        _SIZE * math.log(length),
        _IMPORTANCE * math.log1p(max(0.0, match.importance)),
    )


def _length(n_terms: int, mean: float) -> float:
    """The factor by which the engine divides the score of a word, by the length of a text."""
    return 1 - _LENGTH_SHARE + _LENGTH_SHARE * n_terms / mean if mean else 1.0


def _share_of_name(path: str, query: Set[str]) -> float:
    terms = _terms_of_name(path[path.rfind("/") + 1 :])
    return len(terms & query) / len(terms) if terms else 0.0


@lru_cache(maxsize=1 << 15)
def _terms_of_name(name: str) -> frozenset[str]:
    return frozenset(terms_in(name.partition(".")[0]))


def _history(past: Past | None, scale: Scale) -> float:
    if past is None:
        return 0.0
    score, n_terms = past
    return float(_HISTORY * score * _length(n_terms, scale.mean_past_terms) ** _LENGTH_BACK)


def _best_neighbours(paths: Sequence[str], sums: Sequence[float]) -> list[float]:
    """Of each file the best sum that another file of its folder has; 0 where it is alone."""
    folders = [path[: path.rfind("/") + 1] for path in paths]
    best: dict[str, tuple[float, float]] = {}
    for folder, total in zip(folders, sums, strict=True):
        first, second = best.get(folder, (0.0, 0.0))
        if total > second:
            best[folder] = (total, first) if total > first else (first, total)
    pairs = [best.get(folder, (0.0, 0.0)) for folder in folders]
    return [
        second if total >= first else first
        for (first, second), total in zip(pairs, sums, strict=True)
    ]


def _file(
    match: FileMatch, points: tuple[float, ...], total: float, around: float, factor: float
) -> RankedFile:
    role = (factor - 1) * (total + around)
    return RankedFile(match.file, match.path, total + around + role, (*points, around, role))
