"""Cuts what is sorted by key into small files by the beginnings of keys.

Whatever stands under ``th`` is one shard where that is small enough. Otherwise ``th-`` holds what
has no further letter and the best of the rest, and all of the rest is in shards that are called by
the first letter they hold: ``tha`` reaches as far as the next, say ``the``. So a reader who knows
which shards there are needs one of them, however few letters he has typed.
"""

import hashlib
from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from heapq import nsmallest
from itertools import groupby
from operator import attrgetter
from typing import Final, Generic, NamedTuple, TypeVar

from repobook.render.site.site_budget import MAX_SHARD, MAX_SHARD_TEXT, compressed_size

_INNER: Final = "-"
_N_BEST: Final = 60
_LIKELY: Final = 48_000
"""What is estimated to be so long fits as a rule, and what is longer does not."""

T = TypeVar("T")
_weight: Final = attrgetter("weight")


class Keyed(NamedTuple, Generic[T]):
    key: str
    weight: tuple[int | str, ...]
    """What is smallest is best."""
    size: int
    """About how many bytes it takes."""
    value: T


class ShardMemory:
    """Which shards were written last: one that holds the same is not written again."""

    def __init__(self, fits_by_digest: Mapping[bytes, bool], changed: Set[str]) -> None:
        """``changed`` are the texts whose entries are not as they were."""
        self._before = fits_by_digest
        self._changed = changed
        self.fits_by_digest: dict[bytes, bool] = {}
        """Of the shards that were asked for."""

    def fits(self, digest: bytes, texts: Sequence[str]) -> bool | None:
        """None where that is not known."""
        is_known = digest in self._before and self._changed.isdisjoint(texts)
        return self.put(digest, self._before[digest]) if is_known else None

    def put(self, digest: bytes, fits: bool) -> bool:
        self.fits_by_digest[digest] = fits
        return fits


class Writer(NamedTuple, Generic[T]):
    write: Callable[[Sequence[T], int], str]
    """Encodes values; the number is that of all values, listed or not."""
    briefly: Callable[[T], T] = lambda value: value
    """The short form of a value in a shard that lists only the best."""
    complete: Callable[[Sequence[T]], Sequence[T]] = lambda values: values
    """Looks up what is left out of values until they are written."""
    memory: ShardMemory | None = None


UNCHANGED: Final = "\0"
"""Stands for the text of a shard that is as it was."""

Named = tuple[str, str]
"""Under which beginning, and the text."""


def shards(prefix: str, entries: Sequence[Keyed[T]], writer: Writer[T]) -> Iterator[Named]:
    """All keys begin with ``prefix`` and come in order."""
    text = _whole(prefix, entries, writer)
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


def _whole(name: str, entries: Sequence[Keyed[T]], writer: Writer[T]) -> str:
    """Empty where it would be too much."""
    if sum(entry.size for entry in entries) > _LIKELY:
        return ""
    return _fitting(name, _Chosen(entries, len(entries), len(entries)), writer)


def _first(prefix: str, entries: Sequence[Keyed[T]], writer: Writer[T]) -> str:
    """What is called just so, and the best of what goes on; as many of them as fit."""
    here = sorted((entry for entry in entries if entry.key == prefix), key=_weight)
    longer = (entry for entry in entries if entry.key != prefix)
    chosen = [*here, *nsmallest(_N_BEST, longer, key=_weight)]
    name = f"{prefix}{_INNER}"
    while not (text := _fitting(name, _Chosen(chosen, len(here), len(entries)), writer)) and chosen:
        chosen = chosen[: len(chosen) * 2 // 3]
    return text


class _Chosen(NamedTuple, Generic[T]):
    """What is to be in a shard."""

    entries: Sequence[Keyed[T]]
    n_whole: int
    """So many of them are not shortened."""
    n_all: int


def _fitting(name: str, chosen: _Chosen[T], writer: Writer[T]) -> str:
    """Empty where it does not fit."""
    if writer.memory is None:
        text = _text(chosen, writer)
        return text if fits(text) else ""
    texts = [str(entry.weight[-1]) for entry in chosen.entries]
    digest = _digest(name, str(chosen.n_whole), str(chosen.n_all), *texts)
    is_fitting = writer.memory.fits(digest, texts)
    if is_fitting is not None:
        return UNCHANGED if is_fitting else ""
    text = _text(chosen, writer)
    return text if writer.memory.put(digest, fits(text)) else ""


def _text(chosen: _Chosen[T], writer: Writer[T]) -> str:
    values = writer.complete([entry.value for entry in chosen.entries])
    shortened = map(writer.briefly, values[chosen.n_whole :])
    return writer.write([*values[: chosen.n_whole], *shortened], chosen.n_all)


def _digest(*texts: str) -> bytes:
    data = "\0".join(texts).encode("utf-8", "surrogatepass")
    return hashlib.blake2b(data, digest_size=12).digest()


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
    elif text := _whole(first, entries, writer):
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
