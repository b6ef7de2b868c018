"""A tool: its parameters, the columns of its rows, and the function that answers."""

from collections.abc import Callable, Mapping
from typing import Any, Final, Literal, NamedTuple

from repobook.errors import RepobookError
from repobook.mcp.answer import DEFAULT_TOKENS, MAX_TOKENS, MIN_TOKENS, Answer

Arguments = Mapping[str, Any]
_MAX_LENGTH: Final = 4_096


class BadArgumentError(RepobookError):
    """What was given does not fit; the hint says what would."""


class Parameter(NamedTuple):
    name: str
    about: str = ""
    default: str | int | None = None
    """None where it must be given."""
    choices: tuple[str, ...] = ()
    bounds: tuple[int, int] | None = None

    @property
    def schema(self) -> dict[str, Any]:
        schema: dict[str, Any] = {"type": "integer" if self.bounds else "string"}
        if self.about:
            schema["description"] = self.about
        if self.choices:
            schema["enum"] = [*self.choices]
        return schema

    def checked(self, value: Any) -> str | int:
        kind = int if self.bounds else str
        if not isinstance(value, kind) or isinstance(value, bool):
            raise BadArgumentError(f"{self.name} must be {self._wanted}")
        if self.bounds and not self.bounds[0] <= int(value) <= self.bounds[1]:
            raise BadArgumentError(f"{self.name} must be {self._wanted}")
        if self.choices and value not in self.choices:
            raise BadArgumentError(f"{self.name} must be {self._wanted}")
        if isinstance(value, str) and (len(value) > _MAX_LENGTH or "\0" in value):
            raise BadArgumentError(f"{self.name} is no text of at most {_MAX_LENGTH:,} characters")
        return value

    @property
    def _wanted(self) -> str:
        if self.bounds:
            return f"a whole number from {self.bounds[0]:,} to {self.bounds[1]:,}"
        return f"one of {', '.join(self.choices)}" if self.choices else "a text"


CURSOR: Final = Parameter("cursor", "", "")
BUDGET: Final = Parameter("max_tokens", "", DEFAULT_TOKENS, bounds=(MIN_TOKENS, MAX_TOKENS))
_COMMON: Final = (CURSOR, BUDGET)


class Tool(NamedTuple):
    name: str
    about: str
    parameters: tuple[Parameter, ...]
    columns: dict[str, Literal["string", "integer"]]
    """What the rows of its answer hold."""
    ask: Callable[[Any, Arguments, int], Answer]
    """Given a `Book`, or the index of a fleet: the rows behind the first so many."""

    @property
    def all_parameters(self) -> tuple[Parameter, ...]:
        return (*self.parameters, *_COMMON)

    def input_schema(self, books: tuple[str, ...]) -> dict[str, Any]:
        """Where several books are open, one must be named."""
        parameters = [*self.all_parameters, *_book_parameter(books)]
        required = [one.name for one in parameters if one.default is None]
        schema = {
            "type": "object",
            "properties": {one.name: one.schema for one in parameters},
        }
        return {**schema, "required": required} if required else schema

    @property
    def output_schema(self) -> dict[str, Any]:
        """Short: the model pays for it. What a column holds shows in the first row; what is in
        every answer stands in the instructions."""
        row: dict[str, Any] = {"properties": {name: {} for name in self.columns}}
        rows = {"type": "array", "items": row}
        return {"type": "object", "properties": {"rows": rows}}

    def read(self, given: Mapping[str, Any], books: tuple[str, ...]) -> dict[str, Any]:
        """All parameters, checked; raises `BadArgumentError` for what does not fit."""
        parameters = {one.name: one for one in (*self.all_parameters, *_book_parameter(books))}
        if unknown := sorted(given.keys() - parameters.keys()):
            known = ", ".join(parameters)
            raise BadArgumentError(f"{self.name} knows no {unknown[0]!r}", f"it knows {known}")
        return {name: _value(one, given) for name, one in parameters.items()}


def _value(parameter: Parameter, given: Mapping[str, Any]) -> str | int:
    value = given.get(parameter.name)
    if value is not None:
        return parameter.checked(value)
    if parameter.default is None:
        about = parameter.about or ", ".join(parameter.choices)
        raise BadArgumentError(f"{parameter.name} is missing", about)
    return parameter.default


def _book_parameter(books: tuple[str, ...]) -> tuple[Parameter, ...]:
    return (Parameter("book", "", choices=books),) if len(books) > 1 else ()
