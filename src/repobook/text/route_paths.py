"""Paths of routes, put together as frameworks do."""

from typing import Final

# The detail of a mount whose prefix replaces the one that the router has.
REPLACING: Final = "replacing"


def joined_path(prefix: str, path: str) -> str:
    """With one slash between them."""
    if not prefix or not path:
        return prefix or path
    return f"{prefix.rstrip('/')}/{path.lstrip('/')}"
