"""Cuts what is sorted by key into small files by the beginnings of keys.

Whatever stands under ``th`` is one shard where that is small enough. Otherwise ``th-`` holds what
has no further letter and the best of the rest, and all of the rest is in shards that are called by
the first letter they hold: ``tha`` reaches as far as the next, say ``the``. So a reader who knows
which shards there are needs one of them, however few letters he has typed.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from typing import Final, Generic, NamedTuple, TypeVar

from repobook.render.site.site_budget import MAX_SHARD, MAX_SHARD_TEXT, compressed_size

_INNER: Final = "-"
_N_BEST: Final = 60
_LIKELY: Final = 48_000
"""What is estimated to be so long fits as a rule, and what is longer does not."""

T = TypeVar("T")


class Keyed(NamedTuple, Generic[T]):
    key: str
    weight: tuple[int | str, ...]
    """What is smallest is best."""
    size: int
    """About how many bytes it takes."""
    value: T


class Writer(NamedTuple, Generic[T]):
    write: Callable[[Sequence[T], int], str]
    """Encodes values; the number is that of all values, listed or not."""
    briefly: Callable[[T], T] = lambda value: value
    """The short form of a value in a shard that lists only the best."""


Named = tuple[str, str]
"""Under which beginning, and the text."""


def shards(prefix: str, entries: Sequence[Keyed[T]], writer: Writer[T]) -> Iterator[Named]:
    """All keys begin with ``prefix`` and come in order."""
    text = _whole(entries, writer)
    if text:
        yield prefix, text
        return
    yield f"{prefix}{_INNER}", _first(prefix, entries, writer)
    rest = [entry for entry in entries if entry.key != prefix]
    for run in _runs(len(prefix) + 1, rest):
        yield from _run(len(prefix) + 1, run, writer)


def fits(text: str) -> bool:
    n_bytes = len(text.encode("utf-8", "backslashreplace"))
    return n_bytes <= MAX_SHARD or (
        n_bytes <= MAX_SHARD_TEXT and compressed_size(text) <= MAX_SHARD
    )


def _whole(entries: Sequence[Keyed[T]], writer: Writer[T]) -> str:
    """Empty where it would be too much."""
    if sum(entry.size for entry in entries) > _LIKELY:
        return ""
    text = writer.write([entry.value for entry in entries], len(entries))
    return text if fits(text) else ""


def _first(prefix: str, entries: Sequence[Keyed[T]], writer: Writer[T]) -> str:
    """What is called just so, and the best of what goes on; as many of them as fit."""
    here = [entry.value for entry in sorted(entries, key=_weight) if entry.key == prefix]
    longer = sorted((entry for entry in entries if entry.key != prefix), key=_weight)
    values = [*here, *(writer.briefly(entry.value) for entry in longer[:_N_BEST])]
    while not fits(text := writer.write(values, len(entries))) and values:
        values = values[: len(values) * 2 // 3]
    return text


def _weight(entry: Keyed[T]) -> tuple[int | str, ...]:
    return entry.weight


def _runs(depth: int, entries: Sequence[Keyed[T]]) -> Iterator[list[Keyed[T]]]:
    """Of keys that share so many letters as one; several such together while they are few."""
    run: list[Keyed[T]] = []
    size = 0
    for _, group in groupby(entries, lambda entry: entry.key[:depth]):
        more = list(group)
        n_more = sum(entry.size for entry in more)
        if run and size + n_more > _LIKELY:
            yield run
            run, size = [], 0
        run += more
        size += n_more
    if run:
        yield run


def _run(depth: int, entries: Sequence[Keyed[T]], writer: Writer[T]) -> Iterator[Named]:
    first, last = (entry.key[:depth] for entry in (entries[0], entries[-1]))
    if first == last:
        yield from shards(first, entries, writer)
    elif text := _whole(entries, writer):
        yield first, text
    else:
        middle = entries[len(entries) // 2].key[:depth]
        middle = middle if middle != first else last
        for half in _halves(middle, depth, entries):
            yield from _run(depth, half, writer)


def _halves(
    middle: str, depth: int, entries: Sequence[Keyed[T]]
) -> tuple[list[Keyed[T]], list[Keyed[T]]]:
    return (
        [entry for entry in entries if entry.key[:depth] < middle],
        [entry for entry in entries if entry.key[:depth] >= middle],
    )
