"""Makes the search index of the site, letter by letter, so that an edit costs a few letters."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Set
from typing import Final, NamedTuple

import apsw
import msgspec
import zstandard

from repobook.index.reader.repository.name_index import names_defined_in
from repobook.index.reader.repository.site_names import (
    KeywordTable,
    NameTable,
    SiteIndexReader,
    WordTable,
    keywords_in,
    name_table,
    names_in,
    standings,
    words_in,
    words_in_name,
)
from repobook.index.reader.repository.site_words import SiteWords
from repobook.index.stale.changes import Changes
from repobook.render.places import Places
from repobook.render.site import site_search
from repobook.render.site.shards import ShardMemory
from repobook.render.site.site_search import Shard
from repobook.text.naming.shard_keys import LETTERS, shard_key

_FAMILIES: Final = ("n", "w", "k")
_PATHS: Final = "p"


LABELS: Final = (*(f"{family}-{letter}" for family in _FAMILIES for letter in LETTERS), _PATHS)
"""What is made at once: ``n-a`` are the names under A."""


class ShardsChange(NamedTuple):
    """What an edit changed of the parts of the search that have labels."""

    words_by_label: Mapping[str, frozenset[str]]
    """The names or words whose entries are not as they were."""
    names: frozenset[str] = frozenset()
    """Those that are defined otherwise than before."""
    files: frozenset[int] = frozenset()
    """Those with other keywords, or another standing."""


class LabelShards(NamedTuple):
    shards: tuple[Shard, ...]
    table: bytes
    """What they were made from, to be brought up to date by the next build; may be empty."""


class SiteIndex:
    def __init__(self, db: apsw.Connection, places: Places, *, is_fine: bool) -> None:
        """``is_fine`` of a large repository, whose index has no room for more than keywords."""
        self._reader = SiteIndexReader(db, has_room=not is_fine)
        self._places = places

    def made(self, label: str) -> LabelShards:
        family, _, letter = label.partition("-")
        if family == _PATHS:
            paths = site_search.path_shards(self._reader.paths(), self._places)
            return LabelShards(tuple(paths), b"")
        return _MAKERS[family](self, letter, _Update(ShardMemory({}, frozenset())))

    def changed(self, label: str, table: bytes, change: ShardsChange) -> LabelShards:
        """``table`` is that of the last build."""
        family, _, letter = label.partition("-")
        fits_by_digest, content = _STORED.decode(_decompressed(table))
        changed = change.words_by_label[label]
        memory = ShardMemory(fits_by_digest, changed)
        return _MAKERS[family](self, letter, _Update(memory, content, changed, change))

    def _names(self, letter: str, update: "_Update") -> LabelShards:
        reader, places, memory = self._reader, self._places, update.memory
        if update.change is None:
            names = reader.names(letter)
            shards = site_search.name_shards(letter, names, places, memory)
            return _with_table(shards, name_table(names), memory)
        table = reader.changed_names(_NAMES.decode(update.content), update.words)
        shards = site_search.name_shards(
            letter, names_in(table), places, memory, reader.complete_names
        )
        return _with_table(shards, table, memory)

    def _words(self, letter: str, update: "_Update") -> LabelShards:
        if update.change is None:
            table = self._reader.word_table(letter)
        else:
            before, names = _WORDS.decode(update.content), update.change.names
            table = self._reader.changed_words(before, update.words, names)
        shards = site_search.word_shards(letter, words_in(table), update.memory)
        return _with_table(shards, table, update.memory)

    def _keywords(self, letter: str, update: "_Update") -> LabelShards:
        reader = self._reader
        if update.change is None:
            table = reader.keyword_table(letter)
        else:
            before, files = _KEYWORDS.decode(update.content), update.change.files
            table = reader.changed_keywords(before, update.words, files)
        shards = site_search.keyword_shards(
            letter,
            keywords_in(table),
            self._places,
            update.memory,
            reader.complete_keywords(table),
        )
        return _with_table(shards, table, update.memory)


class _Update(NamedTuple):
    memory: ShardMemory
    content: msgspec.Raw = msgspec.Raw(b"")
    """The table before; only with a change."""
    words: frozenset[str] = frozenset()
    change: ShardsChange | None = None
    """None where all is made from the index."""


def _with_table(
    shards: Iterable[Shard], table: Mapping[str, object], memory: ShardMemory
) -> LabelShards:
    written = tuple(shards)
    stored = memory.fits_by_digest, msgspec.Raw(msgspec.msgpack.encode(table))
    return LabelShards(written, zstandard.compress(msgspec.msgpack.encode(stored), _LEVEL))


def _decompressed(table: bytes) -> bytes:
    return zstandard.decompress(table)


_LEVEL: Final = 1
_STORED: Final = msgspec.msgpack.Decoder(tuple[dict[bytes, bool], msgspec.Raw])
_NAMES: Final = msgspec.msgpack.Decoder(NameTable)
_WORDS: Final = msgspec.msgpack.Decoder(WordTable)
_KEYWORDS: Final = msgspec.msgpack.Decoder(KeywordTable)
_MAKERS: Final[Mapping[str, Callable[[SiteIndex, str, _Update], LabelShards]]] = {
    "n": SiteIndex._names,
    "w": SiteIndex._words,
    "k": SiteIndex._keywords,
}


def shards_changed(
    old: apsw.Connection,
    new: apsw.Connection,
    changes: Changes,
    names: Iterable[str],
    is_fine: bool,
) -> ShardsChange:
    """``names`` are those whose entry in the index from A to Z changed."""
    moved = _moved(old, new) | changes.listed
    changed_names = {*names, *(name for db in (old, new) for name in names_defined_in(db, moved))}
    site_words = SiteWords(old, has_room=not is_fine), SiteWords(new, has_room=not is_fine)
    words_by_label: defaultdict[str, set[str]] = defaultdict(set)
    for family, word in (
        *(("n", name) for name in changed_names),
        *(("w", word) for name in changed_names for word in words_in_name(name)),
        *(("k", word) for word in _keywords_changed(site_words, changes.files | moved, moved)),
    ):
        words_by_label[f"{family}-{shard_key(word)[0]}"].add(word)
    if moved:
        words_by_label[_PATHS] = set()
    return ShardsChange(
        {label: frozenset(words) for label, words in words_by_label.items()},
        frozenset(changed_names),
        changes.files | moved,
    )


def _moved(old: apsw.Connection, new: apsw.Connection) -> frozenset[int]:
    """Files whose number of dependents changed a lot."""
    before, after = standings(old), standings(new)
    return frozenset(id for id in before.keys() | after.keys() if before.get(id) != after.get(id))


def _keywords_changed(
    words: tuple[SiteWords, SiteWords], ids: Iterable[int], moved: Set[int]
) -> Iterator[str]:
    """``words`` before and after."""
    for id in sorted(ids):
        before, after = (one.weights(id) for one in words)
        own = before.keys() | after.keys()
        yield from (word for word in own if id in moved or before.get(word) != after.get(word))
