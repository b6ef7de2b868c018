"""The public views with the types of their columns: what exports of rows are made from."""

from typing import Any, Final

TEXT: Final = "string"
WHOLE: Final = "integer"
REAL: Final = "number"
FLAG: Final = "boolean"
_DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"

# A question mark behind a type says that there may be no value.
VIEWS: Final[dict[str, dict[str, str]]] = {
    "files": {
        "path": TEXT, "language": TEXT, "role": TEXT, "bytes": WHOLE, "lines": WHOLE,
        "blob": TEXT, "status": TEXT, "reason": TEXT, "tracked": "boolean?", "role_reason": TEXT,
        "doc": TEXT, "summary": TEXT, "summary_line": WHOLE, "summary_end_line": WHOLE,
        "purpose": TEXT, "purpose_source": TEXT, "purpose_path": TEXT, "purpose_line": WHOLE,
        "purpose_end_line": WHOLE,
    },
    "symbols": {
        "id": TEXT, "path": TEXT, "name": TEXT, "qualname": TEXT, "kind": TEXT, "line": WHOLE,
        "end_line": WHOLE, "signature": TEXT, "doc": TEXT, "exported": FLAG, "col": WHOLE,
        "decorators": TEXT, "complexity": WHOLE, "nesting": WHOLE,
    },
    "refs": {
        "path": TEXT, "line": WHOLE, "col": WHOLE, "name": TEXT, "role": TEXT,
        "target": "string?", "confidence": "string?", "receiver": TEXT, "rule": TEXT,
    },
    "same_symbols": {"id": TEXT, "other": TEXT},
    "outcomes": {"path": TEXT, "language": TEXT, "outcome": TEXT, "n": WHOLE},
    "file_edges": {
        "source": TEXT, "target": TEXT, "kind": TEXT, "line": WHOLE, "confidence": TEXT,
        "n": WHOLE,
    },
    "keywords": {
        "path": TEXT, "rank": WHOLE, "keyword": TEXT, "kind": TEXT, "score": REAL,
        "line": WHOLE, "n_all": WHOLE,
    },
    "naming_words": {"word": TEXT, "n_files": WHOLE, "n_paths": WHOLE},
    "tests": {
        "path": TEXT, "test_path": TEXT, "rank": WHOLE, "score": REAL, "reasons": TEXT,
        "command": TEXT,
    },
    "ranks": {
        "path": TEXT, "rank": WHOLE, "score": REAL, "fan_in": WHOLE, "fan_out": WHOLE,
        "layer": WHOLE, "cycle": "integer?", "is_entry": FLAG,
    },
    "patterns": {"path": TEXT, "line": WHOLE, "kind": TEXT, "name": TEXT, "text": TEXT},
    "registries": {"name": TEXT, "n_places": WHOLE, "n_files": WHOLE},
    "owners": {"path": TEXT, "owners": TEXT, "proof": TEXT, "line": WHOLE},
    "history": {
        "path": TEXT, "commit_id": TEXT, "date": TEXT, "n_changes": WHOLE, "authors": TEXT,
        "months": TEXT,
    },
    "changed_together": {"path": TEXT, "other": TEXT, "count": WHOLE},
    "findings": {
        "path": TEXT, "line": WHOLE, "rule": TEXT, "severity": TEXT, "category": TEXT,
        "message": TEXT, "code": TEXT, "role": TEXT,
    },
    "remarks": {
        "path": TEXT, "line": WHOLE, "rule": TEXT, "severity": TEXT, "category": TEXT,
        "message": TEXT, "code": TEXT,
    },
    "imports": {
        "path": TEXT, "line": WHOLE, "module": TEXT, "name": TEXT, "alias": TEXT, "form": TEXT,
        "target": "string?", "confidence": "string?", "rule": TEXT,
    },
    "notes": {"path": TEXT, "line": WHOLE, "tag": TEXT, "text": TEXT},
    "diagnostics": {"path": TEXT, "line": WHOLE, "message": TEXT},
    "skipped": {"path": TEXT, "rule": TEXT},
    "meta": {"key": TEXT, "value": TEXT},
}  # fmt: skip


def row_schema(view: str) -> dict[str, Any]:
    """The JSON Schema of one row."""
    properties = {name: {"type": _type(kind)} for name, kind in VIEWS[view].items()}
    return {
        "$schema": _DIALECT,
        "title": view,
        "type": "object",
        "properties": properties,
        "required": [*properties],
    }


def _type(kind: str) -> str | list[str]:
    return [kind[:-1], "null"] if kind.endswith("?") else kind


def typed(view: str, row: tuple[Any, ...]) -> dict[str, Any]:
    """SQLite keeps flags as numbers."""
    columns = VIEWS[view].items()
    return {
        name: bool(value) if kind.startswith(FLAG) and value is not None else value
        for (name, kind), value in zip(columns, row, strict=True)
    }
