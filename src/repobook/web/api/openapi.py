"""The OpenAPI document, written from the table that the routes are made from."""

from collections.abc import Iterable
from typing import Any, Final

from repobook import __version__
from repobook.ask.envelope import VERSION
from repobook.model.answers import SHOWN_AS, Nothing, shown_data
from repobook.web.api.endpoints import MAX_BODY, Endpoint
from repobook.web.api.parameters import Parameter
from repobook.web.api.schemas import Schemas
from repobook.web.failures import failure_schema
from repobook.web.health import Health

PREFIX: Final = "/api/v1"
_FAILURES: Final = {
    "400": "A parameter is wrong; the message says why.",
    "503": "The question cannot be answered now; the message says why.",
}
_CHANGED: Final = {"409": "The cursor is of a book that is no longer served."}
_ABOUT: Final = (
    "What a book of repobook knows, read-only. Every answer stands in the envelope that the command"
    " line has for --json. Lists go on with `cursor` where `next` is not null; a cursor holds for"
    " the book that it came from (header X-Repobook-Book)."
)


def document(endpoints: Iterable[Endpoint], posted: Iterable[Endpoint] = ()) -> dict[str, Any]:
    schemas = Schemas()
    paths = {f"{PREFIX}/{e.name}": {"get": _operation(e, schemas)} for e in endpoints}
    for endpoint in posted:
        paths[f"{PREFIX}/{endpoint.name}"]["post"] = _posted(endpoint, schemas)
    paths[f"{PREFIX}/health"] = {"get": _health(schemas)}
    return {
        "openapi": "3.1.0",
        "info": {"title": "repobook", "version": __version__, "description": _ABOUT},
        "paths": paths,
        "components": {"schemas": {**schemas.components, "Failure": failure_schema()}},
    }


def _operation(endpoint: Endpoint, schemas: Schemas) -> dict[str, Any]:
    answers = [kind for kind in endpoint.answers if kind is not Nothing]
    responses = {"200": _answer("What was asked for.", endpoint, answers, schemas)}
    if len(answers) < len(endpoint.answers):
        responses["404"] = _answer("Nothing has this name.", endpoint, [Nothing], schemas)
    failures = {**_FAILURES, **(_CHANGED if endpoint.is_paged else {})}
    for status, about in failures.items():
        responses[status] = _json(about, {"$ref": "#/components/schemas/Failure"})
    return {
        "operationId": endpoint.name,
        "summary": endpoint.about,
        "parameters": [_parameter(parameter) for parameter in endpoint.parameters],
        "responses": responses,
    }


def _posted(endpoint: Endpoint, schemas: Schemas) -> dict[str, Any]:
    body = {"text/x-diff": {"schema": {"type": "string", "maxLength": MAX_BODY}}}
    return {
        **_operation(endpoint, schemas),
        "operationId": f"post_{endpoint.name}",
        "requestBody": {"required": True, "content": body},
    }


def _health(schemas: Schemas) -> dict[str, Any]:
    schema = _envelope("health", schemas.of(Health))
    responses = {"200": _json("The server is well, and how its book is.", schema)}
    return {
        "operationId": "health",
        "summary": "Whether the book is up to date.",
        "responses": responses,
    }


def _parameter(parameter: Parameter) -> dict[str, Any]:
    return {
        "name": parameter.name,
        "in": "query",
        "description": parameter.about,
        "required": parameter.is_required,
        "schema": parameter.schema(),
    }


def _answer(about: str, endpoint: Endpoint, kinds: list[Any], schemas: Schemas) -> dict[str, Any]:
    is_tagged = endpoint.data is shown_data
    kind_schemas = [_tagged(kind, schemas) if is_tagged else schemas.of(kind) for kind in kinds]
    return _json(
        about,
        _envelope(endpoint.name, {"anyOf": kind_schemas} if kind_schemas[1:] else kind_schemas[0]),
    )


def _tagged(kind: Any, schemas: Schemas) -> dict[str, Any]:
    tag = {"properties": {"shows": {"const": SHOWN_AS[kind]}}, "required": ["shows"]}
    return {"allOf": [schemas.of(kind), tag]}


def _envelope(command: str, data: dict[str, Any]) -> dict[str, Any]:
    properties = {
        "schema": {"const": VERSION},
        "commit": {"type": "string"},
        "command": {"const": command},
        "data": data,
        "truncated": {"type": "boolean"},
        "next": {"type": ["string", "null"]},
    }
    return {"type": "object", "properties": properties, "required": list(properties)}


def _json(about: str, schema: dict[str, Any]) -> dict[str, Any]:
    return {"description": about, "content": {"application/json": {"schema": schema}}}
