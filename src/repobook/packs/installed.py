"""The installed packs, and their tables joined.

Ours are known by name; others are found by entry points of installed distributions. One that cannot
be loaded is left out and reported: a build never fails by a pack.
"""

import os
import re
import sys
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.metadata import Distribution, EntryPoint
from importlib.util import find_spec
from typing import Any, Final, NamedTuple

from repobook.findings.rule import Rule
from repobook.model.facts import DecisionKind
from repobook.packs.pack import Needs, Pack
from repobook.parse.decisions.deciding_calls import Known
from repobook.parse.settings_read import Reads

GROUP: Final = "repobook.packs"
# In pyproject.toml, too; a source tree that was never installed has no entry points.
_OWN: Final = (
    EntryPoint("applications", "repobook.packs.applications:PACK", GROUP),
    EntryPoint("commands", "repobook.packs.commands:PACK", GROUP),
    EntryPoint("environment", "repobook.packs.environment:PACK", GROUP),
    EntryPoint("foreign", "repobook.packs.foreign:PACK", GROUP),
    EntryPoint("python-bindings", "repobook.packs.python_bindings:PACK", GROUP),
    EntryPoint("pytest", "repobook.packs.pytest_fixtures:PACK", GROUP),
    EntryPoint("pytorch", "repobook.packs.pytorch:PACK", GROUP),
    EntryPoint("web", "repobook.packs.web:PACK", GROUP),
)


class InstalledPacks(NamedTuple):
    packs: tuple[Pack, ...]
    """By name."""
    problems: tuple[str, ...]
    """Of those that could not be loaded."""


@cache
def installed() -> InstalledPacks:
    packs, problems = [], []
    for entry in _entries():
        loaded = _load(entry)
        if isinstance(loaded, Pack):
            packs.append(loaded)
        else:
            problems.append(f"pack {entry.name} is not used: {loaded}")
    return InstalledPacks(tuple(packs), tuple(problems))


def load_problems() -> tuple[str, ...]:
    """Ours load: without others no pack has to be loaded to know that."""
    return installed().problems if any(entry not in _OWN for entry in _entries()) else ()


class Readers(NamedTuple):
    """What reads files of one language."""

    packs: tuple[tuple[Pack, Needs | None], ...]
    import_words: tuple[str, ...]
    definition_names: frozenset[str]


@cache
def readers_of(language: str) -> Readers:
    packs = [
        (pack, pack.needs[language] if pack.needs is not None else None)
        for pack in installed().packs
        if pack.read is not None and (pack.needs is None or language in pack.needs)
    ]
    needs = [needs for _, needs in packs if needs is not None]
    words = dict.fromkeys(word for one in needs for word in one.imports)
    names = frozenset().union(*[one.definitions for one in needs])
    return Readers(tuple(packs), tuple(words), names)


def decisions(family: str) -> Iterator[Known]:
    return (known for pack in installed().packs for known in pack.decisions.get(family, ()))


def decorators() -> Iterator[tuple[DecisionKind, re.Pattern[str]]]:
    return (decorator for pack in installed().packs for decorator in pack.decorators)


def settings(family: str) -> dict[str, Reads]:
    tables = [table for pack in installed().packs for table in pack.settings.get(family, ())]
    return {name: reads for table in tables for name, reads in table.items()}


def stages() -> dict[str, str]:
    """Titles by the names of stages, in order."""
    return {name: title for pack in installed().packs for name, title in pack.stages.items()}


def test_starters() -> frozenset[str]:
    return frozenset().union(*[pack.test_starters for pack in installed().packs])


def extended(rules: Mapping[str, Rule]) -> dict[str, Rule]:
    """Rules with what packs add: cases to those that are there, and rules of their own."""
    more = dict(rules)
    for pack in installed().packs:
        for id, rule in pack.rules.items():
            more.setdefault(id, rule)
        for id, finds in pack.finds.items():
            if id in more:
                more[id] = more[id]._replace(find=(*more[id].find, *finds))
    return more


def foreign_sources() -> Iterator[tuple[str, bytes]]:
    """What shapes a book although it is no code of ours: installed packs and their sources."""
    for entry in _entries():
        if entry not in _OWN:
            yield f"{entry.name} {entry.value}", b""
            for path in _source_paths(entry.module):
                with open(path, "rb") as file:
                    yield os.path.basename(path), file.read()


def _entries() -> list[EntryPoint]:
    """By name; a name of ours is taken."""
    entries = {entry.name: entry for entry in _OWN}
    for entry in _declared():
        entries.setdefault(entry.name, entry)
    return [entry for _, entry in sorted(entries.items())]


def _declared() -> Iterator[EntryPoint]:
    """By distributions on the path, except in the folder where the command is typed: a repository
    that is looked at must not bring code along."""
    here = os.path.realpath(os.curdir)
    folders = [folder for folder in sys.path if folder and os.path.realpath(folder) != here]
    for distribution in Distribution.discover(path=folders):
        if GROUP in (distribution.read_text("entry_points.txt") or ""):
            yield from distribution.entry_points.select(group=GROUP)


def _load(entry: EntryPoint) -> Pack | str:
    try:
        pack: Any = entry.load()
    except Exception as error:  # noqa: BLE001 - whatever a module does while it is imported
        return f"{type(error).__name__}: {error}"
    return pack if isinstance(pack, Pack) else f"{entry.value} is no Pack"


def _source_paths(module: str) -> list[str]:
    """Of a module its file, of a package all files of Python below it."""
    try:
        spec = find_spec(module)
    except Exception:  # noqa: BLE001 - a parent that cannot be imported
        return []
    if spec is None:
        return []
    folders = spec.submodule_search_locations
    if folders is None:
        return [spec.origin] if spec.origin and os.path.isfile(spec.origin) else []
    return sorted(path for folder in folders for path in _python_files(folder))


def _python_files(folder: str) -> Iterator[str]:
    for parent, _, names in os.walk(folder):
        yield from (os.path.join(parent, name) for name in names if name.endswith(".py"))
