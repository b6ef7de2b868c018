"""Resolving many files in processes of their own: families of languages, and what they hold."""

import gc
from collections.abc import Iterator
from pathlib import Path

import pytest

from repobook.disk.writing import WritableFolder
from repobook.model.graph import Unit
from repobook.parse import parse
from repobook.service.name_places import packed_names
from repobook.service.resolving import LinkerFactory, LinkTask, family_ranks
from repobook.service.units import ReadFile
from repobook.store.cache import FactsCache
from repobook.store.provenance import BookKey
from repobook.store.record import decode_links, encode_facts

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


def test_a_family_is_forgotten_when_the_next_begins(tmp_path: Path) -> None:
    work = _factory(tmp_path).open()
    links = decode_links(work(LinkTask("b.py", 0)))
    assert [edge[1] for edge in links["edge"]] == ["call", "import"]
    assert _paths_of_units() >= {"a.py", "b.py"}
    work(LinkTask("c.cpp", 1))
    assert _paths_of_units() == {"c.cpp"}
    assert decode_links(work(LinkTask("b.py", 0))) == links


def test_the_two_largest_families_come_before_all_others() -> None:
    files = [
        *(ReadFile(f"{n}.c", n, "C", "source", (0, 60, b"", b"")) for n in range(2)),
        *(ReadFile(f"{n}.cu", n, "CUDA", "source", (0, 60, b"", b"")) for n in range(2)),
        ReadFile("a.py", 9, "Python", "source", (0, 200, b"", b"")),
        ReadFile("a.md", 10, "Markdown", "docs", (0, 9, b"", b"")),
        ReadFile("a.txt", 11, "Text", "docs", None),
    ]
    assert family_ranks(files) == {"C": 0, "CUDA": 0, "Python": 1, "Markdown": 2, "Text": 2}


def _factory(folder: Path) -> LinkerFactory:
    cache = FactsCache(WritableFolder(folder), BookKey(b"key"))
    files = []
    for n, (path, (language, text)) in enumerate(TEXTS.items()):
        key = bytes([n]) * 16
        cache.put(key, encode_facts(parse(language, text)))
        files.append(ReadFile(path, n, language, "source", cache.span(key)))
    names = packed_names(tuple(files), [("first", 0, 0), ("second", 2, 0), ("third", 2, 1)])
    return LinkerFactory(cache.place, tuple(files), names, b"\x80")


def _paths_of_units() -> set[str]:
    return {unit.path for unit in gc.get_objects() if isinstance(unit, Unit)}
