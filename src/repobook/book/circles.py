"""Which things lean on themselves by way of others."""

from collections.abc import Iterable

from repobook.model.folder_dossier import ChildEdge


def circles_of(edges: Iterable[ChildEdge]) -> tuple[tuple[str, ...], ...]:
    """Largest first, each sorted; there are sixty things at most, so every way is looked at."""
    reached: dict[str, set[str]] = {}
    for edge in edges:
        reached.setdefault(edge.source, set()).add(edge.target)
        reached.setdefault(edge.target, set())
    for middle in reached:
        for source in reached:
            if middle in reached[source]:
                reached[source] |= reached[middle]
    found = {
        tuple(sorted(other for other in reached[one] if one in reached[other]))
        for one in reached
        if one in reached[one]
    }
    return tuple(sorted(found, key=lambda circle: (-len(circle), circle)))
