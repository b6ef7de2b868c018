"""Where references of C, C++, CUDA and their relatives lead.

A name is looked up as the language does: by scope, through bases and ``using``, among what the
includes make visible. What is found and visible is exact; a match by name alone is inferred.
"""

import re
from collections.abc import Callable, Iterable
from functools import lru_cache
from itertools import chain
from typing import Final, NamedTuple

from repobook.languages.c_family.resolver.c_declarations import (
    looked_up,
    same_symbols,
    stand_together,
)
from repobook.languages.c_family.resolver.c_includes import IncludeResolver
from repobook.languages.c_family.resolver.c_library import C_LIBRARY
from repobook.languages.c_family.resolver.c_lookup import Lookup, Using, using_of
from repobook.languages.c_family.resolver.c_symbols import (
    ANY,
    CLASSES,
    FUNCTIONS,
    MEMBERS,
    TYPES,
    VALUES,
    Symbols,
    is_defined,
    is_extern,
)
from repobook.languages.c_family.resolver.c_visibility import Visibility
from repobook.model.facts import Import, Reference
from repobook.model.graph import (
    DYNAMIC,
    EXTERNAL,
    MAX_CANDIDATES,
    UNKNOWN,
    Candidate,
    FileLinks,
    Link,
    Unit,
)
from repobook.resolve.world import World

_MEANT: Final = ANY - {"constructor"}
# ``Foo x(kLimit);`` reads like the declaration of a function, and ``Foo<kLimit>`` like two types.
_CONSTANTS: Final = frozenset(["constant", "enum_member"])
_KINDS_BY_ROLE: Final = {
    "type": TYPES,
    "inherit": TYPES,
    "macro": frozenset(["macro"]) | (FUNCTIONS - {"constructor"}),
}
_STANDARD: Final = frozenset(["std", "thrust", "cub", "__gnu_cxx", "boost"])
_OF_CLASSES: Final = frozenset(["method", "field", "property", "constructor"])
# Members that containers of the standard library have: a class of the repository that shares the
# name says nothing about an unknown receiver.
_COMMON: Final = frozenset(
    re.findall(
        r"\w+",
        "size data begin end cbegin cend rbegin rend push_back emplace_back pop_back insert erase"
        " find count empty clear front back reset get swap first second c_str str length append"
        " substr at reserve resize emplace load store exchange lock unlock wait notify_one"
        " notify_all join value value_or has_value what name type hash push pop top release"
        " fetch_add fetch_sub",
    )
)


def resolver(world: World) -> Callable[[Unit], FileLinks]:
    return _Family(world)


class _Family:
    def __init__(self, world: World) -> None:
        self._world = world
        self._includes = IncludeResolver(world)
        self._visibility = Visibility(world, self._includes)
        self._symbols = Symbols(world)
        self._usings_by_path: dict[str, tuple[Using, ...]] = {}

    def __call__(self, unit: Unit) -> FileLinks:
        visible = self._visibility.visible_from(unit)
        file = _File(unit, visible, self._visibility, self._symbols, self._usings(unit, visible))
        includes = self._includes.links(unit)
        imports = [
            file.using(imported) if imported.form == "using" else link
            for imported, link in zip(unit.imports, includes, strict=True)
        ]
        return FileLinks(
            tuple(map(file.link, unit.references)),
            tuple(imports),
            same=tuple(same_symbols(unit, self._symbols, file.sees, file.classes_meant)),
            looked_up=looked_up(unit),
        )

    def _usings(self, unit: Unit, visible: int) -> Iterable[Using]:
        paths = self._visibility.usings(visible)
        return chain(_usings_of(unit), *map(self._usings_in, paths))

    def _usings_in(self, path: str) -> tuple[Using, ...]:
        usings = self._usings_by_path.get(path)
        if usings is None:
            usings = self._usings_by_path[path] = _usings_of(self._world.unit(path))
        return usings


def _usings_of(unit: Unit) -> tuple[Using, ...]:
    return tuple([using_of(imported) for imported in unit.imports if imported.form == "using"])


class _Sight:
    """Which candidates a file sees: its own, and those of the headers that it includes."""

    def __init__(self, path: str, visible: int, visibility: Visibility) -> None:
        self._visible = visible
        self._visibility = visibility
        self._is_visible_by_path = {path: True}

    def __call__(self, candidate: Candidate) -> bool:
        is_visible = self._is_visible_by_path.get(candidate.path)
        if is_visible is None:
            is_visible = self._visibility.is_in(self._visible, candidate.path)
            self._is_visible_by_path[candidate.path] = is_visible
        return is_visible


class _Receiver(NamedTuple):
    """What stands before a name, taken apart: see ``languages/c_family/parser/c_chains.py``."""

    expression: str
    separator: str
    scope: str
    n_arguments: int | None


class _File:
    """Resolves the references of one file."""

    def __init__(
        self,
        unit: Unit,
        visible: int,
        visibility: Visibility,
        symbols: Symbols,
        usings: Iterable[Using],
    ) -> None:
        self._symbols = symbols
        self.sees = self._sees = _Sight(unit.path, visible, visibility)
        self._lookup = Lookup(symbols, self._sees, usings)
        self.classes_meant = self._lookup.classes_meant

    def link(self, reference: Reference) -> Link:
        if not self._symbols.named(reference.name):
            return EXTERNAL
        receiver = _receiver(reference.receiver)
        if receiver.expression == "?":
            return self._of_unknown(reference, receiver)
        if receiver.separator in (".", "->"):
            return self._member(reference, receiver)
        return self._named(reference, receiver)

    def using(self, imported: Import) -> Link:
        if imported.module.partition(".")[0] in _STANDARD:
            return EXTERNAL
        if imported.name in ("", "*"):
            return UNKNOWN
        candidates = self._lookup.find("", f"{imported.module}.{imported.name}".strip("."), _MEANT)
        return self._chosen(candidates, None) or UNKNOWN

    def _named(self, reference: Reference, receiver: _Receiver) -> Link:
        name, path = reference.name, receiver.expression.replace("::", ".")
        if path.partition(".")[0] in _STANDARD:
            return EXTERNAL
        kinds = _KINDS_BY_ROLE.get(reference.role, _MEANT)
        if path == "struct" and not receiver.separator:
            path, kinds = "", CLASSES
        scope = "" if receiver.separator and not path else receiver.scope
        whole = f"{path}.{name}" if path else name
        if not path:
            macros = [c for c in self._symbols.at(name) if c.kind == "macro" and self._sees(c)]
            if macros and reference.role != "type":
                return self._chosen(macros, None) or UNKNOWN
        candidates = self._lookup.find(scope, whole, kinds)
        if not path and name in C_LIBRARY and not any(map(self._sees, candidates)):
            return EXTERNAL
        if not candidates and reference.role == "type":
            candidates = self._lookup.find(scope, whole, _MEANT if path else _CONSTANTS)
        link = self._chosen(candidates, receiver.n_arguments)
        return link or self._by_name(reference, receiver, kinds)

    def _member(self, reference: Reference, receiver: _Receiver) -> Link:
        type_ = self._lookup.value_of(receiver.expression, receiver.scope)
        if receiver.separator == "->":
            type_ = self._lookup.pointed_to(type_)
        if type_ is None:
            return self._of_unknown(reference, receiver)
        if not type_.qualname:
            return EXTERNAL
        members = self._lookup.members(type_.qualname, reference.name)
        return self._chosen(members, receiver.n_arguments) or UNKNOWN

    def _of_unknown(self, reference: Reference, receiver: _Receiver) -> Link:
        """Of a receiver that cannot be followed, only the name of the member is known."""
        if reference.name in _COMMON:
            return DYNAMIC
        candidates = [
            candidate
            for qualname, bearers in self._symbols.named(reference.name).items()
            for candidate in bearers
            if "." in qualname and candidate.kind in MEMBERS
        ]
        if not candidates:
            return EXTERNAL
        return self._guessed(candidates, receiver.n_arguments, "only member of that name")

    def _by_name(self, reference: Reference, receiver: _Receiver, kinds: frozenset[str]) -> Link:
        """The fallback where lookup by scope finds nothing: candidates by name alone."""
        owner = receiver.expression.rpartition("::")[2]
        if not owner:
            kinds -= {"method", "field"}
        named = self._symbols.named(reference.name).items()
        candidates = [
            candidate
            for qualname, bearers in named
            for candidate in bearers
            if candidate.kind in kinds and (not owner or _is_in(owner, qualname, candidate.kind))
        ]
        if not candidates:
            return UNKNOWN if owner and self._symbols.named(owner) else EXTERNAL
        return self._guessed(candidates, receiver.n_arguments, "only definition of that name")

    def _guessed(self, candidates: list[Candidate], n_arguments: int | None, rule: str) -> Link:
        link = self._chosen(candidates, n_arguments)
        if link is None:
            return UNKNOWN
        if link.confidence == "exact":
            return Link(link.targets, "inferred", rule)
        return link

    def _chosen(self, candidates: list[Candidate], n_arguments: int | None) -> Link | None:
        """One of several: what the file sees goes first, then the number of arguments decides."""
        if not candidates:
            return None
        visible = [c for c in candidates if self._sees(c)]
        pool = visible or [c for c in candidates if self._is_reachable(c)]
        if not pool:
            return None
        if n_arguments is not None and len(pool) > 1:
            pool = [c for c in pool if self._takes(c, n_arguments)] or pool
        things = self._things(self._general(_without_aliased(pool)))
        if len(things) > MAX_CANDIDATES:
            return DYNAMIC
        targets = tuple([id for key, thing in things.items() for id in self._targets(key, thing)])
        if len(targets) > 1:
            return Link(targets, "ambiguous")
        if visible:
            return Link(targets, "exact")
        return Link(targets, "inferred", "only definition of that name")

    def _general(self, pool: list[Candidate]) -> list[Candidate]:
        """Of a class template and its specializations the name means the template."""
        if len(pool) == 1 or pool[0].kind not in CLASSES:
            return pool
        return [c for c in pool if not self._is_specialized(c)] or pool

    def _is_specialized(self, candidate: Candidate) -> bool:
        definition = self._symbols.definition(candidate)
        return f" {definition.name}<" in definition.signature.partition(" : ")[0]

    def _is_reachable(self, candidate: Candidate) -> bool:
        """What is hidden in another file is nobody else's."""
        return self._symbols.definition(candidate).exported

    def _takes(self, candidate: Candidate, n_arguments: int) -> bool:
        taken = self._symbols.arity(candidate)
        return taken is None or taken.least <= n_arguments <= taken.most

    def _things(self, pool: list[Candidate]) -> dict[tuple[str, ...], list[Candidate]]:
        """Declarations and definitions of the same thing together."""
        things: dict[tuple[str, ...], list[Candidate]] = {}
        for candidate in pool:
            things.setdefault(self._symbols.thing(candidate), []).append(candidate)
        return things if len(pool) == 1 else self._apart(things)

    def _apart(
        self, things: dict[tuple[str, ...], list[Candidate]]
    ) -> dict[tuple[str, ...], list[Candidate]]:
        """A variable that one file defines twice is defined once for each condition."""
        separated: dict[tuple[str, ...], list[Candidate]] = {}
        for key, candidates in things.items():
            n_files = len({candidate.path for candidate in candidates})
            if candidates[0].kind in VALUES and n_files < len(candidates):
                separated |= {(c.id,): [c] for c in candidates if not self._is_extern(c)}
            else:
                separated[key] = candidates
        return separated

    def _is_extern(self, candidate: Candidate) -> bool:
        return is_extern(self._symbols.definition(candidate))

    def _targets(self, key: tuple[str, ...], thing: list[Candidate]) -> tuple[str, ...]:
        """One, unless several files that are included under conditions define it."""
        if thing[0].kind in FUNCTIONS and len(thing) > 1:
            by_path = {c.path: c.id for c in reversed(thing) if self._is_defined(c)}
            if len(by_path) == len({c.path for c in thing}) and 1 < len(by_path) <= MAX_CANDIDATES:
                return tuple(sorted(by_path.values()))
        return (self._target(key, thing),)

    def _target(self, key: tuple[str, ...], thing: list[Candidate]) -> str:
        """The definition where there is one, else the declaration that the file sees."""
        if thing[0].kind not in FUNCTIONS:
            return thing[0].id
        defined = [c for c in thing if self._is_defined(c)]
        if not defined:
            others = self._symbols.at(key[0])
            defined = [
                c
                for c in others
                if c.kind in FUNCTIONS
                and self._symbols.are_same(c, thing[0])
                and self._is_defined(c)
            ]
        if len(defined) > 1 or self._is_defined_in_short(key[0], thing[0]):
            defined = [c for c in defined if stand_together(thing[0].path, c.path)]
        return defined[0].id if len(defined) == 1 else thing[0].id

    def _is_defined_in_short(self, qualname: str, function: Candidate) -> bool:
        """Whether somebody writes ``X::f`` for ``a::X::f``, and may define it as well."""
        owner, _, name = qualname.rpartition(".")
        shorter = f"{owner.rpartition('.')[2]}.{name}"
        return shorter != qualname and any(
            self._is_defined(c) and self._symbols.are_same(c, function)
            for c in self._symbols.at(shorter)
            if c.kind in FUNCTIONS
        )

    def _is_defined(self, candidate: Candidate) -> bool:
        return is_defined(self._symbols.definition(candidate))


def _is_in(owner: str, qualname: str, kind: str) -> bool:
    """``a::f`` may be ``a::inline_namespace::f``, never a member of another class within ``a``."""
    scopes = qualname.split(".")[:-1]
    return owner in (scopes[-1:] if kind in _OF_CLASSES else scopes)


def _without_aliased(pool: list[Candidate]) -> list[Candidate]:
    """Of ``typedef struct node {…} node;`` the plain name means the alias."""
    aliases = [candidate for candidate in pool if candidate.kind == "type"]
    return aliases if aliases and all(c.kind in TYPES for c in pool) else pool


@lru_cache(maxsize=1 << 14)
def _receiver(written: str) -> _Receiver:
    rest, _, number = written.rpartition("#")
    if not number.isdecimal():  # what a grammar takes for a scope may hold the preprocessor's marks
        rest, number = written, ""
    expression, _, scope = rest.partition("@")
    separator = next((s for s in ("::", "->", ".") if expression.endswith(s)), "")
    return _Receiver(
        expression.removesuffix(separator), separator, scope, int(number) if number else None
    )
