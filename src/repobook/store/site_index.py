"""Reads from the index what the search of the site is made of, letter by letter.

Nothing here moves with the lines of a file: an edit inside a function changes no answer. How much
others lean on a file counts in powers of two, so that few edits move it.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from heapq import nsmallest
from typing import Any, Final, NamedTuple, TypeVar

import apsw
import msgspec

from repobook.model.kinds import CLASSES, HOLDERS
from repobook.model.site_index import (
    IndexedDefinition,
    IndexedFile,
    IndexedKeyword,
    IndexedName,
    IndexedWord,
)
from repobook.text.name_forms import initials
from repobook.text.shard_keys import shard_key
from repobook.text.words import words_of

_MAX_DEFINITIONS: Final = 12
_MAX_TESTS: Final = 3
_MAX_NAMES: Final = 60
_MAX_FILES: Final = 40
_INITIALS: Final = range(3, 7)
_MOST_STANDING: Final = 15
_TEST: Final = "test"

T = TypeVar("T")
_RANKED: Final = msgspec.json.Decoder(list[tuple[str, str, int, int]])


class _Frequency(NamedTuple):
    """How often a name is defined."""

    n_all: int
    n_tests: int


class SiteIndexReader:
    """Tables that all letters need are read once, when the first letter asks for them."""

    def __init__(self, db: apsw.Connection) -> None:
        self._db = db

    def names(self, letter: str) -> list[IndexedName]:
        names = self._names_by_letter.get(letter, [])
        definitions: defaultdict[str, list[IndexedDefinition]] = defaultdict(list)
        for name, qualname, file, *rest in self._db.execute(_DEFINITIONS, (_json(names),)):
            if file in self._files:
                definitions[name].append(_definition(self._files[file], name, qualname, rest))
        return [_name(name, found) for name, found in sorted(definitions.items())]

    def words(self, letter: str) -> list[IndexedWord]:
        words = self._names_by_word.get(letter, {})
        return [self._word(word, names) for word, names in sorted(words.items())]

    def keywords(self, letter: str) -> list[IndexedKeyword]:
        words = self._files_by_keyword.get(letter, {})
        return [
            IndexedKeyword(word, len(files), tuple(nsmallest(_MAX_FILES, files, _by_weight)))
            for word, files in sorted(words.items())
        ]

    def paths(self) -> list[IndexedFile]:
        """All files, those without pages among them."""
        return [file for _, file in _files(self._db)]

    def _word(self, word: str, names: Sequence[str]) -> IndexedWord:
        return IndexedWord(word, len(names), tuple(nsmallest(_MAX_NAMES, names, self._by_fame)))

    def _by_fame(self, name: str) -> tuple[int, int, str]:
        n_all, n_tests = self._frequency_by_name[name]
        return -(n_all - n_tests).bit_length(), len(name), name

    @cached_property
    def _files(self) -> dict[int, IndexedFile]:
        return {id: file for id, file in _files(self._db) if not file.is_listed}

    @cached_property
    def _frequency_by_name(self) -> dict[str, _Frequency]:
        tests = {id for id, file in self._files.items() if file.role == _TEST}
        counts: defaultdict[str, list[int]] = defaultdict(lambda: [0, 0])
        for name, file in self._db.execute("SELECT name, file FROM symbol ORDER BY name"):
            count = counts[name]
            count[0] += 1
            count[1] += file in tests
        return {name: _Frequency(n_all, n_tests) for name, (n_all, n_tests) in counts.items()}

    @cached_property
    def _names_by_letter(self) -> dict[str, list[str]]:
        names: defaultdict[str, list[str]] = defaultdict(list)
        for (name,) in self._db.execute("SELECT DISTINCT name FROM symbol ORDER BY name"):
            names[shard_key(name)[0]].append(name)
        return names

    @cached_property
    def _names_by_word(self) -> dict[str, dict[str, list[str]]]:
        """By letter, then by word; what only tests define is found by its beginning."""
        found: defaultdict[str, list[str]] = defaultdict(list)
        for name, (n_all, n_tests) in self._frequency_by_name.items():
            for word in words_in_name(name) if n_all > n_tests else ():
                found[word].append(name)
        return _by_letter(found)

    @cached_property
    def _files_by_keyword(self) -> dict[str, dict[str, list[tuple[IndexedFile, int]]]]:
        """By letter, then by word."""
        found: defaultdict[str, list[tuple[IndexedFile, int]]] = defaultdict(list)
        for id, ranked in self._db.execute("SELECT file, ranked FROM file_keywords"):
            if file := self._files.get(id):
                for word, weight in keyword_weights(ranked).items():
                    found[word].append((file, weight))
        return _by_letter(found)


def _by_letter(found: Mapping[str, T]) -> dict[str, dict[str, T]]:
    by_letter: defaultdict[str, dict[str, T]] = defaultdict(dict)
    for word, value in found.items():
        by_letter[shard_key(word)[0]][word] = value
    return by_letter


def words_in_name(name: str) -> Iterator[str]:
    """Each once; with ``~`` before them its initials."""
    words = words_of(name)
    yield from dict.fromkeys(words)
    if len(words) in _INITIALS:
        yield f"~{initials(words)}"


def keyword_weights(ranked: str) -> dict[str, int]:
    """The words of a file's keywords; a weight is the number of binary digits of a score."""
    weights: dict[str, int] = {}
    for keyword, _, score, _ in _RANKED.decode(ranked):
        weight = (score // 100).bit_length()
        for word in words_of(keyword):
            weights[word] = max(weight, weights.get(word, 0))
    return weights


def standings(db: apsw.Connection) -> dict[int, int]:
    """By file; those that nobody leans on have none."""
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
_DEFINITIONS: Final = """
    SELECT s.name, s.qualname, s.file, s.kind, s.exported, s.overload
    FROM json_each(?) k JOIN symbol s ON s.name = k.value
"""
