"""All files' facts to links between them: every reference gets targets, or a reason for none.

A language is a module in ``languages/`` named by the slug of its name that offers
``resolver(world) -> Resolve``; languages of one family share one function. There is no registry.
Whoever resolves a file may look at the definitions and imports of any other, never at its
references: that is what lets a change be followed to the files it touches and no further.
"""

import importlib
from collections.abc import Callable
from functools import cache
from importlib.util import find_spec
from typing import Final

from repobook.model.graph import UNKNOWN, FileLinks, Link, Unit
from repobook.resolve.world import World
from repobook.text.names import slug

Resolve = Callable[[Unit], FileLinks]
MakeResolver = Callable[[World], Resolve]

_LANGUAGES: Final = f"{__name__}.languages"


class Resolver:
    """Resolves file after file of one world; what it learnt on the way is kept."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._resolve_by_maker: dict[MakeResolver, Resolve] = {}

    def __call__(self, unit: Unit) -> FileLinks:
        make = _maker_of(unit.language)
        if make is None:
            return nothing_resolved(unit)
        if make not in self._resolve_by_maker:
            self._resolve_by_maker[make] = make(self._world)
        return self._resolve_by_maker[make](unit)


def nothing_resolved(unit: Unit, why: Link = UNKNOWN) -> FileLinks:
    return FileLinks((why,) * len(unit.references), (why,) * len(unit.imports))


def family_of(language: str) -> str:
    """What is learnt of files in one language serves the others of its family, and no more."""
    make = _maker_of(language)
    return make.__module__ if make else ""


@cache
def _maker_of(language: str) -> MakeResolver | None:
    name = f"{_LANGUAGES}.{slug(language)}" if language else ""
    if not name or find_spec(name) is None:
        return None
    maker: MakeResolver = importlib.import_module(name).resolver
    return maker
