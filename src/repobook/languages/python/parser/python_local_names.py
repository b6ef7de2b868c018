"""What the names of a Python file stand for, seen from any of its scopes.

Nothing here follows the flow of a program: a local stands for what all its bindings agree on. An
annotation decides over other bindings, and ``None`` says nothing about what a name is otherwise.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from repobook.languages.python.parser.python_annotations import value_of
from repobook.languages.python.parser.python_expressions import (
    MAX_EXPRESSION,
    NAME,
    UNKNOWN,
    ends_at,
    read_primary,
)
from repobook.languages.python.parser.python_scopes import MODULE, NOT_FOUND, Binding, How, Scopes

# A local bound to a local bound to a local …
_MAX_DEPTH: Final = 12
_ASSIGNED: Final = re.compile(rf"{NAME}\s*+(?:(:)\s*+|=(?!=)\s*+(?:{NAME}\s*+=(?!=)\s*+)*)")
_WALRUS: Final = re.compile(r"\s*+:=\s*+")
_IN: Final = re.compile(r"\s*+in\b\s*+")
_AFTER_LOOP: Final = re.compile(r"\s*+(?::|[\])}]|(?:if|for|async)\b)")
_NOTHING: Final = re.compile(rf"{NAME}\s*+=\s*+None\s*+\Z")
_ANNOTATED: Final = re.compile(r"\s*+:\s*+")
_ASYNC_WITH: Final = re.compile(r"\basync\s+with\b[^:]*\Z")
# How far back a bracket or a keyword may stand before what belongs to it.
_MAX_BLANK: Final = 200
_CLASS_METHODS: Final = frozenset(["__new__", "__init_subclass__", "__class_getitem__"])


class Spans(NamedTuple):
    """Offsets that only the tree knows, not the text alone."""

    annotation_end_by_start: Mapping[int, int]
    walrus_end_by_start: Mapping[int, int]
    as_start_by_end: Mapping[int, int]


class Settler:
    """Caches its answers: the same names are asked for again and again."""

    def __init__(self, scopes: Scopes, spans: Spans) -> None:
        self.scopes = scopes
        self.text = scopes.text
        self._spans = spans
        self.roots: list[dict[str, str]] = [{} for _ in scopes.scopes]
        """By scope and name: what has been worked out."""
        self._receivers: list[dict[str, str | None]] = [{} for _ in scopes.scopes]
        self._value_by_annotation: dict[tuple[int, str], str] = {}
        self._depth = 0

    def root(self, scope: int, name: str) -> str:
        """What a name stands for as the root of an expression."""
        roots = self.roots[scope]
        if name not in roots:
            # While it is being worked out it is unknown: ``x = x.next`` leads nowhere.
            roots[name] = UNKNOWN
            roots[name] = self._work_out(scope, name)
        return roots[name]

    def receiver(self, scope: int, name: str) -> str | None:
        """What a bare name is a name of; None for a local that nobody outside can mean."""
        receiver_by_name = self._receivers[scope]
        if name not in receiver_by_name:
            receiver_by_name[name] = self._find_receiver(scope, name)
        return receiver_by_name[name]

    def expression(self, scope: int, start: int, end: int) -> str:
        """What stands in a stretch of text, if that is one primary expression; else ``?``."""
        primary = read_primary(self.text, start, end)
        if primary is None or not ends_at(self.text, primary.end, end):
            return UNKNOWN
        return self.follow(scope, primary.root, primary.path)

    def follow(self, scope: int, root: str, path: str) -> str:
        base = self.roots[scope].get(root) or self.root(scope, root)
        if base == UNKNOWN or not path:
            return base
        if len(base) + len(path) > MAX_EXPRESSION:
            return UNKNOWN
        expression = base + path
        return (
            expression.replace("().__class__", "") if "().__class__" in expression else expression
        )

    def own_class(self, scope: int) -> str:
        """The class whose body or method a scope lies in."""
        index = self.scopes.class_around(scope)
        return self.scopes.definitions[index].qualname if index >= 0 else ""

    def annotation(self, scope: int, start: int, end: int) -> str:
        key = (scope, self.text[start:end])
        value = self._value_by_annotation.get(key)
        if value is None:
            value = self._value_by_annotation[key] = value_of(self, *key)
        return value

    def annotation_at(self, scope: int, start: int) -> str:
        """The type that is annotated at an offset, as an expression for a value of it."""
        end = self._spans.annotation_end_by_start.get(start, -1)
        return self.annotation(scope, start, end) if end >= 0 else UNKNOWN

    def assigned(self, scope: int, start: int, end: int) -> str:
        """What ``name: type = value`` at an offset stands for; empty where it is None."""
        is_declared, value_start = self._value_start(start, end)
        if is_declared:
            return self.annotation_at(scope, value_start)
        return self.value(scope, value_start, end)

    def _value_start(self, start: int, end: int) -> tuple[bool, int]:
        """Whether an assignment has an annotation, and where that or else its value begins."""
        match = _ASSIGNED.match(self.text, start, end)
        return (match[1] is not None, match.end()) if match is not None else (False, end)

    def value(self, scope: int, start: int, end: int) -> str:
        if self.text.startswith("None", start) and ends_at(self.text, start + 4, end):
            return ""
        return self.expression(scope, start, end)

    def _find_receiver(self, scope: int, name: str) -> str | None:
        owner = self.scopes.owner(scope, name)
        if owner == MODULE:
            return ""
        if owner == NOT_FOUND:
            return None
        bindings = self.scopes.bindings[owner][name]
        ways = {binding[0] for binding in bindings if not self._is_nothing(binding)}
        if ways == {"import"}:
            return f"@{min(binding[1] for binding in bindings if binding[0] == 'import')}="
        if ways == {"definition"} or (ways and self.scopes.scopes[owner].kind == "class"):
            return self._qualname(owner)
        return None

    def _work_out(self, scope: int, name: str) -> str:
        if name[-1] == ")":
            return self._special(scope, name)
        owner = self.scopes.owner(scope, name)
        if owner == MODULE:
            return name
        if owner == NOT_FOUND or self._depth > _MAX_DEPTH:
            return UNKNOWN
        if owner != scope:
            return self.root(owner, name)
        self._depth += 1
        bindings = self.scopes.bindings[owner][name]
        is_class = self.scopes.scopes[owner].kind == "class"
        expression = self._in_class(owner, name) if is_class else self._agreed(owner, bindings)
        self._depth -= 1
        return expression

    def _special(self, scope: int, root: str) -> str:
        """``super()``, ``super(A, self)`` and ``type(self)``."""
        function, _, arguments = root[:-1].partition("(")
        if function == "type":
            value = self.root(scope, arguments)
            return value[:-2] if value.endswith("()") else UNKNOWN
        index = self.scopes.class_around(scope)
        if index < 0:
            return UNKNOWN
        definition = self.scopes.definitions[index]
        first = arguments.partition(",")[0].strip()
        if first not in ("", "__class__", definition.name, definition.qualname):
            return UNKNOWN
        return f"super({definition.qualname})"

    def _in_class(self, owner: int, name: str) -> str:
        how, index, _ = self.scopes.bindings[owner][name][0]
        return f"@{index}" if how == "import" else f"{self._qualname(owner)}.{name}"

    def _agreed(self, owner: int, bindings: Sequence[Binding]) -> str:
        values: set[str] = set()
        # Captures come in no particular order, and the first annotation decides.
        for how, start, end in sorted(bindings) if len(bindings) > 1 else bindings:
            # Once it is unknown only an annotation can still decide.
            if how == "assignment":
                is_declared, value_start = self._value_start(start, end)
                if is_declared:
                    return self.annotation_at(owner, value_start) or UNKNOWN
                start = value_start
            elif how == "parameter":
                declared = self._parameter(owner, start, end)
                if declared:
                    return declared
            if UNKNOWN not in values:
                values.add(self._bound(owner, how, start, end))
        values.discard("")
        if len(values) == 1:
            return values.pop()
        # Imports in the branches of a condition are the same thing from different places.
        if all(binding[0] == "import" for binding in bindings):
            return f"@{bindings[0][1]}"
        return UNKNOWN

    def _parameter(self, owner: int, start: int, end: int) -> str:
        text, scope = self.text, self.scopes.scopes[owner]
        if scope.kind != "function":
            return ""
        if text[end : end + 1] not in ",)=":
            match = _ANNOTATED.match(text, end)
            if match is not None:
                return self._starred(self.annotation_at(scope.parent, match.end()), start)
        before = text[start - 1]
        if before == "(" or text[max(0, start - _MAX_BLANK) : start].rstrip().endswith("("):
            return self._first_parameter(owner)
        return ""

    def _starred(self, value: str, start: int) -> str:
        """``*args: T`` has many of them, ``**kwargs: T`` has them by name."""
        if self.text[start - 1 : start] != "*":
            return value
        is_followed = value not in ("", UNKNOWN) and self.text[start - 2 : start] != "**"
        return f"[{value}]" if is_followed else UNKNOWN

    def _first_parameter(self, owner: int) -> str:
        scope = self.scopes.scopes[owner]
        outer = self.scopes.scopes[scope.parent]
        if outer.kind != "class":
            return ""
        function = self.scopes.definitions[self.scopes.definition(owner)]
        if "staticmethod" in function.decorators:
            return ""
        name = self._qualname(scope.parent)
        if "classmethod" in function.decorators or function.name in _CLASS_METHODS:
            return name
        return f"{name}()"

    def _bound(self, owner: int, how: How, start: int, end: int) -> str:
        if how == "assignment":
            return self.value(owner, start, end)
        if how == "definition":
            return self.scopes.definitions[start].qualname
        if how == "import":
            return f"@{start}"
        if how == "loop":
            return self._loop(owner, end)
        if how == "alias":
            return self._alias(owner, start, end)
        return "" if how == "growth" else UNKNOWN

    def _loop(self, owner: int, end: int) -> str:
        """``for x in xs``: what follows the target."""
        match = _IN.match(self.text, end)
        if match is None:
            return UNKNOWN
        primary = read_primary(self.text, match.end(), len(self.text))
        if primary is None or not _AFTER_LOOP.match(self.text, primary.end):
            return UNKNOWN
        return self.follow(owner, primary.root, f"{primary.path}[]")

    def _alias(self, owner: int, start: int, end: int) -> str:
        """``with x as y``, ``except X as y`` and ``(y := x)``."""
        walrus = _WALRUS.match(self.text, end)
        if walrus is not None:
            limit = self._spans.walrus_end_by_start.get(start, walrus.end())
            return self.value(owner, walrus.end(), limit)
        before = self._spans.as_start_by_end.get(end, start)
        value = self.expression(owner, before, self.text.rfind("as", before, start))
        if value == UNKNOWN:
            return UNKNOWN
        opening = self.text[max(0, before - _MAX_BLANK) : before].rstrip()
        if opening.endswith(("except", "except*")):
            return f"{value}()"
        return f"{value}.__aenter__()" if _ASYNC_WITH.search(opening) else f"{value}.__enter__()"

    def _is_nothing(self, binding: Binding) -> bool:
        how, start, end = binding
        return how == "assignment" and _NOTHING.match(self.text, start, end) is not None

    def _qualname(self, scope: int) -> str:
        return self.scopes.definitions[self.scopes.definition(scope)].qualname
