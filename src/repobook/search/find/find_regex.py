"""Finds files by a regular expression, on an engine whose time grows with the text and no more.

Only files are read that have the words which the expression demands, by several threads: neither
the engine nor the decompression holds the others up.
"""

from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from functools import partial
from itertools import islice
from os import cpu_count
from time import thread_time
from typing import Final, NamedTuple

from repobook.index.search.search_index import SearchIndex
from repobook.index.search.search_words import WordReader
from repobook.model.search.query import Pattern
from repobook.search.find.regex_candidates import may_match
from repobook.search.find.regex_scan import (
    Allowance,
    Batch,
    Expression,
    ScanResult,
    look,
    matching_lines,
)
from repobook.search.query.expressions import UnreadablePatternError, compiled
from repobook.search.rank.best_lines import BestLine

_MAX_PROGRAM: Final = 20_000
_N_THREADS: Final = min(4, cpu_count() or 1)


def _no_lines(file: int) -> tuple[BestLine, ...]:
    return ()


class PatternMatches(NamedTuple):
    files: list[int]
    lines_of: Callable[[int], tuple[BestLine, ...]] = _no_lines
    """The first lines of a file that match; searched on demand."""
    n_candidates: int = 0
    """Files that may match by the words in them."""
    n_unread: int = 0
    """Those of them that were not read, for lack of time."""
    problem: str = ""
    """Why the expression cannot be read; empty for a good one."""


class PatternMatcher:
    """Keeps the vocabulary of the index once it was needed."""

    def __init__(self, index: SearchIndex) -> None:
        self._index = index
        self._words = WordReader(index.db)

    def find(
        self, pattern: Pattern, candidates: Iterable[int], allowance: Allowance, verbatim: str = ""
    ) -> PatternMatches:
        """In the order of the candidates, until enough was read.

        ``verbatim``: what each match has as it stands; the candidates have its words already.
        """
        try:
            engine = compiled(pattern.source, pattern.flags)
        except UnreadablePatternError as error:
            return PatternMatches([], problem=str(error))
        if engine.programsize > _MAX_PROGRAM:
            return PatternMatches([], problem="it is too large")
        files = [*candidates] if verbatim else self._having(pattern, candidates, allowance)
        expression = Expression(engine, allowance, verbatim.encode("utf-8", "replace"))
        looked = _looked(expression, _charged(self._words.packed_texts(files), allowance))
        lines_of = partial(self._lines, expression)
        return PatternMatches(looked.matching, lines_of, len(files), len(files) - looked.n_read)

    def _having(
        self, pattern: Pattern, candidates: Iterable[int], allowance: Allowance
    ) -> list[int]:
        """Those that may match by their words."""
        start = thread_time()
        possible = may_match(self._words, pattern.source)
        allowance.spend(thread_time() - start)
        return [file for file in candidates if possible is None or file in possible]

    def _lines(self, expression: Expression, file: int) -> tuple[BestLine, ...]:
        return matching_lines(expression, self._index.text(file))


def _charged(batches: Iterator[Batch], allowance: Allowance) -> Iterator[Batch]:
    """Charges the time for reading packed texts too."""
    while not allowance.is_spent:
        start = thread_time()
        batch = next(batches, None)
        allowance.spend(thread_time() - start)
        if batch is None:
            return
        yield batch


def _looked(expression: Expression, batches: Iterator[Batch]) -> ScanResult:
    looked = [*_looked_ahead(expression, batches)]
    matching = [file for one in looked for file in one.matching]
    return ScanResult(matching, sum(one.n_read for one in looked))


def _looked_ahead(
    expression: Expression, batches: Iterator[Batch]
) -> Generator[ScanResult, None, None]:
    """In the order of the batches; the first is often all there is, and needs no thread."""
    yield from (look(expression, batch) for batch in islice(batches, 1))
    running: deque[Future[ScanResult]] = deque()
    pool = ThreadPoolExecutor(_N_THREADS)
    try:
        for batch in batches:
            running.append(pool.submit(look, expression, batch))
            if len(running) > _N_THREADS:
                yield running.popleft().result()
        while running:
            yield running.popleft().result()
    finally:
        pool.shutdown(cancel_futures=True)
