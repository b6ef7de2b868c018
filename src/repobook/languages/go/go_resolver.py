"""Go: a folder is a package, and ``go.mod`` says by which path its packages are imported."""

from collections import defaultdict
from typing import Final, NamedTuple

from repobook.languages.go.go_parser import package_name
from repobook.model.facts import Import
from repobook.model.graph import EXTERNAL, MAX_CANDIDATES, UNKNOWN, Link, Unit
from repobook.resolve import Resolve
from repobook.resolve.cached_method import remembered
from repobook.resolve.follow import OUTSIDE, STANDARD, WHOLE, Place, Places
from repobook.resolve.linking import NameResolver
from repobook.resolve.world import World
from repobook.text.folders import folder_of

_LANGUAGE: Final = "Go"
_MODULE_FILE: Final = "go.mod"
_BUILTINS: Final = """
    any append bool byte cap clear close comparable complex complex128 complex64 copy delete error
    false float32 float64 imag int int16 int32 int64 int8 iota len make max min new nil panic print
    println real recover rune string true uint uint16 uint32 uint64 uint8 uintptr
"""
# What the types of the standard library call their members, too.
_STANDARD_MEMBERS: Final = """
    AddDate AppendFormat AsTime CombinedOutput CompareAndSwap ContentLength CopyN DoChan
    FieldByName FindString FindStringSubmatch FormValue GetBody HasPrefix HasSuffix IsDir IsNil
    IsRegular IsValid IsZero LoadOrStore MapIndex MapKeys MatchString MethodByName ModTime NumField
    NumMethod ParseForm ParseMultipartForm PkgPath PostForm QueryRow ReadAll ReadAt ReadByte
    ReadCloser ReadDir ReadFile ReadFrom ReadRune ReadString RemoteAddr ReplaceAll ReplaceAllString
    RequestURI RoundTrip ServeHTTP SetBool SetDeadline SetInt SetLen SetString StatusCode TempDir
    ToLower ToUpper UnixNano UnreadByte UnreadRune UserAgent WriteByte WriteHeader WriteRune
    WriteString WriteTo RLock RUnlock MarshalJSON UnmarshalJSON MarshalText UnmarshalText IsAbs
    IsExist NotExist SubexpNames DecodeString EncodeToString NewRequest NewTimer PathValue
    QueryEscape RawQuery
"""
_BUILTIN_NAMES: Final = frozenset(_BUILTINS.split())


def resolver(world: World) -> Resolve:
    return _Go(world).resolve


class _Package(NamedTuple):
    names: dict[str, list[Place]]
    members: dict[str, dict[str, list[Place]]]
    """By the name of the type."""


class _Go(NameResolver):
    languages = frozenset([_LANGUAGE])
    members_guessed = frozenset(["method", "field"])
    standard_members = frozenset(_STANDARD_MEMBERS.split())
    depth_first = False

    def __init__(self, world: World) -> None:
        super().__init__(world)
        self._paths_by_folder: defaultdict[str, list[str]] = defaultdict(list)
        for path, kind in sorted(world.files.items()):
            if kind.language == _LANGUAGE:
                self._paths_by_folder[folder_of(path)].append(path)
        self._folder_by_module = dict(_modules(world))

    def names(self, path: str, name: str) -> Places:
        imported = self._imports_of(path).get(name)
        if imported is not None:
            return (imported,)
        package = self._package_of(path)
        own = package.names.get(name) if package else None
        if own:
            return _nearest(own, path)
        standard = (STANDARD,) if name in _BUILTIN_NAMES else ()
        return self._dot_imported(path, name) or standard

    def members(self, place: Place, name: str) -> Places:
        if place.nth == WHOLE:
            package = self._main_package(place.path)
            return tuple(package.names.get(name, ())) if package else ()
        definition = self._follower.definition(place)
        package = self._package_of(place.path)
        if definition is None or package is None:
            return ()
        return tuple(package.members.get(definition.qualname, {}).get(name, ()))

    def link_of_import(self, path: str, imported: Import) -> Link:
        folder = self._folder_of(imported.module)
        if folder is None:
            return EXTERNAL
        paths = [
            path for path in self._paths_by_folder[folder] if not path.endswith("_test.go")
        ] or self._paths_by_folder[folder]
        if len(paths) > MAX_CANDIDATES:
            name = folder.rpartition("/")[2]
            main_files = [path for path in paths if path.endswith(("/doc.go", f"/{name}.go"))]
            paths = main_files or paths[:1]
        return Link(tuple(paths), "exact") if paths else UNKNOWN

    @remembered
    def _imports_of(self, path: str) -> dict[str, Place]:
        """The packages that a file imports, by the names it knows them by."""
        return {
            self._name_of(imported): self._place_of(imported.module)
            for imported in self._world.unit(path).imports
            if not imported.name and imported.alias != "_"
        }

    def _name_of(self, imported: Import) -> str:
        if imported.alias:
            return imported.alias
        folder = self._folder_of(imported.module)
        packages = self._packages_in(folder) if folder is not None else {}
        names = sorted(name for name in packages if not name.endswith("_test"))
        return names[0] if names else package_name(imported.module)

    def _place_of(self, module: str) -> Place:
        folder = self._folder_of(module)
        return OUTSIDE if folder is None else Place(folder, WHOLE)

    def _folder_of(self, module: str) -> str | None:
        """The longest module path that the import begins with; only a folder of Go files counts."""
        prefix, rest = module, ""
        while prefix:
            if prefix in self._folder_by_module:
                folder = f"{self._folder_by_module[prefix]}{rest}".strip("/")
                return folder if folder in self._paths_by_folder else None
            prefix, slash, last = prefix.rpartition("/")
            rest = f"{slash}{last}{rest}"
        return None

    def _dot_imported(self, path: str, name: str) -> Places:
        for imported in self._world.unit(path).imports:
            if imported.name == "*":
                place = self._place_of(imported.module)
                if places := (place,) if place == OUTSIDE else self.members(place, name):
                    return places
        return ()

    def _package_of(self, path: str) -> _Package | None:
        return self._packages_in(folder_of(path)).get(_package_name(self._world.unit(path)))

    def _main_package(self, folder: str) -> _Package | None:
        packages = self._packages_in(folder)
        names = sorted(name for name in packages if not name.endswith("_test"))
        return packages[names[0]] if names else None

    @remembered
    def _packages_in(self, folder: str) -> dict[str, _Package]:
        package_by_name: dict[str, _Package] = {}
        for path in self._paths_by_folder.get(folder, ()):
            unit = self._world.unit(path)
            _add(unit, package_by_name.setdefault(_package_name(unit), _Package({}, {})))
        return package_by_name


def _modules(world: World) -> list[tuple[str, str]]:
    """Module paths with the folders of their ``go.mod``."""
    units = [world.unit(path) for path in world.paths_by_name.get(_MODULE_FILE, ())]
    return [
        (definition.value, folder_of(unit.path))
        for unit in units
        for definition in unit.definitions
        if definition.kind == "module"
    ]


def _add(unit: Unit, package: _Package) -> None:
    for nth, definition in enumerate(unit.definitions):
        owner, _, name = definition.qualname.rpartition(".")
        place = Place(unit.path, nth)
        if owner:
            package.members.setdefault(owner, {}).setdefault(name, []).append(place)
        elif definition.kind != "package":
            package.names.setdefault(name, []).append(place)


def _nearest(places: list[Place], path: str) -> Places:
    """Files for different systems define the same names; one's own file is always built."""
    here = tuple([place for place in places if place.path == path])
    return here or tuple(places)


def _package_name(unit: Unit) -> str:
    return next((d.name for d in unit.definitions if d.kind == "package"), "")
