"""Fixtures of pytest: what a test or a fixture takes by the name of a parameter."""

import re
from collections.abc import Iterator
from functools import cache
from typing import Final

from repobook.model.binding import read_binding
from repobook.model.facts import Definition, FileFacts, Reference
from repobook.model.graph import UNKNOWN, Candidate, Link, Unit
from repobook.packs.calls import Use
from repobook.packs.gathered import Gathered
from repobook.packs.pack import LinkBinding, Pack, PackFacts
from repobook.parse.source import SourceText
from repobook.resolve.world import World
from repobook.text.folders import folders_around

_NAME: Final = "pytest"
_PYTHON: Final = frozenset(["Python"])
_FIXTURE: Final = re.compile(r"(?:\w+\.)*(?:\w+_)?fixture(?:\(|\Z)")
# Decorators that pass arguments of their own.
_PATCH: Final = re.compile(r"(?:\w+\.)*patch\b|(?:\w+\.)*given\b")
_PARAMETRIZED: Final = re.compile(
    r"parametrize\(\s{0,99}(?:argnames\s{0,9}=\s{0,9})?"
    r"([(\[][^)\]]{0,400}[)\]]|\"[^\"]{0,400}\"|'[^']{0,400}')"
)
_USED: Final = re.compile(rb"usefixtures\(([^()]{1,400})\)")
_STRING: Final = re.compile(rb"[\"'](\w{1,100})[\"']")
_TOKEN: Final = re.compile(rb"\"[^\"\n]*\"|'[^'\n]*'|#[^\n]*|[()\[\]{},=*/]|\w+")
_MAX_PARAMETERS: Final = 4_000
_OPENING, _CLOSING = b"([{", b")]}"
_BUILT_IN: Final = """
    cache capfd capfdbinary caplog capsys capsysbinary doctest_namespace monkeypatch pytestconfig
    pytester record_property record_testsuite_property record_xml_attribute recwarn request
    testdir tmp_path tmp_path_factory tmpdir tmpdir_factory
"""
_GIVEN: Final = frozenset(["self", "cls", *_BUILT_IN.split()])
_ONLY: Final = "only fixture of that name"


def _read(language: str, source: SourceText, facts: FileFacts) -> PackFacts:
    named = [one for one in facts.definitions if one.decorators or one.name.startswith("test")]
    run = [one for one in named if _is_run(one, facts.definitions)]
    if not run:
        return PackFacts()
    gathered = Gathered(_NAME, source)
    for definition in run:
        for name, offset in _taken(definition, source):
            gathered.bind(name, "fixture", Use(name, "", offset), definition.qualname)
    for used in _USED.finditer(source.data):
        for one in _STRING.finditer(source.data, *used.span(1)):
            name = one.group(1).decode()
            gathered.bind(name, "fixture", Use(name, "", one.start(1)))
    return gathered.facts()


def is_fixture(definition: Definition) -> bool:
    return bool(definition.decorators) and any(map(_FIXTURE.match, definition.decorators))


def _is_run(definition: Definition, definitions: tuple[Definition, ...]) -> bool:
    """Whether pytest calls it: a fixture or a test of the file, or of a class."""
    if definition.kind not in ("function", "method"):
        return False
    if not definition.name.startswith("test") and not is_fixture(definition):
        return False
    is_inner = definition.parent >= 0 and definitions[definition.parent].kind != "class"
    return not is_inner and not any(map(_PATCH.match, definition.decorators))


def _taken(definition: Definition, source: SourceText) -> Iterator[tuple[str, int]]:
    """Parameters without a value of their own, with where they stand."""
    valued = {
        word
        for decorator in definition.decorators
        for names in _PARAMETRIZED.findall(decorator)
        for word in re.findall(r"\w+", names)
    }
    for name, offset in _parameters(definition, source):
        if name not in valued and name not in _GIVEN:
            yield name, offset


def _parameters(definition: Definition, source: SourceText) -> Iterator[tuple[str, int]]:
    first = source.line_starts[definition.line - 1]
    end = source.data.find(b"\n", source.line_starts[definition.end_line - 1])
    end = min(end if end >= 0 else len(source.data), first + _MAX_PARAMETERS)
    start = source.data.find(b"(", first) + 1
    depth, found, is_next = 0, None, True
    for token in _TOKEN.finditer(source.data, start, end):
        text = token.group()
        if text in _OPENING:
            depth += 1
        elif depth and text in _CLOSING:
            depth -= 1
        elif text in (b",", b")") and not depth:
            if found is not None:
                yield found.group().decode(), found.start()
            if text == b")":
                return
            found, is_next = None, True
        elif text in (b"=", b"*", b"/") and not depth:
            found, is_next = None, False
        elif is_next and text[:1] not in b"\"'#":
            found, is_next = token, False


def _linker(world: World) -> LinkBinding:
    @cache  # many tests take the same ones
    def named(name: str) -> list[Candidate]:
        candidates = world.named(name, _PYTHON)
        return [candidate for candidate in candidates if _is_fixture_at(world, candidate)]

    def link(unit: Unit, reference: Reference) -> Link:
        binding = read_binding(reference.receiver)
        taker = f"{unit.path}::{binding.detail}" if binding else ""
        # A fixture may take the one of its name that it stands before.
        fixtures = [fixture for fixture in named(reference.name) if fixture.id != taker]
        if not fixtures:
            return UNKNOWN
        for path in (unit.path, *(f"{folder}conftest.py" for folder in _folders(unit.path))):
            if seen := [fixture.id for fixture in fixtures if fixture.path == path]:
                return Link(tuple(seen), "exact" if len(seen) == 1 else "ambiguous")
        return Link((fixtures[0].id,), "inferred", _ONLY) if len(fixtures) == 1 else UNKNOWN

    return link


def _is_fixture_at(world: World, candidate: Candidate) -> bool:
    return is_fixture(world.unit(candidate.path).definitions[candidate.nth])


def _folders(path: str) -> Iterator[str]:
    """From the one of the file to the outermost, each with a slash behind it."""
    for folder in folders_around(path):
        yield f"{folder}/" if folder else ""


PACK: Final = Pack(_NAME, read=_read, needs=dict.fromkeys(_PYTHON), linker=_linker)
