"""Which symbols have a section of their own, and which the index from A to Z has."""

from typing import Final

MANY_USES: Final = 5
# What only gives a file its shape, or data its keys.
_SHAPES: Final = frozenset(
    ["key", "heading", "section", "namespace", "module", "package", "selector", "stage"]
)
# Of these there is nothing to tell beyond the outline until other files use them.
_QUIET: Final = frozenset(["field", "variable", "constant", "enum_member", "constructor"])
# Where what is exported is meant for others.
OFFERING: Final = ("build", "generated", "source", "vendored")
# What the index from A to Z leaves to the pages of files: data, members, titles, tests.
UNINDEXED: Final = ("key", "field", "variable", "enum_member", "heading", "block", "test")


def has_section(
    kind: str, role: str, exported: bool, n_places: int = 0, n_elsewhere: int = 0
) -> bool:
    """``role`` is the file's; ``n_places`` tells how often, ``n_elsewhere`` in how many others.

    What has one without being used has one for certain, so other files may lead to it.
    """
    if kind in _SHAPES or (kind in _QUIET and not n_elsewhere):
        return False
    return n_places >= MANY_USES or (exported and role in OFFERING)


def is_indexed(kind: str, role: str, exported: bool) -> bool:
    """Whether the index from A to Z has it."""
    return exported and role in OFFERING and kind not in UNINDEXED
