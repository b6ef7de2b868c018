"""What names mean inside Java and Kotlin classes: members without ``this``, and locals by type."""

from collections.abc import Iterable, Sequence
from typing import Final

from repobook.model.facts import Definition
from repobook.parse.definitions import CLASS_KINDS
from repobook.parse.scopes import SEEN_FROM, Binding, Span, span_of

_HELD: Final = frozenset(["field", "property", "constant", "enum_member"])
_CALLED: Final = frozenset(["method", "function"])
_COMPANION: Final = "Companion"


def spans(definitions: Sequence[Definition]) -> Iterable[Span]:
    """A class binds ``this`` and its members in all of its lines; what it inherits is elsewhere."""
    for definition in definitions:
        name = definition.qualname
        if definition.kind in CLASS_KINDS:
            yield span_of(definition, "this", f"{name}()")
            yield span_of(definition, "super", f"{name}().super")
            if definition.bases:
                yield span_of(definition, SEEN_FROM, _seen_from(name))
        enclosing = definitions[definition.parent] if definition.parent >= 0 else None
        if enclosing is not None and enclosing.kind in CLASS_KINDS:
            yield from _member(definition, enclosing, enclosing)
            if enclosing.name == _COMPANION and enclosing.parent >= 0:
                yield from _member(definition, enclosing, definitions[enclosing.parent])


def bindings_within(type_name: str) -> list[Binding]:
    """What the body of an anonymous class or of an extension sees of the type it belongs to."""
    if not type_name:
        return [Binding("this", is_hoisted=True)]
    return [
        Binding("this", f"{type_name}()", is_hoisted=True),
        Binding(SEEN_FROM, _seen_from(type_name), is_hoisted=True),
    ]


def _seen_from(name: str) -> str:
    """In one word: whatever a name means inside of a class, what it inherits included."""
    return "this$" + name.replace(".", "$")


def _member(definition: Definition, owner: Definition, seen_in: Definition) -> Iterable[Span]:
    value = f"{owner.qualname}().{definition.name}"
    if definition.kind in _CALLED:
        yield span_of(seen_in, f"{definition.name}()", value)
    elif definition.kind in _HELD:
        yield span_of(seen_in, definition.name, value)._replace(is_type=False)
