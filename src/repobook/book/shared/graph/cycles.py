"""Cycles of a graph of edges."""

from collections.abc import Iterable

from repobook.model.dossiers.folder_dossier import ChildEdge


def cycles_of(edges: Iterable[ChildEdge]) -> tuple[tuple[str, ...], ...]:
    """Largest first, each sorted; there are sixty nodes at most, so all paths are followed."""
    reached: dict[str, set[str]] = {}
    for edge in edges:
        reached.setdefault(edge.source, set()).add(edge.target)
        reached.setdefault(edge.target, set())
    for middle in reached:
        for source in reached:
            if middle in reached[source]:
                reached[source] |= reached[middle]
    cycles = {
        tuple(sorted(other for other in reached[one] if one in reached[other]))
        for one in reached
        if one in reached[one]
    }
    return tuple(sorted(cycles, key=lambda cycle: (-len(cycle), cycle)))
