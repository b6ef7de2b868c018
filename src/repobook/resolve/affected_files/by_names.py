"""Which files an edit resolves again: those that mention a name that was added, removed or changed.

A changed name affects the names that depend on it: aliases, subclasses, functions that return it.
Only files of the same family pass it on: what a name stands for is followed within a family, other
languages find it by its name alone. What a file imports concerns only those that name the file. The
answer may name too many files, never too few; resolving one again gives the same links."""

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from typing import Final, NamedTuple

from repobook.model.facts import Import
from repobook.model.graph import Unit
from repobook.model.language import language_by_name
from repobook.resolve.affected_files.changed_names import visible_outside
from repobook.resolve.module_steps import ANYWHERE, step
from repobook.resolve.unit_names import (
    WHOLESALE,
    ChangedImports,
    ChangedNames,
    bound_name,
    family_of_language,
    file_name,
    functions_around,
    has_ending,
    is_named_alone,
    is_wholesale,
    names_depending_on,
    names_not_followed,
    names_of_import,
    names_of_path,
    seen_otherwise,
    written_path,
)
from repobook.text.naming.name_hashes import hashes_of, mentions_any

_RELATIVE: Final = re.compile(r"^(?:\.{1,2}/)+|^\.+")


class Mentions(NamedTuple):
    path: str
    language: str
    names: bytes
    """Hashes of the names that the file mentions."""


def files_affected(
    changed: Iterable[ChangedNames],
    rebound: set[ChangedImports],
    mentioned: Sequence[Mentions],
    interface: Callable[[str], Unit],
    is_common: Callable[[str], bool] = lambda name: False,
    sees_otherwise: Callable[[str], bool] = lambda path: True,
) -> set[str]:
    """The paths of files whose links may be others; follows names that are passed on until no
    further file is affected. Members whose name ``is_common`` are followed by their classes, and
    what a file includes through those alone who see other files since."""
    closed = closed_languages()
    of_closed = set(map(family_of_language, closed))
    touched: set[str] = set()
    only_mentioned: defaultdict[str, set[str]] = defaultdict(set)
    followed: defaultdict[str, set[str]] = defaultdict(set)
    names, bindings = _by_family(changed), _joined(rebound, {})
    known = {_place(one): one.names for one in bindings}
    while names or bindings:
        passed_on: defaultdict[str, set[str]] = defaultdict(set)
        for family, own in names.items():
            followed[family] |= own
            for one in _finding(mentioned, own, family):
                touched.add(one.path)
                own_family = family_of_language(one.language)
                if family == own_family or (not family and one.language not in closed):
                    unit = interface(one.path)
                    dependent = names_passed_on(unit, own, sees_otherwise)
                    values = dependent & names_not_followed([unit])
                    only_mentioned[own_family] |= values
                    outside = visible_outside(dependent - values, [unit], is_common)
                    passed_on[own_family] |= outside | functions_around([unit], values)
        bound: list[ChangedImports] = []
        hashes = {names: hashes_of(names) for names in {one.names for one in bindings}}
        for there, binding in _naming(mentioned, bindings):
            if binding.is_sight and not sees_otherwise(there.path):
                continue
            if not binding.names or mentions_any(there.names, hashes[binding.names]):
                touched.add(there.path)
            further, others = _rebound_by(interface(there.path), binding)
            passed_on[family_of_language(there.language)] |= further
            bound += others
        names = {
            family: further
            for family, own in passed_on.items()
            if (
                further := own - followed[family] - (set() if family in of_closed else followed[""])
            )
        }
        bindings = _joined(bound, known)
        known |= {_place(one): one.names for one in bindings}
    return touched | files_finding(only_mentioned, mentioned)


def files_finding(
    names_by_family: Mapping[str, Set[str]], mentioned: Sequence[Mentions]
) -> set[str]:
    """Those that may mean one of the names that a family of languages defines."""
    return {
        one.path
        for family, names in names_by_family.items()
        for one in _finding(mentioned, names, family)
    }


def _finding(mentioned: Sequence[Mentions], names: Set[str], family: str) -> list[Mentions]:
    """A closed language finds in other families only what its packs look for."""
    hashes, anywhere = hashes_of(names), hashes_of(step(ANYWHERE, name) for name in names)
    foreign = {name for name in closed_languages() if family_of_language(name) != family}
    return [
        one
        for one in mentioned
        if mentions_any(one.names, anywhere if one.language in foreign else hashes)
    ]


def files_mentioning(names: Set[str], mentioned: Sequence[Mentions], limit: int = 0) -> set[str]:
    """Those that may mean one of the names; with a limit, of languages that choose among so many
    homonyms."""
    return {
        one.path for one in _mentioning(mentioned, names) if limit <= _most_homonyms(one.language)
    }


def files_naming(rebound: Set[ChangedImports], mentioned: Sequence[Mentions]) -> set[str]:
    """Those that may name a file and one of the names that it has."""
    hashes = {one.names: hashes_of(one.names) for one in rebound}
    return {
        there.path
        for there, one in _naming(mentioned, rebound)
        if not one.names or mentions_any(there.names, hashes[one.names])
    }


def _by_family(changed: Iterable[ChangedNames]) -> dict[str, set[str]]:
    names_by_family: defaultdict[str, set[str]] = defaultdict(set)
    for family, names in changed:
        names_by_family[family] |= names
    return {family: names for family, names in names_by_family.items() if names}


def _most_homonyms(language: str) -> int:
    known = language_by_name().get(language)
    return known.most_homonyms if known else 0


def _joined(
    rebound: Iterable[ChangedImports], known: Mapping[tuple[str, bool], frozenset[str]]
) -> set[ChangedImports]:
    """One for each file, with those that are known of it; none where these are all."""
    joined: dict[tuple[str, bool], frozenset[str]] = {}
    for one in rebound:
        place, names = _place(one), one.names
        before = joined.get(place, known.get(place))
        if before is None:
            joined[place] = names
        elif before and not (names and names <= before):
            joined[place] = before | names if names else names
    return {ChangedImports(path, names, sight) for (path, sight), names in joined.items()}


def _place(one: ChangedImports) -> tuple[str, bool]:
    return one.path, one.is_sight


def closed_languages() -> set[str]:
    return {name for name, language in language_by_name().items() if language.is_closed}


def _mentioning(mentioned: Sequence[Mentions], names: Set[str]) -> list[Mentions]:
    hashes = hashes_of(names)
    return [one for one in mentioned if mentions_any(one.names, hashes)] if names else []


def _naming(
    mentioned: Sequence[Mentions], rebound: Set[ChangedImports]
) -> Iterator[tuple[Mentions, ChangedImports]]:
    """Files that may name one of those that import otherwise."""
    rebound_by_hash: defaultdict[int, set[ChangedImports]] = defaultdict(set)
    for one in rebound:
        for number in hashes_of([one.path.rpartition("/")[2]]):
            rebound_by_hash[number].add(one)
    numbers = set(rebound_by_hash)
    for there in mentioned if rebound else ():
        found = numbers.intersection(memoryview(there.names).cast("I"))
        for one in {one for number in found for one in rebound_by_hash[number]}:
            yield there, one


def _rebound_by(unit: Unit, rebound: ChangedImports) -> tuple[set[str], list[ChangedImports]]:
    """What a file that names another passes on of what that one imports otherwise."""
    named = [i for i in unit.imports if _gets(unit, i, rebound)]
    if not named:
        return set(), []
    names = names_depending_on(unit, rebound.names)
    bound = frozenset(bound_name(i) for i in named if not is_wholesale(i))
    is_whole = any(map(is_wholesale, named))
    if not is_named_alone(unit):
        passed_on = rebound.names or names_of_path(unit) if is_whole else frozenset()
        return names.union(bound, passed_on), []
    if has_ending(unit):
        seen = rebound.names | bound if rebound.names else rebound.names
        return set(), [seen_otherwise(unit, seen, names, is_sight=rebound.is_sight)]
    path = written_path(unit)
    found = [ChangedImports(path, bound)] if bound else []
    return names, [*found, ChangedImports(path, rebound.names)] if is_whole else found


def _gets(unit: Unit, imported: Import, rebound: ChangedImports) -> bool:
    """Whether an import of a file gets one of the names, all of them, or the file itself."""
    module = _RELATIVE.sub("", imported.module)
    if not has_ending(unit):
        module = module.replace(".", "/")
    if _is_end_of(rebound.path, f"{module}/{imported.name}".strip("/")):
        return True
    is_all = not rebound.names or not imported.name or is_wholesale(imported)
    return (is_all or imported.name in rebound.names) and _is_end_of(rebound.path, module)


def _is_end_of(path: str, end: str) -> bool:
    return bool(end) and f"/{path}".endswith(f"/{end}")


def names_passed_on(
    unit: Unit, changed: Set[str], sees_otherwise: Callable[[str], bool] = lambda path: True
) -> set[str]:
    """The names of a file that mean something else because a name they depend on changed."""
    affected = names_depending_on(unit, changed)
    for imported in unit.imports:
        if not changed.isdisjoint(_names_followed_by(unit, imported)):
            if not is_wholesale(imported):
                affected.add(bound_name(imported))
            elif not has_ending(unit) or sees_otherwise(unit.path):
                affected |= _path_passed_on(unit)
    return affected


def _names_followed_by(unit: Unit, imported: Import) -> set[str]:
    """An include names a file; that a symbol has the name of one of its folders is no matter."""
    if has_ending(unit) and imported.form in WHOLESALE:
        return {imported.module.rpartition("/")[2]}
    return names_of_import(imported)


def _path_passed_on(unit: Unit) -> set[str]:
    """By which others get all that a file has from elsewhere."""
    return {file_name(unit)} if has_ending(unit) else names_of_path(unit)
