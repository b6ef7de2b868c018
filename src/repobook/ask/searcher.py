"""Answers searches in an open book: words, names, paths, questions and patterns.

Files come from the text index and are ranked by named parts, symbols from the index of names. A
question that the graph can answer is answered besides.
"""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Final, NamedTuple

from repobook.index.reader.book_reader import BookReader
from repobook.index.search.search_index import SearchIndex
from repobook.index.search.search_names import NameReader
from repobook.model.search.matches import NamedSymbol, NameGroup
from repobook.model.search.query import And, Filter, Phrase, Word
from repobook.search.answers import GraphAnswer, Hit, Kind, SearchAnswer, Total
from repobook.search.find.find_files import FileFinder, most_candidates
from repobook.search.find.find_names import NameFinder
from repobook.search.find.find_paths import PathMatch, Paths, read_path
from repobook.search.find.hits import HitMaker
from repobook.search.find.matching_files import Demands, MatchingFiles
from repobook.search.query.error_messages import text_of_message
from repobook.search.query.filters import file_fulfils
from repobook.search.query.intent import intent_of
from repobook.search.query.issue_text import read_issue
from repobook.search.query.query_parser import read_query
from repobook.search.query.query_plan import (
    Meaning,
    fulfils,
    meaning_of,
    meaning_of_issue,
    without_phrases,
)
from repobook.search.query.questions import Question, read_question
from repobook.search.rank.ranking import RankedFile

_MAX_FOLDERS: Final = 3
_MAX_SPELLINGS: Final = 4
_BY_NAME: Final = ("symbols", "findings")
_AS_ISSUE: Final = (
    "Read as the text of an issue: its first line counts most, and none is an operator."
)
_NO_QUOTE: Final = "No file has all that stands in quotes: its words are searched."


class _Results(NamedTuple):
    hits: list[Hit]
    totals: tuple[Total, ...] = ()
    n_hidden_tests: int = 0
    hints: tuple[str, ...] = ()
    close: tuple[str, ...] = ()


class Searcher:
    """Answers many searches; opens all its files at once, for reading.

    It belongs to one thread at a time: a server opens one for each thread.
    """

    def __init__(self, book: Path) -> None:
        self._reader = BookReader(book)
        self._reader.search_index = self.index = SearchIndex(book)
        self._definitions = NameReader(self.index.db)
        self._names = NameFinder(self._definitions)
        self._paths = Paths(self._reader)
        self._demands = Demands(self._reader, self.index)
        self._ranked = FileFinder(self.index)
        self._hits = HitMaker(self._reader, self.index)
        self._finders: dict[Kind | None, Callable[[Meaning, int], _Results]] = {
            None: self._best,
            "files": self._files,
            "symbols": self._symbols,
            "keywords": self._keywords,
            "text": self._lines,
            "findings": self._findings,
        }
        self.commit = self._reader.commit

    def search(self, text: str, kind: Kind | None = None, n: int = 10) -> SearchAnswer:
        """The ``n`` best hits of one kind; without a kind ``n`` symbols and ``n`` files at most."""
        self._reader.begin()
        self.index.allowed.begin()
        if kind not in _BY_NAME and (issue := read_issue(text)):
            meaning = meaning_of_issue(issue)
            results = self._finders[kind](meaning, max(0, n))
            return self._answered(text, kind, results._replace(hints=(_AS_ISSUE,)), meaning.terms)
        question = (read_question(text) or self._operator(text)) if kind is None else None
        answer = self._answer(question) if question else None
        query = read_query(_searched(text, question, answer))
        meaning = meaning_of(query.tree, intent_of(text))
        results = self._message(text, kind, n) or self._finders[kind](meaning, max(0, n))
        results = results._replace(
            hits=self._answering_first(answer, results.hits), hints=(*query.hints, *results.hints)
        )
        return self._answered(text, kind, results, meaning.terms, answer)

    def _answered(
        self,
        text: str,
        kind: Kind | None,
        results: _Results,
        terms: tuple[str, ...],
        answer: GraphAnswer | None = None,
    ) -> SearchAnswer:
        return SearchAnswer(
            text,
            kind,
            answer,
            tuple(results.hits),
            results.totals,
            results.n_hidden_tests,
            terms,
            results.hints,
            results.close,
            int(self._reader.meta.get("n_files", 0)),
            int(self._reader.meta.get("n_unparsed", 0)),
        )

    def _operator(self, text: str) -> Question | None:
        """An operator by its whole name is asked for where it is implemented."""
        name = text.strip()
        if "::" not in name or not self._reader.operators_called(name):
            return None
        return Question("definition", name, name)

    def _answering_first(self, answer: GraphAnswer | None, hits: list[Hit]) -> list[Hit]:
        """Before all else the files that implement what is asked about, in the answer's order."""
        if answer is None or not answer.command.startswith("repobook trace "):
            return hits
        row_by_path = {row.path: row for row in reversed(answer.rows)}
        paths = list(dict.fromkeys(row.path for row in answer.rows))
        best = max((hit.score for hit in hits), default=1.0)
        matches = [(PathMatch(path, best, "binding"), row_by_path[path].line) for path in paths]
        first = [self._hits.of_place(*match) for match in matches]
        others = [hit for hit in hits if hit.kind != "file" or hit.path not in row_by_path]
        return [*first, *others]

    def _message(self, text: str, kind: Kind | None, n: int) -> _Results | None:
        """The files that have the text of a message; None for all else that is searched."""
        message_text = text_of_message(text)
        if not message_text or kind not in (None, "files", "text"):
            return None
        meaning = meaning_of(And((Phrase(message_text), *(Word(word) for word in text.split()))))
        results = self._lines(meaning, n) if kind == "text" else self._files(meaning, n)
        hint = f'The files that have "{message_text}", the text of the message.'
        return results._replace(hints=(hint,)) if _NO_QUOTE not in results.hints else None

    def close(self) -> None:
        self._finders.clear()  # they hold on to it, and it to all that it has read
        self.index.close()
        self._reader.close()

    def _answer(self, question: Question) -> GraphAnswer | None:
        # Most searches are no questions and need not wait for what answers them to be loaded.
        from repobook.ask.questions import answer_question

        return answer_question(self._reader, question, self._spellings)

    def _spellings(self, name: str) -> list[str]:
        found = [one for one in self._names.find(name, _MAX_SPELLINGS) if one.relation == "letters"]
        return [spelt for one in found for spelt in (one.name, *one.spellings)]

    def _best(self, meaning: Meaning, n: int) -> _Results:
        """A path is the file, a name its definitions first and fewer files, all else files."""
        if places := self._places(meaning, n):
            return places
        results = []
        if meaning.is_like_a_name or meaning.is_about_symbols:
            results.append(self._symbols(meaning, n if len(meaning.words) == 1 else (n + 1) // 2))
        if not meaning.is_about_symbols:
            meant = _respelt(meaning, results[0]) if results else meaning
            results += [self._folders(meaning), self._files(meant, n)]
        return _joined(results)

    def _places(self, meaning: Meaning, n: int) -> _Results | None:
        """Files and folders, where the query is a path or a place in one."""
        path = read_path(meaning.words[0]) if len(meaning.words) == 1 else None
        if path is None:
            return None
        files = self._paths.files(path.path, path.is_sure)
        folders = self._paths.folders(path.path) if path.is_sure else []
        hits = [self._hits.of_place(one, path.line) for one in files[:n]]
        hits += [self._hits.of_folder(one, self._paths.n_files(one.path)) for one in folders[:n]]
        hits.sort(key=lambda hit: -hit.score)
        totals = (Total("file", len(files), False), Total("folder", len(folders), False))
        return _Results(hits[:n], totals) if hits else None

    def _folders(self, meaning: Meaning) -> _Results:
        if len(meaning.words) != 1 or not meaning.is_like_a_name or meaning.filters:
            return _Results([])
        folders = self._paths.folders(meaning.words[0])
        best = folders[:_MAX_FOLDERS]
        hits = [self._hits.of_folder(one, self._paths.n_files(one.path)) for one in best]
        return _Results(hits, (Total("folder", len(folders), False),))

    def _symbols(self, meaning: Meaning, n: int) -> _Results:
        """Those in tests only where tests are asked for, or where nothing else bears the name."""
        admits = partial(_admits, meaning) if meaning.filters else None
        groups = self._names.find(" ".join(meaning.words), 2 * n, admits)
        visible = groups if meaning.wants_tests else _without_tests(groups, len(meaning.words) == 1)
        n_hidden = sum(group.n_definitions for group in groups if group not in visible)
        hits = []
        for group in visible[:n]:
            n_tests = 0 if meaning.wants_tests or admits else self._n_in_tests(group)
            n_hidden += n_tests
            hits.append(self._hits.of_symbols(group, group.n_definitions - n_tests))
        total = Total("symbol", sum(hit.n_same for hit in hits), len(visible) > n)
        close = tuple(group.name for group in visible[:n] if group.relation == "slip")
        return _Results(hits, (total,), n_hidden, close=close)

    def _n_in_tests(self, group: NameGroup) -> int:
        """Of definitions that were narrowed by what stands before the name, none is counted."""
        names = (group.name, *group.spellings)
        n_all = sum(self._definitions.n_definitions(name) for name in names)
        if group.n_definitions != n_all or group.symbols[0].role == "test":
            return 0
        if n_all == len(group.symbols):
            return sum(symbol.role == "test" for symbol in group.symbols)
        return sum(self._definitions.n_in_tests(name) for name in names)

    def _files(self, meaning: Meaning, n: int) -> _Results:
        left, ranked = self._ranked_files(meaning)
        terms = self._line_terms(meaning)
        hits = self._hits.of_files(ranked[:n], terms, left.lines_of)
        total = Total("file", len(ranked), len(ranked) >= most_candidates(meaning))
        return _Results(hits, (total,), hints=left.hints)

    def _lines(self, meaning: Meaning, n: int) -> _Results:
        """Lines by themselves, those of the best files first."""
        left, ranked = self._ranked_files(meaning)
        terms = self._line_terms(meaning)
        hits: list[Hit] = []
        for one in ranked:
            if len(hits) > n:
                break
            hits += self._hits.of_lines(one, terms, left.lines_of)
        total = Total("text", min(n, len(hits)), len(hits) > n)
        return _Results(hits[:n], (total,), hints=left.hints)

    def _keywords(self, meaning: Meaning, n: int) -> _Results:
        """Keywords that hold a word of the query, of the files that the query finds."""
        left, ranked = self._ranked_files(meaning)
        hits = [hit for one in ranked for hit in self._hits.of_keywords(one, meaning.terms)]
        hits.sort(key=lambda hit: (-hit.score, hit.path, hit.line))
        total = Total("keyword", len(hits), len(ranked) >= most_candidates(meaning))
        return _Results(hits[:n], (total,), hints=left.hints)

    def _findings(self, meaning: Meaning, n: int) -> _Results:
        """Findings whose rule, message or path hold every word of the query."""
        left = self._demands.matching(meaning.tree)
        hits = self._hits.of_findings(meaning.words, left.files)
        return _Results(hits[:n], (Total("finding", len(hits), False),), hints=left.hints)

    def _line_terms(self, meaning: Meaning) -> list[str]:
        """What to look for in lines: quotes and names in one piece, then terms of few files."""
        n_files = self.index.n_files_by_term(meaning.terms)
        present = [term for term in meaning.terms if n_files.get(term)]
        words = meaning.issue.title if meaning.issue else meaning.words
        pieces = [word.lower() for word in words if " " in word or "_" in word]
        return [*pieces, *sorted(present, key=lambda term: n_files[term])]

    def _ranked_files(self, meaning: Meaning) -> tuple[MatchingFiles, list[RankedFile]]:
        left = self._demands.matching(meaning.tree)
        loose = without_phrases(meaning.tree)
        if left.files == set() and loose != meaning.tree:
            left = self._demands.matching(loose)
            left = left._replace(hints=(*left.hints, _NO_QUOTE))
        return left, self._ranked.find(meaning, left.files)


def _searched(text: str, question: Question | None, answer: GraphAnswer | None) -> str:
    """Beside an answer what it is about; else a question without its frame, or the very text."""
    if question is None:
        return text
    return question.subject if answer else question.text


def _admits(meaning: Meaning, symbol: NamedSymbol) -> bool:
    return fulfils(meaning.tree, lambda one: _symbol_fulfils(one, symbol))


def _symbol_fulfils(filter_: Filter, symbol: NamedSymbol) -> bool:
    if filter_.name == "kind":
        return symbol.kind == filter_.value
    return file_fulfils(filter_, symbol.path, symbol.language, symbol.role)


def _without_tests(groups: list[NameGroup], is_one_word: bool) -> list[NameGroup]:
    """The very name stays, wherever it is defined; of a group the best is a test if all are."""
    outside_tests = [
        one for one in groups if one.symbols[0].role != "test" or one.relation == "exact"
    ]
    return outside_tests or (groups if is_one_word else [])


def _respelt(meaning: Meaning, symbols: _Results) -> Meaning:
    """A word that is no name but a slip away from one stands for that name."""
    is_slip = isinstance(meaning.tree, Word) and len(symbols.close) == len(symbols.hits) > 0
    return meaning_of(Word(symbols.close[0])) if is_slip else meaning


def _joined(groups: list[_Results]) -> _Results:
    return _Results(
        [hit for group in groups for hit in group.hits],
        tuple(total for group in groups for total in group.totals),
        sum(group.n_hidden_tests for group in groups),
        tuple(dict.fromkeys(hint for group in groups for hint in group.hints)),
        tuple(dict.fromkeys(name for group in groups for name in group.close)),
    )
