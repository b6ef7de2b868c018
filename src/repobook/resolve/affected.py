"""What a change affects: a file is resolved again when a name it mentions came, went or changed.

A changed name affects the names that depend on it: aliases, subclasses, functions that return it.
Only files of the same family pass it on: what a name stands for is followed within a family, other
languages find it by its name alone. What a file imports concerns only those that name the file. The
answer may name too many files, never too few; resolving one again gives the same links.
"""

import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from typing import Final, NamedTuple

from repobook.model.facts import Definition, Import
from repobook.model.graph import Unit
from repobook.model.language import given_by_languages, language_by_name
from repobook.text.naming.name_hashes import hashes_of, mentions_any
from repobook.text.naming.slugs import anchor

_WORD: Final = re.compile(r"[\w$]+")
# Names of Ruby as they stand in an expression; without their signs they are words, too.
_SIGNED: Final = re.compile(r"@{1,2}[\w$]+|[\w$]+[?!]")
_RELATIVE: Final = re.compile(r"^(?:\.{1,2}/)+|^\.+")
_PACKAGE_MARKERS: Final = frozenset(["__init__.py", "__init__.pyi", "__init__.pyi.in"])
# Forms that bind no name of their own: all names of the other file become names of this one.
_WHOLESALE: Final = frozenset(["include", "system", "source"])
# They bind a name only where one is given.
_REQUIRING: Final = frozenset(["require", "require_relative", "load"])
_FUNCTIONS: Final = frozenset(["function", "method"])
# What says by a type what it is, and namespaces, which are no more than a part of other names.
_NOT_FOLLOWED: Final = _FUNCTIONS | {"field", "variable", "constant", "enum_member", "namespace"}
# What a link names by an anchor, which spells the title in its own way.
_ANCHORED: Final = frozenset(["heading", "block"])


class ChangedNames(NamedTuple):
    """Names that mean something else in one family of languages."""

    family: str
    """Empty where files of any family may pass them on."""
    names: frozenset[str]


class Mentions(NamedTuple):
    path: str
    language: str
    names: bytes
    """Hashes of the names that the file mentions."""


class ChangedImports(NamedTuple):
    """Names that a file gets from elsewhere, and that others may get from it."""

    path: str
    """The file, as far as imports write its path."""
    names: frozenset[str]
    """Empty for all that it has from others."""


def names_mentioned(unit: Unit) -> set[str]:
    """Every name that resolving the file may look up."""
    names = {reference.name for reference in unit.references}
    chains = {reference.receiver for reference in unit.references}
    # What a broken file calls by a name with a stray sign is followed by its words.
    chains.update([name for name in names if not name.isidentifier()])
    chains.update(*[d.bases for d in unit.definitions], [d.value for d in unit.definitions])
    for chain in chains:
        names.update(_words(chain))
    for imported in unit.imports:
        names |= _names_of_import(imported)
    return names


def names_changed(
    old: Unit | None, new: Unit | None, given: frozenset[str] | None = None
) -> set[str]:
    """The names that mean something else to others once a file is as ``new``; None is no file.

    ``given`` are all names that the files define which it only now takes whole, or no longer; None
    where that is unknown.
    """
    return _changes(old, new, given)[0]


def names_followed(
    old: Unit | None, new: Unit | None, given: frozenset[str] | None = None
) -> Iterator[ChangedNames]:
    """Those of the changed names that others may follow to the file.

    To a file that comes or goes, where all who follow a name have to name the file, only the names
    of its path lead; for what else it defines there are only the names themselves. What is local to
    a function leads nobody to it; what is defined by it does. Where definitions say by a type what
    they are, the name of a value or namespace leads no further than to those who mention it.
    """
    names = names_changed(old, new, given)
    units = [unit for unit in (old, new) if unit]
    if len(units) == 1:
        names -= _behind_path(units[0])
    names = _visible_outside(names, units).difference(*map(_stem_alone, units))
    names -= _names_not_followed(units)
    for family in sorted({_family(unit.language) for unit in units}):
        yield ChangedNames(family, frozenset(names))


def _visible_outside(names: set[str], units: Sequence[Unit]) -> set[str]:
    local = set().union(*map(_local_names, units)).difference(*map(_outer_names, units))
    pending = hidden = names & local
    seen = names - local
    while pending:
        dependent = set().union(*[_dependent(unit, pending) for unit in units])
        seen |= dependent - local
        pending = dependent & local - hidden
        hidden |= pending
    return seen


def _local_names(unit: Unit) -> set[str]:
    """Of what stands directly in functions, where that is reached through its owner alone."""
    definitions = unit.definitions if _is_reached_by_owner(unit) else ()
    return {d.name for d in definitions if _is_local(unit, d)}


def _outer_names(unit: Unit) -> set[str]:
    defined = {d.name for d in unit.definitions if not _is_local(unit, d)}
    return defined.union(map(bound_name, unit.imports))


def _is_local(unit: Unit, definition: Definition) -> bool:
    return definition.parent >= 0 and unit.definitions[definition.parent].kind in _FUNCTIONS


def _behind_path(unit: Unit) -> set[str]:
    if not (_is_reached_by_owner(unit) and _is_named_alone(unit)):
        return set()
    return {d.name for d in unit.definitions} - _names_of_path(unit)


def _stem_alone(unit: Unit) -> set[str]:
    """The name of a file without its ending, where who gets the file writes the ending too."""
    stem = {_file_name(unit).partition(".")[0]} if _has_ending(unit) else set()
    return stem - {_file_name(unit)} - _outer_names(unit)


def _names_not_followed(units: Iterable[Unit]) -> set[str]:
    """Names of nothing but values and namespaces, where definitions say by a type what they are."""
    typed = [d for unit in units if _is_defined_by_type(unit) for d in unit.definitions]
    return _names_of_nothing_but(_NOT_FOLLOWED, typed)


def _names_of_nothing_but(kinds: Set[str], definitions: Sequence[Definition]) -> set[str]:
    others = {d.name for d in definitions if d.kind not in kinds}
    return {d.name for d in definitions} - others


def _is_defined_by_type(unit: Unit) -> bool:
    language = language_by_name().get(unit.language)
    return language is not None and language.is_defined_by_type


def names_guessed(unit: Unit) -> set[str]:
    """Names that lead to what it defines only where few definitions have them.

    Those that it gives to nothing but members, where these are reached through their owner: what is
    decorated may be registered somewhere by its name. Those of namespaces, where they are no more
    than a part of other names.
    """
    if _is_defined_by_type(unit):
        return _names_of_nothing_but({"namespace"}, unit.definitions)
    if not _is_reached_by_owner(unit):
        return set()
    outer = {d.name for d in unit.definitions if d.parent < 0 or d.decorators}
    return {d.name for d in unit.definitions} - outer


def _is_reached_by_owner(unit: Unit) -> bool:
    language = language_by_name().get(unit.language)
    return language is not None and language.is_member_of_owner_alone


def changed_imports(
    old: Unit | None, new: Unit | None, given: frozenset[str] | None = None
) -> ChangedImports | None:
    """The names that it only imports otherwise, where others have to name it to get them."""
    return _changes(old, new, given)[1]


def includes_others(old: Unit | None, new: Unit | None) -> bool:
    """Whether the file includes other headers than before."""
    if old is None or new is None or not _has_ending(new):
        return False
    return _passed_on(old) != _passed_on(new)


def _changes(
    old: Unit | None, new: Unit | None, given: frozenset[str] | None
) -> tuple[set[str], ChangedImports | None]:
    before, after = _interface_by_name(old), _interface_by_name(new)
    if old is None or new is None or _kind(old) != _kind(new):
        everything = before.keys() | after.keys()
        unit = old or new if old is None or new is None else None
        if unit is not None and _is_named_alone(unit):
            everything = {n for n in everything if _defined([*before[n], *after[n]])}
        return everything | _names_of_path(new or old), None
    changed = {name for name in before.keys() | after.keys() if before[name] != after[name]}
    is_wholesale = _passed_on(old) != _passed_on(new)
    if not _is_named_alone(new):
        all_names = before.keys() | after.keys() | _names_of_path(new)
        return (all_names if is_wholesale else changed), None
    imported = {name for name in changed if _defined(before[name]) == _defined(after[name])}
    names = frozenset(imported)
    if is_wholesale:
        names = names | given if given is not None else frozenset()
    if not names and not (is_wholesale and given is None):
        return changed - imported, None
    dependent = _dependent(old, names) | _dependent(new, names)
    if _has_ending(new):
        return changed - imported, _seen_otherwise(new, names, dependent)
    return changed - imported | dependent, ChangedImports(_written_path(new), names)


def _seen_otherwise(unit: Unit, names: frozenset[str], dependent: Set[str]) -> ChangedImports:
    """What a header includes changes what its names lead to for those alone who see it."""
    return ChangedImports(_written_path(unit), names | dependent if names else names)


def names_beside(path: str, paths: Iterable[str]) -> set[str]:
    """What else a file names that comes or goes, where ``paths`` are those of all files.

    One that makes its folder a package changes how all files below may be imported; the first or
    last one of its kind in a folder changes whether there is such a folder.
    """
    folder, slash, name = path.rpartition("/")
    others = [other for other in paths if other.startswith(folder + slash) and other != path]
    if name in _PACKAGE_MARKERS:
        return {word for other in others for word in _WORD.findall(other)}
    ending = name.rpartition(".")[2]
    is_known = any(other.endswith(f".{ending}") for other in others)
    return set() if is_known else _words_of_path(path)


def touches_all(path: str) -> bool:
    """Whether a change of the file may change the links of any other."""
    return path.rpartition("/")[2] in given_by_languages("lookup_settings")


def files_affected(
    changed: Iterable[ChangedNames],
    rebound: set[ChangedImports],
    mentioned: Sequence[Mentions],
    interface: Callable[[str], Unit],
) -> set[str]:
    """The paths of files whose links may be others; follows names that are passed on until no
    further file is affected."""
    touched: set[str] = set()
    only_mentioned: set[str] = set()
    followed: defaultdict[str, set[str]] = defaultdict(set)
    names, bindings = _by_family(changed), _joined(rebound, {})
    names_by_path = {one.path: one.names for one in bindings}
    while names or bindings:
        passed_on: defaultdict[str, set[str]] = defaultdict(set)
        for family, own in names.items():
            followed[family] |= own
            for one in _mentioning(mentioned, own):
                touched.add(one.path)
                if family in ("", _family(one.language)):
                    unit = interface(one.path)
                    dependent = names_passed_on(unit, own)
                    values = dependent & _names_not_followed([unit])
                    only_mentioned |= values
                    passed_on[_family(one.language)] |= dependent - values
        bound: list[ChangedImports] = []
        hashes = {names: hashes_of(names) for names in {one.names for one in bindings}}
        for there, binding in _naming(mentioned, bindings):
            if not binding.names or mentions_any(there.names, hashes[binding.names]):
                touched.add(there.path)
            further, others = _rebound_by(interface(there.path), binding)
            passed_on[_family(there.language)] |= further
            bound += others
        names = {
            family: further
            for family, own in passed_on.items()
            if (further := own - followed[family] - followed[""])
        }
        bindings = _joined(bound, names_by_path)
        names_by_path |= {one.path: one.names for one in bindings}
    return touched | files_mentioning(only_mentioned, mentioned)


def files_mentioning(names: Set[str], mentioned: Sequence[Mentions], limit: int = 0) -> set[str]:
    """Those that may mean one of the names; with a limit, of languages that choose among so many
    homonyms."""
    return {
        one.path for one in _mentioning(mentioned, names) if limit <= _most_homonyms(one.language)
    }


def _by_family(changed: Iterable[ChangedNames]) -> dict[str, set[str]]:
    names_by_family: defaultdict[str, set[str]] = defaultdict(set)
    for family, names in changed:
        names_by_family[family] |= names
    return {family: names for family, names in names_by_family.items() if names}


def _family(language: str) -> str:
    known = language_by_name().get(language)
    return known.resolver if known else ""


def _most_homonyms(language: str) -> int:
    known = language_by_name().get(language)
    return known.most_homonyms if known else 0


def _joined(
    rebound: Iterable[ChangedImports], known: Mapping[str, frozenset[str]]
) -> set[ChangedImports]:
    """One for each file, with those that are known of it; none where these are all."""
    joined: dict[str, frozenset[str]] = {}
    for path, names in rebound:
        before = joined.get(path, known.get(path))
        if before is None:
            joined[path] = names
        elif before and not (names and names <= before):
            joined[path] = before | names if names else names
    return {ChangedImports(*each) for each in joined.items()}


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
    names = _dependent(unit, rebound.names)
    bound = frozenset(bound_name(i) for i in named if not _is_wholesale(i))
    is_whole = any(map(_is_wholesale, named))
    if not _is_named_alone(unit):
        passed_on = rebound.names or _names_of_path(unit) if is_whole else frozenset()
        return names.union(bound, passed_on), []
    if _has_ending(unit):
        seen = rebound.names | bound if rebound.names else rebound.names
        return set(), [_seen_otherwise(unit, seen, names)]
    path = _written_path(unit)
    found = [ChangedImports(path, bound)] if bound else []
    return names, [*found, ChangedImports(path, rebound.names)] if is_whole else found


def _gets(unit: Unit, imported: Import, rebound: ChangedImports) -> bool:
    """Whether an import of a file gets one of the names, all of them, or the file itself."""
    module = _RELATIVE.sub("", imported.module)
    if not _has_ending(unit):
        module = module.replace(".", "/")
    if _is_end_of(rebound.path, f"{module}/{imported.name}".strip("/")):
        return True
    is_all = not rebound.names or not imported.name or _is_wholesale(imported)
    return (is_all or imported.name in rebound.names) and _is_end_of(rebound.path, module)


def _is_end_of(path: str, end: str) -> bool:
    return bool(end) and f"/{path}".endswith(f"/{end}")


def _dependent(unit: Unit, names: Set[str]) -> set[str]:
    """Its definitions that say what they are by one of the names; by any name where there are
    none."""
    return {
        d.name
        for d in unit.definitions
        if (d.value or d.bases)
        and not (names and names.isdisjoint(_words(" ".join((d.value, *d.bases)))))
    }


def names_passed_on(unit: Unit, changed: Set[str]) -> set[str]:
    """The names of a file that mean something else because a name they depend on changed."""
    affected = _dependent(unit, changed)
    for imported in unit.imports:
        if not changed.isdisjoint(_names_followed_by(unit, imported)):
            affected |= _path_passed_on(unit) if _is_wholesale(imported) else {bound_name(imported)}
    return affected


def _names_followed_by(unit: Unit, imported: Import) -> set[str]:
    """An include names a file; that a symbol has the name of one of its folders is no matter."""
    if _has_ending(unit) and imported.form in _WHOLESALE:
        return {imported.module.rpartition("/")[2]}
    return _names_of_import(imported)


def _path_passed_on(unit: Unit) -> set[str]:
    """By which others get all that a file has from elsewhere."""
    return {_file_name(unit)} if _has_ending(unit) else _names_of_path(unit)


def _interface_by_name(unit: Unit | None) -> dict[str, list[object]]:
    """The interface of a file by name; lines are no part of it."""
    interface: defaultdict[str, list[object]] = defaultdict(list)
    if unit is None:
        return interface
    kind = unit.language, unit.role
    for d in unit.definitions:
        interface_and_kind = _interface(d, unit.language), kind
        interface[d.name].append(interface_and_kind)
        if d.kind in _ANCHORED:
            for word in _WORD.findall(anchor(d.name)):
                interface[word].append(interface_and_kind)
    outer = [d for d in unit.definitions if d.parent < 0 and d.end_line > d.line]
    starts = [d.line for d in outer]
    for imported in unit.imports:
        if _is_wholesale(imported) and _is_named_alone(unit):
            continue  # it binds no name; see ``_passed_on``
        at = bisect_right(starts, imported.line) - 1
        # What a function imports, others do not see.
        is_inside = at >= 0 and imported.line <= outer[at].end_line
        interface[bound_name(imported)].append(imported._replace(line=int(is_inside)))
    return interface


def _interface(d: Definition, language: str) -> Definition:
    """Of its body only whether there is one: a declaration elsewhere may resolve to it."""
    has_body = min(d.complexity, 1)
    known = language_by_name().get(language)
    is_free = d.kind in _FUNCTIONS and known is not None and not known.is_linked_by_parameters
    return d._replace(
        line=0,
        end_line=0,
        column=0,
        parent=0,
        signature="" if is_free else d.signature,
        doc="",
        complexity=has_body,
        nesting=0,
    )


def _kind(unit: Unit) -> tuple[object, ...]:
    """What finding the file's names depends on, beside the names: where it stands, what it is."""
    packages = [d.qualname for d in unit.definitions if d.kind in _packages(unit)]
    return unit.language, unit.role, packages


def _packages(unit: Unit) -> tuple[str, ...]:
    """Kinds of what a file stands in; none where qualified names say all of it."""
    return () if _is_defined_by_type(unit) else ("package", "namespace")


def _passed_on(unit: Unit) -> list[tuple[str, str]]:
    return [(i.module, i.name) for i in unit.imports if _is_wholesale(i)]


def _defined(interface: list[object]) -> list[object]:
    """What of it is no import."""
    return [one for one in interface if not isinstance(one, Import)]


def _is_named_alone(unit: Unit) -> bool:
    """Whether all who import from the file have to name it: not where its folder stands for it."""
    language = language_by_name().get(unit.language)
    return language is not None and language.is_named_by_file and not _stands_for_folder(unit)


def _written_path(unit: Unit) -> str:
    """As far as imports write it."""
    folder, slash, name = unit.path.rpartition("/")
    return unit.path if _has_ending(unit) else folder + slash + name.partition(".")[0]


def _has_ending(unit: Unit) -> bool:
    language = language_by_name().get(unit.language)
    return language is not None and language.is_named_with_ending


def _stands_for_folder(unit: Unit) -> bool:
    name = _file_name(unit)
    language = language_by_name().get(unit.language)
    return name in _PACKAGE_MARKERS or bool(language and name in language.entry_files)


def _words(chain: str) -> list[str]:
    """A place inside a class is one word that holds several names: ``this$Outer$Inner``."""
    words = [*_WORD.findall(chain), *_SIGNED.findall(chain)]
    return [*words, *_WORD.findall(chain.replace("$", " "))] if "$" in chain else words


def _is_wholesale(imported: Import) -> bool:
    if imported.name == "*" or imported.form in _WHOLESALE:
        return True
    return imported.form in _REQUIRING and not (imported.name or imported.alias)


def bound_name(imported: Import) -> str:
    """The alias may have the scope that it is bound in before it: ``at.Device``."""
    alias = imported.alias.rpartition(".")[2]
    return alias or imported.name or _WORD.findall(imported.module + " _")[0]


def _names_of_import(imported: Import) -> set[str]:
    last = imported.module.rpartition("/")[2]
    alias = imported.alias.rpartition(".")[2]
    return {last, imported.name, alias, *_WORD.findall(imported.module)} - {""}


def _names_of_path(unit: Unit | None) -> set[str]:
    """By which an import may name a file: its own name, with and without ending, its folders."""
    if unit is None:
        return set()
    name = _file_name(unit)
    language = language_by_name().get(unit.language)
    if language is None or not language.is_named_by_file:
        return _words_of_path(unit.path)
    if _stands_for_folder(unit):
        return _words_of_path(unit.path)
    return {name, name.partition(".")[0]}


def _file_name(unit: Unit) -> str:
    return unit.path.rpartition("/")[2]


def _words_of_path(path: str) -> set[str]:
    return {*path.split("/"), *_WORD.findall(path)}
