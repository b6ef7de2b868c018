"""The files that tell most of one that says nothing of itself: what it tests, what it implements or
inherits from, who uses it."""

import re
from collections.abc import Iterable
from typing import Final, NamedTuple

from repobook.index.purpose_tables import OUTPUTS, Dependency, PurposeTables
from repobook.text.folders import folder_of
from repobook.text.naming.identifier_words import words_of

_TESTABLE: Final = frozenset(["source", "build", "generated"])
# A name that many files have tells nothing of what is tested.
_COMMON: Final = frozenset(
    ["common", "helper", "index", "init", "lib", "main", "mod", "spec", "test", "util"]
)


# What a test has around the name that it is for.
_AROUND: Final = re.compile(
    r"\A[Tt]ests?(?:[_-]|(?=[A-Z]))|(?:[_-][Tt]|(?<=[a-z])T)ests?\Z|[_-]spec\Z"
)
_MIN_SUBJECT: Final = 4
_MAX_SOURCES: Final = 3
_NO_SUBJECTS: Final = frozenset(
    ["api", "app", "base", "changelog", "config", "contributing", "core"]
)
_MARKS: Final = re.compile(r"[\W_]+")


class Near(NamedTuple):
    """A file near another; the smallest fits best."""

    rank: tuple[int | bool, ...]
    path: str
    id: int


def speaks_for_many(path: str) -> bool:
    """As the file that a package is entered by does."""
    return not set(stem_words(path)) - _COMMON


class NearFiles(NamedTuple):
    users: dict[int, Near]
    """By file: the one that uses it most."""
    tested: dict[int, Near]
    """By test: what it is for, or uses most. The rank begins with how many words of its name the
    test is named for, less than zero."""
    twins: dict[int, Near]
    """By file: the one of its name that it uses or is used by, as a header and its source."""
    bases: dict[int, Near]
    """By file: the only one that its classes inherit from."""

    @property
    def ids(self) -> set[int]:
        return {near.id for by_id in self for near in by_id.values()}


def near_files(tables: PurposeTables) -> NearFiles:
    places = {(test, file): place for file, test, place in tables.tests()}
    near = NearFiles({}, {}, {}, _bases(tables.inherited()))
    for one in tables.dependencies():
        if one.source_role == "test" and one.target_role in _TESTABLE:
            rank = _fit(one, places.get((one.source, one.target)))
            _put(near.tested, one.source, Near(rank, one.target_path, one.target))
        elif one.source_role in _TESTABLE:
            rank = _top(one.source_path) != _top(one.target_path), -one.n
            _put(near.users, one.target, Near(rank, one.source_path, one.source))
        if _is_twin(one.source_path, one.target_path):
            _put(near.twins, one.source, Near((), one.target_path, one.target))
            _put(near.twins, one.target, Near((), one.source_path, one.source))
    return near


class Namesakes:
    """Tests and the only source file that each is named for, whatever it uses, since a test of a
    program may only run it; the output beside an input that a test compares with; and the only
    document with the name of a source file."""

    def __init__(self, files: Iterable[tuple[int, str, str]]) -> None:
        self._sources: dict[str, list[Near]] = {}
        self._tests: dict[str, list[Near]] = {}
        self._documents: dict[str, list[Near]] = {}
        self._by_role = self._sources, self._tests, self._documents
        by_role = dict(zip(("source", "test", "docs"), self._by_role, strict=True))
        self._outputs: dict[str, Near] = {}
        self._inputs: dict[str, Near] = {}
        for id, path, role in files:
            near, (start, _, ending) = Near((), path, id), path.rpartition(".")
            if ending in OUTPUTS:
                self._outputs.setdefault(start, near)
            elif role == "test":
                self._inputs.setdefault(start, near)
            if role in by_role:
                by_role[role].setdefault(_subject(path), []).append(near)

    def of_test(self, path: str) -> Near | None:
        subject = _subject(path)
        if beside := self.beside(path):
            return beside
        found = self._sources.get(subject, [])
        return found[0] if len(found) == 1 and subject not in _COMMON else None

    def beside(self, path: str) -> Near | None:
        """What a test in the folder of a source is for, whatever it uses more."""
        found = self._sources.get(subject := _subject(path), [])
        beside = [near for near in found if folder_of(near.path) == folder_of(path)]
        return beside[0] if len(beside) == 1 and subject not in _COMMON else None

    def document_of(self, path: str) -> Near | None:
        """Of few files: what many are called, such as ``base``, is no subject."""
        subject = _subject(path)
        found = self._documents.get(subject, [])
        n_sources = len(self._sources.get(subject, ()))
        is_subject = len(subject) >= _MIN_SUBJECT and subject not in _COMMON | _NO_SUBJECTS
        return found[0] if len(found) == 1 and is_subject and n_sources <= _MAX_SOURCES else None

    def output_of(self, path: str) -> Near | None:
        start = path.rpartition(".")[0]
        return self._outputs.get(start) if start in self._inputs else None

    def around(self, path: str) -> set[int]:
        """The files whose sentence may quote this one."""
        input = self._inputs.get(path.rpartition(".")[0])
        return self._quoting(_subject(path)) | ({input.id} if input else set())

    def named_otherwise(self, before: "Namesakes") -> set[int]:
        """The files whose sentence may quote another one than before, by its name."""
        subjects = {
            subject
            for now, then in zip(self._by_role, before._by_role, strict=True)
            for subject in now.keys() | then.keys()
            if now.get(subject) != then.get(subject)
        }
        starts = self._outputs.items() ^ before._outputs.items()
        inputs = [self._inputs[start] for start, _ in starts if start in self._inputs]
        quoting = (self._quoting(subject) for subject in subjects)
        return {near.id for near in inputs}.union(*quoting)

    def _quoting(self, subject: str) -> set[int]:
        named = *self._tests.get(subject, ()), *self._sources.get(subject, ())
        return {near.id for near in named}


def _subject(path: str) -> str:
    stem = _AROUND.sub("", _name(path).partition(".")[0])
    return _MARKS.sub("", stem).lower()


def _put(by_id: dict[int, Near], id: int, near: Near) -> None:
    by_id[id] = min(by_id.get(id, near), near)


def _bases(inherited: Iterable[tuple[int, int, str]]) -> dict[int, Near]:
    bases: dict[int, Near | None] = {}
    for source, target, path in inherited:
        bases[source] = None if source in bases else Near((), path, target)
    return {id: near for id, near in bases.items() if near}


def _is_twin(one: str, other: str) -> bool:
    """``src/a.c`` and ``include/a.h``; what speaks for its folder has no other of its name."""
    stem, _, ending = _name(one).partition(".")
    other_stem, _, other_ending = _name(other).partition(".")
    return stem == other_stem and ending != other_ending and stem not in _COMMON


def _fit(one: Dependency, place: int | None) -> tuple[int, ...]:
    """Of several files of such a name the one that lies in folders of such names."""
    words = set(stem_words(one.target_path)) - _COMMON
    if words and _is_beside(one.source_path, one.target_path):
        return -len(words) - 1, 0
    is_namesake = place is not None and words and words <= set(stem_words(one.source_path))
    if not is_namesake:
        return 0, -one.n
    folders = set(folder_of(one.source_path).split("/"))
    is_other = _subject(one.source_path) != _subject(one.target_path)
    return (
        -len(words),
        is_other,
        -len(folders & {*folder_of(one.target_path).split("/")}),
        place or 0,
    )


def _is_beside(test: str, path: str) -> bool:
    """``a/http_test.go`` is for ``a/http.go``, whatever it uses more."""
    return folder_of(test) == folder_of(path) and _subject(test) == _subject(path)


def _top(path: str) -> str:
    return path.partition("/")[0]


def _name(path: str) -> str:
    return path.rpartition("/")[2]


def stem_words(path: str) -> tuple[str, ...]:
    return words_of(_name(path).partition(".")[0])
