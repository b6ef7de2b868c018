"""Finds files for a query: candidates from the text index, ranked by what is known of them."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from repobook.index.search.search_index import SearchIndex
from repobook.model.search.matches import FileMatch
from repobook.search.query.intent import Intent
from repobook.search.query.issue_text import IssueText, n_shared_steps
from repobook.search.query.mentions import mentions
from repobook.search.query.query_plan import Meaning, any_of
from repobook.search.query.query_terms import (
    QueryTerms,
    query_terms,
    rarity,
    telling_terms,
    weigh_terms,
)
from repobook.search.rank.ranking import (
    ISSUE_SHARES,
    NO_SCORES,
    VIEWS,
    FileEvidence,
    Past,
    RankedFile,
    Scale,
    by_importance,
    combined,
    ranked,
)
from repobook.text.terms import numbers_in

_MAX_CANDIDATES: Final = 200
_CANDIDATES_A_WORD: Final = 100
_MAX_PAST: Final = 1000
_MAX_BY_PAST: Final = 200
_MAX_DEFINING: Final = 100  # a name that more files define leads to none of them
_DOCS_WORDS: Final = frozenset(["doc", "docs", "documentation", "readme", "tutorial", "guide"])
_MIN_SHARED_STEPS: Final = 2  # many files are called ``base.py``
_NO_RARITY: Final[Mapping[int, float]] = {}


class _Asked(NamedTuple):
    words: Sequence[str]
    typed: QueryTerms
    intent: Intent
    n_candidates: int = _MAX_CANDIDATES
    roles: Collection[str] = ()


class FileFinder:
    def __init__(self, index: SearchIndex) -> None:
        self._index = index
        self._n_files = index.n_files()
        self._mean_terms = index.mean_terms()
        self._mean_past_terms = index.mean_past_terms()

    def find(self, meaning: Meaning, allowed: Collection[int] | None) -> list[RankedFile]:
        """Best first; without words to rank by, by importance."""
        if not meaning.terms:
            return by_importance(self._index.described(allowed or ()))
        if meaning.issue:
            return self._find_for_issue(meaning.issue, allowed)
        typed = query_terms(meaning.words, is_question=bool(meaning.intent))
        n, roles = most_candidates(meaning), _asked_roles(meaning)
        asked = _Asked(meaning.words, typed, meaning.intent, n, roles)
        return self._ranked(asked, allowed, self._rarity_defined(meaning))

    def _find_for_issue(
        self, issue: IssueText, allowed: Collection[int] | None
    ) -> list[RankedFile]:
        """Title, sentences and code rank apart, and the files of a traceback are named outright."""
        title = query_terms(issue.title)
        parts = [_Asked(issue.title, title, "fault")]
        for words in (issue.prose, issue.code):
            telling = telling_terms(words, self._index.n_files_by_term, self._n_files)
            parts.append(_Asked(words, telling, "fault"))
        rankings = [self._ranked(part, allowed) for part in parts]
        return combined(zip(ISSUE_SHARES, rankings, strict=True), self._frames(issue))

    def _ranked(
        self,
        asked: "_Asked",
        allowed: Collection[int] | None,
        rarity_defined: Mapping[int, float] = _NO_RARITY,
    ) -> list[RankedFile]:
        words, typed, intent, n, asked_roles = asked
        n_by_term = self._index.n_files_by_term((*typed.terms, *typed.pairs))
        weighed = weigh_terms(typed, n_by_term, self._n_files)
        past = self._past(typed, words)
        matches = self._matches(any_of(weighed.terms), n, past, allowed)
        scale = Scale(weighed.worth, self._mean_terms, self._mean_past_terms)
        evidence = FileEvidence(past, rarity_defined)
        return ranked(words, matches, scale, evidence, asked_roles, intent)

    def _frames(self, issue: IssueText) -> list[tuple[int, str]]:
        """Of each frame the one file that shares most of its path; those of others are left out."""
        files: dict[tuple[int, str], None] = {}
        for frame in issue.frames:
            called = self._index.files_called(frame[-1])
            shared = [n_shared_steps(tuple(path.split("/")), frame) for _, path in called]
            most = max(shared, default=0)
            if most >= _MIN_SHARED_STEPS and shared.count(most) == 1:
                files[called[shared.index(most)]] = None
        return [*files]

    def _past(self, typed: QueryTerms, words: Iterable[str]) -> dict[int, Past]:
        """Scores of commit subjects, numbers of versions included; empty without history."""
        if not self._mean_past_terms:
            return {}
        numbers = dict.fromkeys(number for word in words for number in numbers_in(word))
        terms = (*typed.terms, *typed.pairs, *numbers)
        if not terms:
            return {}
        return self._index.past_scores(any_of(terms), _MAX_PAST)

    def _rarity_defined(self, meaning: Meaning) -> dict[int, float]:
        """By file, of the names that are asked for and that it defines.

        Not for sentences: they name what is used as often as what is meant.
        """
        rarity_by_file: dict[int, float] = {}
        for name in mentions(meaning.words).names if meaning.is_like_a_name else ():
            files = self._index.files_defining(name, _MAX_DEFINING)
            for file in files:
                rarity_by_file[file] = rarity_by_file.get(file, 0.0) + rarity(
                    len(files), self._n_files
                )
        return rarity_by_file

    def _matches(
        self, expression: str, n: int, past: Mapping[int, Past], allowed: Collection[int] | None
    ) -> list[FileMatch]:
        """The best files by their words, and the best by their past."""
        matches = self._matching(expression, n, allowed)
        more = set(list(past)[:_MAX_BY_PAST]) - {match.file for match in matches}
        if allowed is not None:
            more &= set(allowed)
        if more:
            matches += self._matching(expression, len(more), sorted(more))
            wordless = sorted(more - {match.file for match in matches})
            matches += [one._replace(scores=NO_SCORES) for one in self._index.described(wordless)]
        return matches

    def _matching(self, expression: str, n: int, within: Collection[int] | None) -> list[FileMatch]:
        return self._index.matching(expression, VIEWS, n, within) if expression else []


def most_candidates(meaning: Meaning) -> int:
    """How many files are looked at: the more words there are to weigh, the more."""
    n_words = len(meaning.words)
    return min(_MAX_CANDIDATES, _CANDIDATES_A_WORD * n_words) if n_words else _MAX_CANDIDATES


def _asked_roles(meaning: Meaning) -> set[str]:
    tests = {"test"} if meaning.wants_tests else set[str]()
    docs = any(word.lower() in _DOCS_WORDS for word in meaning.words)
    named = {one.value for one in meaning.filters if one.name == "role"}
    return tests | named | ({"docs"} if docs else set[str]())
