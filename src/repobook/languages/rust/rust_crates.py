"""Crates and the files of their modules: what ``mod``, ``crate``, ``super`` and their names mean.

Nothing is built: where a file stands says which module it is, as the compiler would look for it.
"""

import re
from typing import Final

from repobook.model.graph import Unit
from repobook.resolve.cached_method import remembered
from repobook.resolve.paths import joined
from repobook.resolve.world import World
from repobook.text.folders import folder_of, folders_around

_MANIFEST: Final = "Cargo.toml"
_ROOTS: Final = ("lib.rs", "main.rs", "mod.rs")
_STRING: Final = re.compile(r'"([^"\\]*)"')


class Crates:
    def __init__(self, world: World) -> None:
        self._world = world
        self._root_by_name: dict[str, str] = {}
        self.outside: set[str] = set()
        """Names of the crates that some manifest depends on."""
        self._folders = set(map(folder_of, world.paths_by_name.get(_MANIFEST, ())))
        for path in reversed(world.paths_by_name.get(_MANIFEST, ())):
            self._read(world.unit(path))

    def root_of(self, name: str) -> str | None:
        """The file that a crate of the repository begins with."""
        return self._root_by_name.get(name)

    def folder(self, path: str) -> str:
        """Of the crate that a file belongs to."""
        return next((each for each in folders_around(path) if each in self._folders), "")

    def child(self, path: str, name: str) -> str | None:
        """The file of a module that another declares."""
        stem = path.removesuffix(".rs")
        below = folder_of(path) if path.rpartition("/")[2] in _ROOTS else stem
        folders = [below, folder_of(path)] if self._is_root(path) else [below]
        candidates = [joined(folder, each) for folder in folders for each in _files_of(name)]
        files = (each for each in candidates if each in self._world.files and each != path)
        return next(files, None)

    @remembered
    def parent(self, path: str) -> str | None:
        """The file that declares a file's module; None for the root of a crate."""
        folder, _, name = path.rpartition("/")
        outer, stem = folder, name.removesuffix(".rs")
        if name == "mod.rs":
            outer, _, stem = folder.rpartition("/")
        candidates = [joined(outer, each) for each in _ROOTS if name not in _ROOTS[:2]]
        candidates += [f"{outer}.rs"] if outer else []
        declaring = (c for c in candidates if c and self._declares(c, stem, path))
        return next(declaring, None)

    def top(self, path: str) -> str:
        """The root of a file's crate."""
        visited = {path}
        while (above := self.parent(path)) is not None and above not in visited:
            visited.add(above)
            path = above
        return path

    def _declares(self, path: str, name: str, child: str) -> bool:
        imports = self._world.unit(path).imports if path != child else ()
        return any(each.form == "mod" and each.module == name for each in imports)

    def _is_root(self, path: str) -> bool:
        """Files of ``tests``, ``examples``, ``benches`` and ``src/bin`` are crates of their own."""
        return folder_of(path).rpartition("/")[2] in ("tests", "examples", "benches", "bin")

    def _read(self, unit: Unit) -> None:
        folder = folder_of(unit.path)
        keys = {definition.qualname: definition for definition in unit.definitions}
        for qualname, definition in keys.items():
            if "dependencies." in qualname:
                self.outside.add(definition.name.replace("-", "_"))
        names = ["".join(_STRING.findall(keys[k].signature)[:1]) for k in _NAME_KEYS if k in keys]
        path_key = keys.get("lib.path")
        path = "".join(_STRING.findall(path_key.signature)[:1]) if path_key else "src/lib.rs"
        root = joined(folder, path)
        if names and root in self._world.files:
            self._root_by_name[names[0].replace("-", "_")] = root or ""


_NAME_KEYS: Final = ("lib.name", "package.name")


def _files_of(module: str) -> tuple[str, str]:
    return f"{module}.rs", f"{module}/mod.rs"
