"""A pack reads the files that have what it needs, and no others."""

from collections.abc import Iterator

import pytest

from repobook.languages import parse_text
from repobook.model.facts import FileFacts
from repobook.packs import installed as packs
from repobook.packs.pack import Needs, Pack, PackFacts
from repobook.parse.source import SourceText
from repobook.text.decode import decode

_NEEDS = {"Python": Needs(("shop",), frozenset(["__cart__"])), "TOML": None}


@pytest.fixture
def read(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    languages: list[str] = []

    def note(language: str, source: SourceText, facts: FileFacts) -> PackFacts:
        languages.append(language)
        return PackFacts()

    found = packs.InstalledPacks((Pack("shop", read=note, needs=_NEEDS),), ())
    monkeypatch.setattr(packs, "installed", lambda: found)
    packs.readers_of.cache_clear()
    yield languages
    packs.readers_of.cache_clear()


@pytest.mark.parametrize(
    ("language", "text", "is_read"),
    [
        ("Python", "import os\nshop = 1\n", False),
        ("Python", "from my_shop.cart import total\n", True),
        ("Python", "from market import shop\n", True),
        ("Python", "__cart__ = 'basket'\n", True),
        ("TOML", "key = 1\n", True),
        ("Go", 'package main\nimport "shop"\n', False),
    ],
)
def test_only_files_that_have_it_are_read(
    read: list[str], language: str, text: str, is_read: bool
) -> None:
    parse_text(language, decode(text.encode()))
    assert read == [language] * is_read
