"""PHP: names by their namespace and what a file uses, members through traits and parents."""

from typing import Final

from repobook.languages.php.php_builtins import MEMBERS, NAMES, OF_ENUMS
from repobook.languages.php.php_scopes import RELATIVE, ROOT
from repobook.model.facts import Import
from repobook.model.graph import EXTERNAL, UNKNOWN, Link
from repobook.resolve import Resolve
from repobook.resolve.cached_method import remembered
from repobook.resolve.follow import NAMESPACE, OUTSIDE, STANDARD, Place, Places
from repobook.resolve.linking import NameResolver
from repobook.resolve.paths import Paths
from repobook.resolve.qualified import QualifiedNames
from repobook.resolve.world import World
from repobook.text.folders import folder_of

# What a namespace does not hold is looked for outside of all.
_GLOBAL: Final = frozenset(["function", "constant"])
_SEEN_FROM: Final = "this$"
_FILES: Final = frozenset(["require", "include"])


def resolver(world: World) -> Resolve:
    return _Php(world).resolve


class _Php(NameResolver):
    languages = frozenset(["PHP"])
    members_guessed = frozenset(["method", "field", "constant", "enum_member"])
    standard_members = MEMBERS

    def __init__(self, world: World) -> None:
        super().__init__(world)
        self._paths = Paths(world)
        self._names = QualifiedNames(world, self.languages)

    def names(self, path: str, name: str) -> Places:
        head, _, rest = name.partition("$") if not name.startswith("$") else ("", "", "")
        if head == _SEEN_FROM.rstrip("$"):
            nth = self._names.file(path).nth_by_name.get(rest.replace("$", "."))
            return (Place(path, nth),) if nth is not None else ()
        if name.startswith((ROOT, RELATIVE)):
            return (Place(self._namespace(path, name), NAMESPACE),)
        used = self._uses(path).get(name)
        return self._declared(used) if used is not None else self._bare(path, name)

    def members(self, place: Place, name: str) -> Places:
        if place.nth == NAMESPACE:
            return self._declared(f"{place.path}.{name}" if place.path else name)
        if place.nth < 0:
            return ()
        definition = self._names.file(place.path).definitions[place.nth]
        held = self._names.held(place, name)
        return held or ((STANDARD,) if definition.kind == "enum" and name in OF_ENUMS else ())

    def _bare(self, path: str, name: str) -> Places:
        """In the namespaces of the file; functions and constants also outside of all."""
        spaces = self._names.file(path).namespaces or ("",)
        for space in spaces:
            if found := self._names.main(f"{space}.{name}" if space else name):
                return found
        places = self._names.main(name)
        outer = [p for p in places if self._names.file(p.path).definitions[p.nth].kind in _GLOBAL]
        if outer or name in NAMES:
            return tuple(outer) or (STANDARD,)
        return () if self._world.named(name, self.languages) else (OUTSIDE,)

    def _declared(self, full_name: str) -> Places:
        return self._names.main(full_name) or ((STANDARD,) if full_name in NAMES else (OUTSIDE,))

    def _namespace(self, path: str, name: str) -> str:
        """``$root$App`` is App; ``$in$Models`` begins with what the file uses or is in."""
        kind, *spaces = name.lstrip("$").split("$")
        if kind == ROOT.lstrip("$"):
            return ".".join(spaces)
        used = self._uses(path).get(spaces[0]) if spaces else None
        own = self._names.file(path).namespaces[:1]
        return ".".join([used, *spaces[1:]] if used else [*own, *spaces])

    @remembered
    def _uses(self, path: str) -> dict[str, str]:
        """Full names by the names that a file knows them by."""
        return {
            each.alias or each.name: _full_name(each)
            for each in self._world.unit(path).imports
            if each.form not in _FILES
        }

    def link_of_import(self, path: str, imported: Import) -> Link:
        if imported.form in _FILES:
            return self._file_of(path, imported.module)
        full_name = _full_name(imported)
        if found := self._names.main(full_name):
            return self._follower.link(found) or UNKNOWN
        return EXTERNAL

    def _file_of(self, path: str, written: str) -> Link:
        if found := self._paths.file(folder_of(path), written):
            return Link((found,), "exact")
        return UNKNOWN if written.startswith(".") else self._paths.ending_with(written)


def _full_name(imported: Import) -> str:
    return f"{imported.module}\\{imported.name}".strip("\\").replace("\\", ".")
