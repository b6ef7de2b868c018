"""The purpose of a file that is run or loaded: a program, a script, a list of imports."""

from collections.abc import Sequence
from typing import Final

from repobook.analyse.purposes.definition_purpose import defined
from repobook.analyse.purposes.named_calls import named_calls
from repobook.analyse.purposes.sentence_parts import (
    PACKAGES,
    listed,
    names,
    purpose,
    size,
    stem_words,
    total,
)
from repobook.analyse.purposes.telling_calls import TellingCalls
from repobook.model.facts import COLUMN_BITS, Definition, Summary
from repobook.model.graph import Unit
from repobook.model.kinds import CLASSES
from repobook.model.purpose import DERIVED, NO_PURPOSE, Purpose
from repobook.text.naming.identifier_words import words_of

PROMPT: Final = "$ "
_ENTRIES: Final = {
    "main": "Is a program that",
    "wmain": "Is a program that",
    "WinMain": "Is a program that",
    "LLVMFuzzerTestOneInput": "Is a fuzz target that",
}
_FUZZED: Final = frozenset(["LLVMFuzzerTestOneInput"])
_ENTRY_SHARE: Final = 0.4
_MIN_SHARED: Final = 3
_IMPORT_VERBS: Final = {
    "extends": "Extends",
    "include": "Includes",
    "system": "Includes",
    "source": "Runs",
}


def script(unit: Unit, tops: Sequence[Definition], opening: Summary) -> Purpose:
    """Of a script: its commands, then its functions."""
    commands = [one.removeprefix(PROMPT) for one in opening.text.split("\n")]
    functions = [one for one in tops if one.kind == "function"]
    text = f"Runs {named_calls(commands)}"
    text += f"; defines {listed(functions)}" if functions else ""
    return Purpose(text, DERIVED, "", unit.path, opening.line, opening.end_line)


def entry(tops: Sequence[Definition]) -> Definition | None:
    """Where a file is a program: what it is entered by, and most of it."""
    for one in tops:
        if one.kind == "function" and one.name in _ENTRIES and not one.decorators:
            is_most = size(one) >= _ENTRY_SHARE * total(tops)
            return one if is_most or one.name in _FUZZED else None
    return None


def program(
    unit: Unit, tops: Sequence[Definition], entry: Definition, calls: TellingCalls
) -> Purpose:
    stem = "".join(stem_words(unit.path))
    called = sorted(calls.inside(entry), key=lambda name: not _shares(name, stem))
    if not called:
        return defined(unit, tops, calls)
    others = [one for one in tops if one is not entry and one.kind == "function"]
    text = f"{_ENTRIES[entry.name]} calls {named_calls(called)}"
    text += f"; defines {listed(others)}" if others else ""
    return purpose(unit, text, entry)


def _shares(name: str, stem: str) -> bool:
    return any(len(word) >= _MIN_SHARED and word in stem for word in words_of(name))


def only_gathers(unit: Unit, tops: Sequence[Definition]) -> bool:
    stem = unit.path.rpartition("/")[2].partition(".")[0]
    own = [one for one in tops if not one.name.startswith("__")]
    if any(one.kind in CLASSES and one.exported for one in own):
        return False
    is_mostly_imports = len(unit.imports) > max(3 * len(own), total(own) / 3)
    return stem in PACKAGES and is_mostly_imports


def called(unit: Unit, calls: TellingCalls) -> Purpose | None:
    """Of a script that defines nothing."""
    all_names = calls.anywhere()
    if not all_names:
        return None
    return Purpose(f"Calls {named_calls(all_names)}", DERIVED, "", unit.path, *called_lines(unit))


def called_lines(unit: Unit) -> tuple[int, int]:
    calls = [one for one in unit.references if one.role in ("call", "macro")]
    lines = [position >> COLUMN_BITS for one in calls for position in one.positions]
    return min(lines), max(lines)


def passes_on(unit: Unit) -> bool:
    """All names of another file, as what is left in an old place does."""
    return any(one.name == "*" for one in unit.imports)


def imported(unit: Unit) -> Purpose:
    """Of a file that only passes on, or extends, what others define."""
    imports = [one for one in unit.imports if one.module != "__future__"]
    taken = [*dict.fromkeys(one.name for one in imports if one.name and one.name != "*")]
    modules = [*dict.fromkeys(one.module for one in imports if one.module)]
    if not (taken or modules):
        return NO_PURPOSE
    package = next((one for one in unit.definitions if one.kind == "package"), None)
    if package and unit.path.endswith("package-info.java"):
        return purpose(unit, f"Marks package `{package.name}` with {names(taken)}", package)
    has_names = any(one.name or one.alias for one in imports)
    is_package = unit.path.rpartition("/")[2].partition(".")[0] in PACKAGES
    if passes_on(unit) and not (taken and is_package):
        modules = [*dict.fromkeys(one.module for one in imports if one.name == "*")]
        text = f"Passes on all names of {names(modules)}"
        return Purpose(text, DERIVED, "", unit.path, imports[0].line, imports[-1].line)
    verb = _IMPORT_VERBS.get(imports[0].form, "Gathers" if has_names else "Loads")
    text = f"{verb} {names(taken)} from {names(modules)}" if taken else f"{verb} {names(modules)}"
    return Purpose(text, DERIVED, "", unit.path, imports[0].line, imports[-1].line)
