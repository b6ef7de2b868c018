"""What a name of a module means to others, in a form that is compared before and after an edit."""

from collections.abc import Iterator
from typing import Final

from repobook.languages.python.resolver.python_tables import bound_of, is_assigned_only
from repobook.languages.python.resolver.python_targets import Thing
from repobook.languages.python.resolver.python_values import Values
from repobook.resolve.affected_files.meanings import Meaning, Place

# What is further than so many levels may be another thing to who asks from further away.
_MAX_HEIGHT: Final = 20
_MAX_ELEMENTS: Final = 8
_NO_PLACES: Final = frozenset(["module", "external", "builtin", "dynamic", "unknown"])


def meaning(values: Values, path: str, qualname: str) -> Meaning | None:
    """Of all that the file defines or binds by that name; of a class also what it inherits from."""
    answers, height = values.levels.measured(lambda: tuple(_answers(values, path, qualname)))
    if height > _MAX_HEIGHT or None in answers:
        return None
    places = (place for one in answers if isinstance(one, Thing) for place in _places(one))
    return Meaning(answers, frozenset(places))


def _answers(values: Values, path: str, qualname: str) -> Iterator[object]:
    """None where there is no end of it."""
    definitions = values.table(path).definitions.get(qualname, ())
    if definitions:
        yield is_assigned_only(definitions)
    for definition in definitions:
        if definition.kind == "class":
            ancestry = values.ancestry(path, qualname)
            yield from ancestry.classes
            yield ancestry.end
            yield values.is_enum(path, qualname)
        if text := bound_of(definition) or definition.value:
            yield from _with_elements(values, values.value(path, text))
    if "." not in qualname:
        yield from _with_elements(values, values.bound(path, qualname))


def _with_elements(values: Values, thing: Thing) -> Iterator[Thing | None]:
    """What a container holds is worked out where it is asked for."""
    for _ in range(_MAX_ELEMENTS):
        yield thing
        if thing.kind != "elements":
            return
        thing = values.value(thing.path, thing.name)
    yield None


def _places(thing: Thing) -> Iterator[Place]:
    if thing.kind not in _NO_PLACES:
        yield thing.path, thing.name
    if thing.receiver:
        path, _, name = thing.receiver.rpartition("::")
        yield path, name
