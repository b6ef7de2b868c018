"""The names of a file: those of its path, of its imports, and those that depend on others."""

import re
from collections.abc import Iterable, Sequence, Set
from typing import Final, NamedTuple

from repobook.model.facts import Definition, Import
from repobook.model.graph import Unit
from repobook.model.language import language_by_name

WORD: Final = re.compile(r"[\w$]+")
# Names of Ruby as they stand in an expression; without their signs they are words, too.
_SIGNED: Final = re.compile(r"@{1,2}[\w$]+|[\w$]+[?!]")
PACKAGE_MARKERS: Final = frozenset(["__init__.py", "__init__.pyi", "__init__.pyi.in"])
# Forms that bind no name of their own: all names of the other file become names of this one.
WHOLESALE: Final = frozenset(["include", "system", "source"])
# They bind a name only where one is given.
_REQUIRING: Final = frozenset(["require", "require_relative", "load"])
FUNCTIONS: Final = frozenset(["function", "method"])
# What says by a type what it is, and namespaces, which are no more than a part of other names.
_NOT_FOLLOWED: Final = FUNCTIONS | {"field", "variable", "constant", "enum_member", "namespace"}


class ChangedNames(NamedTuple):
    """Names that mean something else in one family of languages."""

    family: str
    """Empty where files of any family may pass them on that is not closed."""
    names: frozenset[str]


class ChangedImports(NamedTuple):
    """Names that a file gets from elsewhere, and that others may get from it."""

    path: str
    """The file, as far as imports write its path."""
    names: frozenset[str]
    """Empty for all that it has from others."""
    is_sight: bool = False
    """Whether it only sees other files than before: nothing changes for who sees the same."""


def names_not_followed(units: Iterable[Unit]) -> set[str]:
    """Names of nothing but values, namespaces and what stands in functions, where definitions say
    by a type what they are."""
    typed = [unit.definitions for unit in units if is_defined_by_type(unit)]
    followed = {
        d.name
        for definitions in typed
        for d in definitions
        if d.kind not in _NOT_FOLLOWED and not _functions_around(d, definitions)
    }
    return {d.name for definitions in typed for d in definitions} - followed


def functions_around(units: Iterable[Unit], names: Set[str]) -> set[str]:
    """The functions in which types of these names stand: who writes such a type elsewhere writes
    the function before it."""
    return {
        function
        for unit in filter(is_defined_by_type, units)
        for d in unit.definitions
        if d.name in names and d.kind not in _NOT_FOLLOWED
        for function in _functions_around(d, unit.definitions)
    }


def _functions_around(definition: Definition, definitions: Sequence[Definition]) -> list[str]:
    names: list[str] = []
    while definition.parent >= 0:
        definition = definitions[definition.parent]
        names += [definition.name] if definition.kind in FUNCTIONS else []
    return names


def names_of_nothing_but(kinds: Set[str], definitions: Sequence[Definition]) -> set[str]:
    others = {d.name for d in definitions if d.kind not in kinds}
    return {d.name for d in definitions} - others


def is_defined_by_type(unit: Unit) -> bool:
    language = language_by_name().get(unit.language)
    return language is not None and language.is_defined_by_type


def seen_otherwise(
    unit: Unit, names: frozenset[str], dependent: Set[str], *, is_sight: bool
) -> ChangedImports:
    """What a header includes changes what its names lead to for those alone who see it."""
    return ChangedImports(written_path(unit), names | dependent if names else names, is_sight)


def family_of_language(language: str) -> str:
    known = language_by_name().get(language)
    return known.resolver if known else ""


def names_depending_on(unit: Unit, names: Set[str]) -> set[str]:
    """Its definitions that say what they are by one of the names; by any name where there are
    none."""
    return {
        d.name
        for d in unit.definitions
        if (d.value or d.bases)
        and not (names and names.isdisjoint(words_of_chain(" ".join((d.value, *d.bases)))))
    }


def is_named_alone(unit: Unit) -> bool:
    """Whether all who import from the file have to name it: not where its folder stands for it."""
    language = language_by_name().get(unit.language)
    return language is not None and language.is_named_by_file and not _stands_for_folder(unit)


def written_path(unit: Unit) -> str:
    """As far as imports write it."""
    folder, slash, name = unit.path.rpartition("/")
    return unit.path if has_ending(unit) else folder + slash + name.partition(".")[0]


def has_ending(unit: Unit) -> bool:
    language = language_by_name().get(unit.language)
    return language is not None and language.is_named_with_ending


def _stands_for_folder(unit: Unit) -> bool:
    name = file_name(unit)
    language = language_by_name().get(unit.language)
    return name in PACKAGE_MARKERS or bool(language and name in language.entry_files)


def words_of_chain(chain: str) -> list[str]:
    """A place inside a class is one word that holds several names: ``this$Outer$Inner``."""
    words = [*WORD.findall(chain), *_SIGNED.findall(chain)]
    return [*words, *WORD.findall(chain.replace("$", " "))] if "$" in chain else words


def is_wholesale(imported: Import) -> bool:
    if imported.name == "*" or imported.form in WHOLESALE:
        return True
    return imported.form in _REQUIRING and not (imported.name or imported.alias)


def bound_name(imported: Import) -> str:
    """The alias may have the scope that it is bound in before it: ``at.Device``."""
    alias = imported.alias.rpartition(".")[2]
    return alias or imported.name or WORD.findall(imported.module + " _")[0]


def names_of_import(imported: Import) -> set[str]:
    last = imported.module.rpartition("/")[2]
    alias = imported.alias.rpartition(".")[2]
    return {last, imported.name, alias, *WORD.findall(imported.module)} - {""}


def names_of_path(unit: Unit | None) -> set[str]:
    """By which an import may name a file: its own name, with and without ending, its folders."""
    if unit is None:
        return set()
    name = file_name(unit)
    language = language_by_name().get(unit.language)
    if language is None or not language.is_named_by_file:
        return words_of_path(unit.path)
    if _stands_for_folder(unit):
        return words_of_path(unit.path)
    return {name, name.partition(".")[0]}


def file_name(unit: Unit) -> str:
    return unit.path.rpartition("/")[2]


def words_of_path(path: str) -> set[str]:
    return {*path.split("/"), *WORD.findall(path)}
