"""Which names an edit of a file changes for others."""

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence, Set
from typing import Final

from repobook.model.facts import Definition, Import
from repobook.model.graph import Unit
from repobook.model.language import given_by_languages, language_by_name
from repobook.resolve.module_steps import (
    IMPLICIT,
    MODULE_HOOK,
    is_module,
    replace_imports,
    steps_mentioned,
)
from repobook.resolve.unit_names import (
    FUNCTIONS,
    PACKAGE_MARKERS,
    WORD,
    ChangedImports,
    ChangedNames,
    bound_name,
    family_of_language,
    file_name,
    functions_around,
    has_ending,
    is_defined_by_type,
    is_named_alone,
    is_wholesale,
    names_depending_on,
    names_not_followed,
    names_of_import,
    names_of_nothing_but,
    names_of_path,
    seen_otherwise,
    words_of_chain,
    words_of_path,
    written_path,
)
from repobook.text.naming.slugs import anchor

# What a link names by an anchor, which spells the title in its own way.
_ANCHORED: Final = frozenset(["heading", "block"])


def names_mentioned(unit: Unit) -> set[str]:
    """Every name that resolving the file may look up."""
    names = {reference.name for reference in unit.references}
    chains = {reference.receiver for reference in unit.references}
    # What a broken file calls by a name with a stray sign is followed by its words.
    chains.update([name for name in names if not name.isidentifier()])
    chains.update(*[d.bases for d in unit.definitions], [d.value for d in unit.definitions])
    for chain in chains:
        names.update(words_of_chain(chain))
    for imported in unit.imports:
        names |= names_of_import(imported)
    return names | steps_mentioned(unit)


def names_changed(
    old: Unit | None, new: Unit | None, given: frozenset[str] | None = None
) -> set[str]:
    """The names that mean something else to others once a file is as ``new``; None is no file.

    ``given`` are all names that the files define which it only now takes whole, or no longer; None
    where that is unknown.
    """
    return _changes(old, new, given)[0]


def names_followed(
    old: Unit | None,
    new: Unit | None,
    given: frozenset[str] | None = None,
    is_common: Callable[[str], bool] = lambda name: False,
) -> Iterator[ChangedNames]:
    """Those of the changed names that others may follow to the file.

    To a file that comes or goes, where all who follow a name have to name the file, only the names
    of its path lead; for what else it defines there are only the names themselves. What is local to
    a function leads nobody to it; what is defined by it does. Where definitions say by a type what
    they are, the name of a value or namespace leads no further than to those who mention it.
    """
    names = names_changed(old, new, given)
    units = [unit for unit in (old, new) if unit]
    if old is None or new is None:
        names = names.difference(*map(_behind_path, units))
    names = visible_outside(names, units, is_common).difference(*map(_stem_alone, units))
    names = names - names_not_followed(units) | functions_around(units, names)
    for family in sorted({family_of_language(unit.language) for unit in units}):
        yield ChangedNames(family, frozenset(names))


def visible_outside(
    names: Set[str], units: Sequence[Unit], is_common: Callable[[str], bool]
) -> set[str]:
    """The names by which others get to what ``names`` mean in the units.

    To a member leads its own name, and so does that of its class: the latter is followed where the
    former ``is_common``.
    """
    if not any(map(_is_reached_by_owner, units)):
        return set(names)
    local = set().union(*map(_local_names, units)).difference(*map(_outer_names, units))
    names = _led_to(names, units, is_common)
    pending = hidden = names & local
    seen = names - local
    while pending:
        dependent = set().union(*[names_depending_on(unit, pending) for unit in units])
        dependent = _led_to(dependent, units, is_common)
        seen |= dependent - local
        pending = dependent & local - hidden
        hidden |= pending
    return seen


def _led_to(names: Set[str], units: Sequence[Unit], is_common: Callable[[str], bool]) -> set[str]:
    """With their classes in place of members of common names, or that nobody writes."""
    classes = _classes_by_member(units)
    pending, seen = set(names), set(names)
    while held := {n for n in pending if n in classes and (n in IMPLICIT or is_common(n))}:
        pending = pending - held | set().union(*[classes[name] for name in held]) - seen
        seen |= pending
    return pending


def _classes_by_member(units: Sequence[Unit]) -> dict[str, set[str]]:
    """Only of names that nothing but members have, which are found through their classes alone."""
    classes: defaultdict[str, set[str]] = defaultdict(set)
    for unit in filter(_is_reached_by_owner, units):
        for d in unit.definitions:
            parent = unit.definitions[d.parent] if d.parent >= 0 else None
            is_member = parent and parent.kind not in FUNCTIONS and not d.decorators
            classes[d.name].add(parent.name if parent and is_member else "")
        for imported in unit.imports:
            classes[bound_name(imported)].add("")
    return {name: owners for name, owners in classes.items() if "" not in owners}


def _local_names(unit: Unit) -> set[str]:
    """Of what stands directly in functions, where that is reached through its owner alone."""
    definitions = unit.definitions if _is_reached_by_owner(unit) else ()
    return {d.name for d in definitions if _is_local(unit, d)}


def _outer_names(unit: Unit) -> set[str]:
    defined = {d.name for d in unit.definitions if not _is_local(unit, d)}
    return defined.union(map(bound_name, unit.imports))


def _is_local(unit: Unit, definition: Definition) -> bool:
    return definition.parent >= 0 and unit.definitions[definition.parent].kind in FUNCTIONS


def _behind_path(unit: Unit) -> set[str]:
    if not (_is_reached_by_owner(unit) and is_named_alone(unit)):
        return set()
    return {d.name for d in unit.definitions} - names_of_path(unit)


def _stem_alone(unit: Unit) -> set[str]:
    """The name of a file without its ending, where who gets the file writes the ending too."""
    stem = {file_name(unit).partition(".")[0]} if has_ending(unit) else set()
    return stem - {file_name(unit)} - _outer_names(unit)


def names_guessed(unit: Unit) -> set[str]:
    """Names that lead to what it defines only where few definitions have them.

    Those that it gives to nothing but members, where these are reached through their owner: what is
    decorated may be registered somewhere by its name. Those of namespaces, where they are no more
    than a part of other names.
    """
    if is_defined_by_type(unit):
        return names_of_nothing_but({"namespace"}, unit.definitions)
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
    if old is None or new is None or not has_ending(new):
        return False
    return passed_on_whole(old) != passed_on_whole(new)


def opens_others(old: Unit, new: Unit) -> bool:
    """Whether it opens other namespaces than before, to itself or to who includes it."""
    return _opened(old) != _opened(new)


def _opened(unit: Unit) -> list[tuple[str, str]]:
    return [(i.module, i.alias) for i in unit.imports if i.form == "using" and i.name == "*"]


def _changes(
    old: Unit | None, new: Unit | None, given: frozenset[str] | None
) -> tuple[set[str], ChangedImports | None]:
    before, after = _interface_by_name(old), _interface_by_name(new)
    if old is None or new is None or kind_of(old) != kind_of(new):
        everything = before.keys() | after.keys()
        unit = old or new if old is None or new is None else None
        if unit is not None and is_named_alone(unit):
            everything = {n for n in everything if _defined([*before[n], *after[n]])}
        return everything | names_of_path(new or old), None
    changed = {name for name in before.keys() | after.keys() if before[name] != after[name]}
    is_wholesale = passed_on_whole(old) != passed_on_whole(new)
    is_wholesale |= is_module(new) and MODULE_HOOK in changed
    if not is_named_alone(new):
        all_names = before.keys() | after.keys() | names_of_path(new)
        return (all_names if is_wholesale else changed), None
    imported = {name for name in changed if _defined(before[name]) == _defined(after[name])}
    names = frozenset(imported)
    if is_wholesale:
        names = names | given if given is not None else frozenset()
    if not names and not (is_wholesale and given is None):
        return changed - imported, None
    dependent = names_depending_on(old, names) | names_depending_on(new, names)
    if has_ending(new):
        is_sight = not (imported or opens_others(old, new))
        seen = seen_otherwise(new, names, dependent, is_sight=is_sight)
        return changed - imported, seen
    return changed - imported | dependent, ChangedImports(written_path(new), names)


def names_beside(path: str, paths: Iterable[str]) -> set[str]:
    """What else a file names that comes or goes, where ``paths`` are those of all files.

    One that makes its folder a package changes how all files below may be imported; the first or
    last one of its kind in a folder changes whether there is such a folder.
    """
    folder, slash, name = path.rpartition("/")
    others = [other for other in paths if other.startswith(folder + slash) and other != path]
    if name in PACKAGE_MARKERS:
        return {word for other in others for word in WORD.findall(other)}
    ending = name.rpartition(".")[2]
    is_known = any(other.endswith(f".{ending}") for other in others)
    return set() if is_known else words_of_path(path)


def touches_all(path: str) -> bool:
    """Whether a change of the file may change the links of any other."""
    return path.rpartition("/")[2] in given_by_languages("lookup_settings")


def _interface_by_name(unit: Unit | None) -> dict[str, list[object]]:
    """The interface of a file by name; lines are no part of it."""
    interface: defaultdict[str, list[object]] = defaultdict(list)
    if unit is None:
        return interface
    kind = unit.language, unit.role
    for d in unit.definitions:
        interface_and_kind = interface_of(d, unit), kind
        interface[d.name].append(interface_and_kind)
        if d.kind in _ANCHORED:
            for word in WORD.findall(anchor(d.name)):
                interface[word].append(interface_and_kind)
    outer = [d for d in unit.definitions if d.parent < 0 and d.end_line > d.line]
    starts = [d.line for d in outer]
    for imported in unit.imports:
        if is_wholesale(imported) and is_named_alone(unit):
            continue  # it binds no name; see ``_passed_on``
        at = bisect_right(starts, imported.line) - 1
        # What a function imports, others do not see.
        is_inside = at >= 0 and imported.line <= outer[at].end_line
        interface[bound_name(imported)].append(imported._replace(line=int(is_inside)))
    return interface


def interface_of(d: Definition, unit: Unit) -> Definition:
    """Of its body only whether there is one: a declaration elsewhere may resolve to it."""
    has_body = min(d.complexity, 1)
    known = language_by_name().get(unit.language)
    is_free = d.kind in FUNCTIONS and known is not None and not known.is_linked_by_parameters
    return d._replace(
        line=0,
        end_line=0,
        column=0,
        parent=0,
        signature="" if is_free else d.signature,
        bases=tuple([_without_numbers(base, unit) for base in d.bases]),
        value=_without_numbers(d.value, unit),
        doc="",
        complexity=has_body,
        nesting=0,
    )


def _without_numbers(chain: str, unit: Unit) -> str:
    """An import that is added in front changes the numbers of all others, and what none means."""
    return replace_imports(chain, unit, lambda i: f"<{i.module} {i.name} {i.alias}>")


def kind_of(unit: Unit) -> tuple[object, ...]:
    """What finding the file's names depends on, beside the names: where it stands, what it is."""
    packages = [d.qualname for d in unit.definitions if d.kind in _packages(unit)]
    return unit.language, unit.role, packages


def _packages(unit: Unit) -> tuple[str, ...]:
    """Kinds of what a file stands in; none where qualified names say all of it."""
    return () if is_defined_by_type(unit) else ("package", "namespace")


def passed_on_whole(unit: Unit) -> list[tuple[str, str]]:
    return [(i.module, i.name) for i in unit.imports if is_wholesale(i)]


def _defined(interface: list[object]) -> list[object]:
    """What of it is no import."""
    return [one for one in interface if not isinstance(one, Import)]
