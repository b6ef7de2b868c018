"""Paths of routes and names of commands, put together as frameworks do."""

from typing import Final

# The detail of a mount whose prefix replaces the one that the router has.
REPLACING: Final = "replacing"


def joined_path(prefix: str, path: str) -> str:
    """With one slash between them."""
    if not prefix or not path:
        return prefix or path
    return f"{prefix.rstrip('/')}/{path.lstrip('/')}"


def command_name(words: str) -> str:
    """As a symbol bears it; without the sign, functions would have the same names."""
    return f"$ {words}"


def joined_words(group: str, command: str) -> str:
    return f"{group} {command}".strip()
