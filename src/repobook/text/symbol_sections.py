"""Which symbols have a section of their own on the page of their file's symbols."""

from typing import Final

MANY_USES: Final = 3
# What only gives a file its shape, or data its keys.
_SHAPES: Final = frozenset(
    ["key", "heading", "section", "namespace", "module", "package", "selector", "stage"]
)
# Of these there is nothing to tell beyond the outline until something uses them.
_QUIET: Final = frozenset(["field", "variable", "constant", "enum_member", "constructor"])
# Where what is exported is meant for others.
_OFFERING: Final = frozenset(["build", "generated", "source", "vendored"])


def has_section(kind: str, role: str, exported: bool, n_places: int = 0) -> bool:
    """``role`` is the file's, ``n_places`` how often the symbol is used.

    What has one without being used has one for certain, so other files may lead to it.
    """
    if kind in _SHAPES:
        return False
    is_offered = exported and role in _OFFERING and (n_places > 0 or kind not in _QUIET)
    return is_offered or n_places >= MANY_USES
