"""Which definitions of a file the text of an issue speaks of: BM25 over functions instead of files.

Each line belongs to the innermost definition around it. A word in the name of a definition counts
as several in its lines.
"""

import re
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from math import log
from typing import Final

from repobook.index.reader.book_reader import BookReader
from repobook.index.search.search_index import SearchIndex
from repobook.model.answers import SymbolLine
from repobook.search.query.issue_text import IssueText, read_issue
from repobook.search.rank.best_lines import begins_a_part
from repobook.text.terms import terms_in

_MAX_TERMS: Final = 40
_MAX_BYTES: Final = 1 << 20
_MAX_PLACES: Final = 300
_SATURATION: Final = 1.2
_LENGTH: Final = 0.75
_OF_NAME: Final = 3
_OF_TITLE: Final = 2.0


def likely_definitions(
    reader: BookReader, index: SearchIndex, text: str, paths: Iterable[str], n: int
) -> dict[str, list[SymbolLine]]:
    """Of each file the ``n`` best, the best first; nothing where the text is no issue."""
    issue = read_issue(text)
    if issue is None:
        return {}
    weights = _weights(index, issue, reader.n_files)
    return {path: _best(reader, index, path, weights, n) for path in paths}


def _weights(index: SearchIndex, issue: IssueText, n_files: int) -> dict[str, float]:
    """The rarest words of an issue, by how much each tells; those of its title twice."""
    title = set(terms_in(" ".join(issue.title)))
    terms = title | set(terms_in(" ".join((*issue.prose, *issue.code))))
    n_by_term = index.n_files_by_term(term for term in sorted(terms) if len(term) > 2)
    telling = {
        term: log(1 + n_files / n) * (_OF_TITLE if term in title else 1.0)
        for term, n in n_by_term.items()
    }
    first = sorted(telling, key=lambda term: (-telling[term], term))[:_MAX_TERMS]
    return {term: telling[term] for term in first}


def _best(
    reader: BookReader, index: SearchIndex, path: str, weights: Mapping[str, float], n: int
) -> list[SymbolLine]:
    holders = reader.holders_in(path)
    if not holders:
        return []
    scores = _scores(holders, index.text(reader.file_id(path))[:_MAX_BYTES], weights)
    return [holders[at] for at in sorted(scores, key=lambda at: (-scores[at], at))[:n]]


def _scores(
    holders: Sequence[SymbolLine], text: bytes, weights: Mapping[str, float]
) -> dict[int, float]:
    owner_by_line = _owners(holders)
    n_lines = Counter(owner_by_line.values())
    usual = sum(n_lines.values()) / len(n_lines)
    counts = _counts(text, weights, owner_by_line)
    for at, holder in enumerate(holders):
        for term in {*terms_in(holder.name)} & weights.keys():
            counts[at][term] += _OF_NAME
    scores: dict[int, float] = {}
    for at, n_by_term in counts.items():
        room = _SATURATION * (1 - _LENGTH + _LENGTH * n_lines[at] / usual)
        scores[at] = sum(weights[term] * n / (n + room) for term, n in n_by_term.items())
    return scores


def _owners(holders: Sequence[SymbolLine]) -> dict[int, int]:
    """By line the innermost definition: it begins last."""
    owners: dict[int, int] = {}
    for at in sorted(range(len(holders)), key=lambda at: (holders[at].line, -holders[at].end_line)):
        owners.update(dict.fromkeys(range(holders[at].line, holders[at].end_line + 1), at))
    return owners


def _counts(
    text: bytes, terms: Iterable[str], owner_by_line: Mapping[int, int]
) -> defaultdict[int, Counter[str]]:
    counts: defaultdict[int, Counter[str]] = defaultdict(Counter)
    lowered = text.lower()
    ends = [match.start() for match in re.finditer(b"\n", text)]
    for term in terms:
        word = term.encode("utf-8", "replace")
        at = -1
        for _ in range(_MAX_PLACES):
            at = lowered.find(word, at + 1)
            if at < 0:
                break
            owner = owner_by_line.get(bisect_left(ends, at) + 1)
            if owner is not None and begins_a_part(text, at):
                counts[owner][term] += 1
    return counts
