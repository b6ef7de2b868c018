"""Which files fulfil the demands of a query: filters, quotes, patterns, exclusions."""

import re
from collections import defaultdict
from collections.abc import Callable
from functools import cached_property
from typing import Final, NamedTuple

from repobook.model.query import Filter, Leaf, Node, Pattern, Phrase, Word
from repobook.search.best_lines import BestLine
from repobook.search.expressions import literal
from repobook.search.filters import file_fulfils
from repobook.search.patterns import exactly
from repobook.search.query_meaning import all_of, demanded
from repobook.service.pattern_looking import Allowance
from repobook.service.pattern_matching import PatternMatcher, PatternMatches
from repobook.service.reader import BookReader
from repobook.store.search_index import SearchIndex
from repobook.text.terms import terms_in

_MAX_LINES: Final = 3
_WORD: Final = re.compile(r"\w+")


LinesOf = Callable[[int], tuple[BestLine, ...]]


class _File(NamedTuple):
    id: int
    path: str
    language: str
    role: str


class Left(NamedTuple):
    """What the demands of a query leave."""

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

    def left_by(self, tree: Node) -> Left:
        reading = _Reading(self._reader, self._index, self._matcher, lambda: self._files)
        files = demanded(tree, reading.holding, reading.everything)
        return Left(files, reading.lines_of, tuple(reading.hints))

    @cached_property
    def _files(self) -> list[_File]:
        """What others lean on first."""
        return [_File(*row) for row in self._reader.rows(_FILES)]


class _Reading:
    """One query is looked through; what a user should know of it is gathered on the way."""

    def __init__(
        self,
        reader: BookReader,
        index: SearchIndex,
        matcher: PatternMatcher,
        files: Callable[[], list[_File]],
    ) -> None:
        self._reader = reader
        self._index = index
        self._matcher = matcher
        self._allowance = Allowance()
        self._files = files  # most queries ask for none of them by what they are
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

    def _fulfilling(self, asked: Filter) -> set[int]:
        if asked.name == "symbol":
            name = asked.value.replace("::", ".").rpartition(".")[2]
            return self._ids("SELECT file FROM symbol WHERE name = ?", name)
        if asked.name == "finding":
            return self._with_finding(asked.value)
        return {
            file.id
            for file in self._files()
            if file_fulfils(asked, file.path, file.language, file.role)
        }

    def _with_finding(self, value: str) -> set[int]:
        """The findings are lines to show."""
        found: defaultdict[int, list[BestLine]] = defaultdict(list)
        for file, line, rule, message in self._reader.rows(_FINDING, (value.lower(), f"%{value}%")):
            found[file].append(BestLine(line, f"{rule}: {message}"))
        self._lines_of_file |= dict.fromkeys(found, lambda file: tuple(found[file][:_MAX_LINES]))
        return set(found)

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
        found = self._matcher.find(pattern, files, self._allowance, verbatim)
        if found.problem:
            self.hints[f"/{pattern.source}/ is searched as text: {found.problem}."] = None
            return self._matching(Pattern(literal(pattern.source)), among)
        if found.n_unread:
            self._hint_unread(found)
        self._lines_of_file |= dict.fromkeys(found.files, found.lines_of)
        return set(found.files)

    def _hint_unread(self, found: PatternMatches) -> None:
        n_read = found.n_candidates - found.n_unread
        read = f"The texts of {n_read:,} files were looked through"
        of = f"of {found.n_candidates:,} that may hold it"
        self.hints[f"{read}, {of}; a filter narrows it."] = None

    def _ids(self, query: str, *values: str) -> set[int]:
        return {file for (file,) in self._reader.rows(query, values)}


def _whole_words(text: str) -> list[str]:
    return [found[0] for word in _WORD.findall(text) if (found := terms_in(word))]


_FILES: Final = """
    SELECT f.id, f.path, f.language, f.role FROM file f LEFT JOIN file_rank r ON r.file = f.id
    WHERE f.status = 'documented' ORDER BY f.role != 'source', coalesce(r.score, 0) DESC, f.path
"""
_FINDING: Final = """
    SELECT file, line, rule, message FROM finding
    WHERE ?1 IN (lower(rule), severity, category) OR rule LIKE ?2 ORDER BY file, line, n
"""
