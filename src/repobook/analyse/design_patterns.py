"""Patterns that definitions show: what a class is for, and what is registered in many places.

Each names the line that shows it.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable
from functools import lru_cache
from typing import Final, Literal, NamedTuple

from repobook.model.facts import Definition
from repobook.model.graph import Unit

PatternKind = Literal[
    "context manager", "dataclass", "abstract base", "visitor", "singleton", "generated code"
]

_CLASSES: Final = frozenset(["class", "struct", "interface", "trait", "protocol"])
_ALWAYS_ABSTRACT: Final = frozenset(["interface", "trait", "protocol"])
_CONTEXT_DECORATORS: Final = frozenset(["contextmanager", "asynccontextmanager"])
_CONTEXT_METHODS: Final = ({"__enter__", "__exit__"}, {"__aenter__", "__aexit__"})
_DATA_DECORATORS: Final = frozenset(
    ["dataclass", "dataclasses.dataclass", "attr.s", "attrs.define"]
)
_ABSTRACT_DECORATORS: Final = frozenset(["abstractmethod", "abstractproperty"])
_ABSTRACT_BASES: Final = frozenset(["ABC", "abc.ABC", "Protocol", "typing.Protocol"])
_ABSTRACT_SIGNATURE: Final = re.compile(
    r"(?:^|\s)abstract\s|\)\s*(?:const\s*)?(?:noexcept\s*)?=\s*0$"
)
_VISIT: Final = re.compile(r"visit(?:_|[A-Z]|$)")
_MIN_VISITS: Final = 3
_INSTANCES: Final = frozenset(["_instance", "__instance", "instance_", "s_instance", "INSTANCE"])
_WAYS_TO_INSTANCE: Final = frozenset(["__new__", "get_instance", "getInstance", "instance"])
_REGISTERING: Final = re.compile(
    r"regist|route|command|plugin|handler|hook|implement|lower|convert|dispatch|REGIST|LIBRARY"
)


_SEPARATOR: Final = re.compile(r"[.:]")


class Pattern(NamedTuple):
    kind: PatternKind
    line: int
    name: str
    text: str
    """What shows it, in a few words."""


def patterns(unit: Unit) -> tuple[Pattern, ...]:
    """In the order of their lines."""
    candidates = {
        n: d for n, d in enumerate(unit.definitions) if d.kind in _CLASSES or d.decorators
    }
    members: defaultdict[int, list[Definition]] = defaultdict(list)
    for definition in unit.definitions if candidates else ():
        if definition.parent in candidates:
            members[definition.parent].append(definition)
    unsorted = [
        pattern
        for n, definition in candidates.items()
        for pattern in _of_definition(definition, members[n])
    ]
    # An empty file has no line that would show it.
    if unit.role == "generated" and (unit.definitions or unit.imports or unit.references):
        unsorted.append(Pattern("generated code", 1, unit.path, "made by a program"))
    return tuple(sorted(unsorted, key=lambda pattern: (pattern.line, pattern.kind)))


def registrations(unit: Unit) -> Counter[str]:
    """How often each decorator or macro that seems to register something stands in a file."""
    heads = [_head(text) for d in unit.definitions for text in d.decorators]
    macros = Counter(
        {r.name: len(r.positions) for r in unit.references if r.role == "macro" and _enters(r.name)}
    )
    return macros + Counter(filter(_enters, heads))


def _of_definition(definition: Definition, members: list[Definition]) -> Iterable[Pattern]:
    heads = {_head(text) for text in definition.decorators}
    if {_last_name(head) for head in heads} & _CONTEXT_DECORATORS:
        yield _pattern("context manager", definition, "a generator made into one")
    if definition.kind not in _CLASSES:
        return
    names = {member.name for member in members}
    if any(pair <= names for pair in _CONTEXT_METHODS):
        yield _pattern("context manager", definition, "is entered and left")
    if heads & _DATA_DECORATORS or definition.signature.startswith(("data class", "record ")):
        n_fields = sum(member.kind == "field" for member in members)
        fields = (
            f"{n_fields} field{'' if n_fields == 1 else 's'}" if n_fields else "fields in its head"
        )
        yield _pattern("dataclass", definition, fields)
    if why := _why_abstract(definition, members):
        yield _pattern("abstract base", definition, why)
    n_visits = sum(1 for member in members if _VISIT.match(member.name))
    if n_visits >= _MIN_VISITS:
        yield _pattern("visitor", definition, f"{n_visits} kinds of node")
    if names & _INSTANCES and names & _WAYS_TO_INSTANCE:
        yield _pattern("singleton", definition, "keeps its one instance")


def _pattern(kind: PatternKind, definition: Definition, text: str) -> Pattern:
    return Pattern(kind, definition.line, definition.qualname, text)


def _why_abstract(definition: Definition, members: list[Definition]) -> str:
    if definition.kind in _ALWAYS_ABSTRACT:
        return f"{'an' if definition.kind == 'interface' else 'a'} {definition.kind}"
    abstract = [member for member in members if _is_abstract(member)]
    if abstract:
        return f"{abstract[0].name} is left to others"
    if _ABSTRACT_BASES & set(definition.bases):
        return f"inherits {sorted(_ABSTRACT_BASES & set(definition.bases))[0]}"
    return "is declared abstract" if _ABSTRACT_SIGNATURE.search(definition.signature) else ""


def _is_abstract(member: Definition) -> bool:
    if any(_last_name(_head(text)) in _ABSTRACT_DECORATORS for text in member.decorators):
        return True
    signature = member.signature
    may_be = "abstract" in signature or signature.endswith("0")
    return member.kind == "method" and may_be and bool(_ABSTRACT_SIGNATURE.search(signature))


def _enters(name: str) -> bool:
    return _REGISTERING.search(_last_name(name)) is not None


def _head(decorator: str) -> str:
    """``app.route`` of ``app.route("/")``."""
    return decorator.partition("(")[0].strip()


@lru_cache(maxsize=1 << 12)
def _last_name(name: str) -> str:
    return _SEPARATOR.split(name.partition("[")[0].partition("<")[0])[-1].strip("() ")
