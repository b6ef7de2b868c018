"""Filters that a path, a language and a role decide: ``file: in: lang: role: test:``."""

from typing import Final

from repobook.model.search.query import Filter

_OTHER_NAMES: Final = {"cpp": "c++", "csharp": "c#", "objc": "objective-c", "golang": "go"}


def file_fulfils(filter_: Filter, path: str, language: str, role: str) -> bool:
    """Filters about anything else hold for every file."""
    value = filter_.value.lower()
    if filter_.name == "file":
        return _holds(path.lower(), value)
    if filter_.name == "in":
        return f"/{value.strip('/')}/" in f"/{path.lower()}"
    if filter_.name == "lang":
        is_language = language.lower() == _OTHER_NAMES.get(value, value)
        return is_language or path.lower().endswith(f".{value}")
    if filter_.name == "role":
        return role == value
    if filter_.name == "test":
        return value == "yes" or (role == "test") == (value == "only")
    return True


def _holds(path: str, wanted: str) -> bool:
    """A piece of the path; with stars its pieces in order, from the start to the end of it."""
    if "*" not in wanted:
        return wanted in path
    first, *middle, last = wanted.split("*")
    if not path.startswith(first) and not (first and f"/{first}" in path):
        return False
    at = path.find(first) + len(first)
    for piece in middle:
        position = path.find(piece, at)
        if position < 0:
            return False
        at = position + len(piece)
    return path.endswith(last) and len(path) - len(last) >= at
