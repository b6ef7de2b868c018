"""Tests to run for a change against the tests that real commits changed with it.

    python bench/impact.py BOOK GIT_DIR [--n 100]

BOOK was built at a revision of GIT_DIR (``repobook build GIT_DIR --rev …``), with history up to it.
The commits behind it are asked in their order: given the source files that a commit changed, are
the tests that it changed among the first ten of ``impact``? Only commits of at most 12 files count,
and only files that the book has. Beside it: BM25 over the words of test files, asked with the 60
most telling words of the sources, and the tests that lie nearest by folder. The figures are kept
in ``impact.md``.
"""

import argparse
import math
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final, NamedTuple

from repobook.ask.impact.changed_symbols import changed_files
from repobook.ask.impact.test_plan import planned_tests
from repobook.index.reader.book_reader import BookReader
from repobook.index.search.search_index import SearchIndex
from repobook.index.search.source_texts import text_at
from repobook.text.naming.identifier_words import words_of

_MAX_FILES: Final = 12
_FIRST: Final = 10
_N_TERMS: Final = 60
_SOURCES: Final = frozenset(["source", "generated"])
_WORDS: Final = 200_000


class Question(NamedTuple):
    commit: str
    sources: tuple[str, ...]
    tests: frozenset[str]


Ranked = Callable[[tuple[str, ...]], list[str]]


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("book", type=Path, metavar="BOOK")
    parser.add_argument("git_dir", type=Path, metavar="GIT_DIR")
    parser.add_argument("--n", type=int, default=100)
    options = parser.parse_args(arguments)
    reader, index = BookReader(options.book, 1e9), SearchIndex(options.book)
    roles: dict[str, str] = dict(reader.rows("SELECT path, role FROM file"))
    tests = sorted(path for path, role in roles.items() if role == "test")
    found = questions(options.git_dir, reader.commit, roles)
    asked = [question for question, _ in zip(found, range(options.n), strict=False)]
    print(
        f"{options.book.name}: {len(asked)} commits after {reader.commit[:10]}, {len(tests)} tests"
    )

    def text(path: str) -> str:
        index.allowed.begin()
        return text_at(index, path) or ""

    bm25 = Bm25({path: text(path) for path in tests})
    rankings: dict[str, Ranked] = {
        "impact": lambda sources: by_impact(reader, sources),
        "BM25": lambda sources: bm25.ranked([text(path) for path in sources]),
        "same folder": lambda sources: by_folder(sources, tests),
    }
    for name, ranked in rankings.items():
        print(f"{name:12} {figures([(ranked(q.sources)[:_FIRST], q.tests) for q in asked])}")
    return 0


def questions(git_dir: Path, revision: str, roles: dict[str, str]) -> Iterator[Question]:
    """Oldest first."""
    command = ["git", f"--git-dir={git_dir}", "log", "--no-merges", "--reverse", "--no-renames"]
    command += ["--diff-filter=M", "--name-only", "--format=%x01%H", f"{revision}..HEAD"]
    log = subprocess.run(command, check=True, capture_output=True).stdout.decode("utf-8", "replace")
    for entry in log.split("\x01")[1:]:
        commit, *paths = entry.split()
        sources = tuple(path for path in paths if roles.get(path) in _SOURCES)
        tests = frozenset(path for path in paths if roles.get(path) == "test")
        if sources and tests and len(paths) <= _MAX_FILES:
            yield Question(commit, sources, tests)


def by_impact(reader: BookReader, sources: tuple[str, ...]) -> list[str]:
    """As ``impact`` lists them, without the rest of its answer."""
    tests, _ = planned_tests(reader, changed_files(reader, sources), (), _FIRST)
    return [test.path for test in tests]


def by_folder(sources: tuple[str, ...], tests: list[str]) -> list[str]:
    """The most common leading folders, those called after tests or sources left out; then names."""
    folders = [_folders(path) for path in sources]

    def nearness(test: str) -> tuple[float, str]:
        there = _folders(test)
        return -max(len(_common(here, there)) - len(there) / 100 for here in folders), test

    return sorted(tests, key=nearness)


def _folders(path: str) -> list[str]:
    return [part for part in path.split("/")[:-1] if part not in ("src", "test", "tests", "lib")]


def _common(one: list[str], other: list[str]) -> list[str]:
    pairs = list(zip(one, other, strict=False))
    return [a for n, (a, _) in enumerate(pairs) if all(x == y for x, y in pairs[: n + 1])]


class Bm25:
    """Over words as identifiers are made of them; k1 1.2 and b 0.75, as everywhere."""

    def __init__(self, texts: dict[str, str]) -> None:
        self._counts = {path: Counter(_words(text)) for path, text in texts.items()}
        self._n_with = Counter(word for counts in self._counts.values() for word in counts)
        self._average = sum(c.total() for c in self._counts.values()) / max(len(texts), 1) or 1.0

    def ranked(self, sources: list[str]) -> list[str]:
        asked = Counter(word for text in sources for word in _words(text) if word in self._n_with)
        weights = {word: (1 + math.log(n)) * self._idf(word) for word, n in asked.items()}
        terms = sorted(weights, key=lambda word: (-weights[word], word))[:_N_TERMS]
        return sorted(self._counts, key=lambda path: (-self._score(path, terms), path))

    def _idf(self, word: str) -> float:
        n = self._n_with[word]
        return math.log(1 + (len(self._counts) - n + 0.5) / (n + 0.5))

    def _score(self, path: str, terms: list[str]) -> float:
        counts = self._counts[path]
        norm = 1.2 * (0.25 + 0.75 * counts.total() / self._average)
        return sum(self._idf(t) * counts[t] * 2.2 / (counts[t] + norm) for t in terms if counts[t])


def _words(text: str) -> list[str]:
    names = "".join(letter if letter.isalnum() or letter == "_" else " " for letter in text).split()
    return [word for name in names[:_WORDS] for word in words_of(name)]


def figures(rows: list[tuple[list[str], frozenset[str]]]) -> str:
    recall = [len(tests.intersection(ranked)) / len(tests) for ranked, tests in rows]
    hits = {n: [not tests.isdisjoint(ranked[:n]) for ranked, tests in rows] for n in (1, 5, 10)}
    shown = " ".join(f"hit@{n} {sum(hit) / len(hit):.3f}" for n, hit in hits.items())
    return f"recall@10 {sum(recall) / len(recall):.3f} {shown}"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
