"""The order in which folders are listed: dependencies before dependents."""

from collections.abc import Iterable

from repobook.model.dossiers.folder_dossier import ChildEdge


def in_order(folders: Iterable[str], edges: Iterable[ChildEdge]) -> list[str]:
    """Dependencies first: each time the folder that depends least on those still to come."""
    left = sorted(folders)
    n_by_pair = {(edge.source, edge.target): edge.n for edge in edges}
    ordered: list[str] = []
    while left:
        best = min(left, key=lambda one: (_outward_share(one, left, n_by_pair), one))
        ordered.append(best)
        left.remove(best)
    return ordered


def _outward_share(one: str, left: list[str], n_by_pair: dict[tuple[str, str], int]) -> float:
    """The share of its edges to the others that lead from it to them."""
    out = sum(n_by_pair.get((one, other), 0) for other in left)
    back = sum(n_by_pair.get((other, one), 0) for other in left)
    return out / (out + back) if out + back else 0.5
