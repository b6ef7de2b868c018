"""Makes the search index of the site, letter by letter, and finds the letters that changed.

Of a large repository each letter is made by itself, so that an edit costs a few letters; of a small
one all of them together.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Final

import apsw

from repobook.index.reader.file.file_keywords import stored_keywords
from repobook.index.reader.repository.name_index import names_defined_in
from repobook.index.reader.repository.site_names import (
    SiteIndexReader,
    keyword_weights,
    standings,
    words_in_name,
)
from repobook.index.stale.changes import Changes
from repobook.render.places import Places
from repobook.render.site import site_search
from repobook.render.site.site_search import Shard
from repobook.text.naming.shard_keys import LETTERS, shard_key

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

    def shards(self, label: str) -> Iterator[Shard]:
        family, _, letter = label.partition("-")
        if family == _PATHS:
            yield from site_search.path_shards(self._reader.paths(), self._places)
            return
        for one in letter or LETTERS:
            yield from _MAKERS[family](self, one)

    def _names(self, letter: str) -> Iterator[Shard]:
        return site_search.name_shards(letter, self._reader.names(letter), self._places)

    def _words(self, letter: str) -> Iterator[Shard]:
        return site_search.word_shards(letter, self._reader.words(letter))

    def _keywords(self, letter: str) -> Iterator[Shard]:
        return site_search.keyword_shards(letter, self._reader.keywords(letter), self._places)


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
    """``names`` are those whose entry in the index from A to Z changed."""
    moved = _moved(old, new) | changes.listed
    changed_names = {*names, *(name for db in (old, new) for name in names_defined_in(db, moved))}
    changed_letters = {
        *(("n", shard_key(name)[0]) for name in changed_names),
        *(("w", shard_key(word)[0]) for name in changed_names for word in words_in_name(name)),
        *(("k", shard_key(word)[0]) for word in _keywords_changed(old, new, changes, moved)),
    }
    labels = {f"{family}-{letter}" if is_fine else family for family, letter in changed_letters}
    return labels | {_PATHS} if moved else labels


def _moved(old: apsw.Connection, new: apsw.Connection) -> frozenset[int]:
    """Files whose number of dependents changed a lot."""
    before, after = standings(old), standings(new)
    return frozenset(id for id in before.keys() | after.keys() if before.get(id) != after.get(id))


def _keywords_changed(
    old: apsw.Connection, new: apsw.Connection, changes: Changes, moved: frozenset[int]
) -> Iterator[str]:
    for id in sorted(changes.files | moved):
        before, after = _weights(old, id), _weights(new, id)
        words = before.keys() | after.keys()
        yield from (w for w in words if id in moved or before.get(w) != after.get(w))


def _weights(db: apsw.Connection, file: int) -> dict[str, int]:
    return keyword_weights(stored_keywords(db.execute, file)[1])
