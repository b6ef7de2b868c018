"""What is guessed by its name alone: attributes that few class members bear, settings."""

import re
from collections.abc import Set
from typing import Final, NamedTuple

from repobook.languages.python.resolver.python_builtins import COMMON_ATTRIBUTES
from repobook.languages.python.resolver.python_modules import LANGUAGES
from repobook.model.graph import DYNAMIC, EXTERNAL, MAX_CANDIDATES, UNKNOWN, Link
from repobook.resolve.cached_method import remembered
from repobook.resolve.world import World
from repobook.text.naming.identifier_words import words_of

ONLY_MEMBER: Final = "only member of that name"
IN_STRING: Final = "named in a string"
ONLY_IMPORTED: Final = "only member of that name in what is imported"
_SETTINGS: Final = frozenset(["setting", "config", "conf"])
_MEMBERS: Final = frozenset(["method", "field"])
# A single word is borne by things outside the repository as well.
_SEVERAL_WORDS: Final = re.compile(r"_*[A-Za-z0-9]+(?:_|(?<=[a-z])[A-Z])")


class _Bearer(NamedTuple):
    id: str
    path: str


class Guesses:
    def __init__(self, world: World) -> None:
        self._world = world

    def attribute(self, name: str, reached: Set[str]) -> Link:
        """``reached`` are the files that the asking one imports, and itself."""
        if name in COMMON_ATTRIBUTES or name.startswith("__"):
            return DYNAMIC
        bearers = self._bearers(name)
        if bearers is None:
            return DYNAMIC
        near = [bearer for bearer in bearers if bearer.path in reached]
        if len(bearers) == 1 and (near or _SEVERAL_WORDS.match(name)):
            return Link((bearers[0].id,), "inferred", ONLY_MEMBER)
        if len(near) == 1:
            return Link((near[0].id,), "inferred", ONLY_IMPORTED)
        if len(bearers) > 1:
            return Link(tuple([bearer.id for bearer in bearers]), "ambiguous")
        return DYNAMIC if bearers else UNKNOWN

    @remembered
    def setting(self, name: str) -> Link:
        """``settings["RETRY_TIMES"]``: the one constant of that name in a module of settings."""
        if self._world.n_named(name) > MAX_CANDIDATES:
            return EXTERNAL
        ids = [
            candidate.id
            for candidate in self._world.named(name, LANGUAGES)
            if candidate.id == f"{candidate.path}::{name}" and self._holds_settings(candidate.path)
        ]
        return Link(tuple(ids), "inferred", IN_STRING) if len(ids) == 1 else EXTERNAL

    def _holds_settings(self, path: str) -> bool:
        stem = path.rpartition("/")[2].partition(".")[0]
        is_test = self._world.files[path].role == "test"
        return not is_test and not _SETTINGS.isdisjoint(words_of(stem))

    @remembered
    def _bearers(self, name: str) -> tuple[_Bearer, ...] | None:
        """Class members of that name; the parts of an overload or a property are one.

        None for a name with so many definitions, in whatever language, that none is likely.
        """
        if self._world.n_named(name) > MAX_CANDIDATES:
            return None
        bearers = {
            _Bearer(candidate.id.removeprefix(candidate.path).partition("~")[0], candidate.path)
            for candidate in self._world.named(name, LANGUAGES)
            if candidate.kind in _MEMBERS
        }
        return tuple([_Bearer(path + id, path) for id, path in sorted(bearers)])
