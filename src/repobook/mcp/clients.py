"""Configuration of common MCP clients: the file and its content."""

import json
from collections.abc import Callable
from typing import Any, Final, NamedTuple

SERVER: Final = "repobook"


class Client(NamedTuple):
    file: str
    """Below the home folder where it begins with ``~``, else below the current one."""
    merged: Callable[[str, list[str]], str]
    """The text of the file with our server in it."""


def _json_under(key: str, **more: Any) -> Callable[[str, list[str]], str]:
    def merged(text: str, command: list[str]) -> str:
        content = json.loads(text) if text.strip() else {}
        if not isinstance(content, dict) or not isinstance(content.setdefault(key, {}), dict):
            raise ValueError(f"{key} is no object")
        content[key][SERVER] = {**more, "command": command[0], "args": command[1:]}
        return json.dumps(content, indent=2, ensure_ascii=False) + "\n"

    return merged


def _toml(text: str, command: list[str]) -> str:
    """Appended, so that nothing else of the file is touched."""
    head = f"[mcp_servers.{SERVER}]"
    if head in text:
        raise ValueError(f"it has {head} already")
    quoted = [json.dumps(word) for word in command]
    entry = f"{head}\ncommand = {quoted[0]}\nargs = [{', '.join(quoted[1:])}]\n"
    return f"{text.rstrip()}\n\n{entry}" if text.strip() else entry


CLIENTS: Final = {
    "claude-code": Client(".mcp.json", _json_under("mcpServers", type="stdio")),
    "claude-desktop": Client(
        "~/.config/Claude/claude_desktop_config.json", _json_under("mcpServers")
    ),
    "codex": Client("~/.codex/config.toml", _toml),
    "cursor": Client(".cursor/mcp.json", _json_under("mcpServers")),
    "gemini-cli": Client(".gemini/settings.json", _json_under("mcpServers")),
    "vscode": Client(".vscode/mcp.json", _json_under("servers", type="stdio")),
    "windsurf": Client("~/.codeium/windsurf/mcp_config.json", _json_under("mcpServers")),
}
