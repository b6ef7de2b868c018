"""Which files fulfil the demands of a query: filters, quotes, patterns, exclusions."""

import re
from collections import defaultdict
from collections.abc import Callable
from functools import cached_property
from typing import Final, NamedTuple

from repobook.index.reader.book_reader import BookReader
from repobook.index.reader.file_briefs import FileBrief, documented_by_importance
from repobook.index.reader.stored_findings import findings_called
from repobook.index.search.search_index import SearchIndex
from repobook.model.search.query import Filter, Leaf, Node, Pattern, Phrase, Word
from repobook.search.find.find_regex import PatternMatcher, PatternMatches
from repobook.search.find.regex_scan import Allowance
from repobook.search.query.expressions import literal
from repobook.search.query.filters import file_fulfils
from repobook.search.query.query_plan import all_of, demanded
from repobook.search.query.regex_words import exactly
from repobook.search.rank.best_lines import BestLine
from repobook.text.terms import terms_in

_MAX_LINES: Final = 3
_WORD: Final = re.compile(r"\w+")


LinesOf = Callable[[int], tuple[BestLine, ...]]


class MatchingFiles(NamedTuple):
    """The files that fulfil the demands of a query."""

    files: set[int] | None
    """None for all of them."""
    lines_of: LinesOf
    """Lines of a file that fulfil a demand, if any is of lines."""
    hints: tuple[str, ...]


class Demands:
    def __init__(self, reader: BookReader, index: SearchIndex) -> None:
        self._reader = reader
        self._index = index
        self._matcher = PatternMatcher(index)

    def matching(self, tree: Node) -> MatchingFiles:
        reading = _Reading(self._reader, self._index, self._matcher, lambda: self._files)
        files = demanded(tree, reading.holding, reading.everything)
        return MatchingFiles(files, reading.lines_of, tuple(reading.hints))

    @cached_property
    def _files(self) -> list[FileBrief]:
        return documented_by_importance(self._reader.rows)


class _Reading:
    """Evaluates one query, and collects hints for the user."""

    def __init__(
        self,
        reader: BookReader,
        index: SearchIndex,
        matcher: PatternMatcher,
        files: Callable[[], list[FileBrief]],
    ) -> None:
        self._reader = reader
        self._index = index
        self._matcher = matcher
        self._allowance = Allowance()
        self._files = files  # called on demand: most queries have no filters
        self.hints: dict[str, None] = {}
        self._lines_of_file: dict[int, LinesOf] = {}

    def holding(self, leaf: Leaf, among: set[int] | None) -> set[int]:
        if isinstance(leaf, Filter):
            return self._fulfilling(leaf)
        if isinstance(leaf, Word):
            return self._with_words(leaf.text)
        if isinstance(leaf, Phrase):
            return self._quoting(leaf.text, among)
        return self._matching(leaf, among)

    def lines_of(self, file: int) -> tuple[BestLine, ...]:
        found = self._lines_of_file.get(file)
        return found(file) if found else ()

    def everything(self) -> set[int]:
        return {file.id for file in self._files()}

    def _fulfilling(self, filter_: Filter) -> set[int]:
        if filter_.name == "symbol":
            name = filter_.value.replace("::", ".").rpartition(".")[2]
            return set(self._index.files_defining(name))
        if filter_.name == "finding":
            return self._with_finding(filter_.value)
        return {
            file.id
            for file in self._files()
            if file_fulfils(filter_, file.path, file.language, file.role)
        }

    def _with_finding(self, value: str) -> set[int]:
        """The findings are lines to show."""
        lines_by_file: defaultdict[int, list[BestLine]] = defaultdict(list)
        for file, one in findings_called(self._reader.rows, value):
            lines_by_file[file].append(BestLine(one.line, f"{one.rule}: {one.message}"))
        self._lines_of_file |= dict.fromkeys(
            lines_by_file, lambda file: tuple(lines_by_file[file][:_MAX_LINES])
        )
        return set(lines_by_file)

    def _with_words(self, text: str) -> set[int]:
        """Those that hold all its words, wherever they stand; all where it has none."""
        terms = _whole_words(text)
        return self._index.files_with(all_of(terms)) if terms else self.everything()

    def _quoting(self, text: str, among: set[int] | None) -> set[int]:
        """What stands in quotes begins and ends where words do: files with all its words."""
        pattern = Pattern(exactly(text))
        if not text.isascii() or not _whole_words(text):
            return self._matching(pattern, among)
        files = self._with_words(text)
        return self._matching(pattern, files if among is None else files & among, text)

    def _matching(self, pattern: Pattern, among: set[int] | None, verbatim: str = "") -> set[int]:
        """One that cannot be read is looked for as it stands."""
        files = [file.id for file in self._files() if among is None or file.id in among]
        matches = self._matcher.find(pattern, files, self._allowance, verbatim)
        if matches.problem:
            self.hints[f"/{pattern.source}/ is searched as text: {matches.problem}."] = None
            return self._matching(Pattern(literal(pattern.source)), among)
        if matches.n_unread:
            self._hint_unread(matches)
        self._lines_of_file |= dict.fromkeys(matches.files, matches.lines_of)
        return set(matches.files)

    def _hint_unread(self, matches: PatternMatches) -> None:
        n_read = matches.n_candidates - matches.n_unread
        read = f"The texts of {n_read:,} files were searched"
        of = f"of {matches.n_candidates:,} that may hold it"
        self.hints[f"{read}, {of}; a filter narrows it."] = None


def _whole_words(text: str) -> list[str]:
    return [found[0] for word in _WORD.findall(text) if (found := terms_in(word))]
