"""JSON Schema of the answers, derived from their types, so that both always agree."""

import inspect
from types import UnionType
from typing import Any, Final, Literal, Union, get_args, get_origin, get_type_hints

_PLAIN: Final[dict[Any, dict[str, Any]]] = {
    str: {"type": "string"},
    int: {"type": "integer"},
    bool: {"type": "boolean"},
    float: {"type": "number"},
    type(None): {"type": "null"},
    Any: {},
}


class Schemas:
    """Gathers the components of a document while they are referred to."""

    def __init__(self) -> None:
        self.components: dict[str, dict[str, Any]] = {}

    def of(self, kind: Any) -> dict[str, Any]:
        origin, inside = get_origin(kind), get_args(kind)
        if kind in _PLAIN:
            return _PLAIN[kind]
        if hasattr(kind, "_fields"):
            return self._component(kind)
        if origin in (UnionType, Union):
            return {"anyOf": [self.of(one) for one in inside]}
        if origin is Literal:
            return {"enum": list(inside)}
        if origin is dict:
            return {"type": "object", "additionalProperties": self.of(inside[1])}
        if origin is tuple and inside[1:] == (...,):
            return {"type": "array", "items": self.of(inside[0])}
        if origin is tuple:
            parts = [self.of(one) for one in inside]
            n = len(parts)
            return {"type": "array", "prefixItems": parts, "minItems": n, "maxItems": n}
        raise TypeError(f"no schema for {kind}")

    def _component(self, kind: Any) -> dict[str, Any]:
        name = kind.__name__
        if name not in self.components:
            self.components[name] = {}  # it may hold others of its own kind
            self.components[name] = self._object(kind)
        return {"$ref": f"#/components/schemas/{name}"}

    def _object(self, kind: Any) -> dict[str, Any]:
        hints = get_type_hints(kind)
        schema = {
            "type": "object",
            "properties": {name: self.of(hints[name]) for name in kind._fields},
            "required": list(kind._fields),
        }
        # A NamedTuple without a docstring gets one made of its fields.
        about = inspect.getdoc(kind) or ""
        is_made_up = about.startswith(f"{kind.__name__}(")
        return schema if is_made_up else {"description": about, **schema}
