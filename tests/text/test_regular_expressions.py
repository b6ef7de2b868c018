"""Regular expressions that mean the same in every CPython that is supported."""

import re
from collections.abc import Iterator
from pathlib import Path

import repobook

_SOURCES = Path(repobook.__file__).parent
# Before CPython 3.11.5 a possessive quantifier behind a group loses matches: `(?:\w+\s)*+z` does
# not find "a z". An atomic group, `(?>(?:\w+\s)*)z`, does.
_POSSESSIVE_GROUP = re.compile(r"(?<!\\)\)(?:[*+?]|\{+[0-9,]+\}+)\+(?!\+?=)")


def _lines() -> Iterator[tuple[str, str]]:
    for path in sorted(_SOURCES.rglob("*.py")):
        for number, line in enumerate(path.read_text().splitlines(), 1):
            yield f"{path.relative_to(_SOURCES)}:{number}", line


def test_no_group_has_a_possessive_quantifier() -> None:
    found = [place for place, line in _lines() if _POSSESSIVE_GROUP.search(line)]
    assert found == []


def test_possessive_quantifiers_of_groups_are_recognised() -> None:
    for pattern in (r"(?:a|b)*+", r"(?:a)++", r"(x)?+", r"(?:a){0,3}+", r"(?:a){{0,3}}+"):
        assert _POSSESSIVE_GROUP.search(pattern)
    for pattern in (r"\)*+", r"[^)]*+", r"(?>(?:a|b)*)", r"(a)+"):
        assert not _POSSESSIVE_GROUP.search(pattern)
