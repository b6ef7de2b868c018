"""Queries of the index, restricted to given files."""

import json
from collections.abc import Callable, Collection, Iterable
from typing import Any

Rows = Callable[[str, tuple[Any, ...]], Iterable[tuple[Any, ...]]]
"""Runs a query: ``execute`` of a connection, or ``rows`` of a reader that keeps a time limit."""
Condition = tuple[str, tuple[Any, ...]]
"""What stands after WHERE, and its values."""


def asked_path(target: str) -> str:
    """A path as the index has it, of one as people type it; empty for the root."""
    path = target.strip().removeprefix("./").rstrip("/")
    return "" if path == "." else path


def below(folder: str) -> tuple[str, str]:
    """Paths below a folder are not less than the first and less than the second."""
    return (f"{folder}/", f"{folder}0") if folder else ("", "\U0010ffff")


def at_or_below(path: str) -> Condition:
    """The file itself, or all below the folder: one range of paths in their order.

    ``a.py`` and ``a-b`` stand between ``a`` and what lies below it. The signs keep SQLite from
    two searches, whose results it would have to sort.
    """
    if not path:
        return "1", ()
    first, end = below(path)
    return "path >= ? AND path < ? AND (+path = ? OR +path >= ?)", (path, end, path, first)


def chosen(**choices: str | Collection[str]) -> Condition:
    """By column, what it is or may be; an empty choice is no restriction."""
    condition: Condition = ("1", ())
    for column, choice in choices.items():
        values = (choice,) if isinstance(choice, str) else tuple(choice)
        if choice:
            marks = ", ".join("?" * len(values))
            condition = both(condition, (f"{column} IN ({marks})", values))
    return condition


def both(first: Condition, second: Condition) -> Condition:
    return f"{first[0]} AND {second[0]}", (*first[1], *second[1])


def listed(keys: Iterable[object]) -> tuple[str]:
    """The value of ``json_each(?)``."""
    return (json.dumps([*keys]),)
