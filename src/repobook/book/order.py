"""The order in which folders are told: what others stand on comes first."""

from collections.abc import Iterable

from repobook.model.folder_dossier import ChildEdge


def in_order(folders: Iterable[str], edges: Iterable[ChildEdge]) -> list[str]:
    """What others stand on first: always the one that leans least on those still to come."""
    left = sorted(folders)
    n_by_pair = {(edge.source, edge.target): edge.n for edge in edges}
    found: list[str] = []
    while left:
        best = min(left, key=lambda one: (_lean(one, left, n_by_pair), one))
        found.append(best)
        left.remove(best)
    return found


def _lean(one: str, left: list[str], n_by_pair: dict[tuple[str, str], int]) -> float:
    """How much of what connects it with the others leads from it to them."""
    out = sum(n_by_pair.get((one, other), 0) for other in left)
    back = sum(n_by_pair.get((other, one), 0) for other in left)
    return out / (out + back) if out + back else 0.5
