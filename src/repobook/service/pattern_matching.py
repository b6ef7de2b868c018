"""Finds lines by a regular expression, on an engine whose time grows with the text and no more.

Only files are read that have the words which the expression demands, by several threads: neither
the engine nor the decompression holds the others up.
"""

import re
from bisect import bisect_right
from collections import deque
from collections.abc import Generator, Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from itertools import islice
from os import cpu_count
from time import thread_time
from typing import Any, Final, NamedTuple

from repobook.model.query import Pattern
from repobook.search.best_lines import BestLine, shown_line
from repobook.search.expressions import UnreadablePatternError, compiled
from repobook.service.pattern_candidates import may_match
from repobook.store.search_index import SearchIndex
from repobook.store.search_record import joined, text_size
from repobook.store.search_words import WordReader

_MAX_LINES: Final = 3
_MAX_BYTES: Final = 192 << 20
# As a rule hundreds of megabytes are searched in a second, whatever the expression. For a few that
# are large (``.{0,300}x.{0,300}y``) it is one: they read for so long, and no large files.
_MAX_SECONDS: Final = 0.6
_MAX_SECONDS_OF_BATCH: Final = 0.05
_MAX_STEPS: Final = 1 << 30
_MAX_PROGRAM: Final = 20_000
_MAX_TOGETHER: Final = 2 << 20
_MAX_STEPS_TOGETHER: Final = 1 << 27
_ENDS_OF_TEXT: Final = re.compile(rb"\\[AzZC]|\(\?[a-zA-Z]*-")
_N_THREADS: Final = min(4, cpu_count() or 1)


class PatternMatches(NamedTuple):
    lines_by_file: dict[int, tuple[BestLine, ...]]
    """The first lines of each file that has any."""
    n_candidates: int = 0
    """Files that may match by the words in them."""
    n_unread: int = 0
    """Those of them that were not looked through, for there was too much to read."""
    problem: str = ""
    """Why the expression cannot be read; empty for a good one."""


class _Looked(NamedTuple):
    """What came of some files."""

    lines_by_file: dict[int, tuple[BestLine, ...]]
    n_read: int
    n_bytes: int
    seconds: float
    """Of the processor."""


_Batch = list[tuple[int, bytes]]


class Allowance:
    """What one query may read, all its expressions together."""

    def __init__(self) -> None:
        self._n_bytes = 0
        self._seconds = 0.0

    def spend(self, looked: _Looked) -> None:
        self._n_bytes += looked.n_bytes
        self._seconds += looked.seconds

    @property
    def is_spent(self) -> bool:
        return self._n_bytes > _MAX_BYTES or self._seconds > _MAX_SECONDS


class PatternMatcher:
    """Keeps the vocabulary of the index once it was needed."""

    def __init__(self, index: SearchIndex) -> None:
        self._words = WordReader(index.db)

    def find(
        self,
        pattern: Pattern,
        candidates: Iterable[int],
        allowance: Allowance,
        *,
        is_narrow: bool = False,
    ) -> PatternMatches:
        """In the order of the candidates, until enough was read.

        ``is_narrow``: the candidates are those that have its words already.
        """
        try:
            expression = compiled(pattern.source, pattern.flags)
        except UnreadablePatternError as error:
            return PatternMatches({}, problem=str(error))
        if expression.programsize > _MAX_PROGRAM:
            return PatternMatches({}, problem="it is too large")
        files = [*candidates] if is_narrow else self._having(pattern, candidates, allowance)
        return _matches(expression, files, self._words.packed_texts(files), allowance)

    def _having(
        self, pattern: Pattern, candidates: Iterable[int], allowance: Allowance
    ) -> list[int]:
        """Those that may match by their words."""
        start = thread_time()
        possible = may_match(self._words, pattern.source)
        allowance.spend(_Looked({}, 0, 0, thread_time() - start))
        return [file for file in candidates if possible is None or file in possible]


def _matches(
    expression: Any, files: Sequence[int], batches: Iterator[_Batch], allowance: Allowance
) -> PatternMatches:
    lines_by_file: dict[int, tuple[BestLine, ...]] = {}
    n_read = 0
    looked_at = _looked_ahead(expression, batches)
    while not allowance.is_spent and (looked := next(looked_at, None)):
        lines_by_file |= looked.lines_by_file
        n_read += looked.n_read
        allowance.spend(looked)
    looked_at.close()
    return PatternMatches(lines_by_file, len(files), len(files) - n_read)


def _looked_ahead(expression: Any, batches: Iterator[_Batch]) -> Generator[_Looked, None, None]:
    """In the order of the batches; the first is often all there is, and needs no thread."""
    yield from (_look(expression, batch) for batch in islice(batches, 1))
    running: deque[Future[_Looked]] = deque()
    pool = ThreadPoolExecutor(_N_THREADS)
    try:
        for batch in batches:
            running.append(pool.submit(_look, expression, batch))
            if len(running) > _N_THREADS:
                yield running.popleft().result()
        while running:
            yield running.popleft().result()
    finally:
        pool.shutdown(cancel_futures=True)


def _look(expression: Any, batch: _Batch) -> _Looked:
    start = thread_time()
    lines_by_file: dict[int, tuple[BestLine, ...]] = {}
    n_read = n_bytes = 0
    for files in _blocks(batch, expression.programsize):
        if thread_time() - start > _MAX_SECONDS_OF_BATCH:
            break
        text, starts = joined([packed for _, packed in files])
        n_read += len(files)
        n_bytes += len(text)
        for n in _numbers_matching(expression, text, starts):
            end = starts[n + 1] - 1 if n + 1 < len(starts) else len(text)
            if lines := _matching_lines(expression, text[starts[n] : end]):
                lines_by_file[files[n][0]] = lines
    return _Looked(lines_by_file, n_read, n_bytes, thread_time() - start)


def _blocks(batch: _Batch, program_size: int) -> Iterator[_Batch]:
    """Files to be read at once, without those that are too large for the expression."""
    most = _MAX_STEPS // program_size
    block: _Batch = []
    room = most_together = min(_MAX_TOGETHER, _MAX_STEPS_TOGETHER // program_size)
    for file, packed in batch:
        n_bytes = text_size(packed)
        if n_bytes > most:
            continue
        if n_bytes > room and block:
            yield block
            block, room = [], most_together
        block.append((file, packed))
        room -= n_bytes
    if block:
        yield block


def _numbers_matching(expression: Any, text: bytes, starts: list[int]) -> Iterator[int]:
    """Which of the texts in a joined one may match; each must be looked at by itself.

    A match over the end of a text is none, and one that asks for its very beginning or end, or for
    an end of line before ``\\r\\n``, can only be found in it alone.
    """
    if b"\r" in text or _ENDS_OF_TEXT.search(expression.pattern):
        yield from range(len(starts))
        return
    at = 0
    while found := expression.search(text, at):
        n = bisect_right(starts, found.start()) - 1
        yield n
        if n + 1 == len(starts):
            return
        at = starts[n + 1]


def _matching_lines(expression: Any, text: bytes) -> tuple[BestLine, ...]:
    """The first lines, each once, by where a match begins."""
    if b"\r" in text:
        text = text.replace(b"\r\n", b"\n")
    lines: list[BestLine] = []
    last, line, at = 0, 1, 0
    while len(lines) < _MAX_LINES and (found := expression.search(text, at)):
        line += text.count(b"\n", last, found.start())
        last = found.start()
        lines.append(BestLine(line, _shown(text, last)))
        end = text.find(b"\n", last)
        if end < 0:
            break
        at = max(found.end(), end + 1)
    return tuple(lines)


def _shown(text: bytes, at: int) -> str:
    start, end = text.rfind(b"\n", 0, at) + 1, text.find(b"\n", at)
    line = text[start : end if end >= 0 else len(text)]
    return shown_line(line.decode("utf-8", "replace"), at - start)
