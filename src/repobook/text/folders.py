"""Folders as file ids name them: ``a/b`` above ``a/b/c.py``, and the root as the empty string."""

from collections.abc import Iterable, Iterator


def folder_of(path: str) -> str:
    return path.rpartition("/")[0]


def folders_around(path: str) -> Iterator[str]:
    """The nearest first, the root last."""
    folder = folder_of(path)
    while folder:
        yield folder
        folder = folder_of(folder)
    yield ""


def folders_of(paths: Iterable[str]) -> list[str]:
    """Every folder that something lies in, near or far, the root among them, in order."""
    folders = {""}
    for path in paths:
        folder = folder_of(path)
        while folder not in folders:
            folders.add(folder)
            folder = folder_of(folder)
    return sorted(folders)


def below(folder: str, name: str) -> str:
    return f"{folder}/{name}" if folder else name


def inside(path: str, folder: str) -> str:
    """The path as it is written from a folder around it."""
    return path[len(folder) + 1 :] if folder else path


def depth(folder: str) -> int:
    return folder.count("/") + 1 if folder else 0


def n_shared(path: str, other: str) -> int:
    """How many parts two paths begin with alike."""
    n = 0
    for ours, theirs in zip(path.split("/"), other.split("/"), strict=False):
        if ours != theirs:
            break
        n += 1
    return n
