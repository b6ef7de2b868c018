"""Folders as file ids name them: ``a/b`` above ``a/b/c.py``, and the root as the empty string."""

from collections.abc import Iterable


def folders_of(paths: Iterable[str]) -> list[str]:
    """Every folder that something lies in, near or far, the root among them, in order."""
    folders = {""}
    for path in paths:
        folder = path.rpartition("/")[0]
        while folder not in folders:
            folders.add(folder)
            folder = folder.rpartition("/")[0]
    return sorted(folders)
