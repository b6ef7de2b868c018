"""Writes the search index of the site as scripts, which need no server.

From a disk a script may not read a file but may run one, so every shard calls ``bookShard`` with
its name and a value of plain lists: no key of an object is ever taken from the repository. A long
value is compressed, for a book of a large repository has tens of megabytes of them.
"""

import json
from base64 import b64encode
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Final, TypeVar

from repobook.model.site.site_index import IndexedFile, IndexedKeyword, IndexedName, IndexedWord
from repobook.render.places import Places
from repobook.render.site.file_table import FileTable
from repobook.render.site.shards import UNCHANGED, Keyed, ShardMemory, Writer, fits, shards
from repobook.render.site.site_budget import compressed
from repobook.text.naming.shard_keys import shard_key
from repobook.text.naming.slugs import symbol_anchor
from repobook.text.naming.symbol_sections import has_section
from repobook.text.visible import one_visible_line

FOLDER: Final = "book-index"
"""Of the site; a folder of the repository with this name is escaped."""
DIRECTORY: Final = "directory"
_SUFFIX: Final = ".js"
_MAX_SHOWN: Final = 200
_MAX_PLAIN: Final = 100
_MAX_SCOPE: Final = 60
_MOST_PATHS: Final = 2_500
_N_BEST: Final = 1
_MIN_COMPRESSED: Final = 2_000
"""What is shorter is written as it is."""

T = TypeVar("T")

Shard = tuple[str, str]
"""Its name below the site, and its text, or `UNCHANGED`."""


def name_shards(
    letter: str,
    names: Iterable[IndexedName],
    places: Places,
    memory: ShardMemory | None = None,
    complete: Callable[[Sequence[IndexedName]], Sequence[IndexedName]] = lambda names: names,
) -> Iterator[Shard]:
    """``complete`` looks up the definitions of names that come without."""
    entries = [Keyed(shard_key(one.name), _fame(one), _size(one), one) for one in names]
    writer = Writer[IndexedName](
        lambda values, n: _names(values, n, places), _best_definitions, complete, memory
    )
    return _written("n", letter, entries, writer)


def word_shards(
    letter: str, words: Iterable[IndexedWord], memory: ShardMemory | None = None
) -> Iterator[Shard]:
    entries = [
        Keyed(shard_key(one.word), (-one.n_all, one.word), 20 + sum(map(len, one.names)), one)
        for one in words
    ]
    return _written("w", letter, entries, Writer[IndexedWord](_words, memory=memory))


def keyword_shards(
    letter: str,
    keywords: Iterable[IndexedKeyword],
    places: Places,
    memory: ShardMemory | None = None,
    complete: Callable[[Sequence[IndexedKeyword]], Sequence[IndexedKeyword]] = lambda words: words,
) -> Iterator[Shard]:
    """``complete`` looks up the files of keywords that come without."""
    entries = [
        Keyed(
            shard_key(one.word),
            (-one.n_all, one.word),
            20 + 16 * (one.n_listed or len(one.files)),
            one,
        )
        for one in keywords
    ]
    writer = Writer[IndexedKeyword](
        lambda values, n: _keywords(values, n, places), complete=complete, memory=memory
    )
    return _written("k", letter, entries, writer)


def path_shards(files: Sequence[IndexedFile], places: Places) -> Iterator[Shard]:
    """All files in order, cut where a shard is full."""
    n, first = 0, 0
    while first < len(files):
        step = _MOST_PATHS
        while not fits(text := _paths(files[first : first + step], places)) and step > 1:
            step = step * 4 // 5
        yield _shard(f"p-{n}", text)
        n, first = n + 1, first + step


def directory(names: Iterable[str]) -> Shard:
    """The list of all shards, so that a script requests no missing one."""
    stems = sorted(name.rpartition("/")[2].removesuffix(_SUFFIX) for name in names)
    return _shard(DIRECTORY, _json(" ".join(stems)))


def _written(
    family: str, letter: str, entries: Iterable[Keyed[T]], writer: Writer[T]
) -> Iterator[Shard]:
    ordered = sorted(entries, key=_by_key)
    for prefix, text in shards(letter, ordered, writer) if ordered else ():
        yield _shard(f"{family}-{prefix}", text)


def _by_key(entry: Keyed[T]) -> tuple[str, tuple[int | str, ...]]:
    return entry.key, entry.weight


def _shard(stem: str, value: str) -> Shard:
    text = value if value is UNCHANGED else f'bookShard("{stem}",{_argument(value)});\n'
    return f"{FOLDER}/{stem}{_SUFFIX}", text


def _argument(value: str) -> str:
    if len(value) < _MIN_COMPRESSED:
        return value
    return f'"{b64encode(compressed(value)).decode()}",1'


def _fame(one: IndexedName) -> tuple[int | str, ...]:
    n_others = one.n_all - one.n_tests
    return n_others == 0, -(n_others or one.n_all).bit_length(), len(one.name), one.name


def _size(one: IndexedName) -> int:
    return 30 + len(one.name) + 35 * (one.n_listed or len(one.definitions))


def _best_definitions(one: IndexedName) -> IndexedName:
    return one._replace(definitions=one.definitions[:_N_BEST])


def _names(names: Sequence[IndexedName], n_all: int, places: Places) -> str:
    table = FileTable((one.file for name in names for one in name.definitions), places)
    return _json([n_all, [_name(name, table) for name in names], *table.columns()])


def _name(name: IndexedName, table: FileTable) -> list[Any]:
    """Each definition is four numbers: file, kind with one bit for whether it surely has a section
    among the symbols of its file, scope, overload."""
    numbers: list[int] = []
    anchors: list[int | str] = []
    for n, one in enumerate(name.definitions):
        kind = table.text(one.kind) * 2 + has_section(one.kind, one.file.role, one.exported)
        qualname, scope = one.scope + name.name, _visible_scope(one.scope)
        numbers += (table.number(one.file), kind, table.text(scope), one.overload)
        if not _is_plain(qualname) or scope != one.scope:
            anchors += (n, symbol_anchor(qualname, one.overload))
    row = [_visible(name.name), name.n_all, name.n_tests, numbers]
    return [*row, anchors] if anchors else row


def _is_plain(qualname: str) -> bool:
    """Whether a script can make its anchor."""
    return len(qualname) <= _MAX_PLAIN and qualname.isascii() and qualname.isprintable()


def _visible_scope(scope: str) -> str:
    """The end of a long one, which says most."""
    return one_visible_line(scope if len(scope) <= _MAX_SCOPE else f"…{scope[-_MAX_SCOPE:]}")


def _words(words: Sequence[IndexedWord], n_all: int) -> str:
    return _json([n_all, [[one.word, one.n_all, [*map(_visible, one.names)]] for one in words]])


def _keywords(keywords: Sequence[IndexedKeyword], n_all: int, places: Places) -> str:
    table = FileTable((file for one in keywords for file, _ in one.files), places)
    rows = [
        [
            one.word,
            one.n_all,
            [n for file, weight in one.files for n in (table.number(file), weight)],
        ]
        for one in keywords
    ]
    return _json([n_all, rows, *table.columns()])


def _paths(files: Sequence[IndexedFile], places: Places) -> str:
    return _json(FileTable(files, places).columns())


def _visible(name: str) -> str:
    return one_visible_line(name[:_MAX_SHOWN])


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
