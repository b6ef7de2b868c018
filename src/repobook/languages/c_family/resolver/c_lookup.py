"""Where a name leads within the C family: scopes outward, bases, ``using``, types of values.

One ``Lookup`` serves one file, since what ``using`` brings in depends on what the file includes.
Types and expressions come in the notation of ``c_family/parser/c_chains.py``. Every walk is
bounded.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from typing import Final, NamedTuple

from repobook.languages.c_family.resolver.c_symbols import (
    ANY,
    CLASSES,
    FUNCTIONS,
    TYPES,
    VALUES,
    Symbols,
    qualname_of,
)
from repobook.model.facts import Import
from repobook.model.graph import Candidate

_MAX_STEPS: Final = 12
_MAX_BASES: Final = 40
_MAX_DEPTH: Final = 10
_HEAD: Final = re.compile(r"<(?P<type>.*?)>(?=[.\-\[(]|\Z)|(?P<path>[\w~]+(?:::[\w~]+)*)")
_STEP: Final = re.compile(r"(?P<separator>\.|->)(?P<name>[\w~]+)(?P<call>\(\))?|\[\]|\(\)")
_POINTERS: Final = frozenset(
    ["unique_ptr", "shared_ptr", "weak_ptr", "optional", "reference_wrapper", "atomic"]
)
_KEYED: Final = frozenset(["map", "unordered_map", "multimap", "pair", "flat_hash_map"])


class Type(NamedTuple):
    """A class of the repository, or what is known of one outside."""

    qualname: str
    """Empty where it is none of the repository's."""
    name: str
    arguments: tuple[str, ...]
    scope: str
    """Where the arguments are looked up."""


class Using(NamedTuple):
    """What ``using`` brings into a scope."""

    is_namespace: bool
    """All that the target holds, where it is one; else the target itself."""
    name: str
    """The scope that it opens in, or the name that it gives."""
    target: str


def using_of(imported: Import) -> Using:
    if imported.name == "*":
        return Using(True, imported.alias.removesuffix("*").rstrip("."), imported.module)
    target = f"{imported.module}.{imported.name}".strip(".")
    return Using(False, imported.alias or imported.name, target)


class Lookup:
    def __init__(
        self, symbols: Symbols, sees: Callable[[Candidate], bool], usings: Iterable[Using]
    ) -> None:
        self._symbols = symbols
        self._sees = sees
        # In the order in which they come, each once: headers say the same a thousand times.
        self._used: dict[str, dict[str, None]] = {}
        self._alias: dict[str, dict[str, None]] = {}
        for is_namespace, name, target in usings:
            bound = self._used if is_namespace else self._alias
            if name in bound:
                bound[name][target] = None
            else:
                bound[name] = {target: None}
        self._opened_by_scope: dict[str, tuple[str, ...]] = {}
        self._walks: dict[str, list[tuple[str, str]]] = {}
        self._lines: dict[str, list[str]] = {}
        self._candidates_by_key: dict[tuple[str, str, frozenset[str]], list[Candidate]] = {}
        self._at_by_key: dict[tuple[str, frozenset[str]], list[Candidate]] = {}
        self._members: dict[tuple[str, str], list[Candidate]] = {}
        self._types: dict[tuple[str, str], Type | None] = {}
        self._values: dict[tuple[str, str], Type | None] = {}
        self._depth = 0

    def find(self, scope: str, path: str, kinds: frozenset[str]) -> list[Candidate]:
        """What a dotted path means in a scope: the innermost scope that knows it decides."""
        key = (scope, path, kinds)
        if key not in self._candidates_by_key:
            # A path that leads back to itself finds nothing on the way.
            self._candidates_by_key[key] = []
            self._candidates_by_key[key] = self._find(scope, path, kinds)
        return self._candidates_by_key[key]

    def members(self, owner: str, name: str) -> list[Candidate]:
        """Members of a class by name: its own, else those of its bases, nearest first."""
        key = (owner, name)
        if key not in self._members:
            self._members[key] = []
            self._members[key] = self._inherited(owner, name)
        return self._members[key]

    def type_of(self, written: str, scope: str) -> Type | None:
        """The class that a type means, aliases followed."""
        key = (written, scope)
        if key not in self._types:
            self._types[key] = None
            self._types[key] = self._type_of(written, scope)
        return self._types[key]

    def value_of(self, expression: str, scope: str) -> Type | None:
        """The class of what an expression gives."""
        key = (expression, scope)
        if key not in self._values:
            self._values[key] = None
            self._values[key] = self._value_of(expression, scope)
        return self._values[key]

    def pointed_to(self, type_: Type | None) -> Type | None:
        """What ``->`` reaches: smart pointers lead to what they hold."""
        if type_ is None or not type_.arguments:
            return type_
        if type_.qualname and not self.members(type_.qualname, "operator->"):
            return type_
        if not type_.qualname and type_.name not in _POINTERS:
            return type_
        return self.type_of(type_.arguments[0], type_.scope)

    def _find(self, scope: str, path: str, kinds: frozenset[str]) -> list[Candidate]:
        """The first that the file sees, else the first of all."""
        invisible: list[Candidate] = []
        for candidates in self._offered(scope, path, kinds):
            if candidates and self._sees(candidates[0]):
                return candidates
            invisible = invisible or candidates
        return invisible

    def _offered(self, scope: str, path: str, kinds: frozenset[str]) -> Iterator[list[Candidate]]:
        """From the innermost scope outward; ``Alias::member`` goes through the class at last."""
        owner, _, name = path.rpartition(".")
        if not owner:
            yield from self._plain(scope, name, kinds)
            return
        first, _, rest = path.partition(".")
        for outer in _outward(scope):
            yield from self._within(outer, path, kinds)
            yield from self._within(_joined(outer, owner), name, kinds)
            for target in self._alias.get(_joined(outer, first), ()):
                yield from self._within(target, rest, kinds)
        yield self._within_type(scope, path, kinds)

    def _plain(self, scope: str, name: str, kinds: frozenset[str]) -> Iterator[list[Candidate]]:
        """A name without a path, in all scopes around and in what ``using`` brings into them."""
        candidates_by_qualname, alias = self._symbols.named(name), self._alias
        for prefix, owner in self._walk(scope):
            whole = prefix + name
            if whole in candidates_by_qualname:
                yield self._at(whole, kinds)
            if owner:
                yield [c for c in self.members(owner, name) if c.kind in kinds]
            if whole in alias:
                for target in alias[whole]:
                    yield self._at(target, kinds)

    def _walk(self, scope: str) -> list[tuple[str, str]]:
        """Where a name is looked for: what goes before it, and the class where it is one."""
        if scope not in self._walks:
            places = dict.fromkeys(p for outer in _outward(scope) for p in self._opened(outer))
            self._walks[scope] = [
                (f"{place}." if place else "", place if self._is_class(place) else "")
                for place in places
            ]
        return self._walks[scope]

    def _within(self, scope: str, path: str, kinds: frozenset[str]) -> Iterator[list[Candidate]]:
        """In one scope and in what ``using`` brings into it."""
        candidates_by_qualname = self._symbols.named(path.rpartition(".")[2])
        for place in self._opened(scope):
            whole = _joined(place, path)
            if whole in candidates_by_qualname:
                yield self._at(whole, kinds)
            if "." not in path and self._is_class(place):
                yield [c for c in self.members(place, path) if c.kind in kinds]
            for target in self._alias.get(whole, ()):
                yield self._at(target, kinds)

    def classes_meant(self, scope: str) -> Iterator[str]:
        """``X`` in ``void X::f() {}``, where ``using`` makes it the name of ``a::X``."""
        outer, _, name = scope.rpartition(".")
        if not name or self._sees_class(scope):
            return
        brought = [_joined(place, name) for place in self._opened(outer) if place != outer]
        for whole in (*brought, *self._alias.get(scope, ())):
            if self._sees_class(whole):
                yield whole

    def _sees_class(self, scope: str) -> bool:
        return any(self._sees(candidate) for candidate in self._at(scope, CLASSES))

    def _opened(self, scope: str) -> tuple[str, ...]:
        """A scope, the class that it means, and the namespaces that ``using`` opens in it."""
        if scope not in self._opened_by_scope:
            met: dict[str, None] = {}
            self._open(scope, met)
            met.update(dict.fromkeys(self.classes_meant(scope)))
            self._opened_by_scope[scope] = tuple(met)
        return self._opened_by_scope[scope]

    def _open(self, scope: str, met: dict[str, None]) -> None:
        if scope in met or len(met) > _MAX_BASES:
            return
        met[scope] = None
        for used in self._used.get(scope, ()):
            for place in _outward(scope) if scope else ("",):
                self._open(_joined(place, used), met)

    def _is_class(self, scope: str) -> bool:
        return bool(scope and self._at(scope, CLASSES))

    def _at(self, qualname: str, kinds: frozenset[str]) -> list[Candidate]:
        """By qualified name; what the file sees hides what it does not."""
        key = (qualname, kinds)
        if key not in self._at_by_key:
            candidates = [c for c in self._symbols.at(qualname) if c.kind in kinds]
            self._at_by_key[key] = [c for c in candidates if self._sees(c)] or candidates
        return self._at_by_key[key]

    def _within_type(self, scope: str, path: str, kinds: frozenset[str]) -> list[Candidate]:
        """``Alias::member`` and ``Derived::member`` go through the class."""
        owner, _, name = path.rpartition(".")
        type_ = self.type_of(owner.replace(".", "::"), scope)
        if type_ is None or not type_.qualname:
            return []
        return [c for c in self.members(type_.qualname, name) if c.kind in kinds]

    def _inherited(self, owner: str, name: str) -> list[Candidate]:
        candidates_by_qualname = self._symbols.named(name)
        for current in self._lineage(owner):
            whole = f"{current}.{name}"
            if whole in candidates_by_qualname and (members := self._at(whole, ANY)):
                return members
            if target := self._alias.get(whole):
                members = [c for path in target for c in self._named_base(current, path)]
                if members:
                    return members
        return []

    def _lineage(self, owner: str) -> Iterator[str]:
        """A class and those it inherits from, the nearest first, found out as far as is asked."""
        yield owner
        if owner not in self._lines:
            self._lines[owner] = []
            self._lines[owner] = self._bases_of_all(owner)
        yield from self._lines[owner]

    def _bases_of_all(self, owner: str) -> list[str]:
        waiting, met = [owner], {owner}
        for current in waiting:
            for base in self._bases(current):
                if base not in met and len(met) < _MAX_BASES:
                    met.add(base)
                    waiting.append(base)
        return waiting[1:]

    def _named_base(self, owner: str, path: str) -> list[Candidate]:
        """``using Base::f;`` within a class."""
        base, _, name = path.rpartition(".")
        type_ = self.type_of(base.replace(".", "::"), owner.rpartition(".")[0])
        if type_ is None or not type_.qualname or type_.qualname == owner:
            return []
        return self.members(type_.qualname, name)

    def _bases(self, owner: str) -> Iterator[str]:
        for candidate in self._at(owner, CLASSES):
            definition = self._symbols.definition(candidate)
            for written in definition.bases if definition else ():
                type_ = self.type_of(written, owner.rpartition(".")[0])
                if type_ is not None and type_.qualname:
                    yield type_.qualname

    def _type_of(self, written: str, scope: str) -> Type | None:
        if self._depth > _MAX_DEPTH or not written:
            return None
        self._depth += 1
        path, arguments = split_type(written)
        candidates = self.find(scope, path.replace("::", "."), TYPES)
        type_ = self._followed(candidates, path, arguments, scope)
        self._depth -= 1
        return type_

    def _followed(
        self, candidates: list[Candidate], path: str, arguments: tuple[str, ...], scope: str
    ) -> Type | None:
        name = path.rpartition("::")[2]
        if not candidates:
            return Type("", name, arguments, scope)
        first = next((c for c in candidates if c.kind in CLASSES), candidates[0])
        qualname = qualname_of(first)
        if first.kind in CLASSES:
            return Type(qualname, name, arguments, scope)
        definition = self._symbols.definition(first)
        if not definition.value:
            return None
        return self.type_of(definition.value, qualname.rpartition(".")[0])

    def _value_of(self, expression: str, scope: str) -> Type | None:
        head = _HEAD.match(expression)
        if head is None or self._depth > _MAX_DEPTH:
            return None
        self._depth += 1
        type_, n = self._head_value(head, expression, scope)
        for _ in range(_MAX_STEPS):
            step = _STEP.match(expression, n)
            if step is None or type_ is None:
                break
            type_ = self._stepped(type_, step)
            n = step.end()
        self._depth -= 1
        return type_ if n == len(expression) else None

    def _head_value(
        self, head: re.Match[str], expression: str, scope: str
    ) -> tuple[Type | None, int]:
        n = head.end()
        if head["type"]:
            return self.type_of(head["type"], scope), n
        path = head["path"].replace("::", ".")
        if path == "this":
            return self._class_around(scope), n
        if expression.startswith("()", n):
            return self._result(self.find(scope, path, _CALLED), scope), n + 2
        return self._result(self.find(scope, path, VALUES), scope), n

    def _class_around(self, scope: str) -> Type | None:
        for outer in _outward(scope):
            for place in self._opened(outer):
                if self._is_class(place):
                    return Type(place, place.rpartition(".")[2], (), place)
        return None

    def _stepped(self, type_: Type, step: re.Match[str]) -> Type | None:
        if step[0] == "[]":
            return self._element(type_)
        if step[0] == "()":
            return None
        owner = self.pointed_to(type_) if step["separator"] == "->" else type_
        if owner is None or not owner.qualname:
            return None
        return self._result(self.members(owner.qualname, step["name"]), owner.scope)

    def _element(self, type_: Type) -> Type | None:
        if type_.arguments:
            last = -1 if type_.name in _KEYED else 0
            return self.type_of(type_.arguments[last], type_.scope)
        if type_.qualname and (operators := self.members(type_.qualname, "operator[]")):
            return self._result(operators, type_.scope)
        return type_

    def _result(self, candidates: list[Candidate], scope: str) -> Type | None:
        """The type that all of them give."""
        result: Type | None = None
        for candidate in candidates:
            type_ = self._type_given_by(candidate, scope)
            if type_ is None or (result is not None and result[:3] != type_[:3]):
                return None
            result = type_
        return result

    def _type_given_by(self, candidate: Candidate, scope: str) -> Type | None:
        qualname = qualname_of(candidate)
        if candidate.kind in CLASSES:
            return Type(qualname, qualname.rpartition(".")[2], (), scope)
        definition = self._symbols.definition(candidate)
        if not definition.value:
            return None
        inside = qualname if candidate.kind == "type" else qualname.rpartition(".")[0]
        return self.type_of(definition.value, inside)


_CALLED: Final = FUNCTIONS | CLASSES | {"type"}


def split_type(written: str) -> tuple[str, tuple[str, ...]]:
    """``a::b<c,d<e>>`` is ``a::b`` with two arguments."""
    path, bracket, inside = written.partition("<")
    if not bracket:
        return path, ()
    arguments, depth, last = [], 0, 0
    inside = inside.removesuffix(">")
    for n, character in enumerate(inside):
        if character == "," and depth == 0:
            arguments.append(inside[last:n])
            last = n + 1
        depth += (character == "<") - (character == ">")
    return path, (*arguments, inside[last:])


def _outward(scope: str) -> Iterator[str]:
    while scope:
        yield scope
        scope = scope.rpartition(".")[0]
    yield ""


def _joined(scope: str, path: str) -> str:
    return f"{scope}.{path}" if scope and path else scope or path
