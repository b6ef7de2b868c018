"""Answers searches in an open book: words, names, paths, questions and patterns.

Files come from the text index and are ranked by named parts, symbols from the index of names. A
question that the graph can answer is answered besides.
"""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Final, NamedTuple

from repobook.model.names import NamedSymbol, NameGroup
from repobook.model.query import And, Filter, Phrase, Word
from repobook.search.filters import file_fulfils
from repobook.search.messages import text_of_message
from repobook.search.query_meaning import Meaning, fulfils, meaning_of, without_phrases
from repobook.search.query_reading import read_query
from repobook.search.questions import Question, read_question
from repobook.search.ranking import RankedFile
from repobook.service.demands import Demands, Left
from repobook.service.file_finding import FileFinder, most_candidates
from repobook.service.naming import NameFinder
from repobook.service.path_finding import Paths, read_path
from repobook.service.reader import BookReader
from repobook.service.search_answers import GraphAnswer, Hit, Kind, SearchAnswer, Total
from repobook.service.search_hits import HitMaker
from repobook.store.search_index import SearchIndex
from repobook.store.search_names import NameReader

_MAX_FOLDERS: Final = 3
_MAX_SPELLINGS: Final = 4
_NO_QUOTE: Final = "No file has all that stands in quotes: its words are searched."


class _Found(NamedTuple):
    hits: list[Hit]
    totals: tuple[Total, ...] = ()
    n_hidden_tests: int = 0
    hints: tuple[str, ...] = ()
    close: tuple[str, ...] = ()


class Searcher:
    """Opened once, it answers many searches; all its files are opened at once, for reading.

    It belongs to one thread at a time: who serves several opens one for each.
    """

    def __init__(self, book: Path, is_mapped: bool = True) -> None:
        self._reader = BookReader(book)
        self._index = SearchIndex(book, is_mapped)
        self._definitions = NameReader(self._index.db)
        self._names = NameFinder(self._definitions)
        self._paths = Paths(self._reader)
        self._demands = Demands(self._reader, self._index)
        self._ranked = FileFinder(self._index)
        self._hits = HitMaker(self._reader, self._index)
        self._finders: dict[Kind | None, Callable[[Meaning, int], _Found]] = {
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
        self._index.allowed.begin()
        question = read_question(text) if kind is None else None
        answer = self._answer(question) if question else None
        query = read_query(_searched(text, question, answer))
        meaning = meaning_of(query.tree)
        found = self._message(text, kind, n) or self._finders[kind](meaning, max(0, n))
        return SearchAnswer(
            text,
            kind,
            answer,
            tuple(found.hits),
            found.totals,
            found.n_hidden_tests,
            meaning.terms,
            (*query.hints, *found.hints),
            found.close,
            int(self._reader.meta.get("n_files", 0)),
            int(self._reader.meta.get("n_unparsed", 0)),
        )

    def _message(self, text: str, kind: Kind | None, n: int) -> _Found | None:
        """The files that have the text of a message; None for all else that is searched."""
        told = text_of_message(text)
        if not told or kind not in (None, "files", "text"):
            return None
        meaning = meaning_of(And((Phrase(told), *(Word(word) for word in text.split()))))
        found = self._lines(meaning, n) if kind == "text" else self._files(meaning, n)
        hint = f'The files that have "{told}", the text of the message.'
        return found._replace(hints=(hint,)) if _NO_QUOTE not in found.hints else None

    def close(self) -> None:
        self._finders.clear()  # they hold on to it, and it to all that it has read
        self._index.close()
        self._reader.close()

    def _answer(self, question: Question) -> GraphAnswer | None:
        # Most searches are no questions and need not wait for what answers them to be loaded.
        from repobook.service.asking import answer_question

        return answer_question(self._reader, question, self._spellings)

    def _spellings(self, name: str) -> list[str]:
        found = [one for one in self._names.find(name, _MAX_SPELLINGS) if one.relation == "letters"]
        return [spelt for one in found for spelt in (one.name, *one.spellings)]

    def _best(self, meaning: Meaning, n: int) -> _Found:
        """A path is the file, a name its definitions first and fewer files, all else files."""
        if places := self._places(meaning, n):
            return places
        found = []
        if meaning.is_like_a_name or meaning.is_about_symbols:
            found.append(self._symbols(meaning, n if len(meaning.words) == 1 else (n + 1) // 2))
        if not meaning.is_about_symbols:
            meant = _respelt(meaning, found[0]) if found else meaning
            found += [self._folders(meaning), self._files(meant, n)]
        return _joined(found)

    def _places(self, meaning: Meaning, n: int) -> _Found | None:
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
        return _Found(hits[:n], totals) if hits else None

    def _folders(self, meaning: Meaning) -> _Found:
        if len(meaning.words) != 1 or not meaning.is_like_a_name or meaning.filters:
            return _Found([])
        folders = self._paths.folders(meaning.words[0])
        best = folders[:_MAX_FOLDERS]
        hits = [self._hits.of_folder(one, self._paths.n_files(one.path)) for one in best]
        return _Found(hits, (Total("folder", len(folders), False),))

    def _symbols(self, meaning: Meaning, n: int) -> _Found:
        """Those in tests only where tests are asked for, or where nothing else bears the name."""
        admits = partial(_admits, meaning) if meaning.filters else None
        groups = self._names.find(" ".join(meaning.words), 2 * n, admits)
        shown = groups if meaning.wants_tests else _without_tests(groups, len(meaning.words) == 1)
        n_hidden = sum(group.n_definitions for group in groups if group not in shown)
        hits = []
        for group in shown[:n]:
            n_tests = 0 if meaning.wants_tests or admits else self._n_in_tests(group)
            n_hidden += n_tests
            hits.append(self._hits.of_symbols(group, group.n_definitions - n_tests))
        total = Total("symbol", sum(hit.n_same for hit in hits), len(shown) > n)
        close = tuple(group.name for group in shown[:n] if group.relation == "slip")
        return _Found(hits, (total,), n_hidden, close=close)

    def _n_in_tests(self, group: NameGroup) -> int:
        """Of definitions that were narrowed by what stands before the name, none is counted."""
        names = (group.name, *group.spellings)
        n_all = sum(self._definitions.n_definitions(name) for name in names)
        if group.n_definitions != n_all or group.symbols[0].role == "test":
            return 0
        if n_all == len(group.symbols):
            return sum(symbol.role == "test" for symbol in group.symbols)
        return sum(self._definitions.n_in_tests(name) for name in names)

    def _files(self, meaning: Meaning, n: int) -> _Found:
        left, ranked = self._ranked_files(meaning)
        terms = self._telling(meaning)
        hits = self._hits.of_files(ranked[:n], terms, left.lines_of)
        total = Total("file", len(ranked), len(ranked) >= most_candidates(meaning))
        return _Found(hits, (total,), hints=left.hints)

    def _lines(self, meaning: Meaning, n: int) -> _Found:
        """Lines by themselves, those of the best files first."""
        left, ranked = self._ranked_files(meaning)
        terms = self._telling(meaning)
        hits: list[Hit] = []
        for one in ranked:
            if len(hits) > n:
                break
            hits += self._hits.of_lines(one, terms, left.lines_of)
        total = Total("text", min(n, len(hits)), len(hits) > n)
        return _Found(hits[:n], (total,), hints=left.hints)

    def _keywords(self, meaning: Meaning, n: int) -> _Found:
        """Keywords that hold a word of the query, of the files that the query finds."""
        left, ranked = self._ranked_files(meaning)
        hits = [hit for one in ranked for hit in self._hits.of_keywords(one.path, meaning.terms)]
        hits.sort(key=lambda hit: (-hit.score, hit.path, hit.line))
        total = Total("keyword", len(hits), len(ranked) >= most_candidates(meaning))
        return _Found(hits[:n], (total,), hints=left.hints)

    def _findings(self, meaning: Meaning, n: int) -> _Found:
        """Findings whose rule, message or path hold every word of the query."""
        left = self._demands.left_by(meaning.tree)
        hits = self._hits.of_findings(meaning.words, left.files)
        return _Found(hits[:n], (Total("finding", len(hits), False),), hints=left.hints)

    def _telling(self, meaning: Meaning) -> list[str]:
        """What to look for in lines: quotes and names in one piece, then terms of few files."""
        n_files = self._index.n_files_by_term(meaning.terms)
        known = [term for term in meaning.terms if n_files.get(term)]
        pieces = [word.lower() for word in meaning.words if " " in word or "_" in word]
        return [*pieces, *sorted(known, key=lambda term: n_files[term])]

    def _ranked_files(self, meaning: Meaning) -> tuple[Left, list[RankedFile]]:
        left = self._demands.left_by(meaning.tree)
        loose = without_phrases(meaning.tree)
        if left.files == set() and loose != meaning.tree:
            left = self._demands.left_by(loose)
            left = left._replace(hints=(*left.hints, _NO_QUOTE))
        return left, self._ranked.find(meaning, left.files)


def _searched(text: str, question: Question | None, answer: GraphAnswer | None) -> str:
    """Beside an answer what it is about; else a question without its frame, or the very text."""
    if question is None:
        return text
    return question.subject if answer else question.text


def _admits(meaning: Meaning, symbol: NamedSymbol) -> bool:
    return fulfils(meaning.tree, lambda one: _symbol_fulfils(one, symbol))


def _symbol_fulfils(asked: Filter, symbol: NamedSymbol) -> bool:
    if asked.name == "kind":
        return symbol.kind == asked.value
    return file_fulfils(asked, symbol.path, symbol.language, symbol.role)


def _without_tests(groups: list[NameGroup], is_one_word: bool) -> list[NameGroup]:
    """The very name stays, wherever it is defined; of a group the best is a test if all are."""
    kept = [one for one in groups if one.symbols[0].role != "test" or one.relation == "exact"]
    return kept or (groups if is_one_word else [])


def _respelt(meaning: Meaning, symbols: _Found) -> Meaning:
    """A word that is no name but a slip away from one stands for that name."""
    is_slip = isinstance(meaning.tree, Word) and len(symbols.close) == len(symbols.hits) > 0
    return meaning_of(Word(symbols.close[0])) if is_slip else meaning


def _joined(found: list[_Found]) -> _Found:
    return _Found(
        [hit for one in found for hit in one.hits],
        tuple(total for one in found for total in one.totals),
        sum(one.n_hidden_tests for one in found),
        tuple(dict.fromkeys(hint for one in found for hint in one.hints)),
        tuple(dict.fromkeys(name for one in found for name in one.close)),
    )
