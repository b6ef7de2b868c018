"""A fleet for coding agents."""

from typing import Any

from mcp import Client

from repobook.fleet.driver import build_fleet
from repobook.mcp.fleet.fleet_calls import FleetCalls
from repobook.mcp.server import server
from tests.fakes.conversations import run_conversation
from tests.fleet.conftest import InlineRunner, MakeFleet


def test_agents_ask_across_repositories(make_fleet: MakeFleet) -> None:
    fleet = make_fleet()
    build_fleet(fleet, InlineRunner())
    run_conversation(_conversation, FleetCalls(fleet))


async def _conversation(calls: FleetCalls) -> None:
    async with Client(server(calls)) as client:
        names = [tool.name for tool in (await client.list_tools()).tools]
        assert names == ["fleet_impact", "fleet_references", "fleet_search"]
        assert (await client.list_resources()).resources == []
        found = await _call(client, "fleet_references", symbol="shop.price")
        assert [(row["repository"], row["line"]) for row in found["rows"]] == [
            ("script", 1),
            ("script", 3),
            ("site", 7),
        ]
        assert found["covered"] == "3 repositories searched"
        found = await _call(client, "fleet_impact", symbol="shop.price")
        assert [row["uses"] for row in found["rows"]] == [2, 1]
        found = await _call(client, "fleet_search", query="cart")
        assert found["rows"][0]["path"] == "src/shop/cart.py"
        nothing = await _call(client, "fleet_references", symbol="nothing")
        assert nothing["about"] == "no repository exports nothing"
        assert nothing["rows"] == []


async def _call(client: Any, tool: str, **arguments: str) -> Any:
    result = await client.call_tool(tool, arguments)
    assert not result.is_error, result
    assert result.content[0].text.startswith(result.structured_content["about"])
    return result.structured_content
