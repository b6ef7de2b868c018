"""Go: a folder is a package, and ``go.mod`` says by which path its packages are imported."""

from collections import defaultdict
from typing import Final, NamedTuple

from repobook.model.facts import Import
from repobook.model.graph import EXTERNAL, MAX_CANDIDATES, UNKNOWN, FileLinks, Link, Unit
from repobook.resolve import Resolve
from repobook.resolve.candidates import Candidates
from repobook.resolve.follow import OUTSIDE, STANDARD, WHOLE, Follower, Place, Places
from repobook.resolve.linking import Linker
from repobook.resolve.world import World

_LANGUAGE: Final = "Go"
_MODULE_FILE: Final = "go.mod"
_MEMBERS: Final = frozenset(["method", "field"])
_BUILTINS: Final = frozenset(
    [
        *("any", "append", "bool", "byte", "cap", "clear", "close", "comparable", "complex"),
        *("complex128", "complex64", "copy", "delete", "error", "false", "float32", "float64"),
        *("imag", "int", "int16", "int32", "int64", "int8", "iota", "len", "make", "max", "min"),
        *("new", "nil", "panic", "print", "println", "real", "recover", "rune", "string", "true"),
        *("uint", "uint16", "uint32", "uint64", "uint8", "uintptr"),
    ]
)
# What the types of the standard library call their members, too.
_STANDARD_MEMBERS: Final = frozenset(
    [
        *("AddDate", "AppendFormat", "AsTime", "CombinedOutput", "CompareAndSwap", "ContentLength"),
        *("CopyN", "DoChan", "FieldByName", "FindString", "FindStringSubmatch", "FormValue"),
        *("GetBody", "HasPrefix", "HasSuffix", "IsDir", "IsNil", "IsRegular", "IsValid", "IsZero"),
        *("LoadOrStore", "MapIndex", "MapKeys", "MatchString", "MethodByName", "ModTime"),
        *("NumField", "NumMethod", "ParseForm", "ParseMultipartForm", "PkgPath", "PostForm"),
        *("QueryRow", "ReadAll", "ReadAt", "ReadByte", "ReadCloser", "ReadDir", "ReadFile"),
        *("ReadFrom", "ReadRune", "ReadString", "RemoteAddr", "ReplaceAll", "ReplaceAllString"),
        *("RequestURI", "RoundTrip", "ServeHTTP", "SetBool", "SetDeadline", "SetInt", "SetLen"),
        *("SetString", "StatusCode", "TempDir", "ToLower", "ToUpper", "UnixNano", "UnreadByte"),
        *("UnreadRune", "UserAgent", "WriteByte", "WriteHeader", "WriteRune", "WriteString"),
        *("WriteTo", "RLock", "RUnlock", "MarshalJSON", "UnmarshalJSON", "MarshalText"),
        *("UnmarshalText", "IsAbs", "IsExist", "NotExist", "SubexpNames", "DecodeString"),
        *("EncodeToString", "NewRequest", "NewTimer", "PathValue", "QueryEscape", "RawQuery"),
    ]
)


def resolver(world: World) -> Resolve:
    return _Go(world).resolve


class _Package(NamedTuple):
    names: dict[str, list[Place]]
    members: dict[str, dict[str, list[Place]]]
    """By the name of the type."""


class _Go:
    depth_first = False

    def __init__(self, world: World) -> None:
        self._world = world
        self._follower = Follower(world, self)
        by_name = Candidates(world, frozenset([_LANGUAGE]), _MEMBERS, _STANDARD_MEMBERS, EXTERNAL)
        self._linker = Linker(self._follower, by_name)
        self._paths_by_folder: defaultdict[str, list[str]] = defaultdict(list)
        for path, kind in sorted(world.files.items()):
            if kind.language == _LANGUAGE:
                self._paths_by_folder[_folder(path)].append(path)
        self._folder_by_module = dict(_modules(world))
        self._packages: dict[str, dict[str, _Package]] = {}
        self._imported: dict[str, dict[str, Place]] = {}

    def resolve(self, unit: Unit) -> FileLinks:
        imports = tuple([self._link_of_import(imported) for imported in unit.imports])
        return FileLinks(self._linker.references(unit), imports)

    def names(self, path: str, name: str) -> Places:
        unit = self._world.unit(path)
        if unit is None:
            return ()
        imported = self._imports_of(unit).get(name)
        if imported is not None:
            return (imported,)
        package = self._package_of(unit)
        own = package.names.get(name) if package else None
        if own:
            return _nearest(own, path)
        standard = (STANDARD,) if name in _BUILTINS else ()
        return self._dot_imported(unit, name) or standard

    def members(self, place: Place, name: str) -> Places:
        if place.nth == WHOLE:
            package = self._main_package(place.path)
            return tuple(package.names.get(name, ())) if package else ()
        definition = self._follower.definition(place)
        unit = self._world.unit(place.path)
        package = self._package_of(unit) if unit else None
        if definition is None or package is None:
            return ()
        return tuple(package.members.get(definition.qualname, {}).get(name, ()))

    def _link_of_import(self, imported: Import) -> Link:
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

    def _imports_of(self, unit: Unit) -> dict[str, Place]:
        """The packages that a file imports, by the names it knows them by."""
        if unit.path not in self._imported:
            self._imported[unit.path] = {
                self._name_of(imported): self._place_of(imported.module)
                for imported in unit.imports
                if not imported.name and imported.alias != "_"
            }
        return self._imported[unit.path]

    def _name_of(self, imported: Import) -> str:
        if imported.alias:
            return imported.alias
        folder = self._folder_of(imported.module)
        packages = self._packages_in(folder) if folder is not None else {}
        names = sorted(name for name in packages if not name.endswith("_test"))
        return names[0] if names else _conventional_name(imported.module)

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

    def _dot_imported(self, unit: Unit, name: str) -> Places:
        for imported in unit.imports:
            if imported.name == "*":
                place = self._place_of(imported.module)
                if places := (place,) if place == OUTSIDE else self.members(place, name):
                    return places
        return ()

    def _package_of(self, unit: Unit) -> _Package | None:
        return self._packages_in(_folder(unit.path)).get(_package_name(unit))

    def _main_package(self, folder: str) -> _Package | None:
        packages = self._packages_in(folder)
        names = sorted(name for name in packages if not name.endswith("_test"))
        return packages[names[0]] if names else None

    def _packages_in(self, folder: str) -> dict[str, _Package]:
        if folder not in self._packages:
            package_by_name: dict[str, _Package] = {}
            for path in self._paths_by_folder.get(folder, ()):
                unit = self._world.unit(path)
                if unit is not None:
                    name = _package_name(unit)
                    _add(unit, package_by_name.setdefault(name, _Package({}, {})))
            self._packages[folder] = package_by_name
        return self._packages[folder]


def _modules(world: World) -> list[tuple[str, str]]:
    """Module paths with the folders of their ``go.mod``."""
    units = [world.unit(path) for path in world.paths_by_name.get(_MODULE_FILE, ())]
    return [
        (definition.value, _folder(unit.path))
        for unit in units
        if unit is not None
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


def _conventional_name(module: str) -> str:
    """``gopkg.in/yaml.v3`` is ``yaml`` and ``example.com/x/v2`` is ``x``."""
    parts = module.split("/")
    last = parts.pop()
    if parts and last[:1] == "v" and last[1:].isdigit():
        last = parts.pop()
    return last.partition(".v")[0].removeprefix("go-")


def _folder(path: str) -> str:
    return path.rpartition("/")[0]
