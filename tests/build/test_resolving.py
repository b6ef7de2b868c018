"""Resolving many files in processes of their own: families of languages, and what they hold."""

import gc
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from repobook.build.link.name_places import packed_names
from repobook.build.link.resolving import LinkerFactory, LinkTask, family_ranks
from repobook.build.read.units import ReadFile
from repobook.disk.writing import WritableFolder
from repobook.index.cache.facts_cache import FactsCache
from repobook.index.cache.provenance import BookKey
from repobook.index.record import decode_links, encode_facts
from repobook.languages import parse
from repobook.model.graph import Unit

TEXTS = {
    "a.py": ("Python", b"def first(): pass\n"),
    "b.py": ("Python", b"from a import first\nfirst()\n"),
    "c.cpp": ("C++", b"void second() {}\nvoid third() { second(); }\n"),
}


@pytest.fixture(autouse=True)
def _collecting() -> Iterator[None]:
    """A worker turns it off for good."""
    yield
    gc.enable()
    gc.unfreeze()


@pytest.fixture
def cache(tmp_path: Path) -> Iterator[FactsCache]:
    with closing(FactsCache(WritableFolder(tmp_path), BookKey(b"key"))) as cache:
        yield cache


def test_a_family_is_forgotten_when_the_next_begins(cache: FactsCache) -> None:
    work = _factory(cache).open()
    links = decode_links(work(LinkTask("b.py", 0)))
    assert [edge[1] for edge in links["edge"]] == ["call", "import"]
    assert _paths_of_units() >= {"a.py", "b.py"}
    work(LinkTask("c.cpp", 1))
    assert _paths_of_units() == {"c.cpp"}
    assert decode_links(work(LinkTask("b.py", 0))) == links


def test_references_of_a_file_whose_resolver_died_end_as_failed(cache: FactsCache) -> None:
    work = _factory(cache).open()
    links = decode_links(work(LinkTask("b.py", 0, "failed (ValueError: x)")))
    assert links["outcome"] == [("failed", 1)]


def test_the_two_largest_families_come_before_all_others() -> None:
    files = [
        *(ReadFile(f"{n}.c", n, "C", "source", (0, 60, b"", b"")) for n in range(2)),
        *(ReadFile(f"{n}.cu", n, "CUDA", "source", (0, 60, b"", b"")) for n in range(2)),
        ReadFile("a.py", 9, "Python", "source", (0, 200, b"", b"")),
        ReadFile("a.md", 10, "Markdown", "docs", (0, 9, b"", b"")),
        ReadFile("a.txt", 11, "Text", "docs", None),
    ]
    assert family_ranks(files) == {"C": 0, "CUDA": 0, "Python": 1, "Markdown": 2, "Text": 2}


def _factory(cache: FactsCache) -> LinkerFactory:
    files = []
    for n, (path, (language, text)) in enumerate(TEXTS.items()):
        key = bytes([n]) * 16
        cache.put(key, encode_facts(parse(language, text)))
        files.append(ReadFile(path, n, language, "source", cache.span(key)))
    names = packed_names(tuple(files), [("first", 0, 0), ("second", 2, 0), ("third", 2, 1)])
    return LinkerFactory(cache.place, tuple(files), names, b"\x80")


def _paths_of_units() -> set[str]:
    """Of files whose facts are in memory."""
    units = [unit for unit in gc.get_objects() if isinstance(unit, Unit)]
    return {unit.path for unit in units if unit.definitions or unit.imports}
