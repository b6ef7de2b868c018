"""Owners of a file: by CODEOWNERS, or by the ``Owner(s)`` comment in its first lines."""

import re
from collections.abc import Iterable, Iterator, Sequence
from fnmatch import fnmatchcase
from itertools import groupby
from typing import Final, NamedTuple

CODEOWNERS: Final = ("CODEOWNERS", ".github/CODEOWNERS", "docs/CODEOWNERS", ".gitlab/CODEOWNERS")

_MAX_LINES: Final = 10_000
_MAX_LENGTH: Final = 1000
_HEADER_LINES: Final = 20
_HEADER: Final = re.compile(r"\W{0,8}Owner\(s\):\s{0,8}\[([^\]]{1,400})\]")
_ANY: Final = "**"
_QUOTED: Final = re.compile(r"[\"']([^\"']{1,200})[\"']")


class OwnerRule(NamedTuple):
    pattern: tuple[str, ...]
    """Part by part, ``**`` standing for any number of them."""
    owners: tuple[str, ...]
    line: int


class Owned(NamedTuple):
    """Who owns a file, and the line that says so."""

    owners: tuple[str, ...]
    line: int


def owner_rules(text: str) -> tuple[OwnerRule, ...]:
    """The rules of a CODEOWNERS file in their order; lines without an owner take ownership away."""
    rules = []
    for number, line in enumerate(text.split("\n")[:_MAX_LINES], 1):
        words = line[:_MAX_LENGTH].partition(" #")[0].split()
        if words and not words[0].startswith(("#", "[", "^[")):
            rules.append(OwnerRule(_pattern(words[0]), tuple(words[1:]), number))
    return tuple(rules)


def owned_paths(paths: Iterable[str], rules: Sequence[OwnerRule]) -> Iterator[tuple[str, Owned]]:
    """Of sorted paths those that have owners; what cannot hold in a folder is not tried there."""
    for first, below in groupby(paths, key=lambda path: path.partition("/")[0]):
        near = [r for r in rules if r.pattern[0] == _ANY or fnmatchcase(first, r.pattern[0])]
        for path in below if near else ():
            if owned := owners_of(path, near):
                yield path, owned


def owners_of(path: str, rules: Sequence[OwnerRule]) -> Owned | None:
    """The last rule that matches decides."""
    parts = path.split("/")
    for rule in reversed(rules):
        if _matches(parts, rule.pattern):
            return Owned(rule.owners, rule.line) if rule.owners else None
    return None


def header_owners(text: str) -> Owned | None:
    """``# Owner(s): ["module: nn"]`` among the first lines of a file."""
    for number, line in enumerate(text.split("\n", _HEADER_LINES)[:_HEADER_LINES], 1):
        if match := _HEADER.match(line[:_MAX_LENGTH]):
            owners = tuple(_QUOTED.findall(match.group(1)))
            return Owned(owners, number) if owners else None
    return None


def _pattern(glob: str) -> tuple[str, ...]:
    """As in .gitignore: a slash before the end binds it to the root, a folder means all below."""
    parts = [part for part in glob.split("/") if part]
    start = [] if "/" in glob.rstrip("/") else [_ANY]
    if glob.endswith("/"):
        return (*start, *parts, "*", _ANY)
    # ``docs/*`` means the files of that folder, ``docs`` everything in it.
    return (*start, *parts) if parts[-1:] == ["*"] and not start else (*start, *parts, _ANY)


def _matches(parts: Sequence[str], pattern: Sequence[str]) -> bool:
    """Only the last ``**`` is ever tried again, so the cost is the product of the lengths."""
    at = wanted = 0
    retry_at, retry_wanted = 0, -1
    while at < len(parts):
        if wanted < len(pattern) and pattern[wanted] == _ANY:
            retry_at, retry_wanted = at, wanted
            wanted += 1
        elif wanted < len(pattern) and fnmatchcase(parts[at], pattern[wanted]):
            at, wanted = at + 1, wanted + 1
        elif retry_wanted >= 0:
            retry_at += 1
            at, wanted = retry_at, retry_wanted + 1
        else:
            return False
    return all(part == _ANY for part in pattern[wanted:])
