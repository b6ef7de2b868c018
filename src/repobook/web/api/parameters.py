"""Query parameters: each is declared once, for parsing and for the OpenAPI document."""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from repobook.errors import RepobookError

Arguments = Mapping[str, Any]
_INTEGER: Final = re.compile(r"-?[0-9]{1,12}")
_MAX_SHOWN: Final = 60


class BadParameterError(RepobookError):
    """The asker's mistake, with the reason."""


class Parameter(NamedTuple):
    name: str
    about: str
    default: Any = None
    is_required: bool = False
    choices: tuple[str, ...] = ()
    bounds: tuple[int, int] | None = None
    """Of a number; a parameter without bounds is text."""
    max_length: int = 1024
    pattern: str = ""
    is_repeatable: bool = False

    def schema(self) -> dict[str, Any]:
        """As JSON Schema has it."""
        if self.is_repeatable:
            one = self._replace(is_repeatable=False, default=None)
            return {"type": "array", "items": one.schema(), "maxItems": _MAX_REPEATED}
        schema: dict[str, Any] = {"type": "string"}
        if self.bounds:
            schema = {"type": "integer", "minimum": self.bounds[0], "maximum": self.bounds[1]}
        elif self.choices:
            schema["enum"] = list(self.choices)
        else:
            schema |= {"maxLength": self.max_length, "minLength": int(self.is_required)}
            schema |= {"pattern": self.pattern} if self.pattern else {}
        return schema if self.default is None else {**schema, "default": self.default}

    def read(self, texts: Sequence[str]) -> Any:
        if self.is_repeatable:
            if len(texts) > _MAX_REPEATED:
                raise BadParameterError(f"{self.name}: given more than {_MAX_REPEATED} times")
            return tuple(map(self._read_one, texts))
        if len(texts) > 1:
            raise BadParameterError(f"{self.name}: given {len(texts)} times")
        if not texts:
            if self.is_required:
                raise BadParameterError(f"{self.name}: is missing", self.about)
            return self.default
        return self._read_one(texts[0])

    def _read_one(self, text: str) -> Any:
        if self.bounds:
            return self._number(text, *self.bounds)
        if self.choices and text not in self.choices:
            choices = ", ".join(self.choices)
            raise BadParameterError(f"{self.name}: {_quoted(text)} is none of {choices}")
        if len(text) > self.max_length:
            raise BadParameterError(f"{self.name}: longer than {self.max_length:,} characters")
        if self.is_required and not text:
            raise BadParameterError(f"{self.name}: is empty", self.about)
        if not re.fullmatch(self.pattern or ".*", text, re.DOTALL):
            raise BadParameterError(f"{self.name}: {_quoted(text)} is not valid here", self.about)
        return text

    def _number(self, text: str, least: int, most: int) -> int:
        if not _INTEGER.fullmatch(text):
            raise BadParameterError(f"{self.name}: {_quoted(text)} is not a whole number")
        if not least <= int(text) <= most:
            raise BadParameterError(f"{self.name}: {text} is not between {least} and {most:,}")
        return int(text)


_MAX_REPEATED: Final = 50


def read_parameters(
    parameters: Iterable[Parameter], items: Sequence[tuple[str, str]]
) -> dict[str, Any]:
    """All declared parameters; an undeclared one is an error."""
    texts_by_name: dict[str, list[str]] = {}
    for name, text in items:
        texts_by_name.setdefault(name, []).append(text)
    values = {p.name: p.read(texts_by_name.pop(p.name, [])) for p in parameters}
    if texts_by_name:
        raise BadParameterError(f"{_quoted(min(texts_by_name))}: no such parameter")
    return values


def _quoted(text: str) -> str:
    return repr(text if len(text) <= _MAX_SHOWN else f"{text[:_MAX_SHOWN]}…")
