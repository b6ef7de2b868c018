"""Glob patterns of files in build files."""

from collections.abc import Callable, Iterable
from typing import Final

from repobook.model.facts import Import
from repobook.model.graph import DYNAMIC, MAX_CANDIDATES, UNKNOWN, FileEdge, Link

_GLOBS: Final = frozenset(["glob", "glob_recurse"])
_MAX_GLOBS: Final = 200


def glob_link(matched: list[str]) -> Link:
    """A link names few files; where there are many, edges do."""
    if len(matched) > MAX_CANDIDATES:
        return DYNAMIC
    return Link(tuple(matched), "inferred", "matches the pattern") if matched else UNKNOWN


def glob_edges(imports: Iterable[Import], match: Callable[[Import], list[str]]) -> list[FileEdge]:
    """To the files that a pattern takes in, where they are too many for a link."""
    globs = [imported for imported in imports if imported.form in _GLOBS]
    return [
        FileEdge(target, "build", imported.line, "inferred")
        for imported in globs[:_MAX_GLOBS]
        if len(matched := match(imported)) > MAX_CANDIDATES
        for target in matched
    ]
