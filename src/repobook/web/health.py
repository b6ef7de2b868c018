"""The state of a server: whether its book is the newest, and whether files changed since."""

from typing import NamedTuple


class Health(NamedTuple):
    book: str
    """Stands for the published book; another one has another."""
    book_problem: str
    """Why a newer book in the same place cannot be shown; empty when there is none."""
    is_watched: bool
    is_stale: bool
    is_building: bool
    build_problem: str
