"""What a change affects: a file is resolved again when a name it mentions came, went or changed.

A changed name affects the names that depend on it: aliases, subclasses, functions that return it.
The answer may name too many files, never too few; resolving one again gives the same links.
"""

import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Set
from typing import Final

from repobook.model.facts import Definition, Import
from repobook.model.graph import Unit
from repobook.model.language import given_by_languages, language_by_name
from repobook.text.naming.slugs import anchor

_WORD: Final = re.compile(r"[\w$]+")
# Names of Ruby as they stand in an expression; without their signs they are words, too.
_SIGNED: Final = re.compile(r"@{1,2}[\w$]+|[\w$]+[?!]")
_PACKAGE_MARKERS: Final = frozenset(["__init__.py", "__init__.pyi"])
# Forms that bind no name of their own: all names of the other file become names of this one.
_WHOLESALE: Final = frozenset(["include", "system", "source"])
# They bind a name only where one is given.
_REQUIRING: Final = frozenset(["require", "require_relative", "load"])
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
        names.update(_words(chain))
    for imported in unit.imports:
        names |= _names_of_import(imported)
    return names


def names_changed(old: Unit | None, new: Unit | None) -> set[str]:
    """The names that mean something else to others once a file is as ``new``; None is no file."""
    before, after = _interface_by_name(old), _interface_by_name(new)
    if old is None or new is None or _kind(old) != _kind(new):
        return before.keys() | after.keys() | _names_of_path(new or old)
    return {name for name in before.keys() | after.keys() if before.get(name) != after.get(name)}


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


def names_passed_on(unit: Unit, changed: Set[str]) -> set[str]:
    """The names of a file that mean something else because a name they depend on changed."""
    affected = {
        d.name
        for d in unit.definitions
        if (d.value or d.bases) and not changed.isdisjoint(_words(" ".join((d.value, *d.bases))))
    }
    for imported in unit.imports:
        if not changed.isdisjoint(_names_of_import(imported)):
            affected |= _names_of_path(unit) if _is_wholesale(imported) else {_bound_name(imported)}
    return affected


def _interface_by_name(unit: Unit | None) -> dict[str, list[object]]:
    """The interface of a file by name; lines are no part of it."""
    interface: defaultdict[str, list[object]] = defaultdict(list)
    if unit is None:
        return interface
    kind = unit.language, unit.role
    for d in unit.definitions:
        interface_and_kind = _interface(d), kind
        interface[d.name].append(interface_and_kind)
        if d.kind in _ANCHORED:
            for word in _WORD.findall(anchor(d.name)):
                interface[word].append(interface_and_kind)
    outer = [d for d in unit.definitions if d.parent < 0 and d.end_line > d.line]
    starts = [d.line for d in outer]
    for imported in unit.imports:
        at = bisect_right(starts, imported.line) - 1
        # What a function imports, others do not see.
        is_inside = at >= 0 and imported.line <= outer[at].end_line
        interface[_bound_name(imported)].append(imported._replace(line=int(is_inside)))
    return interface


def _interface(d: Definition) -> Definition:
    """Of its body only whether there is one: a declaration elsewhere may resolve to it."""
    has_body = min(d.complexity, 1)
    return d._replace(
        line=0, end_line=0, column=0, parent=0, doc="", complexity=has_body, nesting=0
    )


def _kind(unit: Unit) -> tuple[object, ...]:
    """What finding the file's names depends on, beside the names: where it stands, what it is."""
    passed_on = [(i.module, i.name) for i in unit.imports if _is_wholesale(i)]
    packages = [d.qualname for d in unit.definitions if d.kind in ("package", "namespace")]
    return unit.language, unit.role, passed_on, packages


def _words(chain: str) -> list[str]:
    """A place inside a class is one word that holds several names: ``this$Outer$Inner``."""
    words = [*_WORD.findall(chain), *_SIGNED.findall(chain)]
    return [*words, *_WORD.findall(chain.replace("$", " "))] if "$" in chain else words


def _is_wholesale(imported: Import) -> bool:
    if imported.name == "*" or imported.form in _WHOLESALE:
        return True
    return imported.form in _REQUIRING and not (imported.name or imported.alias)


def _bound_name(imported: Import) -> str:
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
    name = unit.path.rpartition("/")[2]
    language = language_by_name().get(unit.language)
    if language is None or not language.is_named_by_file:
        return _words_of_path(unit.path)
    stands_for_folder = name in _PACKAGE_MARKERS or name in language.entry_files
    return _words_of_path(unit.path) if stands_for_folder else {name, name.partition(".")[0]}


def _words_of_path(path: str) -> set[str]:
    return {*path.split("/"), *_WORD.findall(path)}
