"""Reads from the index what the search of the site is made of, letter by letter.

Nothing here moves with the lines of a file: an edit inside a function changes no answer. How much
others depend on a file counts in powers of two, so that few edits move it.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from functools import cache, cached_property
from heapq import nsmallest
from typing import Any, Final, NamedTuple, TypeVar

import apsw
import msgspec

from repobook.index.reader.repository.site_words import SiteWords
from repobook.model.kinds import CLASSES, HOLDERS
from repobook.model.site.site_index import (
    IndexedDefinition,
    IndexedFile,
    IndexedKeyword,
    IndexedName,
    IndexedWord,
)
from repobook.text.naming.identifier_words import words_of
from repobook.text.naming.name_forms import initials
from repobook.text.naming.shard_keys import shard_key

_MAX_DEFINITIONS: Final = 12
_MAX_TESTS: Final = 3
_MAX_NAMES: Final = 60
_MAX_FILES: Final = 40
_INITIALS: Final = range(3, 7)
_MOST_STANDING: Final = 15
_TEST: Final = "test"

T = TypeVar("T")


class _Frequency(NamedTuple):
    """How often a name is defined."""

    n_all: int
    n_tests: int


# By name: how many definitions there are, how many of these in tests, how many are listed.
NameTable = dict[str, tuple[int, int, int]]
# By word: the names that have it, each with how well known it is.
WordTable = dict[str, dict[str, int]]
# By word: the ids of the files that it distinguishes, each with its weight there.
KeywordTable = dict[str, dict[int, int]]


class SiteIndexReader:
    """Tables that all letters need are read once.

    What a letter is made from is a table that the next build can bring up to date.
    """

    def __init__(self, db: apsw.Connection, *, has_room: bool) -> None:
        self._db = db
        self._site_words = SiteWords(db, has_room=has_room)
        self._weights = cache(self._site_words.weights)

    def names(self, letter: str) -> list[IndexedName]:
        return self._defined(self._names_by_letter.get(letter, []))

    def words(self, letter: str) -> list[IndexedWord]:
        return words_in(self.word_table(letter))

    def keywords(self, letter: str) -> list[IndexedKeyword]:
        table = self.keyword_table(letter)
        return self.complete_keywords(table)(keywords_in(table))

    def word_table(self, letter: str) -> WordTable:
        return self._names_by_word.get(letter, {})

    def keyword_table(self, letter: str) -> KeywordTable:
        return self._files_by_keyword.get(letter, {})

    def changed_names(self, table: NameTable, changed: Iterable[str]) -> NameTable:
        """``changed`` are names of the letter that are defined otherwise than before."""
        names = sorted(changed)
        others = {name: row for name, row in table.items() if name not in changed}
        return others | name_table(self._defined(names))

    def changed_words(self, table: WordTable, words: Iterable[str], changed: Set[str]) -> WordTable:
        """``words`` of names that are defined otherwise than before, the ``changed`` ones."""
        frequencies = self._frequencies(sorted(changed))
        gained = _names_by_word(frequencies)
        result = dict(table)
        for word in words:
            kept = {n: fame for n, fame in table.get(word, {}).items() if n not in changed}
            result[word] = kept | gained.get(shard_key(word)[0], {}).get(word, {})
        return {word: names for word, names in result.items() if names}

    def changed_keywords(
        self, table: KeywordTable, words: Iterable[str], changed: Set[int]
    ) -> KeywordTable:
        """``words`` that distinguish the ``changed`` files, or did."""
        weights_by_file = {id: self._weights(id) for id in changed if id in self._files}
        result = dict(table)
        for word in words:
            kept = {id: n for id, n in table.get(word, {}).items() if id not in changed}
            gained = {id: own[word] for id, own in weights_by_file.items() if word in own}
            result[word] = kept | gained
        return {word: files for word, files in result.items() if files}

    def complete_names(self, names: Sequence[IndexedName]) -> list[IndexedName]:
        by_name = {one.name: one for one in self._defined([one.name for one in names])}
        return [by_name[one.name] for one in names]

    def complete_keywords(
        self, table: KeywordTable
    ) -> Callable[[Sequence[IndexedKeyword]], list[IndexedKeyword]]:
        def complete(keywords: Sequence[IndexedKeyword]) -> list[IndexedKeyword]:
            return [self._keyword(one.word, table[one.word]) for one in keywords]

        return complete

    def _keyword(self, word: str, weight_by_id: Mapping[int, int]) -> IndexedKeyword:
        files = [(self._files[id], weight) for id, weight in weight_by_id.items()]
        return IndexedKeyword(word, len(files), tuple(nsmallest(_MAX_FILES, files, _by_weight)))

    def _defined(self, names: Sequence[str]) -> list[IndexedName]:
        definitions: defaultdict[str, list[IndexedDefinition]] = defaultdict(list)
        for name, qualname, file, *rest in self._db.execute(_DEFINITIONS, (_json(names),)):
            if file in self._files:
                definitions[name].append(_definition(self._files[file], name, qualname, rest))
        return [_name(name, places) for name, places in sorted(definitions.items())]

    def paths(self) -> list[IndexedFile]:
        """All files, those without pages among them."""
        return [file for _, file in _files(self._db)]

    @cached_property
    def _files(self) -> dict[int, IndexedFile]:
        return {id: file for id, file in _files(self._db) if not file.is_listed}

    @cached_property
    def _tests(self) -> set[int]:
        return {id for id, file in self._files.items() if file.role == _TEST}

    @cached_property
    def _frequency_by_name(self) -> dict[str, _Frequency]:
        return self._counted(self._db.execute("SELECT name, file FROM symbol"))

    def _frequencies(self, names: Sequence[str]) -> dict[str, _Frequency]:
        return self._counted(self._db.execute(_DEFINING, (_json(names),)))

    def _counted(self, rows: Iterable[tuple[Any, ...]]) -> dict[str, _Frequency]:
        counts: defaultdict[str, list[int]] = defaultdict(lambda: [0, 0])
        for name, file in rows:
            count = counts[name]
            count[0] += 1
            count[1] += file in self._tests
        return {name: _Frequency(n_all, n_tests) for name, (n_all, n_tests) in counts.items()}

    @cached_property
    def _names_by_letter(self) -> dict[str, list[str]]:
        names: defaultdict[str, list[str]] = defaultdict(list)
        for (name,) in self._db.execute("SELECT DISTINCT name FROM symbol"):
            names[shard_key(name)[0]].append(name)
        return names

    @cached_property
    def _names_by_word(self) -> dict[str, WordTable]:
        return _names_by_word(self._frequency_by_name)

    @cached_property
    def _files_by_keyword(self) -> dict[str, KeywordTable]:
        """By letter."""
        files_by_word: defaultdict[str, dict[int, int]] = defaultdict(dict)
        for id, ranked in self._db.execute("SELECT file, ranked FROM file_keywords"):
            if id in self._files:
                for word, weight in self._site_words.weights_with(id, ranked).items():
                    files_by_word[word][id] = weight
        return _by_letter(files_by_word)


def name_table(names: Iterable[IndexedName]) -> NameTable:
    return {one.name: (one.n_all, one.n_tests, len(one.definitions)) for one in names}


def names_in(table: NameTable) -> list[IndexedName]:
    """Without their definitions."""
    return [
        IndexedName(name, n_all, n_tests, (), n_listed)
        for name, (n_all, n_tests, n_listed) in sorted(table.items())
    ]


def words_in(table: WordTable) -> list[IndexedWord]:
    return [_word(word, names) for word, names in sorted(table.items())]


def keywords_in(table: KeywordTable) -> list[IndexedKeyword]:
    """Without their files."""
    return [
        IndexedKeyword(word, len(files), (), min(_MAX_FILES, len(files)))
        for word, files in sorted(table.items())
    ]


def _names_by_word(frequencies: Mapping[str, _Frequency]) -> dict[str, WordTable]:
    """By letter; what only tests define is found by its beginning."""
    names_by_word: defaultdict[str, dict[str, int]] = defaultdict(dict)
    for name, (n_all, n_tests) in frequencies.items():
        for word in words_in_name(name) if n_all > n_tests else ():
            names_by_word[word][name] = (n_all - n_tests).bit_length()
    return _by_letter(names_by_word)


def _word(word: str, fame_by_name: Mapping[str, int]) -> IndexedWord:
    def by_fame(name: str) -> tuple[int, int, str]:
        return -fame_by_name[name], len(name), name

    best = nsmallest(_MAX_NAMES, fame_by_name, by_fame)
    return IndexedWord(word, len(fame_by_name), tuple(best))


def _by_letter(by_word: Mapping[str, T]) -> dict[str, dict[str, T]]:
    by_letter: defaultdict[str, dict[str, T]] = defaultdict(dict)
    for word, value in by_word.items():
        by_letter[shard_key(word)[0]][word] = value
    return by_letter


def words_in_name(name: str) -> Iterator[str]:
    """Each once; with ``~`` before them its initials."""
    words = words_of(name)
    yield from dict.fromkeys(words)
    if len(words) in _INITIALS:
        yield f"~{initials(words)}"


def standings(db: apsw.Connection) -> dict[int, int]:
    """By file; those without dependents have none."""
    rows = db.execute("SELECT file, fan_in FROM file_rank WHERE fan_in > 0")
    return {file: min(_MOST_STANDING, fan_in.bit_length()) for file, fan_in in rows}


def _files(db: apsw.Connection) -> Iterator[tuple[int, IndexedFile]]:
    standing = standings(db)
    for id, path, language, role, status in db.execute(_FILES):
        is_listed = status != "documented"
        yield id, IndexedFile(path, language, role, standing.get(id, 0), is_listed)


def _json(names: Sequence[str]) -> str:
    return msgspec.json.encode(names).decode()


def _definition(
    file: IndexedFile, name: str, qualname: str, rest: Sequence[Any]
) -> IndexedDefinition:
    kind, exported, overload = rest
    scope = qualname.removesuffix(name) if len(qualname) > len(name) else ""
    return IndexedDefinition(file, kind, bool(exported), scope, overload)


def _name(name: str, definitions: Sequence[IndexedDefinition]) -> IndexedName:
    if len(definitions) == 1:
        return IndexedName(name, 1, int(definitions[0].file.role == _TEST), tuple(definitions))
    tests = [one for one in definitions if one.file.role == _TEST]
    others = [one for one in definitions if one.file.role != _TEST]
    best = (
        *nsmallest(_MAX_DEFINITIONS, others, _by_merit),
        *nsmallest(_MAX_TESTS, tests, _by_merit),
    )
    return IndexedName(name, len(definitions), len(tests), best)


def _by_merit(one: IndexedDefinition) -> tuple[bool, bool, int, int, str, str, int]:
    kind = 0 if one.kind in CLASSES else 1 if one.kind in HOLDERS else 2
    is_source = one.file.role == "source"
    return (
        *(not is_source, not one.exported, kind, -one.file.standing),
        *(one.file.path, one.scope, one.overload),
    )


def _by_weight(pair: tuple[IndexedFile, int]) -> tuple[bool, int, int, str]:
    file, weight = pair
    return file.role == _TEST, -weight, -file.standing, file.path


_FILES: Final = "SELECT id, path, language, role, status FROM file ORDER BY path"
_DEFINING: Final = "SELECT s.name, s.file FROM json_each(?) k JOIN symbol s ON s.name = k.value"
_DEFINITIONS: Final = """
    SELECT s.name, s.qualname, s.file, s.kind, s.exported, s.overload
    FROM json_each(?) k JOIN symbol s ON s.name = k.value
"""
