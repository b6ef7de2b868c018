"""Which files an edit of a module affects, where others reach what it holds by steps.

A name at the top of a module that means something else is followed by the steps that lead to it
(``module_steps.py``), through star imports, and within the module itself; a member by its name, or
by that of its class where many have the name. A file that gets such a name passes on what it makes
of it: what it imports, and definitions that say by the name what they are. All else that mentions
the bare name cannot mean this one.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from functools import cache
from typing import Final, NamedTuple

from repobook.model.facts import Definition, Import
from repobook.model.graph import Unit
from repobook.resolve.affected_files.by_names import Mentions
from repobook.resolve.affected_files.changed_names import (
    interface_of,
    kind_of,
    passed_on_whole,
    visible_outside,
)
from repobook.resolve.affected_files.meanings import Meanings, Place
from repobook.resolve.module_steps import (
    ANYWHERE,
    MODULE_HOOK,
    NOWHERE,
    alias_mark,
    aliases,
    base_of,
    chain_words,
    chains_of,
    is_module,
    star_step,
    step,
    step_to_name,
    steps_between,
    steps_to_module,
    word_of,
    words_of_module,
)
from repobook.resolve.unit_names import ChangedImports, bound_name
from repobook.text.naming.name_hashes import hashes_of, mentions_any

_SCOPES: Final = frozenset(["function", "method", "class"])
_STAR: Final = "*"
# What an import begins with that goes by folders: these are mentioned, their names are not.
_RELATIVE: Final = tuple("." * n for n in range(1, 64))
_NO_NAMES: Final[frozenset[str]] = frozenset()

GivesModule = Callable[[str, str], bool]
"""Whether what an expression in a file gives is a module."""

Submodule = tuple[str, str]
"""A folder, and the name of a module in it."""


class ModuleChange(NamedTuple):
    """One module before and after an edit."""

    units: tuple[Unit, ...]
    at_top: frozenset[str] = _NO_NAMES
    """Names at its top that mean something else."""
    members: frozenset[str] = _NO_NAMES
    """Names of what stands in classes and functions."""
    submodules: frozenset[Submodule] = frozenset()
    """Where it comes or goes: what means another module since, or none."""
    is_whole: bool = False
    """Whether names may mean something else that it does not say."""


class AffectedByModules(NamedTuple):
    paths: set[str]
    names: set[str]
    """Of definitions that mean something else: other families find them by these alone."""
    anywhere: set[str]
    """Steps of packs, in files of any family."""
    rebound: set[ChangedImports]
    """What documents follow from the name of a module, by each word for it."""


def module_change(
    old: Unit | None,
    new: Unit | None,
    paths: Callable[[], Iterable[str]],
    meanings: Meanings,
) -> ModuleChange | None:
    """None where it is no module, or another kind of one.

    ``paths`` are those of all modules of the language.
    """
    units = tuple(unit for unit in (old, new) if unit)
    if not all(map(is_module, units)):
        return None
    if old is None or new is None:
        return ModuleChange(units, submodules=frozenset(_submodules(units[0].path, paths())))
    if kind_of(old) != kind_of(new):
        return None
    before, after = _interfaces(old), _interfaces(new)
    at_top, members = (
        frozenset(n for n in _different(*both) if not _is_said_alone(n, *both, new.path, meanings))
        for both in ((before[is_top], after[is_top]) for is_top in (True, False))
    )
    is_whole = MODULE_HOOK in at_top or passed_on_whole(old) != passed_on_whole(new)
    return ModuleChange(units, at_top, members, is_whole=is_whole)


def _submodules(path: str, paths: Iterable[str]) -> Iterator[Submodule]:
    """The module, what is below it if it makes its folder a package, and the folders around it
    that hold no other."""
    base = base_of(path)
    others = [other for other in paths if other != path]
    if not path.startswith(f"{base}."):
        yield from _below(base, others)
    if not base:
        yield "", ""
    while base:
        folder = base.rpartition("/")[0]
        yield folder, word_of(base)
        if any(other.startswith(f"{folder}/") for other in others):
            return
        base = folder


def _below(base: str, others: Iterable[str]) -> Iterator[Submodule]:
    """Only below what is no package an absolute import may begin."""
    below = f"{base}/" if base else ""
    is_still_module = any(base_of(other) == base for other in others)
    for other in others:
        if other.startswith(below):
            name = other.removeprefix(below).partition("/")[0].partition(".")[0]
            yield base if is_still_module else "", name


_Interface = Mapping[str, Sequence[object]]


def _interfaces(unit: Unit) -> dict[bool, _Interface]:
    """By name, of what stands at the top and of members."""
    top: defaultdict[str, list[object]] = defaultdict(list)
    members: defaultdict[str, list[object]] = defaultdict(list)
    for d in unit.definitions:
        (top if _is_at_top(d) else members)[d.name].append(interface_of(d, unit))
    for imported in imports_at_top(unit):
        if imported.name != _STAR:
            top[bound_name(imported)].append(imported._replace(line=0))
    return {True: top, False: members}


def _is_at_top(definition: Definition) -> bool:
    return "." not in definition.qualname if definition.parent >= 0 else True


def imports_at_top(unit: Unit) -> list[Import]:
    """Those within functions and classes bind nothing that others see."""
    scopes = [d for d in unit.definitions if d.parent < 0 and d.kind in _SCOPES]
    inside = {line for d in scopes for line in range(d.line, d.end_line + 1)}
    return [imported for imported in unit.imports if imported.line not in inside]


def _different(before: _Interface, after: _Interface) -> frozenset[str]:
    names = before.keys() | after.keys()
    return frozenset(name for name in names if before.get(name) != after.get(name))


def _is_said_alone(
    name: str, before: _Interface, after: _Interface, path: str, meanings: Meanings
) -> bool:
    """Whether a name means what it meant, and it is only said otherwise."""
    old, new = ([_unsaid(one) for one in side.get(name, ())] for side in (before, after))
    qualnames = {one.qualname for one in new if isinstance(one, Definition)} or {name}
    return old == new and all(meanings.lasting(path, qualname) for qualname in qualnames)


def _unsaid(one: object) -> object:
    """What is left of an interface without the words that say what it gives."""
    if isinstance(one, Import):
        return one._replace(module="", name="", alias="")
    assert isinstance(one, Definition)
    return one._replace(signature="", value="", bases=())


def _names_at_top(unit: Unit) -> set[str]:
    names = {d.name for d in unit.definitions if _is_at_top(d)}
    return names.union(map(bound_name, imports_at_top(unit)))


def affected_by_modules(
    changes: Iterable[ModuleChange],
    mentioned: Sequence[Mentions],
    interface: Callable[[str], Unit],
    is_common: Callable[[str], bool],
    gives_module: GivesModule,
    meanings: Meanings,
) -> AffectedByModules:
    """``mentioned`` are the files of the language."""
    interface = cache(interface)
    other_words = _OtherWords(mentioned, interface, gives_module)
    walk = _Walk(mentioned, interface, is_common, other_words, meanings)
    for change in changes:
        walk.start(change)
    while walk.has_more:
        walk.take_round()
    return AffectedByModules(walk.touched, walk.names, walk.anywhere(), walk.rebound())


class _Followed(NamedTuple):
    """How files get at what means something else."""

    steps: Set[str]
    to_modules: Set[str]
    """Those of the steps that lead to files which come or go."""
    taken_whole: Mapping[str, Set[str]]
    """Names that star imports take, by the word before the star."""
    members: Set[str]
    whole: Set[str]
    """Words for modules of which any name may mean something else."""


_NOTHING: Final = _Followed(_NO_NAMES, _NO_NAMES, {}, _NO_NAMES, _NO_NAMES)


class _Walk:
    def __init__(
        self,
        mentioned: Sequence[Mentions],
        interface: Callable[[str], Unit],
        is_common: Callable[[str], bool],
        other_words: "_OtherWords",
        meanings: Meanings,
    ) -> None:
        self._mentioned = mentioned
        self._interface = interface
        self._is_common = is_common
        self._other_words = other_words
        self._meanings = meanings
        self._changed: set[Place] = set()
        """Definitions that mean something else, or what is reached through them does."""
        self._at_top: defaultdict[str, set[str]] = defaultdict(set)
        """Names that mean something else, by the base of the module at whose top they stand."""
        self._members: set[str] = set()
        self._submodules: set[Submodule] = set()
        self._next_at_top: defaultdict[str, set[str]] = defaultdict(set)
        self._next_members: set[str] = set()
        self._next_submodules: set[Submodule] = set()
        self._whole: set[str] = set()
        self._next_whole: set[str] = set()
        """Bases of modules of which any name may mean something else."""
        self.touched: set[str] = set()
        self.names: set[str] = set()

    def start(self, change: ModuleChange) -> None:
        self._submodules |= change.submodules
        self._next_submodules |= change.submodules
        followed = _Followed(_NO_NAMES, _NO_NAMES, {}, change.members, _NO_NAMES)
        for unit in () if change.submodules else change.units:
            self._pass_on(unit, set(change.at_top), set(change.members), followed)
            if change.is_whole:
                self._pass_on_whole(unit)

    @property
    def has_more(self) -> bool:
        several = self._next_at_top, self._next_members, self._next_submodules, self._next_whole
        return any(several)

    def take_round(self) -> None:
        followed = self._how_to_get_there()
        self._next_at_top, self._next_members = defaultdict(set), set()
        self._next_submodules, self._next_whole = set(), set()
        stars = hashes_of(map(star_step, followed.taken_whole))
        getting = hashes_of({*followed.steps, *followed.members, *followed.whole})
        taken = hashes_of(set().union(*followed.taken_whole.values()))
        relative = hashes_of(_RELATIVE if followed.whole else ())
        hashes, used = getting | stars | relative, getting | taken
        for one in self._mentioned:
            if mentions_any(one.names, hashes):
                unit = self._interface(one.path)
                is_near = bool(relative) and _imports_whole(unit, followed.whole)
                if is_near or mentions_any(one.names, used):
                    self.touched.add(one.path)
                self._pass_on(unit, self._taken_by_imports(unit, followed), set(), followed)

    def _how_to_get_there(self) -> _Followed:
        folders = [folder for folder, _ in self._next_submodules]
        self._other_words.ask(map(word_of, (*self._next_at_top, *folders, *self._next_whole)))
        whole = {word for base in self._next_whole for word in self._other_words.of(word_of(base))}
        steps: set[str] = set()
        to_modules: set[str] = set()
        taken_whole: defaultdict[str, set[str]] = defaultdict(set)
        for base, names in self._next_at_top.items():
            for word in self._other_words.of(word_of(base)):
                steps.update(step(word, name) for name in names)
                taken_whole[word] |= names
            steps.update(step(ANYWHERE, name) for name in names)
        for folder, name in self._next_submodules:
            words = {*self._other_words.of(word_of(folder)), NOWHERE, ANYWHERE}
            to_modules.update(step(word, name) for word in words)
        return _Followed(steps | to_modules, to_modules, taken_whole, self._next_members, whole)

    def _pass_on(
        self, unit: Unit, at_top: set[str], members: set[str], followed: _Followed
    ) -> None:
        """What a file makes of names that it gets, or that are its own."""
        base, defined_at_top = (
            base_of(unit.path),
            {d.name for d in unit.definitions if _is_at_top(d)},
        )
        bound = {bound_name(imported) for imported in imports_at_top(unit)}
        bound |= at_top - {bound_name(imported) for imported in unit.imports}
        self._note(unit, at_top | members)
        for definition in self._depending(unit, at_top, members | followed.members, followed):
            (at_top if _is_at_top(definition) else members).add(definition.name)
        outside = visible_outside(at_top | members, [unit], self._is_common)
        self._note(unit, outside)
        inside = {d.name for d in unit.definitions if not _is_at_top(d)}
        further = outside & (defined_at_top | bound) - self._at_top[base]
        if further:
            self._at_top[base] |= further
            self._next_at_top[base] |= further
        self._next_members |= outside & inside - self._members
        self._members |= outside & inside
        self.names |= outside & (defined_at_top | inside)

    def _depending(
        self, unit: Unit, at_top: Set[str], members: Set[str], followed: _Followed
    ) -> list[Definition]:
        """Definitions that say what they are by one of the names, or by what does, and are another
        thing since."""
        waiting = [
            (definition, words)
            for definition in unit.definitions
            if (words := [chain_words(unit, chain) for chain in chains_of(definition)])
        ]
        first, anywhere = set(at_top), {*members, *followed.whole}
        found: list[Definition] = []
        while True:
            met = [
                (definition, chains)
                for definition, chains in waiting
                if any(_is_said_by(words, first, anywhere, followed.steps) for words in chains)
                and self._means_otherwise(unit.path, definition.qualname)
            ]
            if not met:
                return found
            for definition, _ in met:
                found.append(definition)
                self._changed.add((unit.path, definition.qualname))
                (first if _is_at_top(definition) else anywhere).add(definition.name)
            waiting = [each for each in waiting if each not in met]

    def _note(self, unit: Unit, names: Set[str]) -> None:
        self._changed.update(
            (unit.path, definition.qualname)
            for definition in (unit.definitions if names else ())
            if definition.name in names
        )

    def _means_otherwise(self, path: str, qualname: str) -> bool:
        return self._meanings.is_changed((path, qualname), self._changed)

    def _pass_on_whole(self, unit: Unit) -> None:
        base = base_of(unit.path)
        if base not in self._whole:
            self._whole.add(base)
            self._next_whole.add(base)
            members = {d.name for d in unit.definitions if not _is_at_top(d) and any(chains_of(d))}
            self._pass_on(unit, set(), members, _NOTHING)

    def _taken_by_imports(self, unit: Unit, followed: _Followed) -> set[str]:
        taken: set[str] = set()
        for imported in unit.imports:
            to_module = steps_to_module(unit.path, imported)
            to_name = step_to_name(unit.path, imported)
            # Of an absolute import the first step decides where it begins, the last what it means.
            is_moved = not followed.to_modules.isdisjoint((*to_module[:1], *to_module[-1:]))
            is_whole = bool(to_name) and _word_before(to_name[0]) in followed.whole
            if imported.name == _STAR:
                names = followed.taken_whole.get(_word_before(to_name[0]), ())
                taken.update(name for name in names if self._means_otherwise(unit.path, name))
                if is_moved or is_whole:
                    self._pass_on_whole(unit)
                continue
            is_bound = is_moved and _is_bound_to(imported, to_module, followed.to_modules)
            name = bound_name(imported)
            is_met = is_bound or is_whole or not followed.steps.isdisjoint(to_name)
            if is_met and self._means_otherwise(unit.path, name):
                taken.add(name)
        return taken

    def rebound(self) -> set[ChangedImports]:
        names_by_base = {base: names for base, names in self._at_top.items() if names}
        names_by_base |= {base: set() for base in self._whole}
        return {
            ChangedImports(word, frozenset(names))
            for base, names in names_by_base.items()
            for word in self._other_words.of(word_of(base))
        }

    def anywhere(self) -> set[str]:
        names = {name for names in self._at_top.values() for name in names}
        names.update(word for base in self._whole for word in self._other_words.of(word_of(base)))
        return {step(ANYWHERE, name) for name in names}


def _word_before(to_name: str) -> str:
    return to_name.partition(".")[0]


def _imports_whole(unit: Unit, words: Set[str]) -> bool:
    return any(words_of_module(unit.path, i.module)[-1] in words for i in unit.imports)


def _is_bound_to(imported: Import, to_module: Sequence[str], moved: Set[str]) -> bool:
    """``import a.b`` binds ``a``, whatever ``b`` is."""
    is_first = imported.name or imported.alias or "." not in imported.module
    return bool(is_first) or to_module[0] in moved


def _is_said_by(words: Sequence[str], first: Set[str], anywhere: Set[str], steps: Set[str]) -> bool:
    """What stands at the top of the module is what an expression begins with."""
    return (
        not first.isdisjoint(words[: 2 if words[:1] == ("super",) else 1])
        or not anywhere.isdisjoint(words)
        or not steps.isdisjoint(steps_between(words))
    )


class _OtherWords:
    """What files call a module besides its own name."""

    def __init__(
        self,
        mentioned: Sequence[Mentions],
        interface: Callable[[str], Unit],
        gives_module: GivesModule,
    ) -> None:
        self._mentioned = mentioned
        self._interface = interface
        self._gives_module = gives_module
        self._others: dict[str, set[str]] = {}
        self._makers: set[str] = set()
        """Of which an instance gives a module if it is called."""

    def ask(self, words: Iterable[str]) -> None:
        """Beforehand for many at once, since every file is looked at."""
        waiting = set(words) - self._others.keys()
        while waiting:
            self._others |= {word: set() for word in waiting}
            hashes = hashes_of(map(alias_mark, waiting))
            found: set[str] = set()
            for one in self._mentioned:
                if mentions_any(one.names, hashes):
                    found |= self._found_in(self._interface(one.path), waiting)
            waiting = found - self._others.keys()

    def _found_in(self, unit: Unit, words: Set[str]) -> set[str]:
        found: set[str] = set()
        for alias in aliases(unit):
            word, other, chain, maker = alias
            if word not in words:
                continue
            if word in self._makers or self._gives_module(unit.path, chain):
                found |= {other, maker} - {""}
                self._others[word] |= {other, maker} - {""}
                self._makers |= {maker} - {""} | ({other} if word in self._makers else set())
        return found

    def of(self, word: str) -> set[str]:
        """With the word itself."""
        words = {word}
        waiting = [word]
        while waiting:
            further = self._others.get(waiting.pop(), set()) - words
            words |= further
            waiting += further
        return words
