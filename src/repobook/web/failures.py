"""Error responses: JSON for the API, else a plain page."""

import json
from collections.abc import Mapping
from html import escape
from typing import Any, Final

from starlette.responses import HTMLResponse, Response

from repobook.ask.envelope import VERSION

API: Final = "/api/"
_PAGE: Final = """<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>{status} · repobook</title></head>
<body><main><h1>{message}</h1><p>{hint}</p><p><a href="/">Home</a></p></main></body>
</html>
"""


def failure(
    path: str, status: int, message: str, hint: str = "", headers: Mapping[str, str] | None = None
) -> Response:
    if path.startswith(API):
        return Response(_failure_json(status, message, hint), status, headers, "application/json")
    page = _PAGE.format(status=status, message=escape(message), hint=escape(hint))
    return HTMLResponse(page, status, headers)


def _failure_json(status: int, message: str, hint: str) -> str:
    return json.dumps(
        {"schema": VERSION, "error": {"status": status, "message": message, "hint": hint}}
    )


def failure_schema() -> dict[str, Any]:
    properties = {
        "status": {"type": "integer"},
        "message": {"type": "string"},
        "hint": {"type": "string"},
    }
    error = {"type": "object", "properties": properties, "required": list(properties)}
    return {
        "type": "object",
        "properties": {"schema": {"const": VERSION}, "error": error},
        "required": ["schema", "error"],
    }
