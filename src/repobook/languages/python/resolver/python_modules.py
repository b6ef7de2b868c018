"""Python modules of a repository: which file an import means, seen from the importing file.

Nothing is configured. A folder that is no package itself can stand on the module path, so every
such folder is a root; where a module is found below several, the nearest to the importing file
wins.
"""

from collections.abc import Iterable, Mapping
from typing import Final, NamedTuple

from repobook.languages.python.resolver.python_builtins import STANDARD_LIBRARY
from repobook.model.graph import Unit
from repobook.text.folders import below, depth, n_shared

LANGUAGES: Final = frozenset(["Python", "Cython"])
_ENDINGS: Final = (
    *("/__init__.py", "/__init__.pyi", "/__init__.pxd"),
    *(".py", ".pyx", ".pyi", ".pxd", ".pxi"),
    *("/__init__.pyi.in", ".pyi.in"),
)
"""The first that there is counts: a package before a module, a source before its stub, and a stub
before the template that one is made from."""
_SOURCE_FOLDERS: Final = frozenset(["src", "lib", "python"])
_MAX_PARTS: Final = 64


class Module(NamedTuple):
    """A module, by its path without ending; without a file it is a folder that holds modules."""

    base: str
    path: str
    near: bool = True
    """Found below a folder around the importing file, where Python itself would look."""


class Modules:
    """Answers what ``import`` means in a file; built from paths alone."""

    def __init__(self, files: Mapping[str, Unit]) -> None:
        self._path_by_base = _path_by_base(files)
        self._folders = _folders(self._path_by_base)
        self._roots_by_top = self._roots()
        self._named: dict[tuple[str, str], list[Module]] = {}

    def _roots(self) -> dict[str, list[str]]:
        """The folders below which a first part of a dotted name is found, sorted."""
        roots_by_name: dict[str, list[str]] = {}
        for base in sorted({*self._path_by_base, *self._folders}):
            folder, _, name = base.rpartition("/")
            if base and not self._is_package(folder):
                roots_by_name.setdefault(name, []).append(folder)
        return roots_by_name

    def _is_package(self, folder: str) -> bool:
        return folder in self._folders and self._path_by_base.get(folder, "").startswith(
            f"{folder}/__init__.py"
        )

    def at(self, base: str) -> Module | None:
        """The module or folder of modules at a path."""
        path = self._path_by_base.get(base, "")
        return Module(base, path) if path or base in self._folders else None

    def inside(self, module: Module, name: str) -> Module | None:
        """A module of a package."""
        if module.path and not self._is_package(module.base):
            return None
        submodule = self.at(f"{module.base}/{name}" if module.base else name)
        return submodule._replace(near=module.near) if submodule else None

    def named(self, importing: str, dotted: str) -> list[Module]:
        """What ``dotted`` means in a file, written with dots before it or without.

        Several are equally near; none is outside the repository, or unknown.
        """
        # All files of a folder see the same.
        key = importing.rpartition("/")[0], dotted
        if key not in self._named:
            self._named[key] = self._find(importing, dotted)
        return self._named[key]

    def _find(self, importing: str, dotted: str) -> list[Module]:
        level = len(dotted) - len(dotted.lstrip("."))
        parts = [part for part in dotted[level:].split(".") if part]
        if len(parts) > _MAX_PARTS:
            return []
        if level:
            return self._relative(importing, level, parts)
        return self._absolute(importing, parts) if parts else []

    def _relative(self, importing: str, level: int, parts: list[str]) -> list[Module]:
        folders = importing.split("/")[:-1]
        if level > len(folders) + 1:
            return []
        module = self.at("/".join(folders[: len(folders) + 1 - level] + parts))
        return [module] if module else []

    def _absolute(self, importing: str, parts: list[str]) -> list[Module]:
        top, rest = parts[0], "/".join(parts)
        best: list[Module] = []
        best_distance = 0
        for root in self._roots_by_top.get(top, ()):
            module = self.at(f"{root}/{rest}" if root else rest)
            if module is None:
                continue
            distance = _distance(root, importing)
            if not self._can_be_meant(root, module, top, distance):
                continue
            if not best or distance < best_distance:
                best, best_distance = [], distance
            if distance == best_distance:
                best.append(module._replace(near=distance < _FAR))
        return best

    def _can_be_meant(self, root: str, module: Module, top: str, distance: int) -> bool:
        """A far folder or stub is met by chance, and so is a far name of the standard library.

        What lies in a hidden folder (a stand-in for a package, in the scripts of a CI) is for the
        files there alone.
        """
        if distance >= _FAR and f"/{root}".find("/.") >= 0:
            return False
        top_path = self._path_by_base.get(below(root, top), "")
        if top in STANDARD_LIBRARY:
            return distance < _FAR and bool(top_path)
        return distance < _FAR or (module.path or top_path).endswith(".py")


# Roots around the importing file are nearer than any beside it.
_FAR: Final = 1 << 20


def _distance(root: str, importing: str) -> int:
    """How many folders lie between a root and a file; those beside it count from ``_FAR``."""
    n_folders = importing.count("/")
    if not root or importing.startswith(f"{root}/"):
        return 2 * (n_folders - depth(root))
    parent, _, last = root.rpartition("/")
    if last in _SOURCE_FOLDERS and (not parent or importing.startswith(f"{parent}/")):
        return 2 * (n_folders - depth(parent)) + 1
    return _FAR + n_folders - n_shared(root, importing)


def _path_by_base(files: Mapping[str, Unit]) -> dict[str, str]:
    best_by_base: dict[str, tuple[int, str]] = {}
    for path, kind in files.items():
        if kind.language in LANGUAGES:
            for rank, ending in enumerate(_ENDINGS):
                if f"/{path}".endswith(ending):
                    base = f"/{path}"[1 : -len(ending)]
                    if base not in best_by_base or rank < best_by_base[base][0]:
                        best_by_base[base] = rank, path
                    break
    return {base: path for base, (_, path) in best_by_base.items()}


def _folders(bases: Iterable[str]) -> frozenset[str]:
    """Every folder that holds a module at any depth."""
    folders = {""}
    for base in bases:
        folder = base.rpartition("/")[0]
        while folder not in folders:
            folders.add(folder)
            folder = folder.rpartition("/")[0]
    return frozenset(folders)
