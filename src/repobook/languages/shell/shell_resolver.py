"""Shell: the scripts that one sources or runs, and the functions that it gets from them.

Where a script is run from is not known. A path that begins at the script's own folder or at the top
of the repository is exact; any other is inferred from there being such a file around.
"""

import re
from collections.abc import Iterator
from typing import Final

from repobook.model.facts import Import, Reference
from repobook.model.graph import BUILTIN, DYNAMIC, EXTERNAL, UNKNOWN, FileLinks, Link, Unit
from repobook.resolve.cached_method import remembered
from repobook.resolve.homonyms import Homonyms, files_read
from repobook.resolve.paths import Paths, joined, one_of
from repobook.resolve.world import World
from repobook.text.folders import folder_of

_BUILTIN_WORDS: Final = """
    alias bg bind break builtin caller cd command compgen complete compopt continue declare dirs
    disown echo enable eval exec exit export false fc fg getopts hash help history jobs kill let
    local logout mapfile popd printf pushd pwd read readarray readonly return set shift shopt source
    suspend test times trap true type typeset ulimit umask unalias unset wait
"""
_BUILTINS: Final = frozenset(_BUILTIN_WORDS.split())
_OWN: Final = re.compile(
    r"\$\(\s*dirname\s+(?:--\s+)?\"?\$(?:0|\{0\}|BASH_SOURCE|\{BASH_SOURCE(?:\[0\])?\})\"?\s*\)\"?"
    r"|\$\{(?:BASH_SOURCE(?:\[0\])?|0)%/\*\}\"?"
)
_TOP: Final = re.compile(r"\$\(\s*git\s+rev-parse\s+--show-toplevel\s*\)\"?")
_VARIABLE: Final = re.compile(r"\$(?:\{(\w+)\}|(\w+))\"?")
_SPECIAL: Final = ("$", "`", "*", "?", "{")
_FUNCTION: Final = frozenset(["function"])
_AROUND: Final = "path from a folder around"


class _Shell:
    def __init__(self, world: World) -> None:
        self._world = world
        self._paths = Paths(world)
        self._names = Homonyms(world, frozenset(["Shell"]))

    def __call__(self, unit: Unit) -> FileLinks:
        imports = self._imports(unit.path)
        visible = files_read(unit.path, self._sourced)
        are_all_found = all(
            link.confidence or link is EXTERNAL
            for imported, link in zip(unit.imports, imports, strict=True)
            if imported.form == "source"
        )
        otherwise = EXTERNAL if are_all_found else UNKNOWN
        references = [self._call(reference, visible, otherwise) for reference in unit.references]
        return FileLinks(tuple(references), imports)

    @remembered
    def _imports(self, path: str) -> tuple[Link, ...]:
        unit = self._world.unit(path)
        return tuple([self._script(imported, unit) for imported in unit.imports])

    def _sourced(self, path: str) -> Iterator[str]:
        unit = self._world.unit(path)
        if unit.language != "Shell":
            return
        for imported, link in zip(unit.imports, self._imports(path), strict=True):
            if imported.form == "source" and len(link.targets) == 1:
                yield link.targets[0]

    def _script(self, imported: Import, unit: Unit) -> Link:
        written = imported.module
        own, top = _OWN.match(written), _TOP.match(written)
        if own:
            return self._exact(folder_of(unit.path), written[own.end() :])
        if top:
            return self._exact("", written[top.end() :])
        if variable := _VARIABLE.match(written):
            return self._after(variable, unit, written[variable.end() :])
        if written.startswith(("/", "~")):
            return EXTERNAL
        return self._relative(written, unit.path)

    def _exact(self, folder: str, rest: str) -> Link:
        file = self._paths.file(folder, rest.replace('"', ""))
        return Link((file,), "exact") if file else DYNAMIC

    def _after(self, variable: re.Match[str], unit: Unit, rest: str) -> Link:
        """What a variable holds is known where the script sets it from its own place."""
        name = variable.group(1) or variable.group(2)
        values = {d.value for d in unit.definitions if d.name == name}
        if len(values) == 1 and (value := values.pop()):
            folder = "" if value == "/" else joined(folder_of(unit.path), value)
            return self._exact(folder, rest) if folder is not None else DYNAMIC
        if not rest.startswith("/"):
            return DYNAMIC
        return self._relative(rest[1:], unit.path)

    def _relative(self, written: str, path: str) -> Link:
        written = written.replace('"', "")
        if any(mark in written for mark in _SPECIAL):
            return DYNAMIC
        link = one_of(self._paths.around(path, written), _AROUND)
        if link.targets or "/" not in written.removeprefix("./"):
            return link
        return self._paths.ending_with(written)

    def _call(self, reference: Reference, visible: list[str], otherwise: Link) -> Link:
        link = self._names.among(visible, reference.name, _FUNCTION)
        if link.targets:
            return link
        return BUILTIN if reference.name in _BUILTINS else otherwise


def resolver(world: World) -> _Shell:
    return _Shell(world)
