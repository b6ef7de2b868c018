"""Symbols that are one thing: what is said of a declaration is said of its definition."""

from collections.abc import Iterable
from typing import Final, NamedTuple

from repobook.index.reader.rows import Rows, listed


class SameSymbol(NamedTuple):
    key: int
    other: int
    is_shared: bool
    """Whether the other may as well be something else: several files define what it declares."""


def same_symbols(rows: Rows, keys: Iterable[int]) -> list[SameSymbol]:
    """Of each key all others, in the order of both."""
    return [SameSymbol(*row) for row in rows(_SAME, listed(keys))]


def confidence_by_target(rows: Rows, key: int) -> dict[int, str]:
    """Where uses of a symbol may lead; not empty where that makes them less sure."""
    same = same_symbols(rows, (key,))
    return {key: "", **{one.other: "ambiguous" if one.is_shared else "" for one in same}}


_SAME: Final = """
    SELECT DISTINCT t.key, t.other,
           (SELECT count(DISTINCT o.file) FROM same_symbol o WHERE o.key = t.other)
           > (SELECT count(DISTINCT o.file) FROM same_symbol o WHERE o.key = t.key)
    FROM json_each(?) k CROSS JOIN same_symbol t ON t.key = k.value ORDER BY t.key, t.other
"""
