"""Configuration that a file reads: variables of the environment, options, properties, by name.

Taken from the references that parsing gave anyway; only the name is read from the text behind
them, and only where it is a literal.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import Final, NamedTuple

from repobook.model.facts import FileFacts, Import, Reference, Setting, SettingKind, unpack_position
from repobook.parse.decisions.deciding_calls import written_receiver
from repobook.parse.source import SourceText

# A first argument between quotes, and no value that is set.
LITERAL: Final = re.compile(
    rb"\s{0,20}!?[(\[]\s{0,80}[bru]?(?P<quote>[\"'])(?P<name>[^\"'\\\n]{1,200})(?P=quote)"
    rb"(?!\s{0,20}\]\s{0,20}=[^=])"
)
# The last of several names that is long; one comes before it where a variable takes the value.
OPTION: Final = re.compile(
    rb"\s{0,20}\((?:\s{0,80}&?[\w.]{1,80},)?\s{0,80}(?:[\"']-\w{1,20}[\"'],\s{0,80})?"
    rb"(?P<quote>[\"'])(?P<name>[^\"'\\\n]{1,200})(?P=quote)"
)
IDENTIFIER: Final = re.compile(rb"\s{0,20}\(\s{0,20}(?P<name>\w{1,200})")
_WRAPPED: Final = "_getenv"
_ASKED_FOR: Final = re.compile(
    rb"[\"'](?P<name>[^\"'\\\n]{1,200})[\"']\s{1,20}(?:not\s{1,20})?in\s{1,20}(?:\w{1,40}\.)?\Z"
)
_MAX_BEFORE: Final = 280
_NO_VALUE: Final = re.compile(rb"\s{0,20}(?:[.(]|=[^=])")


_SettingRead = tuple[SettingKind, str, int]
"""Kind, name and line."""


class Reads(NamedTuple):
    kind: SettingKind
    receivers: frozenset[str] | None
    """What the name is taken from; None for anything."""
    behind: re.Pattern[bytes]


class Reading(NamedTuple):
    """How a language reads its configuration."""

    words: tuple[bytes, ...]
    """One of them occurs in every file that does: most files need no further look."""
    by_name: dict[str, Reads]
    members: Mapping[str, SettingKind] = MappingProxyType({})
    """Whose members are settings: ``process.env``."""
    modules: re.Pattern[str] | None = None
    """Imported modules whose members are settings."""


def reads(
    kind: SettingKind,
    *names: str,
    of: tuple[str, ...] | None = ("",),
    behind: re.Pattern[bytes] = LITERAL,
) -> dict[str, Reads]:
    receivers = None if of is None else frozenset(of)
    return {name: Reads(kind, receivers, behind) for name in names}


def settings_of(facts: FileFacts, source: SourceText, reading: Reading) -> tuple[Setting, ...]:
    """Each once, where it is read first."""
    if not any(word in source.data for word in reading.words):
        return ()
    first: dict[tuple[SettingKind, str], int] = {}
    for kind, name, line in _settings_read(facts, source, reading):
        key = (kind, name)
        first[key] = min(line, first.get(key, line))
    return tuple(sorted(Setting(line, kind, name) for (kind, name), line in first.items()))


def _settings_read(
    facts: FileFacts, source: SourceText, reading: Reading
) -> Iterator[_SettingRead]:
    by_name, members = reading.by_name, _Members(reading, facts.imports)
    for reference in facts.references:
        # Libraries wrap what the system has: ``uv_os_getenv``, ``g_getenv``.
        is_wrapped = reference.name.endswith(_WRAPPED)
        reads = by_name.get(_WRAPPED[1:] if is_wrapped else reference.name)
        if reads is not None:
            if reads.receivers is None or written_receiver(reference) in reads.receivers:
                yield from _named(reads, reference, source)
        elif reference.role == "attribute" and (kind := members[reference.receiver]):
            yield from _read_members(kind, reference, source)


class _Members(dict[str, SettingKind | None]):
    """By what a member is taken from: what sort of setting it is. Asked once for each."""

    def __init__(self, reading: Reading, imports: Iterable[Import]) -> None:
        super().__init__(reading.members)
        self._modules = reading.modules
        self._imported = frozenset(_imported(imports)) if reading.modules else frozenset()

    def __missing__(self, receiver: str) -> SettingKind | None:
        is_imported = receiver.partition(".")[0] in self._imported
        is_module = is_imported and self._modules and self._modules.fullmatch(receiver)
        kind: SettingKind | None = "configuration" if is_module else None
        self[receiver] = kind
        return kind


def _imported(imports: Iterable[Import]) -> Iterator[str]:
    for imported in imports:
        yield imported.alias or imported.name or imported.module.partition(".")[0]


def _named(reads: Reads, reference: Reference, source: SourceText) -> Iterator[_SettingRead]:
    for line, start in _places(reference, source):
        match = reads.behind.match(source.data, start + len(reference.name.encode()))
        if match is None and reference.role != "call":
            match = _ASKED_FOR.search(source.data, max(0, start - _MAX_BEFORE), start)
        if match is not None:
            yield reads.kind, match["name"].decode("utf-8", "replace"), line


def _read_members(
    kind: SettingKind, reference: Reference, source: SourceText
) -> Iterator[_SettingRead]:
    is_module = kind == "configuration"
    name = f"{reference.receiver}.{reference.name}" if is_module else reference.name
    for line, start in _places(reference, source):
        # What is set, called or taken further apart is not read here.
        if not _NO_VALUE.match(source.data, start + len(reference.name.encode())):
            yield kind, name, line


def _places(reference: Reference, source: SourceText) -> Iterator[tuple[int, int]]:
    for position in reference.positions:
        line, column = unpack_position(position)
        yield line, source.line_starts[line - 1] + column
