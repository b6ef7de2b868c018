"""Answers the call of a tool of a fleet."""

from contextlib import closing
from typing import Any

from repobook.fleet.config import Fleet
from repobook.fleet.database.database import open_database
from repobook.fleet.database.fleet_index import FleetIndex
from repobook.mcp.answer import fitted
from repobook.mcp.calls import Calls, Reply, cursor_of, first_row
from repobook.mcp.fleet.fleet_tools import FLEET_TOOLS
from repobook.mcp.tool import BUDGET, CURSOR, Tool


class FleetCalls(Calls):
    """No book is open here; whoever may start this may see every repository."""

    def __init__(self, fleet: Fleet) -> None:
        super().__init__({})
        self._fleet = fleet
        self.tools = {tool.name: tool for tool in FLEET_TOOLS}

    def _answer(self, tool: Tool, arguments: dict[str, Any]) -> Reply:
        with closing(FleetIndex(open_database(self._fleet.database))) as index:
            cursor = cursor_of(tool, arguments, index.identity())
            first = first_row(arguments[CURSOR.name], cursor)
            answer = tool.ask(index, arguments, first)
            whole = fitted(answer, first, cursor, arguments[BUDGET.name])
        return Reply(whole.text, whole.data, {"repobook/fleet": self._fleet.name})
