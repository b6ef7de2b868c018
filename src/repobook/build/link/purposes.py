"""What each file is for: its own words, a document's, its package's, its main symbol's, or derived.

Put together from rows whenever one of them may have changed; only sentences that change are
written.
"""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from repobook.analyse.purposes.implemented_purpose import implemented_purpose
from repobook.analyse.purposes.package_words import PackageWords
from repobook.index.purpose_tables import DescribedFile, PurposeTables
from repobook.model.facts import Description
from repobook.model.purpose import DERIVED, NO_PURPOSE, Purpose
from repobook.text.documents.described_files import is_about, tells_of_files
from repobook.text.documents.markup import without_emphasis, without_roles
from repobook.text.documents.tautologies import says_more
from repobook.text.naming.identifier_words import words_of

_LITTLE: Final = 1
# What is said of a file by its folder goes without saying of what it tests.
_USE: Final = re.compile(r"(?:For tests|Example|Benchmark): (?:tests |benchmarks )?")
_QUOTES: Final = str.maketrans("“”`", '""\'')
_TESTABLE: Final = frozenset(["source", "build", "generated"])


# A name that many files have tells nothing of what is tested.
_COMMON: Final = frozenset(
    ["common", "helper", "index", "init", "lib", "main", "mod", "spec", "test", "util"]
)


class _Used(NamedTuple):
    """How well a file fits a test that uses it; the smallest fits best."""

    n_words: int
    """How many words of its name the test is named for, less than zero."""
    place: int
    """Of the test among those of the file, or what stands for it: the places in which it is used,
    less than zero."""
    path: str


def write_purposes(tables: PurposeTables) -> None:
    """``tables`` are those of an index with links and tests, of all files or of some."""
    purposes = Purposes(tables)
    tables.write({file.id: purposes.row(file) for file in purposes.files if purposes.of(file).text})


class Purposes:
    def __init__(self, tables: PurposeTables) -> None:
        self.files = list(tables.files())
        self._tables = tables
        self._documents = self._described()
        self._packages = PackageWords(tables.sources(), tables.package_words())
        # Few files need their neighbours, and some of the others have thousands.
        derived = tables.within({f.id for f in self.files if self._stated(f).source == DERIVED})
        self._users, self._used_by_test = _neighbours(derived)
        self._implemented = dict(derived.implemented())

    def row(self, file: DescribedFile) -> tuple[object, ...]:
        purpose = self.of(file)
        is_own = purpose.path == file.path
        proof = file.id if is_own else self._tables.id_of(purpose.path)
        return purpose.text, purpose.source, purpose.subject, proof, purpose.line, purpose.end_line

    def of(self, file: DescribedFile) -> Purpose:
        stated = self._stated(file)
        if stated.source != DERIVED:
            return stated
        implemented = implemented_purpose(file.path, self._implemented.get(file.id, ()))
        is_telling = implemented.text and file.role != "test"
        found = self._connected(file, implemented if is_telling else stated)
        return found if file.role == "test" else _introduced(found, _own_words(file), file.path)

    def _stated(self, file: DescribedFile) -> Purpose:
        """What the file, a document or its package says, or what its own definitions give."""
        words = _own_words(file)
        is_note = file.role == "test" and file.own.text
        if words.text and not is_note and says_more(words.text, file.path):
            return words
        others = self._documents.get(file.path), self._packages.of(file.path), file.own, words
        return next((purpose for purpose in others if purpose and purpose.text), NO_PURPOSE)

    def _connected(self, file: DescribedFile, purpose: Purpose) -> Purpose:
        """With the file that it tests, or the one that uses it most."""
        used, user = self._used_by_test.get(file.id), self._users.get(file.id)
        if used and used.n_words:
            verb = "Benchmarks" if purpose.text.startswith("Benchmarks ") else "Tests"
            words = _continued(_USE.sub("", purpose.text, count=1).removeprefix(f"{verb} "))
            return purpose._replace(text=f"{verb} `{used.path}`: {words}")
        if (used and f"`{used.path}`" not in purpose.text) or user:
            relation = f"uses `{used.path}`" if used else f"used by `{user}`"
            return purpose._replace(text=f"{purpose.text}; {relation}")
        return purpose

    def _described(self) -> dict[str, Purpose]:
        """By path: what documents say, those nearest to the root first."""
        descriptions = self._tables.descriptions()
        mentioned: defaultdict[tuple[int, str], list[str]] = defaultdict(list)
        for document, path, target in self._tables.mentions():
            mentioned[document, path].append(target)
        words: dict[str, Purpose] = {}
        for document, path in sorted(mentioned, key=lambda one: _nearness(one[1])):
            if tells_of_files(path):
                for about, one in _matches(path, mentioned[document, path], descriptions[document]):
                    purpose = Purpose(one.words, "document", "", path, one.line, one.end_line)
                    words.setdefault(about, purpose)
        return words


def _neighbours(tables: PurposeTables) -> tuple[dict[int, str], dict[int, _Used]]:
    """By file: the path of the one that uses it most; by test: what it is for, or uses most."""
    places = {(test, file): place for file, test, place in tables.tests()}
    users: dict[int, tuple[bool, int, str]] = {}
    tested: dict[int, _Used] = {}
    for source, user, user_role, target, used, used_role, n in tables.dependencies():
        if user_role == "test" and used_role in _TESTABLE:
            fit = _fit(user, used, places.get((source, target)), n)
            tested[source] = min(tested.get(source, fit), fit)
        elif user_role in _TESTABLE:
            user_rank = _top(user) != _top(used), -n, user
            users[target] = min(users.get(target, user_rank), user_rank)
    return {target: path for target, (*_, path) in users.items()}, tested


def _own_words(file: DescribedFile) -> Purpose:
    text = without_roles(file.words.text)
    return file.words._replace(text=without_emphasis(text) if file.role == "docs" else text)


def _introduced(derived: Purpose, words: Purpose, path: str) -> Purpose:
    """With the file's own words where they say a little more than its name."""
    if not words.text or not says_more(words.text, path, _LITTLE) or derived.path != path:
        return derived
    line, end_line = words.line, max(words.end_line, derived.end_line)
    text = f"“{words.text.translate(_QUOTES).rstrip('.')}”; {_continued(derived.text)}"
    return derived._replace(text=text, line=line, end_line=end_line)


def _fit(test: str, path: str, place: int | None, n: int) -> _Used:
    words = set(_stem_words(path)) - _COMMON
    is_namesake = place is not None and words and words <= set(_stem_words(test))
    return _Used(-len(words), place or 0, path) if is_namesake else _Used(0, -n, path)


def _matches(
    document: str, paths: list[str], descriptions: list[Description]
) -> Iterator[tuple[str, Description]]:
    """Each path with the first description of it."""
    n_by_name: Mapping[str, int] = _counts(paths)
    for path in paths:
        is_only = n_by_name[_name(path)] == 1
        for one in descriptions:
            if is_about(one, document, path, is_only) and says_more(one.words, path):
                yield path, one
                break


def _counts(paths: list[str]) -> Mapping[str, int]:
    counts: defaultdict[str, int] = defaultdict(int)
    for path in paths:
        counts[_name(path)] += 1
    return counts


def _top(path: str) -> str:
    return path.partition("/")[0]


def _name(path: str) -> str:
    return path.rpartition("/")[2]


def _stem_words(path: str) -> tuple[str, ...]:
    return words_of(_name(path).partition(".")[0])


def _nearness(path: str) -> tuple[int, str]:
    return path.count("/"), path


def _continued(text: str) -> str:
    return text if text[1:2].isupper() else text[:1].lower() + text[1:]
