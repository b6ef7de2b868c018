"""Which file a module of JavaScript or TypeScript means.

Endings and index files are tried as Node and TypeScript try them; a bare name is looked up in the
``paths`` of the nearest ``tsconfig.json`` and among the packages of the repository.
"""

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from repobook.model.facts import Definition
from repobook.resolve.cached_method import remembered
from repobook.resolve.paths import joined
from repobook.resolve.world import World
from repobook.text.folders import below, folder_of

_ENDINGS: Final = (".ts", ".tsx", ".d.ts", ".js", ".jsx", ".mjs", ".cjs", ".mts", ".cts", ".json")
# ``./x.js`` is written where ``x.ts`` stands.
_SOURCES_BY_ENDING: Final = {
    ".js": (".ts", ".tsx", ".d.ts"),
    ".jsx": (".tsx",),
    ".mjs": (".mts", ".d.mts"),
    ".cjs": (".cts", ".d.cts"),
}
_CONFIGURATIONS: Final = ("tsconfig.json", "jsconfig.json", "tsconfig.base.json")
_ENTRY_KEYS: Final = ("source", "types", "module", "main")
_ENTRIES: Final = ("src/index", "index", "lib/index", "src/main")
_STRING: Final = re.compile(r'"([^"\\]*)"')


class _Alias(NamedTuple):
    pattern: str
    targets: tuple[str, ...]
    """Relative to the root of the repository, with ``*`` for what the pattern left open."""

    def meant(self, module: str) -> list[str]:
        prefix, star, suffix = self.pattern.partition("*")
        if not star:
            return list(self.targets) if module == self.pattern else []
        fits = module.startswith(prefix) and module.endswith(suffix)
        if not fits or len(module) < len(prefix) + len(suffix):
            return []
        middle = module[len(prefix) : len(module) - len(suffix)]
        return [target.replace("*", middle) for target in self.targets]


class Modules:
    def __init__(self, world: World) -> None:
        self._world = world
        self._aliases_by_folder = dict(_alias_tables(world))
        self._folder_by_package = dict(sorted(_packages(world), reverse=True))

    def path_of(self, importer: str, module: str) -> str | None:
        """None for what is not in the repository."""
        return self._search(folder_of(importer), module)

    @remembered
    def _search(self, folder: str, module: str) -> str | None:
        if module.startswith(("./", "../")) or module in (".", ".."):
            path = joined(folder, module)
            return self._file(path) if path is not None else None
        module = module.lstrip("/")
        return self._by_alias(folder, module) or self._by_package(module)

    def _file(self, path: str) -> str | None:
        """A file by its path with or without its ending, or the index of a folder."""
        files = self._world.files
        stem, dot, ending = path.rpartition(".")
        candidates = [stem + source for source in _SOURCES_BY_ENDING.get(dot + ending, ())]
        candidates += [path, *[path + each for each in _ENDINGS]]
        candidates += [f"{path}/index{each}".lstrip("/") for each in _ENDINGS]
        file = next((each for each in candidates if each in files), None)
        return file if file is not None else self._entry(path)

    def _by_alias(self, folder: str, module: str) -> str | None:
        for alias in self._aliases(folder):
            paths = [self._file(target) for target in alias.meant(module)]
            if path := next(filter(None, paths), None):
                return path
        return None

    def _aliases(self, folder: str) -> tuple[_Alias, ...]:
        """Those of the nearest configuration above that has any."""
        while folder not in self._aliases_by_folder and folder:
            folder = folder_of(folder)
        return self._aliases_by_folder.get(folder, ())

    def _by_package(self, module: str) -> str | None:
        parts = module.split("/")
        n_named = 2 if module.startswith("@") else 1
        folder = self._folder_by_package.get("/".join(parts[:n_named]))
        if folder is None:
            return None
        rest = "/".join(parts[n_named:])
        if not rest:
            return self._entry(folder)
        inner = [below(folder, rest), below(folder, f"src/{rest}")]
        return next((path for each in inner if (path := self._file(each))), None)

    def _entry(self, folder: str) -> str | None:
        """Where a package begins; what it is built into is not in the repository."""
        keys = _keys(self._world, below(folder, "package.json"))
        named = [_text(keys[key]) for key in _ENTRY_KEYS if key in keys]
        if not keys:
            return None
        candidates = [joined(folder, each) for each in named if each]
        candidates += [below(folder, each) + ending for each in _ENTRIES for ending in _ENDINGS]
        return next((each for each in candidates if each and each in self._world.files), None)


def _packages(world: World) -> Iterator[tuple[str, str]]:
    for path in world.paths_by_name.get("package.json", ()):
        name = _keys(world, path).get("name")
        if name is not None and (text := _text(name)):
            yield text, folder_of(path)


def _alias_tables(world: World) -> Iterator[tuple[str, tuple[_Alias, ...]]]:
    for name in reversed(_CONFIGURATIONS):
        for path in world.paths_by_name.get(name, ()):
            aliases = sorted(_aliases_in(world, path), key=_most_specific_first)
            if aliases:
                yield folder_of(path), tuple(aliases)


def _aliases_in(world: World, path: str) -> Iterator[_Alias]:
    keys = _keys(world, path)
    folder = folder_of(path)
    base_key = keys.get("compilerOptions.baseUrl")
    base = joined(folder, _text(base_key)) if base_key is not None else folder
    if base is None:
        return
    under = "compilerOptions.paths."
    for definition in world.unit(path).definitions:
        if definition.qualname == under + definition.name:
            paths = [joined(base, each) for each in _STRING.findall(definition.signature)[1:]]
            targets = tuple([target for target in paths if target is not None])
            yield _Alias(definition.name, targets)
    if base_key is not None:
        yield _Alias("*", (below(base, "*"),))


def _most_specific_first(alias: _Alias) -> tuple[bool, int, str]:
    return "*" in alias.pattern, -len(alias.pattern), alias.pattern


def _keys(world: World, path: str) -> dict[str, Definition]:
    return {definition.qualname: definition for definition in world.unit(path).definitions}


def _text(key: Definition) -> str:
    """The value of a key that holds a string."""
    return "".join(_STRING.findall(key.signature)[1:2])
