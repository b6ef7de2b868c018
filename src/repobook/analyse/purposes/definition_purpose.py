"""The purpose of a file by what it defines: telling kinds, large and public symbols first."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from repobook.analyse.purposes.named_calls import named_calls
from repobook.analyse.purposes.sentence_parts import (
    is_namesake,
    joined,
    names,
    own_words,
    plain,
    purpose,
    quoting,
    shown,
    size,
    stem_words,
    total,
)
from repobook.analyse.purposes.telling_calls import TellingCalls
from repobook.analyse.purposes.test_cases import FIXTURES, is_marked
from repobook.analyse.purposes.top_definitions import top_definitions
from repobook.model.facts import Definition
from repobook.model.graph import Unit
from repobook.model.kinds import CLASSES
from repobook.model.language import language_by_name
from repobook.model.purpose import Purpose
from repobook.text.naming.identifier_words import words_of

_MAX_GROUPS: Final = 2
_MAX_OWNERS: Final = 2
_MAX_LOOKED_AT: Final = 8
_MAX_CODE: Final = 100
_MAX_SIGNATURE: Final = 90
_OF_SCRIPTS: Final = (".js", ".jsx", ".ts", ".tsx", ".mjs")
# A component of React that another makes faster, or hands something on.
_COMPONENT: Final = re.compile(
    r"(?:export )?const [A-Z]\w*[a-z]\w*(?: ?:[^=]{1,80})? = "
    r"(?:React\.)?(?:memo|forwardRef|observer)\b"
)
_HOOK: Final = re.compile(r"use[A-Z]")
_DECLARED: Final = "declared variable"
_PROTOTYPE: Final = "declared function"
_CALLING: Final = frozenset(["function", _PROTOTYPE, "method", "kernel", "fixture"])
# Methods of a module are what its file offers.
_NO_OWNERS: Final = _CALLING | {"module", "namespace", "package"}
_MIN_DERIVED: Final = 3
_MIN_METHODS: Final = 2
# Of a class with as few, what they call tells what it does.
_FEW_METHODS: Final = 3
# A file with as many values, in more lines than its code, is there for them.
_MANY_VALUES: Final = 10
_MAX_MOMENTARY: Final = 3


_EXTERN: Final = re.compile(r"extern (?![^=]*=)")
_HEADER: Final = re.compile(r"\.(?:h|hh|hpp|hxx|h\+\+|cuh|inl|ipp|tpp|inc)\Z")
_OF_C: Final = frozenset(["C", "C++", "CUDA", "HIP", "Metal", "Objective-C", "Objective-C++"])


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
    _PROTOTYPE: _Verb("Declares", "function", "functions"),
    "method": _Verb("Defines", "method", "methods"),
    "fixture": _Verb("Defines", "fixture", "fixtures"),
    "enum": _Verb("Defines", "enum", "enums"),
    "union": _Verb("Defines", "union", "unions"),
    "type": _Verb("Defines", "type", "types"),
    "macro": _Verb("Defines", "macro", "macros"),
    "constant": _Verb("Sets", "constant", "constants"),
    "variable": _Verb("Sets", "variable", "variables"),
    _DECLARED: _Verb("Declares", "variable", "variables"),
    "target": _Verb("Builds", "target", "targets"),
    "stage": _Verb("Builds", "stage", "stages"),
    "table": _Verb("Creates", "table", "tables"),
    "block": _Verb("Holds", "block", "blocks"),
    "selector": _Verb("Styles", "selector", "selectors"),
    "section": _Verb("Configures", "section", "sections"),
    "key": _Verb("Sets", "key", "keys"),
    "heading": _Verb("Covers", "section", "sections"),
}
SUBORDINATE: Final = frozenset(
    ["constant", "variable", _DECLARED, "macro", "heading", "environment_variable"]
)
_VALUES: Final = frozenset(["constant", "variable"])
# What stands for the file's own package.
_NO_MODULES: Final = frozenset(["", ".", "crate", "self", "super", "__future__"])
# How long a script is looked at.
_MAX_DEFINED: Final = 2_000
# Operators and destructors: a class has them whatever it is for.
_UNNAMED: Final = re.compile(r"~|operator\b")
# What every class may have, and what it keeps to itself.
_UNTOLD: Final = re.compile(r"[_~@]|operator\b|(?:initialize|constructor)$")
_USUAL: Final = frozenset(["example", "init", "main", "usage"])
_MEMBERS: Final = frozenset(["method", "rpc", "field", "enum_member"])


def offered(unit: Unit) -> list[Definition]:
    """Without what only names an import, and methods of a class that stands in the same file."""
    owners = {one.qualname for one in unit.definitions if one.kind not in _NO_OWNERS}
    imported = {one.line for one in unit.imports}
    tops = [
        one
        for one in top_definitions(unit)
        if not (one.kind == "variable" and one.line in imported)
        and not (one.kind == "method" and one.qualname.rpartition(".")[0] in owners)
    ]
    tops = _with_prototypes(tops, unit.path) if unit.language in _OF_C else tops
    n_listed = sum(one.kind in _VERBS for one in tops)
    return [
        one
        for one in map(_by_use, _named(tops, unit.path))
        if one.kind in _VERBS and one.name and not _guards_header(one)
        if not (one.name == "init" and unit.language == "Go" and n_listed > 1)
    ]


def _with_prototypes(tops: Sequence[Definition], path: str) -> list[Definition]:
    """A header declares functions, though it may have the bodies of some; those that a source only
    declares are another's."""
    bare = [one for one in tops if one.kind == "function" and not one.complexity]
    has_bodies = len(bare) < sum(one.kind == "function" for one in tops)
    if not bare or (has_bodies and not _HEADER.search(path)):
        return [one for one in tops if one.kind != "function" or one.complexity]
    kind = {"function": _PROTOTYPE}
    return [one._replace(kind=kind.get(one.kind, one.kind)) for one in tops]


def _named(tops: Sequence[Definition], path: str) -> Iterator[Definition]:
    """What a file of JavaScript exports without a name is known by that of the file."""
    folder, _, file = path.rpartition("/")
    stem = file.partition(".")[0]
    name = folder.rpartition("/")[2] if stem == "index" and folder else stem
    yield from (one._replace(name=name) if one.name == "default" else one for one in tops)


def _guards_header(definition: Definition) -> bool:
    """``#define NAME`` alone, as every header has one against being read twice."""
    return definition.kind == "macro" and definition.signature.split() == [
        "#define",
        definition.name,
    ]


def _by_use(definition: Definition) -> Definition:
    if definition.kind in _VALUES and _COMPONENT.match(definition.signature):
        return definition._replace(kind="function")
    if definition.kind in _VALUES and _EXTERN.match(definition.signature):
        return definition._replace(kind=_DECLARED)
    is_fixture = is_marked(definition, FIXTURES)
    return definition._replace(kind="fixture") if is_fixture else definition


def defined(unit: Unit, tops: Sequence[Definition], calls: TellingCalls) -> Purpose:
    groups = _groups(unit, tops)
    main = groups[0][0]
    if len(groups[0]) > 1 and main.kind in CLASSES and not own_words(main):
        groups = [[main], groups[0][1:], *groups[1:]]
    is_single = len(groups[0]) == 1
    phrases = [_single(unit, main, calls) if is_single else _group_phrase(unit, groups[0], calls)]
    others = sorted(groups[1:], key=lambda group: not any(map(own_words, group[:_MAX_LOOKED_AT])))
    phrases += [_group_phrase(unit, group) for group in others[: _MAX_GROUPS - 1]]
    if run := _run_outside(unit, main, calls):
        phrases.append(f"runs {named_calls(run)}")
    elif main.kind in ("variable", "block"):
        phrases[-1] += _with_modules(unit)
    if heading := _heading(unit, main):
        phrases.append(heading)
    return purpose(unit, joined(phrases), main)


def _groups(unit: Unit, tops: Sequence[Definition]) -> list[list[Definition]]:
    """By kind, each in the order of importance; those first that offer most."""
    stem = stem_words(unit.path)
    shared = _shared_bases(tops)
    by_kind: defaultdict[str, dict[str, Definition]] = defaultdict(dict)
    n_lines = _lines_by_owner(unit)
    for one in sorted(
        tops, key=lambda one: (one.name not in shared, *_weight(one, stem, n_lines[one.qualname]))
    ):
        by_kind[one.kind].setdefault(shown(one), one)
    all_groups = [list(group.values()) for group in by_kind.values()]
    telling = [
        g
        for g in all_groups
        if g[0].kind not in SUBORDINATE or (g[0].kind != _DECLARED and is_namesake(g[0], stem))
    ]
    values = [_lasting(g) for g in all_groups if g[0].kind in _VALUES]
    if sum(map(len, values)) >= _MANY_VALUES and _lines(values) > _lines(telling):
        return sorted(filter(None, values), key=len, reverse=True) + telling
    groups = telling or all_groups
    named = {name for kind in by_kind if kind != "type" for name in by_kind[kind]}
    # In C a structure is often given its own name as a type.
    groups = [g for g in groups if g[0].kind != "type" or not named.issuperset(map(shown, g))]
    return sorted(
        groups,
        key=lambda group: (
            *_weight(group[0], stem)[:3],
            not any(map(own_words, group[:_MAX_LOOKED_AT])),
            -total(group) - sum(n_lines[one.qualname] for one in group),
        ),
    )


def _lasting(group: Sequence[Definition]) -> list[Definition]:
    """Without those that a script uses for a moment (``a``, ``tmp``)."""
    return [one for one in group if len(one.name) > _MAX_MOMENTARY]


def _lines(groups: Sequence[Sequence[Definition]]) -> int:
    return sum(map(total, groups))


def _lines_by_owner(unit: Unit) -> Counter[str]:
    """Of methods that stand outside of their class, as in Go."""
    n_lines: Counter[str] = Counter()
    for one in unit.definitions:
        if one.kind == "method" and one.parent < 0:
            n_lines[one.qualname.rpartition(".")[0]] += size(one)
    return n_lines


def _shared_bases(tops: Sequence[Definition]) -> frozenset[str]:
    """What most classes of the file are kinds of tells what they have in common."""
    derived = [{base.rpartition(".")[2] for base in one.bases} for one in tops if one.bases]
    n_by_base = Counter(base for bases in derived for base in bases)
    least = max(_MIN_DERIVED, len(derived) / 2)
    return frozenset(base for base, n in n_by_base.items() if n >= least)


def _weight(
    definition: Definition, stem: tuple[str, ...], n_outside: int = 0
) -> tuple[bool, bool, bool, bool, int, int]:
    """What the file is named for, what it offers, what has a word of its name, what is large; what
    many have comes last."""
    words = words_of(definition.name)
    is_unnamed = _UNNAMED.match(definition.name) is not None
    is_for_tests = "test" in words and "test" not in "".join(stem)
    is_usual = definition.name in _USUAL or is_for_tests or is_unnamed
    is_private = definition.name.startswith("_") or definition.name.endswith("_")
    is_private |= not definition.exported
    is_other = is_unnamed or not is_namesake(definition, stem)
    is_apart = set(stem).isdisjoint(words)
    return is_other, is_usual, is_private, is_apart, -size(definition) - n_outside, definition.line


def _single(unit: Unit, definition: Definition, calls: TellingCalls) -> str:
    verb, noun, _ = _VERBS[definition.kind]
    if definition.kind in CLASSES:
        return f"{verb} {_class_phrase(unit, definition, calls)}"
    if definition.kind in ("variable", "constant") and definition.signature:
        return f"{verb} `{plain(definition.signature.partition(' # ')[0], _MAX_CODE)}`"
    owner = _owners([definition]).rstrip(":")
    doing = "" if own_words(definition) else _doing(unit, definition, calls)
    shown_name = quoting([definition])
    is_function = definition.kind in ("function", _PROTOTYPE)
    if is_function and (written := _written_with_types(definition)):
        shown_name = shown_name.replace(f"`{shown(definition)}`", f"`{written}`", 1)
    return f"{verb} {_noun_of([definition], unit, noun)} {shown_name}{owner}{doing}"


def _written_with_types(definition: Definition) -> str:
    """What it takes and gives, where that is short and says a type."""
    at = definition.signature.find(f"{definition.name}(")
    written = " ".join(definition.signature[at:].split()).rstrip("{ ") if at >= 0 else ""
    is_typed = re.search(r"\w(?::| ?->|\) )|\w [\w*&\[]", written) is not None
    is_whole = written.count("(") == written.count(")") and "`" not in written
    return written if is_typed and is_whole and len(written) <= _MAX_SIGNATURE else ""


def _noun_of(group: Sequence[Definition], unit: Unit, noun: str) -> str:
    """In files of React what has a capital is a component, and what begins with ``use`` a hook."""
    if group[0].kind != "function" or not unit.path.endswith(_OF_SCRIPTS):
        return noun
    plural = "s" if len(group) > 1 else ""
    if all(_HOOK.match(one.name) for one in group):
        return f"hook{plural}"
    is_component = unit.path.endswith(("x", "X")) and all(one.name[:1].isupper() for one in group)
    return f"component{plural}" if is_component else noun


def _doing(unit: Unit, definition: Definition, calls: TellingCalls) -> str:
    """What a function calls, else what its file takes in."""
    if definition.kind not in _CALLING:
        return ""
    if called := calls.inside(definition):
        return f", calling {named_calls(called)}"
    return _with_modules(unit)


def _with_modules(unit: Unit) -> str:
    modules = [*dict.fromkeys(one.module for one in unit.imports if one.module not in _NO_MODULES)]
    return f", with {names(modules)}" if modules else ""


def _run_outside(unit: Unit, main: Definition, calls: TellingCalls) -> list[str]:
    """What a script does besides defining, or where values come from: calls in no definition."""
    language = language_by_name().get(unit.language)
    is_script = main.kind == "variable" or (language is not None and language.is_script)
    if not is_script or total(unit.definitions) > _MAX_DEFINED:
        return []
    spans = [(one.line, one.end_line) for one in unit.definitions if one.kind not in SUBORDINATE]
    return calls.outside(spans)


def _class_phrase(unit: Unit, definition: Definition, calls: TellingCalls | None = None) -> str:
    inside = f"{definition.qualname}."
    own = [one for one in unit.definitions if one.qualname == inside + one.name]
    methods = [one for one in own if one.kind in ("method", "rpc")]
    members = [
        one
        for one in sorted(methods if len(methods) >= _MIN_METHODS else own, key=_is_inner)
        if one.kind in _MEMBERS and not _UNTOLD.match(one.name)
    ]
    bases = ", ".join(f"`{plain(_written(base))}`" for base in definition.bases[:2])
    phrase = f"{_VERBS[definition.kind].noun} `{plain(_name_of_class(unit, definition))}`"
    verb = "implements " if unit.language == "Rust" else ""
    phrase += f" ({verb}{bases})" if bases else ""
    phrase += f" with {quoting(members)}" if members else ""
    called = calls.inside(definition) if calls and len(methods) <= _FEW_METHODS else []
    return f"{phrase}, calling {named_calls(called)}" if called else phrase


def _name_of_class(unit: Unit, definition: Definition) -> str:
    """In Ruby with the module that it stands in: classes of many modules are called alike."""
    _, *inner = definition.qualname.split(".")
    is_inner = unit.language == "Ruby" and len(inner) > 1
    return "::".join(inner[-2:]) if is_inner else definition.name


def _is_inner(member: Definition) -> bool:
    return not member.exported


def _written(base: str) -> str:
    """Without where Ruby begins to look for it (``this$Outer$Inner.Base``)."""
    return base.partition(".")[2] if base.startswith("this$") else base


def _heading(unit: Unit, main: Definition) -> str:
    """What a page calls itself."""
    if main.kind != "block":
        return ""
    heading = next((one for one in unit.definitions if one.kind == "heading"), None)
    return f"headed `{plain(heading.name)}`" if heading else ""


def _group_phrase(
    unit: Unit, group: Sequence[Definition], calls: TellingCalls | None = None
) -> str:
    """The first of them with their own words, where these are short and tell more than the name."""
    verb, noun, nouns = _VERBS[group[0].kind]
    if len(group) == 1 and group[0].kind in CLASSES and not own_words(group[0]):
        return f"{verb} {_class_phrase(unit, group[0])}"
    listed = quoting(group)
    is_silent = group[0].kind in _CALLING and "“" not in listed
    called = calls.inside(max(group, key=size)) if calls and is_silent else []
    others = [name for name in called if name not in {one.name for one in group}]
    doing = f", calling {named_calls(others)}" if others else ""
    noun = _noun_of(group, unit, nouns if len(group) > 1 else noun)
    return f"{verb} {noun}{_owners(group)} {listed}{doing}"


def _owners(group: Sequence[Definition]) -> str:
    """The classes whose methods stand outside of them, as in C++ and Go."""
    if group[0].kind != "method":
        return ""
    owners = [*dict.fromkeys(one.qualname.split(".")[-2] for one in group if "." in one.qualname)]
    return f" of {names(owners, _MAX_OWNERS)}:" if owners else ""
