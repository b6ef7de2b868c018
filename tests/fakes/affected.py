"""Which files an edit touches, as a build finds out."""

from collections.abc import Callable

from repobook.model.graph import Unit
from repobook.resolve.affected import files_affected, names_changed, names_mentioned, names_rebound
from repobook.text.naming.name_hashes import hashed


def touched_by(
    old: Unit | None,
    new: Unit | None,
    units: list[Unit],
    names: Callable[[Unit], set[str]] = names_mentioned,
) -> set[str]:
    """``units`` are all files after the edit."""
    rebound = names_rebound(old, new)
    return files_affected(
        names_changed(old, new),
        {rebound} if rebound else set(),
        [(unit.path, hashed(names(unit))) for unit in units],
        {unit.path: unit for unit in units}.__getitem__,
    )
