"""What a change touches: files are resolved anew when a name they mention came, went or changed.

A name is passed on by whoever builds upon it: an alias, a subclass, a function that returns it. The
answer may name too many files, never too few; resolving one again gives what it gave before.
"""

import re
import zlib
from array import array
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Set
from operator import methodcaller
from typing import Final

from repobook.model.facts import Definition, Import
from repobook.model.graph import Unit
from repobook.text.names import anchor

_WORD: Final = re.compile(r"[\w$]+")
_PACKAGE_MARKERS: Final = frozenset(["__init__.py", "__init__.pyi"])
# They say where names are looked up, to files that never mention what they say.
_PROJECT_FILES: Final = frozenset(
    [
        *("package.json", "tsconfig.json", "tsconfig.base.json", "jsconfig.json"),
        *("Cargo.toml", "go.mod"),
    ]
)
# Forms that bind no name of their own: what the other file offers, this one offers too.
_WHOLESALE: Final = frozenset(["include", "system", "source"])
_ENCODED: Final = methodcaller("encode", "utf-8", "surrogatepass")
# What a link names by an anchor, which spells the title in its own way.
_ANCHORED: Final = frozenset(["heading", "block"])


def names_mentioned(unit: Unit) -> set[str]:
    """Every name that resolving the file may look up."""
    found = {reference.name for reference in unit.references}
    chains = {reference.receiver for reference in unit.references}
    chains.update(*[d.bases for d in unit.definitions], [d.value for d in unit.definitions])
    for chain in chains:
        found.update(_WORD.findall(chain))
    for imported in unit.imports:
        found |= _names_of_import(imported)
    return found


def names_changed(old: Unit | None, new: Unit | None) -> set[str]:
    """The names that mean something else to others once a file is as ``new``; None is no file."""
    before, after = _offers(old), _offers(new)
    if old is None or new is None or _kind(old) != _kind(new):
        return before.keys() | after.keys() | _names_of_path(new or old)
    return {name for name in before.keys() | after.keys() if before.get(name) != after.get(name)}


def names_beside(path: str, paths: Iterable[str]) -> set[str]:
    """A file that makes its folder a package changes how all files below may be imported."""
    folder, slash, name = path.rpartition("/")
    if name not in _PACKAGE_MARKERS:
        return set()
    return {
        word for other in paths if other.startswith(folder + slash) for word in _WORD.findall(other)
    }


def touches_all(path: str) -> bool:
    """Whether a change of the file may change the links of any other."""
    return path.rpartition("/")[2] in _PROJECT_FILES


def names_passed_on(unit: Unit, changed: Set[str]) -> set[str]:
    """The names of a file that mean something else because those they are built upon do."""
    passed = {
        d.name
        for d in unit.definitions
        if (d.value or d.bases)
        and not changed.isdisjoint(_WORD.findall(" ".join((d.value, *d.bases))))
    }
    for imported in unit.imports:
        if not changed.isdisjoint(_names_of_import(imported)):
            passed |= _names_of_path(unit) if _is_wholesale(imported) else {_bound_name(imported)}
    return passed


def hashed(names: Iterable[str]) -> bytes:
    """Sorted and four bytes each: two names that share them cost a file too many."""
    return array("I", sorted(hashes_of(names))).tobytes()


def mentions_any(hashes: bytes, names: Set[int]) -> bool:
    return not names.isdisjoint(memoryview(hashes).cast("I"))


def hashes_of(names: Iterable[str]) -> set[int]:
    return set(map(zlib.crc32, map(_ENCODED, names)))


def _offers(unit: Unit | None) -> dict[str, list[object]]:
    """What others may see of a file, by name; lines are no part of it."""
    offers: defaultdict[str, list[object]] = defaultdict(list)
    if unit is None:
        return offers
    kind = unit.language, unit.role
    for d in unit.definitions:
        told = _face(d), kind
        offers[d.name].append(told)
        if d.kind in _ANCHORED:
            for word in _WORD.findall(anchor(d.name)):
                offers[word].append(told)
    outer = [d for d in unit.definitions if d.parent < 0 and d.end_line > d.line]
    starts = [d.line for d in outer]
    for imported in unit.imports:
        at = bisect_right(starts, imported.line) - 1
        # What a function imports, others do not see.
        is_inside = at >= 0 and imported.line <= outer[at].end_line
        offers[_bound_name(imported)].append(imported._replace(line=int(is_inside)))
    return offers


def _face(d: Definition) -> Definition:
    """Of its body only that there is one: what is declared elsewhere may lead here."""
    has_body = min(d.complexity, 1)
    return d._replace(
        line=0, end_line=0, column=0, parent=0, doc="", complexity=has_body, nesting=0
    )


def _kind(unit: Unit) -> tuple[object, ...]:
    """What finding the file's names depends on, beside the names: where it stands, what it is."""
    passed_on = [(i.module, i.name) for i in unit.imports if _is_wholesale(i)]
    packages = [d.qualname for d in unit.definitions if d.kind == "package"]
    return unit.language, unit.role, passed_on, packages


def _is_wholesale(imported: Import) -> bool:
    return imported.name == "*" or imported.form in _WHOLESALE


def _bound_name(imported: Import) -> str:
    """The alias may tell the scope that it is bound in: ``at.Device``."""
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
    return {*unit.path.split("/"), *_WORD.findall(unit.path)}
