"""Frameworks that annotate handlers: Nest, Spring, actix and Rocket."""

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from repobook.model.facts import Definition
from repobook.packs.calls import FileCalls
from repobook.packs.gathered import own_use
from repobook.packs.mount_table import ANY, MountTable, Route, Router
from repobook.text.route_paths import joined_path

_ANNOTATION: Final = re.compile(
    r"(?P<verb>[Gg]et|[Pp]ost|[Pp]ut|[Dd]elete|[Pp]atch|[Hh]ead|[Oo]ptions|All|Request)"
    r"(?P<mapping>Mapping)?(?:\((?P<given>.*)\))?",
    re.DOTALL,
)
_PREFIX: Final = re.compile(r"(?:Controller|RequestMapping)(?:\((?P<given>.*)\))?", re.DOTALL)
_FIRST: Final = re.compile(
    r"\s{0,40}(?:(?:value|path)\s{0,9}[=:]\s{0,9})?[{\[]?\s{0,9}['\"`]([^'\"`\n]{0,300})['\"`]"
)
_NAMED: Final = re.compile(
    r"\b(?:value|path)\s{0,9}[=:]\s{0,9}[{\[]?\s{0,9}['\"]([^'\"\n]{0,300})['\"]"
)
_METHOD: Final = re.compile(r"RequestMethod\.([A-Z]{3,8})")


class _Framework(NamedTuple):
    module: str
    is_mapping: bool
    """Whether annotations are called ``GetMapping`` and not ``Get``."""
    holders: tuple[str, ...]
    """Annotations of the class that make its methods answer; none where functions do."""


_FRAMEWORKS: Final = (
    _Framework("@nestjs/common", False, ("Controller",)),
    _Framework("org.springframework.", True, ("RestController", "Controller", "RequestMapping")),
    _Framework("actix_web", False, ()),
    _Framework("rocket", False, ()),
)


def read_annotated(calls: FileCalls, table: MountTable) -> None:
    for framework in _FRAMEWORKS:
        if any(i.module.startswith(framework.module) for i in calls.facts.imports):
            for route in _routes(calls, framework):
                table.add(route)


def _routes(calls: FileCalls, framework: _Framework) -> Iterator[Route]:
    definitions = calls.facts.definitions
    for definition in definitions:
        if not definition.decorators or definition.kind not in ("method", "function"):
            continue
        prefix = ""
        if framework.holders:
            holder = definitions[definition.parent] if definition.parent >= 0 else None
            found = _prefix(holder, framework) if holder else None
            if found is None:
                continue
            prefix = found
        for text in definition.decorators:
            if route := _route(calls, definition, text, framework, prefix):
                yield route


def _prefix(holder: Definition, framework: _Framework) -> str | None:
    """None for a class that answers nothing. A client's methods ask, and do not answer."""
    names = {text.partition("(")[0].rpartition(".")[2] for text in holder.decorators}
    if names.isdisjoint(framework.holders) or "FeignClient" in names:
        return None
    matches = [m for text in holder.decorators if (m := _PREFIX.fullmatch(text))]
    paths = [path for match in matches if (path := _path(match["given"] or ""))]
    return paths[0] if paths else ""


def _route(
    calls: FileCalls, definition: Definition, text: str, framework: _Framework, prefix: str
) -> Route | None:
    match = _ANNOTATION.fullmatch(text)
    if match is None or bool(match["mapping"]) != framework.is_mapping:
        return None
    given = match["given"] or ""
    path = _path(given)
    if path is None or (not framework.holders and not path.startswith("/")):
        return None
    methods = _methods(match["verb"], given)
    name = match["verb"] + (match["mapping"] or "")
    start = calls.decorator_above(name, definition.line)
    path = joined_path(prefix, path)
    end = start + len(text.encode())
    return Route(methods, path, Router(definition.qualname), own_use(definition, start), start, end)


def _methods(verb: str, given: str) -> tuple[str, ...]:
    if verb == "Request":
        return tuple(dict.fromkeys(_METHOD.findall(given))) or (ANY,)
    return (ANY,) if verb == "All" else (verb.upper(),)


def _path(given: str) -> str | None:
    """Empty where none is given; None where it is no literal."""
    if match := _FIRST.match(given) or _NAMED.search(given):
        return match[1]
    is_without = not given.strip() or given.lstrip().startswith(("method", "produces", "consumes"))
    return "" if is_without else None
