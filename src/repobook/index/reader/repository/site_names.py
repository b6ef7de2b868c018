"""Reads from the index what the search of the site is made of, letter by letter.

Nothing here moves with the lines of a file: an edit inside a function changes no answer. How much
others depend on a file counts in powers of two, so that few edits move it.
"""

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from heapq import nsmallest
from typing import Any, Final, NamedTuple, TypeVar

import apsw
import msgspec

from repobook.index.reader.file.file_keywords import decode_ranked
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
_FEW_LETTERS: Final = 4
_MOST_STANDING: Final = 15
_TEST: Final = "test"

T = TypeVar("T")


class _Frequency(NamedTuple):
    """How often a name is defined."""

    n_all: int
    n_tests: int


class SiteIndexReader:
    """Tables that all letters need are read once; an edit asks for a few letters alone."""

    def __init__(self, db: apsw.Connection) -> None:
        self._db = db
        self._asked: set[str] = set()

    def names(self, letter: str) -> list[IndexedName]:
        if self._is_one_of_few(letter):
            names = [name for name in self._names if shard_key(name)[0] == letter]
        else:
            names = self._names_by_letter.get(letter, [])
        definitions: defaultdict[str, list[IndexedDefinition]] = defaultdict(list)
        for name, qualname, file, *rest in self._db.execute(_DEFINITIONS, (_json(names),)):
            if file in self._files:
                definitions[name].append(_definition(self._files[file], name, qualname, rest))
        return [_name(name, places) for name, places in sorted(definitions.items())]

    def words(self, letter: str) -> list[IndexedWord]:
        if self._is_one_of_few(letter):
            may_begin = _may_begin(letter)
            frequencies = self._frequencies([name for name in self._names if may_begin(name)])
            words = _names_by_word(frequencies).get(letter, {})
        else:
            frequencies = self._frequency_by_name
            words = self._names_by_word.get(letter, {})
        return [_word(word, names, frequencies) for word, names in sorted(words.items())]

    def keywords(self, letter: str) -> list[IndexedKeyword]:
        if self._is_one_of_few(letter):
            words = self._files_by_keyword_that(_may_begin(letter)).get(letter, {})
        else:
            words = self._files_by_keyword.get(letter, {})
        return [
            IndexedKeyword(word, len(files), tuple(nsmallest(_MAX_FILES, files, _by_weight)))
            for word, files in sorted(words.items())
        ]

    def paths(self) -> list[IndexedFile]:
        """All files, those without pages among them."""
        return [file for _, file in _files(self._db)]

    def _is_one_of_few(self, letter: str) -> bool:
        self._asked.add(letter)
        return letter.isalpha() and len(self._asked) <= _FEW_LETTERS

    @cached_property
    def _files(self) -> dict[int, IndexedFile]:
        return {id: file for id, file in _files(self._db) if not file.is_listed}

    @cached_property
    def _names(self) -> list[str]:
        return [name for (name,) in self._db.execute("SELECT DISTINCT name FROM symbol")]

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
        for name in self._names:
            names[shard_key(name)[0]].append(name)
        return names

    @cached_property
    def _names_by_word(self) -> dict[str, dict[str, list[str]]]:
        return _names_by_word(self._frequency_by_name)

    @cached_property
    def _files_by_keyword(self) -> dict[str, dict[str, list[tuple[IndexedFile, int]]]]:
        return self._files_by_keyword_that(lambda keyword: True)

    def _files_by_keyword_that(
        self, counts: Callable[[str], bool]
    ) -> dict[str, dict[str, list[tuple[IndexedFile, int]]]]:
        """By letter, then by word."""
        files_by_word: defaultdict[str, list[tuple[IndexedFile, int]]] = defaultdict(list)
        for id, ranked in self._db.execute("SELECT file, ranked FROM file_keywords"):
            if file := self._files.get(id):
                for word, weight in keyword_weights(ranked, counts).items():
                    files_by_word[word].append((file, weight))
        return _by_letter(files_by_word)


def _may_begin(letter: str) -> Callable[[str], bool]:
    """Whether a word of a name may begin with a letter of ASCII: true of all that have one."""
    begins = re.compile(rf"(?<![A-Za-z]){letter}|{letter.upper()}|[^\x00-\x7f]").search
    return lambda name: begins(name) is not None


def _names_by_word(frequencies: Mapping[str, _Frequency]) -> dict[str, dict[str, list[str]]]:
    """By letter, then by word; what only tests define is found by its beginning."""
    names_by_word: defaultdict[str, list[str]] = defaultdict(list)
    for name, (n_all, n_tests) in frequencies.items():
        for word in words_in_name(name) if n_all > n_tests else ():
            names_by_word[word].append(name)
    return _by_letter(names_by_word)


def _word(
    word: str, names: Sequence[str], frequency_by_name: Mapping[str, _Frequency]
) -> IndexedWord:
    def by_fame(name: str) -> tuple[int, int, str]:
        n_all, n_tests = frequency_by_name[name]
        return -(n_all - n_tests).bit_length(), len(name), name

    return IndexedWord(word, len(names), tuple(nsmallest(_MAX_NAMES, names, by_fame)))


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


def keyword_weights(
    ranked: str, counts: Callable[[str], bool] = lambda keyword: True
) -> dict[str, int]:
    """The words of a file's keywords; a weight is the number of binary digits of a score."""
    weights: dict[str, int] = {}
    for keyword, _, score, _ in decode_ranked(ranked):
        if not counts(keyword):
            continue
        weight = (score // 100).bit_length()
        for word in words_of(keyword):
            weights[word] = max(weight, weights.get(word, 0))
    return weights


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
