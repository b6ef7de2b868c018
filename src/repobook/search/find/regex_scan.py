"""Scans texts with an expression, in pieces that the engine reads within a time limit.

A call of the engine cannot be interrupted. Most expressions read hundreds of megabytes in a second,
a few (``a.{500}b``) not even one: the size of a piece follows the measured pace.
"""

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from time import thread_time
from typing import Any, Final, NamedTuple

from repobook.index.search.search_record import joined, text_size
from repobook.search.rank.best_lines import BestLine, shown_line

_MAX_SECONDS: Final = 0.32
_SECONDS_OF_CALL: Final = 0.01
_SECONDS_TOGETHER: Final = 0.01
_IN_NO_TIME: Final = 0.0005
_FIRST_STEPS: Final = 1 << 22
_GROWTH: Final = 4
_MAX_TOGETHER: Final = 2 << 20
_ENDS_OF_TEXT: Final = re.compile(rb"\\[AzZC]|\(\?[a-zA-Z]*-")
_MAX_LINES: Final = 3

Batch = Sequence[tuple[int, bytes]]


class Allowance:
    """What one query may take of the processors, all its expressions and threads together."""

    def __init__(self) -> None:
        self._seconds = 0.0

    def spend(self, seconds: float) -> None:
        self._seconds += seconds

    @property
    def is_spent(self) -> bool:
        return self._seconds > _MAX_SECONDS


class Pace:
    """How much text one call may be given: at first little, then more by and by.

    Threads share it, and one may overwrite what another measured: the next call measures again.
    """

    def __init__(self, program_size: int) -> None:
        self.reach = 1 + _FIRST_STEPS // max(1, program_size)
        self.is_together = True
        """Whether one call searches many texts."""

    def learn(self, n_given: int, n_read: int, seconds: float) -> None:
        """``n_read``: as far as is known, for a match may have been looked for further on."""
        grown = max(self.reach, _GROWTH * n_read)
        in_time = int(n_given * _SECONDS_OF_CALL / max(seconds, _IN_NO_TIME))
        self.reach = min(grown, in_time) if seconds > _IN_NO_TIME else grown


class Expression:
    """What is looked for, how fast that goes, and what it may take."""

    def __init__(self, engine: Any, allowance: Allowance, verbatim: bytes = b"") -> None:
        """``verbatim``: text that each match contains, if any; finding it takes almost no time."""
        self._engine = engine
        self.pace = Pace(engine.programsize)
        self.allowance = allowance
        self.verbatim = verbatim
        self.asks_for_ends = bool(_ENDS_OF_TEXT.search(engine.pattern))

    def first(self, text: bytes, start: int, end: int) -> tuple[Any, bool]:
        """The first match between two places, and whether all of it was searched.

        What is found in a part of a text stands there in the whole as well.
        """
        while True:
            stop = min(end, start + self.pace.reach)
            match = self._timed(text, start, stop)
            if match or stop == end:
                return match, True
            if start + self.pace.reach <= stop:
                return None, False

    def _timed(self, text: bytes, start: int, stop: int) -> Any:
        began = thread_time()
        match = self._engine.search(text, start, stop)
        seconds = thread_time() - began
        self.pace.learn(stop - start, (match.end() if match else stop) - start, seconds)
        return match


class ScanResult(NamedTuple):
    """The matching files, and the number that was read."""

    matching: list[int]
    n_read: int


def look(expression: Expression, batch: Batch) -> ScanResult:
    """Until the allowance is spent."""
    matching: list[int] = []
    n_read = 0
    for block in _blocks(batch):
        if expression.allowance.is_spent:
            break
        result = _looked_at(expression, _unpacked(block, expression))
        matching += [block[n][0] for n in result.matching]
        n_read += result.n_read
    return ScanResult(matching, n_read)


def matching_lines(expression: Expression, text: bytes) -> tuple[BestLine, ...]:
    """The first lines, each once, by where a match begins."""
    text = _with_plain_breaks(text)
    lines: list[BestLine] = []
    last, line, at = 0, 1, 0
    began = thread_time()
    while len(lines) < _MAX_LINES and (match := expression.first(text, at, len(text))[0]):
        line += text.count(b"\n", last, match.start())
        last = match.start()
        lines.append(BestLine(line, _shown(text, last)))
        end = text.find(b"\n", last)
        if end < 0 or expression.allowance.is_spent:
            break
        at = max(match.end(), end + 1)
    expression.allowance.spend(thread_time() - began)
    return tuple(lines)


def _blocks(batch: Batch) -> Iterator[Batch]:
    """Files to be unpacked at once: many, for threads wait for each other around each call."""
    block: list[tuple[int, bytes]] = []
    n_together = 0
    for file, packed in batch:
        n_bytes = text_size(packed)
        if block and n_together + n_bytes > _MAX_TOGETHER:
            yield block
            block, n_together = [], 0
        block.append((file, packed))
        n_together += n_bytes
    if block:
        yield block


class _Texts(NamedTuple):
    joined: bytes
    starts: list[int]
    ends: list[int]
    are_alone: bool
    """Whether what is found in the joined text says nothing of each.

    A match that asks for the very beginning or end of a text, or for an end of line before
    ``\\r\\n``, can only be found in it alone.
    """


def _unpacked(block: Batch, expression: Expression) -> _Texts:
    began = thread_time()
    text, starts = joined([packed for _, packed in block])
    ends = [*(start - 1 for start in starts[1:]), len(text)]
    are_alone = expression.asks_for_ends or b"\r" in text
    expression.allowance.spend(thread_time() - began)
    return _Texts(text, starts, ends, are_alone)


def _looked_at(expression: Expression, texts: _Texts) -> ScanResult:
    """By the numbers of the texts."""
    matching: list[int] = []
    n = n_slow = 0
    began = last = thread_time()
    while n < len(texts.starts) and not expression.allowance.is_spent:
        n, is_sure = _next(expression, texts, n)
        if n < len(texts.starts):
            matches, is_read = (True, True) if is_sure else _alone(expression, texts, n)
            matching += [n] if matches else []
            n_slow += not is_read
            n += 1
        now = thread_time()
        expression.allowance.spend(now - last)
        last = now
        if now - began > _SECONDS_TOGETHER:
            expression.pace.is_together = False
    return ScanResult(matching, n - n_slow)


def _next(expression: Expression, texts: _Texts, n: int) -> tuple[int, bool]:
    """The number of the next text that may match, from one on, and whether it does for sure."""
    if expression.verbatim:
        at = texts.joined.find(expression.verbatim, texts.starts[n])
        return bisect_right(texts.starts, at) - 1 if at >= 0 else len(texts.starts), False
    if texts.are_alone or not expression.pace.is_together:
        return n, False
    match, is_read = expression.first(texts.joined, texts.starts[n], len(texts.joined))
    if not match:
        return len(texts.starts) if is_read else n, False
    n = bisect_right(texts.starts, match.start()) - 1
    return n, match.end() <= texts.ends[n]


def _alone(expression: Expression, texts: _Texts, n: int) -> tuple[Any, bool]:
    start, end = texts.starts[n], texts.ends[n]
    if not texts.are_alone:
        return expression.first(texts.joined, start, end)
    text = _with_plain_breaks(texts.joined[start:end])
    return expression.first(text, 0, len(text))


def _with_plain_breaks(text: bytes) -> bytes:
    return text.replace(b"\r\n", b"\n") if b"\r" in text else text


def _shown(text: bytes, at: int) -> str:
    start, end = text.rfind(b"\n", 0, at) + 1, text.find(b"\n", at)
    line = text[start : end if end >= 0 else len(text)]
    return shown_line(line.decode("utf-8", "replace"), at - start)
