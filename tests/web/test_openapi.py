"""The description of the API: complete, and true of every answer."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import parse_qsl

import pytest
import schemathesis
from hypothesis import given, settings

from repobook.web.api.endpoints import ENDPOINTS, POSTED
from repobook.web.api.openapi import document
from repobook.web.api.schemas import Schemas
from tests.fakes.asking import Asker
from tests.fakes.servers import served


class _Leaf(NamedTuple):
    """Says something."""

    name: str
    pair: tuple[str, int]
    others: "tuple[_Leaf, ...]"
    maybe: bool | None


def test_a_type_tells_its_schema() -> None:
    schemas = Schemas()
    assert schemas.of(_Leaf) == {"$ref": "#/components/schemas/_Leaf"}
    assert schemas.components["_Leaf"] == {
        "description": "Says something.",
        "type": "object",
        "properties": {
            "name": {"type": "string"},
            "pair": {
                "type": "array",
                "prefixItems": [{"type": "string"}, {"type": "integer"}],
                "minItems": 2,
                "maxItems": 2,
            },
            "others": {"type": "array", "items": {"$ref": "#/components/schemas/_Leaf"}},
            "maybe": {"anyOf": [{"type": "boolean"}, {"type": "null"}]},
        },
        "required": ["name", "pair", "others", "maybe"],
    }


def test_every_question_is_described_and_every_reference_leads_somewhere(asker: Asker) -> None:
    told = asker.get("/api/v1/openapi.json").json
    assert told == document(ENDPOINTS, POSTED)
    assert [e.name for e in POSTED if "post" in told["paths"][f"/api/v1/{e.name}"]] == ["impact"]
    assert told["openapi"] == "3.1.0"
    assert {f"/api/v1/{endpoint.name}" for endpoint in ENDPOINTS} < told["paths"].keys()
    known = {f"#/components/schemas/{name}" for name in told["components"]["schemas"]}
    assert set(_references(told)) <= known


def _references(told: Any) -> list[str]:
    if isinstance(told, dict):
        own = [told["$ref"]] if isinstance(told.get("$ref"), str) else []
        return own + [found for value in told.values() for found in _references(value)]
    return (
        [found for value in told for found in _references(value)] if isinstance(told, list) else []
    )


@pytest.fixture(scope="module")
def address(book: Path) -> Iterator[str]:
    with served(book) as (host, port):
        yield f"http://{host}:{port}"


@pytest.mark.parametrize("endpoint", [*(e.name for e in ENDPOINTS), "health"])
def test_whatever_is_asked_the_answer_is_as_described(address: str, endpoint: str) -> None:
    described = schemathesis.openapi.from_dict(document(ENDPOINTS))
    operation = described[f"/api/v1/{endpoint}"]["GET"]

    @settings(max_examples=40, database=None, derandomize=True)
    @given(case=operation.as_strategy())
    def ask(case: Any) -> None:
        case.call_and_validate(base_url=address)

    ask()


@pytest.mark.parametrize(
    "target",
    [
        *("show?target=A", "show?target=src", "show?target=src/a.py", "refs?symbol=A"),
        *("refs?symbol=A&direction=out", "deps?file=uses.py", "deps?file=uses.py&to=a.py"),
        *("tests?target=src/a.py", "keywords?target=src/a.py", "keywords?target=ma*"),
        "files?cursor=0123456789abcdef-5",
    ],
)
def test_what_is_found_is_as_described(address: str, target: str) -> None:
    described = schemathesis.openapi.from_dict(document(ENDPOINTS))
    endpoint, _, query = target.partition("?")
    operation = described[f"/api/v1/{endpoint}"]["GET"]
    operation.Case(query=dict(parse_qsl(query))).call_and_validate(base_url=address)
