"""Makes the search of the site from the index, letter by letter, and tells which letters changed.

Of a large repository each letter is made by itself, so that an edit costs a few letters; of a small
one all of them together.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Final

import apsw

from repobook.render import site_index
from repobook.render.places import Places
from repobook.render.site_index import Shard
from repobook.store.changes import Changes
from repobook.store.site_index import SiteIndexReader, keyword_weights, standings, words_in_name
from repobook.text.shard_keys import LETTERS, shard_key

_FAMILIES: Final = ("n", "w", "k")
_PATHS: Final = "p"


def labels(is_fine: bool) -> tuple[str, ...]:
    """What is made at once: ``n-a`` are the names under A, ``n`` all names."""
    letters = [f"-{letter}" for letter in LETTERS] if is_fine else [""]
    return *(f"{family}{letter}" for family in _FAMILIES for letter in letters), _PATHS


class SiteIndex:
    def __init__(self, db: apsw.Connection, places: Places) -> None:
        self._reader = SiteIndexReader(db)
        self._places = places

    def made(self, label: str) -> Iterator[Shard]:
        family, _, letter = label.partition("-")
        if family == _PATHS:
            yield from site_index.path_shards(self._reader.paths(), self._places)
            return
        for one in letter or LETTERS:
            yield from _MAKERS[family](self, one)

    def _names(self, letter: str) -> Iterator[Shard]:
        return site_index.name_shards(letter, self._reader.names(letter), self._places)

    def _words(self, letter: str) -> Iterator[Shard]:
        return site_index.word_shards(letter, self._reader.words(letter))

    def _keywords(self, letter: str) -> Iterator[Shard]:
        return site_index.keyword_shards(letter, self._reader.keywords(letter), self._places)


_MAKERS: Final[Mapping[str, Callable[[SiteIndex, str], Iterator[Shard]]]] = {
    "n": SiteIndex._names,
    "w": SiteIndex._words,
    "k": SiteIndex._keywords,
}


def labels_changed(
    old: apsw.Connection,
    new: apsw.Connection,
    changes: Changes,
    names: Iterable[str],
    is_fine: bool,
) -> set[str]:
    """``names`` are those that are told differently in an index from A to Z."""
    moved = _moved(old, new) | changes.comings
    told = {*names, *(name for db in (old, new) for name in _names_of(db, moved))}
    found = {
        *(("n", shard_key(name)[0]) for name in told),
        *(("w", shard_key(word)[0]) for name in told for word in words_in_name(name)),
        *(("k", shard_key(word)[0]) for word in _keywords_changed(old, new, changes, moved)),
    }
    labels = {f"{family}-{letter}" if is_fine else family for family, letter in found}
    return labels | {_PATHS} if moved else labels


def _moved(old: apsw.Connection, new: apsw.Connection) -> frozenset[int]:
    """Files on which many more or many fewer lean."""
    before, after = standings(old), standings(new)
    return frozenset(id for id in before.keys() | after.keys() if before.get(id) != after.get(id))


def _names_of(db: apsw.Connection, files: Iterable[int]) -> Iterator[str]:
    for id in sorted(files):
        yield from (name for (name,) in db.execute("SELECT name FROM symbol WHERE file = ?", (id,)))


def _keywords_changed(
    old: apsw.Connection, new: apsw.Connection, changes: Changes, moved: frozenset[int]
) -> Iterator[str]:
    for id in sorted(changes.files | moved):
        before, after = _weights(old, id), _weights(new, id)
        words = before.keys() | after.keys()
        yield from (w for w in words if id in moved or before.get(w) != after.get(w))


def _weights(db: apsw.Connection, file: int) -> dict[str, int]:
    ranked = db.execute("SELECT ranked FROM file_keywords WHERE file = ?", (file,)).get
    return keyword_weights(ranked) if ranked else {}
