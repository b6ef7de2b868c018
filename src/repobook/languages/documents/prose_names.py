"""Names of code that a text mentions: what they lead to, where that is one thing.

A text names many things that are not in the repository. So a name counts only where it is followed
from a module, or has a shape that only code has and is defined once.
"""

import re
from typing import Final

from repobook.languages.python.resolver import python_resolver
from repobook.languages.python.resolver.python_builtins import BUILTINS, STANDARD_LIBRARY
from repobook.languages.python.resolver.python_modules import Modules
from repobook.model.facts import Reference
from repobook.model.graph import (
    BUILTIN,
    DYNAMIC,
    EXTERNAL,
    UNKNOWN,
    Candidate,
    Link,
    Unit,
)
from repobook.model.kinds import CLASSES
from repobook.resolve.cached_method import remembered
from repobook.resolve.candidates import ONLY_ONE
from repobook.resolve.paths import one_of
from repobook.resolve.world import World

PROSE: Final = frozenset(["Markdown", "reStructuredText", "Jupyter Notebook", "HTML", "Text"])
_IN_FULL: Final = "name followed from its module"
_ONLY_FITTING: Final = "only definition that fits"
_KIND_WORDS: Final = """
    class struct union interface trait protocol enum type function method kernel macro constant
    message service rpc property
"""
_KINDS: Final = frozenset(_KIND_WORDS.split())
# Two words in one: prose does not write so.
_OF_CODE: Final = re.compile(
    r"_{0,2}[a-zA-Z0-9]+_\w*[a-zA-Z]\w*|\w*[a-z][A-Z]\w*|[A-Z]{2,}[a-z]\w*"
)
_PART: Final = re.compile(r"[\w$]+")
_FUNCTIONS: Final = frozenset(["function", "method", "constructor"])
_CLASSES: Final = frozenset(CLASSES)
_OVERLOAD: Final = re.compile(r"~\d+\Z")
_MAX_HOMONYMS: Final = 100
_MAX_PARTS: Final = 12


class ProseNames:
    def __init__(self, world: World) -> None:
        self._world = world
        self._modules = Modules(world.files)
        self._python = python_resolver.resolver(world)

    def link(self, reference: Reference, path: str) -> Link:
        parts = _PART.findall(reference.receiver)
        if len(parts) > _MAX_PARTS:
            return DYNAMIC
        if "::" not in reference.receiver:
            followed = self.dotted([*parts, reference.name], path)
            if followed is not None and (parts or _is_package(followed)):
                return followed
        return self._by_name(tuple(parts), reference.name)

    def dotted(self, parts: list[str], path: str) -> Link | None:
        """What a name written in full leads to: the longest module it begins with, and on.

        None where it begins with no module of the repository.
        """
        for n in range(len(parts), 0, -1):
            modules = self._modules.named(path, ".".join(parts[:n]))
            if len(modules) == 1 and modules[0].path and modules[0].near:
                return self._in_module(modules[0].path, tuple(parts[n:]))
        return None

    @remembered
    def _in_module(self, module: str, rest: tuple[str, ...]) -> Link:
        if not rest:
            return Link((module,), "inferred", _IN_FULL)
        mention = Reference(rest[-1], ".".join(rest[:-1]), "mention", (0,))
        links = self._python(Unit(module, "Python", "source", references=(mention,)))
        (link,) = links.references
        is_found = link.confidence == "exact"
        return Link(link.targets, "inferred", _IN_FULL) if is_found else UNKNOWN

    @remembered
    def _by_name(self, receiver: tuple[str, ...], name: str) -> Link:
        if not receiver and name in BUILTINS:
            return BUILTIN
        if receiver and (receiver[0] in STANDARD_LIBRARY or receiver[0] == "std"):
            return EXTERNAL
        if not receiver and not _OF_CODE.fullmatch(name):
            return UNKNOWN
        if receiver and self._is_many(receiver[-1]):
            return DYNAMIC
        if self._world.n_named(name) > _MAX_HOMONYMS:
            return DYNAMIC
        code = [c for c in self._world.named(name) if c.language not in PROSE]
        fitting = [c for c in code if c.kind in _KINDS and _fits(c, receiver)]
        shipped = [c for c in fitting if self._world.files[c.path].role in ("source", "build")]
        if name.islower() and not receiver and len({_once(c.id) for c in code}) > 1:
            # As likely an argument, an option or a column.
            return UNKNOWN
        meant = self._without_declared([c for c in shipped if c.id not in self._local_ids(c.path)])
        ids = sorted({_once(c.id) for c in meant})
        return one_of(ids, _ONLY_FITTING if receiver else ONLY_ONE)

    def _without_declared(self, candidates: list[Candidate]) -> list[Candidate]:
        """Of a function that is declared in one file and defined in another the definition."""
        if len(candidates) < 2:
            return candidates
        bodied = [c for c in candidates if self._world.unit(c.path).definitions[c.nth].complexity]
        names = {_qualname(c.id) for c in bodied}
        return bodied + [c for c in candidates if _qualname(c.id) not in names]

    @remembered
    def _local_ids(self, path: str) -> frozenset[str]:
        """What only the functions around see."""
        unit = self._world.unit(path)
        inside = [
            d.parent >= 0 and unit.definitions[d.parent].kind in _FUNCTIONS
            for d in unit.definitions
        ]
        return frozenset(
            [id for (id, _), local in zip(unit.symbols(), inside, strict=True) if local]
        )

    def _is_many(self, name: str) -> bool:
        """Whether several classes bear a name: then one member of that name proves nothing."""
        owners = self._world.named(name)
        return len({_once(c.id) for c in owners[:_MAX_HOMONYMS] if c.kind in _CLASSES}) > 1


def _is_package(link: Link) -> bool:
    """Any word may be the name of a module as well; that of a package is meant."""
    return bool(link.targets) and link.targets[0].rpartition("/")[2].startswith("__init__.")


def _fits(candidate: Candidate, receiver: tuple[str, ...]) -> bool:
    """Whether all that stands before the name is around the definition too.

    A constructor is named as its class is, and the class is what a text means.
    """
    parts = _PART.findall(_once(candidate.id))
    return set(parts).issuperset(receiver) and parts[-1:] != parts[-2:-1]


def _qualname(id: str) -> str:
    return _once(id).partition("::")[2]


def _once(id: str) -> str:
    """Overloads are one thing to a text."""
    return _OVERLOAD.sub("", id)
