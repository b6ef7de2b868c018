"""How files of a language with modules get at what stands at the top of another file.

They write the name of its module right before it: ``from a.b import n``, ``b.n``. Such a pair of
words is a step, ``b.n``, and every file stores those it writes with the names that it mentions. The
first word of an absolute import is a step from nowhere, ``^.a``; a star import one to all names,
``b.*``. Where a file gives something another name, by an alias or a variable, it says so by
``=b``: with the other name for ``b``, further steps lead to the same module.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Final, NamedTuple

from repobook.model.binding import read_binding
from repobook.model.facts import Definition, Import
from repobook.model.graph import Unit
from repobook.model.language import language_by_name
from repobook.resolve.unit_names import PACKAGE_MARKERS, WORD, bound_name

NOWHERE: Final = "^"
ANYWHERE: Final = "?"
"""Before names by which a pack or a key of settings finds something wherever it stands."""
_ALIAS: Final = "="
_EVERYTHING: Final = "*"
_PACKAGES: Final = PACKAGE_MARKERS | {"__init__.pxd"}
_IMPORT: Final = re.compile(r"@(\d+)")


def is_module(unit: Unit) -> bool:
    language = language_by_name().get(unit.language)
    return language is not None and language.is_reached_by_module


def base_of(path: str) -> str:
    """The path of a module without its ending; of a package its folder."""
    folder, slash, name = path.rpartition("/")
    return folder if name in _PACKAGES else folder + slash + name.partition(".")[0]


def word_of(base: str) -> str:
    return base.rpartition("/")[2]


def step(word: str, name: str) -> str:
    return f"{word}.{name}"


def star_step(word: str) -> str:
    return step(word, _EVERYTHING)


def alias_mark(word: str) -> str:
    return _ALIAS + word


def steps_mentioned(unit: Unit) -> set[str]:
    """All that the file writes, with the marks of what it gives another name."""
    if not is_module(unit):
        return _found_anywhere(unit)
    found = _found_anywhere(unit)
    found |= {alias_mark(alias.word) for alias in aliases(unit)}
    for imported in unit.imports:
        found |= steps_of_import(unit.path, imported)
    last_words: dict[str, str] = {"": ""}
    for name, receiver, *_ in unit.references:
        if receiver not in last_words:
            words = chain_words(unit, receiver)
            found.update(steps_between(words))
            last_words[receiver] = words[-1] if words else ""
        if word := last_words[receiver]:
            found.add(step(word, name))
    for reference in unit.references:
        if reference.role == "string":
            first = WORD.search(reference.receiver)
            found.update([step(NOWHERE, first[0])] if first else [])
    for definition in unit.definitions:
        for chain in chains_of(definition):
            found.update(steps_between(chain_words(unit, chain)))
    return found


def _found_anywhere(unit: Unit) -> set[str]:
    found: set[str] = set()
    for name, receiver, role, *_ in unit.references:
        if binding := read_binding(receiver):
            looked_up = f"{binding.subject} {binding.detail} {binding.use}"
            found.update(step(ANYWHERE, word) for word in (*WORD.findall(looked_up), name))
        elif role == "string" and not WORD.search(receiver):
            found.add(step(ANYWHERE, name))
    return found


def chains_of(definition: Definition) -> Iterable[str]:
    """The expressions that say what it is."""
    return filter(None, (definition.value, *definition.bases))


def chain_words(unit: Unit, chain: str) -> tuple[str, ...]:
    """The words of an expression; the number of an import stands for what that binds."""
    return _words(replace_imports(chain, unit, bound_name))


def replace_imports(chain: str, unit: Unit, written: Callable[[Import], str]) -> str:
    """Where an expression of a module has the number of an import."""
    if "@" not in chain or not is_module(unit):
        return chain
    imports = unit.imports
    return _IMPORT.sub(
        lambda found: written(imports[int(found[1])]) if _is_in(found, imports) else found[0],
        chain,
    )


@lru_cache(maxsize=1 << 15)
def _words(chain: str) -> tuple[str, ...]:
    return tuple(WORD.findall(chain))


def _is_in(found: re.Match[str], imports: Sequence[Import]) -> bool:
    return len(found[1]) < 8 and int(found[1]) < len(imports)


def steps_between(words: Sequence[str]) -> Iterator[str]:
    return (f"{one}.{other}" for one, other in pairwise(words))


def steps_of_import(path: str, imported: Import) -> set[str]:
    return {*steps_to_module(path, imported), *step_to_name(path, imported)}


def steps_to_module(path: str, imported: Import) -> list[str]:
    return list(steps_between(words_of_module(path, imported.module)))


def step_to_name(path: str, imported: Import) -> list[str]:
    """None where an import names a module alone."""
    words = words_of_module(path, imported.module)
    return [step(words[-1], imported.name)] if imported.name else []


def words_of_module(path: str, dotted: str) -> list[str]:
    """From nowhere, or from the last two folders where an import begins at the file's own."""
    level = len(dotted) - len(dotted.lstrip("."))
    parts = [part for part in dotted[level:].split(".") if part]
    if not level:
        return [NOWHERE, *parts]
    folders = [NOWHERE, "", *path.split("/")[:-1]]
    return [*folders[: len(folders) + 1 - level][-2:], *parts]


class Alias(NamedTuple):
    word: str
    other: str
    """What the file calls the same."""
    chain: str
    """The expression that it names so."""
    maker: str = ""
    """The class of which an instance gives it without its name being written."""


def aliases(unit: Unit) -> Iterator[Alias]:
    """Words with other names that the file gives to what they mean, or to what that gives."""
    for n, imported in enumerate(unit.imports):
        if imported.alias:
            word = imported.name or words_of_module(unit.path, imported.module)[-1]
            yield Alias(word, imported.alias, f"@{n}")
    for d in unit.definitions:
        is_implicit = d.name in IMPLICIT and d.parent >= 0
        maker = unit.definitions[d.parent].name if is_implicit else ""
        for chain in chains_of(d):
            if words := chain_words(unit, chain):
                yield Alias(words[-1], d.name, chain, maker)


IMPLICIT: Final = frozenset(["__call__", "__getitem__", "__getattr__", "__class_getitem__"])
"""Members that an expression may ask for without naming them."""
MODULE_HOOK: Final = "__getattr__"
"""At the top of a module it gives all names that nothing else there has."""
