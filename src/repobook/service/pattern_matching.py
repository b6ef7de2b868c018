"""Finds lines by a regular expression, on an engine whose time grows with the text and no more."""

from collections.abc import Iterable
from itertools import islice
from typing import Any, Final, NamedTuple

import re2

from repobook.model.query import Pattern
from repobook.search.best_lines import BestLine, shown_line
from repobook.store.search_index import SearchIndex

_MAX_LINES: Final = 3
_MAX_FOUND: Final = 1_000
_MAX_BYTES: Final = 48 << 20


class PatternMatches(NamedTuple):
    lines_by_file: dict[int, tuple[BestLine, ...]]
    """The first lines of each file that has any."""
    n_unread: int
    """Files that were not looked through, for there was too much to read."""
    problem: str
    """Why the expression cannot be read; empty for a good one."""


class PatternMatcher:
    def __init__(self, index: SearchIndex) -> None:
        self._index = index

    def find(self, pattern: Pattern, candidates: Iterable[int]) -> PatternMatches:
        """In the order of the candidates, until enough was read."""
        try:
            expression = _compiled(pattern)
        except re2.error as error:
            return PatternMatches({}, 0, str(error))
        lines_by_file: dict[int, tuple[BestLine, ...]] = {}
        n_bytes = n_unread = 0
        for file in candidates:
            if n_bytes > _MAX_BYTES:
                n_unread += 1
                continue
            text = self._index.text(file).replace(b"\r\n", b"\n").replace(b"\r", b"\n")
            n_bytes += len(text)
            if lines := _matching_lines(expression, text):
                lines_by_file[file] = lines
        return PatternMatches(lines_by_file, n_unread, "")


def _compiled(pattern: Pattern) -> Any:
    """``^`` and ``$`` are ends of lines."""
    options = re2.Options()
    options.log_errors = False
    return re2.compile(f"(?m{pattern.flags}){pattern.source}", options=options)


def _matching_lines(expression: Any, text: bytes) -> tuple[BestLine, ...]:
    """The first lines, each once, by where a match begins."""
    lines: dict[int, BestLine] = {}
    last, line = 0, 1
    for found in islice(expression.finditer(text), _MAX_FOUND):
        if len(lines) == _MAX_LINES:
            break
        line += text.count(b"\n", last, found.start())
        last = found.start()
        lines.setdefault(line, BestLine(line, _shown(text, last)))
    return tuple(lines.values())


def _shown(text: bytes, at: int) -> str:
    start, end = text.rfind(b"\n", 0, at) + 1, text.find(b"\n", at)
    line = text[start : end if end >= 0 else len(text)]
    return shown_line(line.decode("utf-8", "replace"), at - start)
