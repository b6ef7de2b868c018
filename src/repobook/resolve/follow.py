"""Follows an expression such as ``user.address().street`` from type to type, in any language.

A language says what a bare name means in a file and what a place holds by a name; everything else
is the same everywhere: a call gives a value of the type called or what the function says it gives,
a variable leads to its type. Every walk is bounded, and every answer is cached.
"""

import re
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Final, NamedTuple, Protocol, TypeVarTuple

from repobook.model.facts import Definition
from repobook.model.graph import BUILTIN, EXTERNAL, Link, symbol_ids
from repobook.model.kinds import CLASSES
from repobook.resolve.cached_method import remembered
from repobook.resolve.candidates import candidates_link
from repobook.resolve.cyclic_memo import CyclicMemo, Levels
from repobook.resolve.world import World

# Ruby's names may begin with ``@`` and end in ``?`` or ``!``.
_TOKEN: Final = re.compile(r"@{0,2}[\w$]+[?!]?|\(\)")
# ``Outer.this`` is a value of Outer, and ``call().await`` what the call promises.
_TRANSPARENT: Final = frozenset(["this", "await"])
_MAX_LEVELS: Final = 40
_MAX_TOKENS: Final = 40
_MAX_BASES: Final = 60
_MAX_ALIASES: Final = 8

TYPES: Final = frozenset([*CLASSES, "type"])
FUNCTIONS: Final = frozenset(["function", "method", "constructor"])
_TYPED: Final = frozenset(["field", "variable", "constant", "property", "type"])


class Place(NamedTuple):
    """A definition by its place in the file, or with ``WHOLE`` a file or a package."""

    path: str
    nth: int


WHOLE: Final = -1
OUTSIDE: Final = Place("", -2)
"""Something of a package that is not in the repository; so is all that it holds."""
STANDARD: Final = Place("", -3)
"""Something that the language brings along."""

NAMESPACE: Final = -6
"""The number of a place whose path names a namespace, be it one of the repository or not."""

NOT_HERE: Final = frozenset([OUTSIDE, STANDARD])

_REASON_BY_PLACE: Final = {OUTSIDE: EXTERNAL, STANDARD: BUILTIN}

Places = tuple[Place, ...]
Question = TypeVarTuple("Question")


class Language(Protocol):
    @property
    def depth_first(self) -> bool:
        """Whether all that the first base inherits comes before the second base."""

    def names(self, path: str, name: str) -> Places:
        """What a bare name means at the top of a file."""

    def members(self, place: Place, name: str) -> Places:
        """What a package, a file or a type holds by a name, without what it inherits."""


class Follower:
    def __init__(self, world: World, language: Language) -> None:
        self._world = world
        self._language = language
        self._levels = Levels(_MAX_LEVELS)
        self._places_followed = self.memo(self._followed)
        self._members = self.memo(self._inherited)

    def follow(self, path: str, expression: str) -> Places:
        """Empty where the trail ends."""
        return self._places_followed(path, expression)

    def member(self, place: Place, name: str) -> Places:
        """Of the type itself, or else of the nearest that it inherits from."""
        if place in NOT_HERE:
            return (place,)
        return self._members(place, name)

    def memo(self, ask: Callable[[*Question], Places]) -> CyclicMemo[Places, *Question]:
        """Caches a function of the language that may call the follower and itself."""
        return CyclicMemo(self._levels, ask, ())

    def link(self, places: Sequence[Place]) -> Link | None:
        """None where nothing was found."""
        repository_places = [place for place in places if place.nth >= WHOLE]
        if not repository_places:
            return _REASON_BY_PLACE.get(places[0], EXTERNAL) if places else None
        return candidates_link([self.id(place) for place in repository_places])

    def id(self, place: Place) -> str:
        if place.nth == WHOLE:
            return place.path
        return self._ids(place.path)[place.nth]

    @remembered
    def _ids(self, path: str) -> tuple[str, ...]:
        return symbol_ids(path, self._world.unit(path).definitions)

    def is_settled(self, path: str, expression: str) -> bool:
        """Whether all members of what an expression gives are known."""
        places = _each(self.type_of, self.follow(path, expression))
        return any(self._is_type(place) for place in places)

    def is_function(self, place: Place) -> bool:
        definition = self.definition(place)
        return definition is not None and definition.kind in FUNCTIONS

    def is_named_type(self, place: Place) -> bool:
        definition = self.definition(place)
        return definition is not None and definition.kind in TYPES

    def is_only_type(self, place: Place) -> bool:
        """Unlike a class, it is nothing that an expression could hold."""
        definition = self.definition(place)
        return definition is not None and definition.kind in ("interface", "type")

    def definition(self, place: Place) -> Definition | None:
        return self._world.unit(place.path).definitions[place.nth] if place.nth >= 0 else None

    def type_of(self, place: Place) -> Places:
        """The type of a variable and what an alias stands for; anything else is itself."""
        places: Places = (place,)
        for _ in range(_MAX_ALIASES):
            further = _each(self._one_type_of, places)
            if further == places:
                return places
            places = further
        return ()

    def bases(self, place: Place) -> Places:
        """The types that a type names as those it inherits from, in order."""
        definition = self.definition(place)
        if definition is None:
            return ()
        named = [target for base in definition.bases for target in self.follow(place.path, base)]
        return _each(self.type_of, named)

    def _followed(self, path: str, expression: str) -> Places:
        tokens = _TOKEN.findall(expression)
        if not tokens or len(tokens) > _MAX_TOKENS:
            return ()
        places = self._language.names(path, tokens[0])
        for token in tokens[1:]:
            if token == "()":
                places = _each(self._called, places)
            elif token in _TRANSPARENT:
                continue
            elif token == "super":
                places = _each(self._above, places)
            else:
                places = _each(partial(self.member, name=token), places)
        return places

    def _above(self, place: Place) -> Places:
        """Of a type what it inherits from; of a file the module around it, where there is such."""
        return self.member(place, "super") if place.nth == WHOLE else self.bases(place)

    def _called(self, place: Place) -> Places:
        definition = self.definition(place)
        if definition is None:
            return () if place.nth >= WHOLE else (_outer(place),)
        if definition.kind in FUNCTIONS:
            return self.follow(place.path, definition.value)
        if definition.kind in TYPES:
            return self.type_of(place)
        return ()

    def _inherited(self, place: Place, name: str) -> Places:
        """The nearest wins; a type met twice is looked at once."""
        waiting = deque(self.type_of(place))
        visited: dict[Place, None] = {}
        while waiting and len(visited) < _MAX_BASES:
            here = waiting.popleft()
            if here in visited:
                continue
            visited[here] = None
            members = () if here in NOT_HERE else self._language.members(here, name)
            if members:
                return members
            if self._language.depth_first:
                waiting.extendleft(reversed(self.bases(here)))
            else:
                waiting.extend(self.bases(here))
        return tuple([each for each in visited if each in NOT_HERE])

    def _is_type(self, place: Place) -> bool:
        definition = self.definition(place)
        # What is called a type may be a union, a list or a function: its members are not ours.
        return definition is None or definition.kind in TYPES - {"type"}

    def _one_type_of(self, place: Place) -> Places:
        definition = self.definition(place)
        if definition is None:
            return (place,)
        if definition.value and definition.kind in _TYPED:
            return self.follow(place.path, definition.value)
        return (place,)


def _outer(place: Place) -> Place:
    """What is called and not defined here is somebody else's."""
    return place if place in NOT_HERE else OUTSIDE


def _each(step: Callable[[Place], Places], places: Iterable[Place]) -> Places:
    return tuple(dict.fromkeys([target for place in places for target in step(place)]))
