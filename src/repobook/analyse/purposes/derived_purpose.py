"""A sentence about a file that nobody described: what it defines, tests, sets, calls or opens with.

Names stand between backticks. Nothing is said that the file's own lines do not show.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from repobook.analyse.purposes.conventional_use import conventional_use
from repobook.analyse.purposes.top_definitions import top_definitions
from repobook.model.facts import COLUMN_BITS, Definition, Reference, Summary
from repobook.model.graph import Unit
from repobook.model.kinds import CLASSES
from repobook.model.language import language_by_name
from repobook.model.purpose import DERIVED, NO_PURPOSE, Purpose
from repobook.text.documents.first_sentence import summary
from repobook.text.documents.markup import without_links, without_roles
from repobook.text.documents.sentences import first_sentence
from repobook.text.documents.tautologies import says_more
from repobook.text.naming.identifier_words import words_of

_MAX_NAMES: Final = 4
_MAX_NAME: Final = 80
_MAX_GROUPS: Final = 2
_MAX_QUOTED: Final = 2
_MAX_LOOKED_AT: Final = 8
_MIN_WORDS: Final = 2
_MAX_WORDS: Final = 100
_MARKS: Final = str.maketrans("", "", "`“”")
"""What stands around names and words in a sentence of ours."""
# Of what is left to do, or of a compiler: not of what the function is for.
_NOTE: Final = re.compile(
    r"TODO|FIXME|XXX|HACK|NOTE|[Dd]eprecated|[Ii]nternal|@|[ -]*[Ss]ee\b"
    r"|(?:VS ?\d+|MSVC|GCC|gcc|[Cc]lang|Visual Studio|[Ww]ork ?around|Avoid|Suppress|Silence)\b"
)
_CASES: Final = frozenset(["function", "method"])
_CALLING: Final = frozenset(["function", "method", "kernel", "fixture"])
# Methods of a module are what its file offers.
_NO_OWNERS: Final = _CALLING | {"module", "namespace", "package"}
_TEST_MARKS: Final = frozenset(["Test", "ParameterizedTest", "test", "rstest"])
_FIXTURES: Final = frozenset(["fixture"])
# Go's runs all the tests of a package.
_SET_UPS: Final = frozenset(["TestMain"])
_ASSERTING: Final = re.compile(r"(?i)(?:\w+\.)*(?:assert|expect|require|check|should|fail)")
_TEST_WORDS: Final = frozenset(["test", "tests", "check", "basic", "simple", "works"])
_MAX_CODE: Final = 100
_MAX_CALLS: Final = 4
_PROMPT: Final = "$ "
_ENTRIES: Final = {
    "main": "Is a program that",
    "wmain": "Is a program that",
    "WinMain": "Is a program that",
    "LLVMFuzzerTestOneInput": "Is a fuzz target that",
}
_ENTRY_SHARE: Final = 0.4
_MIN_SHARED: Final = 3
# Files that speak for their package, and may only pass on what others define.
_PACKAGES: Final = frozenset(["__init__", "index", "mod", "lib"])


class _Verb(NamedTuple):
    verb: str
    noun: str
    nouns: str


# In the order in which they tell most of a file.
_VERBS: Final = {
    "class": _Verb("Defines", "class", "classes"),
    "interface": _Verb("Defines", "interface", "interfaces"),
    "trait": _Verb("Defines", "trait", "traits"),
    "protocol": _Verb("Defines", "protocol", "protocols"),
    "service": _Verb("Defines", "service", "services"),
    "message": _Verb("Defines", "message", "messages"),
    "struct": _Verb("Defines", "struct", "structs"),
    "kernel": _Verb("Defines", "kernel", "kernels"),
    "function": _Verb("Defines", "function", "functions"),
    "method": _Verb("Defines", "method", "methods"),
    "fixture": _Verb("Defines", "fixture", "fixtures"),
    "enum": _Verb("Defines", "enum", "enums"),
    "union": _Verb("Defines", "union", "unions"),
    "type": _Verb("Defines", "type", "types"),
    "macro": _Verb("Defines", "macro", "macros"),
    "constant": _Verb("Sets", "constant", "constants"),
    "variable": _Verb("Sets", "variable", "variables"),
    "target": _Verb("Builds", "target", "targets"),
    "stage": _Verb("Builds", "stage", "stages"),
    "table": _Verb("Creates", "table", "tables"),
    "block": _Verb("Holds", "block", "blocks"),
    "selector": _Verb("Styles", "selector", "selectors"),
    "section": _Verb("Configures", "section", "sections"),
    "key": _Verb("Sets", "key", "keys"),
    "heading": _Verb("Covers", "section", "sections"),
}
_SUBORDINATE: Final = frozenset(
    ["constant", "variable", "macro", "heading", "environment_variable"]
)
# How long a script is looked at.
_MAX_DEFINED: Final = 2_000
# Operators and destructors: a class has them whatever it is for.
_UNNAMED: Final = re.compile(r"~|operator\b")
_USUAL: Final = frozenset(["example", "init", "main", "usage"])
_MEMBERS: Final = frozenset(["method", "rpc", "field", "enum_member"])
_IMPORT_VERBS: Final = {
    "extends": "Extends",
    "include": "Includes",
    "system": "Includes",
    "source": "Runs",
}
# Names that every program uses.
_COMMON_TEXT: Final = """
append attr_accessor attr_reader attr_writer autoload bool bytes cd dict echo enumerate error exit
export extend fi filter float format free frozenset get getattr getLogger hasattr id if include int
isinstance iter join len list log malloc map module_function NamedTuple NewType next object param
ParamSpec print printf private property push range require require_relative return set setattr
sorted source split str strip super test then tuple type TypeVar TypeVarTuple zip
"""
_COMMON: Final = frozenset(_COMMON_TEXT.split())
_ERROR: Final = re.compile(r"(?:Error|Exception|Warning)$")
_WHOLE: Final = Definition("function", "", "", 1, 1 << 40, 0, -1, "", "", (), False)
"""The file as if it were a function."""


def derived_purpose(unit: Unit, opening: Summary) -> Purpose:
    purpose, use = _derived(unit, opening), conventional_use(unit.path)
    if not use:
        return purpose
    if not purpose.text:
        return Purpose(use, DERIVED, "", unit.path)
    return purpose._replace(text=f"{use}: {purpose.text[:1].lower()}{purpose.text[1:]}")


def _derived(unit: Unit, opening: Summary) -> Purpose:
    cases = test_cases(unit)
    if cases and unit.role == "test":
        return _purpose(unit, f"Checks {_quoting(cases)}{_tested_by_calls(unit, cases)}", cases[0])
    tops = _tops(unit)
    if opening.text.startswith(_PROMPT):
        return _run(unit, tops, opening)
    if entry := _entry(tops):
        return _entered(unit, tops, entry)
    if unit.imports and _only_gathers(unit, tops):
        return _imported(unit)
    if unit.imports and all(one.name.startswith("__") for one in tops):
        return _called(unit) or _imported(unit)
    if tops:
        return _defined(unit, tops)
    if unit.imports or unit.references:
        return _called(unit) or _imported(unit)
    if opening.text:
        text = f"Begins with `{_plain(opening.text)}`"
        return Purpose(text, DERIVED, "", unit.path, opening.line, opening.line)
    return _empty(unit)


def test_cases(unit: Unit) -> list[Definition]:
    """What is made or marked as a test, else what is named as one; a suite is no case."""
    numbered = list(enumerate(unit.definitions))
    marked = [(n, one) for n, one in numbered if one.kind == "test" or _is_marked(one, _TEST_MARKS)]
    prefixes = ("Test",) if unit.language == "Go" else ("test", "Test")
    cases = marked or [(n, one) for n, one in numbered if _is_named_test(one, prefixes)]
    around = {one.parent for _, one in cases}
    return [one for n, one in cases if n not in around]


def _is_named_test(definition: Definition, prefixes: tuple[str, ...]) -> bool:
    is_case = definition.kind in _CASES and not _is_marked(definition, _FIXTURES)
    is_named = definition.name.startswith(prefixes) and len(definition.name) > len("test")
    return is_case and is_named and definition.name not in _SET_UPS


def _tested_by_calls(unit: Unit, cases: Sequence[Definition]) -> str:
    """What is called, where the cases have no other words than the name of the file; what has a
    word of it first."""
    stem = set(_stem(unit.path))
    words = {word for case in cases for word in words_of(case.name)}
    if words - stem - _TEST_WORDS or any(map(_words, cases)):
        return ""
    own = {one.name for one in unit.definitions}
    calls = [
        name
        for name in _calls_in(unit, _WHOLE)
        if name.rpartition(".")[2] not in own and not _ASSERTING.match(name)
    ]
    telling = sorted(calls, key=lambda name: stem.isdisjoint(words_of(name)))
    return f", calling {_names(telling, len(telling), _MAX_CALLS)}" if telling else ""


def _stem(path: str) -> tuple[str, ...]:
    return words_of(path.rpartition("/")[2].partition(".")[0])


def _is_marked(definition: Definition, wanted: frozenset[str]) -> bool:
    marks = (mark.partition("(")[0].replace("::", ".") for mark in definition.decorators)
    return definition.kind in _CASES and any(m.rpartition(".")[2] in wanted for m in marks)


def _tops(unit: Unit) -> list[Definition]:
    """Without what only names an import, and methods of a class that stands in the same file."""
    owners = {one.qualname for one in unit.definitions if one.kind not in _NO_OWNERS}
    imported = {one.line for one in unit.imports}
    tops = [
        one
        for one in top_definitions(unit)
        if not (one.kind == "variable" and one.line in imported)
        and not (one.kind == "method" and one.qualname.rpartition(".")[0] in owners)
    ]
    return [
        one
        for one in map(_as_fixture, tops)
        if one.kind in _VERBS and one.name and not _guards_header(one)
    ]


def _guards_header(definition: Definition) -> bool:
    """``#define NAME`` alone, as every header has one against being read twice."""
    return definition.kind == "macro" and definition.signature.split() == [
        "#define",
        definition.name,
    ]


def _run(unit: Unit, tops: Sequence[Definition], opening: Summary) -> Purpose:
    """Of a script: its commands, then its functions."""
    commands = [one.removeprefix(_PROMPT) for one in opening.text.split("\n")]
    text = f"Runs {_names(commands, len(commands), _MAX_NAMES)}"
    functions = [one for one in tops if one.kind == "function"]
    text += f"; defines {_listed(functions)}" if functions else ""
    return Purpose(text, DERIVED, "", unit.path, opening.line, opening.end_line)


def _entry(tops: Sequence[Definition]) -> Definition | None:
    """Where a file is a program: what it is entered by, and most of it."""
    for one in tops:
        if one.kind == "function" and one.name in _ENTRIES and not one.decorators:
            is_most = _size(one) >= _ENTRY_SHARE * _total(tops)
            return one if is_most or one.name != "main" else None
    return None


def _entered(unit: Unit, tops: Sequence[Definition], entry: Definition) -> Purpose:
    stem = "".join(_stem(unit.path))
    calls = sorted(_calls_in(unit, entry), key=lambda name: not _shares(name, stem))
    others = [one for one in tops if one is not entry and one.kind == "function"]
    phrase = _ENTRIES[entry.name]
    text = f"{phrase} calls {_names(calls, len(calls), _MAX_NAMES)}" if calls else ""
    if not text:
        return _defined(unit, tops)
    text += f"; defines {_listed(others)}" if others else ""
    return _purpose(unit, text, entry)


def _shares(name: str, stem: str) -> bool:
    return any(len(word) >= _MIN_SHARED and word in stem for word in words_of(name))


def _as_fixture(definition: Definition) -> Definition:
    is_fixture = _is_marked(definition, _FIXTURES)
    return definition._replace(kind="fixture") if is_fixture else definition


def _only_gathers(unit: Unit, tops: Sequence[Definition]) -> bool:
    stem = unit.path.rpartition("/")[2].partition(".")[0]
    n_own = sum(not one.name.startswith("__") for one in tops)
    return stem in _PACKAGES and len(unit.imports) > 3 * n_own


def _defined(unit: Unit, tops: Sequence[Definition]) -> Purpose:
    groups = _groups(unit, tops)
    main = groups[0][0]
    phrases = [_single(unit, main) if len(groups[0]) == 1 else _group_phrase(groups[0])]
    phrases += [_group_phrase(group) for group in groups[1:_MAX_GROUPS]]
    if calls := _calls_outside(unit, main):
        phrases.append(f"runs {_names(calls, len(calls), _MAX_CALLS)}")
    elif main.kind in ("variable", "block"):
        phrases[-1] += _with_modules(unit)
    if heading := _heading(unit, main):
        phrases.append(heading)
    return _purpose(unit, _sentence(phrases), main)


def _groups(unit: Unit, tops: Sequence[Definition]) -> list[list[Definition]]:
    """By kind, each in the order of importance; those first that offer most."""
    stem = _stem(unit.path)
    by_kind: defaultdict[str, dict[str, Definition]] = defaultdict(dict)
    for one in sorted(tops, key=lambda one: _weight(one, stem)):
        by_kind[one.kind].setdefault(_shown(one), one)
    all_groups = [list(group.values()) for group in by_kind.values()]
    telling = [g for g in all_groups if g[0].kind not in _SUBORDINATE or _is_namesake(g[0], stem)]
    groups = telling or all_groups
    named = {name for kind in by_kind if kind != "type" for name in by_kind[kind]}
    # In C a structure is often given its own name as a type.
    groups = [g for g in groups if g[0].kind != "type" or not named.issuperset(map(_shown, g))]
    return sorted(groups, key=lambda group: (*_weight(group[0], stem)[:3], -_total(group)))


def _is_namesake(definition: Definition, stem: tuple[str, ...]) -> bool:
    return words_of(definition.name) == stem


def _weight(definition: Definition, stem: tuple[str, ...]) -> tuple[bool, bool, bool, int, int]:
    """What the file is named for, what it offers, what is large; what many have comes last."""
    words = words_of(definition.name)
    is_unnamed = _UNNAMED.match(definition.name) is not None
    is_for_tests = "test" in words and "test" not in "".join(stem)
    is_usual = definition.name in _USUAL or is_for_tests or is_unnamed
    is_private = definition.name.startswith("_") or not definition.exported
    return words != stem or is_unnamed, is_usual, is_private, -_size(definition), definition.line


def _total(group: Sequence[Definition]) -> int:
    return sum(map(_size, group))


def _size(definition: Definition) -> int:
    return definition.end_line - definition.line + 1


def _single(unit: Unit, definition: Definition) -> str:
    verb, noun, _ = _VERBS[definition.kind]
    if definition.kind in CLASSES:
        return f"{verb} {_class_phrase(unit, definition)}"
    if definition.kind in ("variable", "constant") and definition.signature:
        return f"{verb} `{_plain(definition.signature.partition(' # ')[0], _MAX_CODE)}`"
    owner = _owners([definition]).rstrip(":")
    return f"{verb} {noun} `{_shown(definition)}`{owner}{_doing(unit, definition)}"


def _doing(unit: Unit, definition: Definition) -> str:
    """What a function calls, else what its file takes in."""
    if definition.kind not in _CALLING:
        return ""
    if calls := _calls_in(unit, definition):
        return f", calling {_names(calls, len(calls), _MAX_CALLS)}"
    return _with_modules(unit)


def _with_modules(unit: Unit) -> str:
    modules = [*dict.fromkeys(one.module for one in unit.imports if one.module)]
    return f", with {_names(modules, len(modules), _MAX_CALLS)}" if modules else ""


def _calls_in(unit: Unit, definition: Definition) -> list[str]:
    """In the order of the lines."""
    first, last = definition.line << COLUMN_BITS, (definition.end_line + 1) << COLUMN_BITS
    calls = [
        (min(inside), _chain(one))
        for one in unit.references
        if one.role == "call" and one.name not in _COMMON and one.name != definition.name
        for inside in [[position for position in one.positions if first <= position < last]]
        if inside
    ]
    return list(dict.fromkeys(name for _, name in sorted(calls)))


def _calls_outside(unit: Unit, main: Definition) -> list[str]:
    """What a script does besides defining, or where values come from: calls in no definition."""
    language = language_by_name().get(unit.language)
    is_script = main.kind == "variable" or (language is not None and language.is_script)
    if not is_script or _total(unit.definitions) > _MAX_DEFINED:
        return []
    spans = [(one.line, one.end_line) for one in unit.definitions if one.kind not in _SUBORDINATE]
    calls = [
        (position, _chain(one))
        for one in unit.references
        if one.role == "call" and one.name not in _COMMON and not _ERROR.search(one.name)
        for position in one.positions
        if not any(first <= position >> COLUMN_BITS <= last for first, last in spans)
    ]
    return list(dict.fromkeys(name for _, name in sorted(calls)))


def _class_phrase(unit: Unit, definition: Definition) -> str:
    inside = f"{definition.qualname}."
    own = [one for one in unit.definitions if one.qualname == inside + one.name]
    methods = [one for one in own if one.kind in ("method", "rpc")]
    members = dict.fromkeys(
        one.name
        for one in methods or own
        if one.kind in _MEMBERS and not one.name.startswith("_") and not _UNNAMED.match(one.name)
    )
    bases = ", ".join(f"`{_plain(_written(base))}`" for base in definition.bases[:2])
    phrase = f"{_VERBS[definition.kind].noun} `{_plain(definition.name)}`"
    phrase += f" ({bases})" if bases else ""
    return f"{phrase} with {_names([*members], len(members), _MAX_NAMES)}" if members else phrase


def _written(base: str) -> str:
    """Without where Ruby begins to look for it (``this$Outer$Inner.Base``)."""
    return base.partition(".")[2] if base.startswith("this$") else base


def _heading(unit: Unit, main: Definition) -> str:
    """What a page calls itself."""
    if main.kind != "block":
        return ""
    heading = next((one for one in unit.definitions if one.kind == "heading"), None)
    return f"headed `{_plain(heading.name)}`" if heading else ""


def _group_phrase(group: Sequence[Definition]) -> str:
    """The first of them with their own words, where these are short and tell more than the name."""
    verb, noun, nouns = _VERBS[group[0].kind]
    return f"{verb} {nouns if len(group) > 1 else noun}{_owners(group)} {_quoting(group)}"


def _owners(group: Sequence[Definition]) -> str:
    """The classes whose methods stand outside of them, as in C++ and Go."""
    if group[0].kind != "method":
        return ""
    owners = [*dict.fromkeys(one.qualname.split(".")[-2] for one in group if "." in one.qualname)]
    return f" of {_names(owners, len(owners), _MAX_QUOTED)}:" if owners else ""


def _quoting(group: Sequence[Definition]) -> str:
    quoted = [one for one in group[:_MAX_LOOKED_AT] if _words(one)][:_MAX_QUOTED]
    names = [one for one in group if one not in quoted]
    named = _listed([*quoted, *names])
    for one in quoted:
        name = f"`{_shown(one)}`"
        named = named.replace(name, f"{name} (“{_words(one)}”)", 1)
    return named


def _words(definition: Definition) -> str:
    sentence = (
        without_links(without_roles(first_sentence(definition.doc))).translate(_MARKS).rstrip(".")
    )
    is_short = sentence.count(" ") >= _MIN_WORDS and len(sentence) <= _MAX_WORDS
    if not is_short or not summary(definition.doc).text or _NOTE.match(sentence):
        return ""
    return sentence if says_more(sentence, definition.name) else ""


def _listed(definitions: Sequence[Definition]) -> str:
    names = [*dict.fromkeys(map(_shown, definitions))]
    return _names(names, len(names), _MAX_NAMES)


def _shown(definition: Definition) -> str:
    """A block that a macro opens is named by the arguments of the macro."""
    is_block = definition.kind == "block" and definition.name in definition.signature
    return _plain(definition.signature if is_block else definition.name)


def _names(names: Sequence[str], n_all: int, most: int) -> str:
    """Not counted: pages of all who depend on the file show this, and would change with each."""
    first = ", ".join(f"`{_plain(name)}`" for name in names[:most])
    return f"{first} and others" if n_all > most else first


def _plain(name: str, most: int = _MAX_NAME) -> str:
    text = " ".join(name.replace("`", "'").split())
    return text if len(text) <= most else text[: most - 1].rstrip() + "…"


def _sentence(phrases: Iterable[str]) -> str:
    """``Defines class `A`; functions …``: a verb is said once."""
    first, *others = phrases
    verb = first.partition(" ")[0]
    rest = [phrase.removeprefix(f"{verb} ") for phrase in others]
    return "; ".join([first, *(one[:1].lower() + one[1:] for one in rest)])


def _called(unit: Unit) -> Purpose | None:
    """Of a script that defines nothing."""
    names = _calls_in(unit, _WHOLE)
    if not names:
        return None
    lines = [
        p >> COLUMN_BITS for one in unit.references if one.role == "call" for p in one.positions
    ]
    text = f"Calls {_names(names, len(names), _MAX_NAMES)}"
    return Purpose(text, DERIVED, "", unit.path, min(lines), max(lines))


def _imported(unit: Unit) -> Purpose:
    """Of a file that only passes on, or extends, what others define."""
    imports = [one for one in unit.imports if one.module != "__future__"]
    names = [*dict.fromkeys(one.name for one in imports if one.name and one.name != "*")]
    modules = [*dict.fromkeys(one.module for one in imports if one.module)]
    if not (names or modules):
        return NO_PURPOSE
    has_names = any(one.name or one.alias for one in imports)
    verb = _IMPORT_VERBS.get(imports[0].form, "Gathers" if has_names else "Loads")
    what = f"{_names(names, len(names), _MAX_NAMES)} from " if names else ""
    text = f"{verb} {what}{_names(modules, len(modules), _MAX_NAMES)}"
    return Purpose(text, DERIVED, "", unit.path, imports[0].line, imports[-1].line)


def _chain(reference: Reference) -> str:
    has_receiver = reference.receiver and reference.receiver.replace(".", "").isidentifier()
    return f"{reference.receiver}.{reference.name}" if has_receiver else reference.name


def _empty(unit: Unit) -> Purpose:
    folder, _, name = unit.path.rpartition("/")
    if name != "__init__.py" or not folder:
        return NO_PURPOSE
    return Purpose(f"Makes `{folder}` a package; empty", DERIVED, "", unit.path)


def _purpose(unit: Unit, text: str, main: Definition) -> Purpose:
    return Purpose(text, DERIVED, "", unit.path, main.line, main.end_line)
