"""Starlark: labels to the targets and files they name, loads to what they take from other files."""

import re
from typing import Final, NamedTuple

from repobook.languages.build_files.file_patterns import glob_edges, glob_link
from repobook.model.facts import Import, Reference
from repobook.model.graph import (
    BUILTIN,
    DYNAMIC,
    EXTERNAL,
    UNKNOWN,
    FileEdge,
    FileLinks,
    Link,
    Unit,
)
from repobook.resolve.homonyms import Homonyms
from repobook.resolve.paths import Paths, joined, one_of
from repobook.resolve.world import World
from repobook.text.folders import folder_of, folders_around

_BUILD_FILES: Final = ("BUILD.bazel", "BUILD", "BUCK", "TARGETS")
_LOCAL: Final = frozenset(["function", "variable", "constant"])
_TARGET: Final = frozenset(["target"])
_BUILTIN_WORDS: Final = """
    abs alias all analysis_test any apple_common aspect attr bind bool cc_binary cc_common cc_import
    cc_library cc_proto_library cc_shared_library cc_test cc_toolchain cc_toolchain_suite
    config_common config_setting configuration_field constraint_setting constraint_value coverage
    ctx DefaultInfo depset dict dir enumerate exec_group existing_rule existing_rules exports_files
    fail filegroup float genquery genrule getattr git_repository glob hasattr hash http_archive
    http_file int java_binary java_common java_import java_library java_plugin java_proto_library
    java_test label_flag label_setting Label len licenses list load local_repository macro map max
    min module_extension native new_local_repository objc_library OutputGroupInfo package
    package_group package_name platform platform_common print proto_library provider proto_common
    py_binary py_library py_runtime py_test range register_execution_platforms register_toolchains
    repository_ctx repository_name repository_rule repr reversed rule RunEnvironmentInfo run_binary
    select set sh_binary sh_library sh_test sorted str struct subpackages tag_class test_suite
    testing toolchain toolchain_type transition tuple type visibility workspace zip module
    bazel_dep use_repo use_extension archive_override git_override local_path_override
    single_version_override multiple_version_override use_repo_rule include True False None
"""
_BUILTINS: Final = frozenset(_BUILTIN_WORDS.split())
_LABEL: Final = re.compile(
    r"(?P<cell>@{1,2}[^/:]*|[\w.-]*(?=//)|)(?://(?P<package>[^:]*))?(?::(?P<name>.+))?"
)
"""``@repository//package:name`` as Bazel writes it, ``cell//package:name`` as Buck does."""
_FIRST_NAME: Final = re.compile(r"\w+")
_MAX_LOADS: Final = 16


class _Label(NamedTuple):
    package: str | None
    """None: the package around."""
    name: str
    is_foreign: bool


class _Starlark:
    def __init__(self, world: World) -> None:
        self._world = world
        self._paths = Paths(world)
        self._names = Homonyms(world, frozenset(["Starlark"]))
        self._link_by_label: dict[tuple[str, str], Link] = {}

    def __call__(self, unit: Unit) -> FileLinks:
        imports = tuple([self._import(imported, unit.path) for imported in unit.imports])
        loaded = {
            imported.alias or imported.name: link
            for imported, link in zip(unit.imports, imports, strict=True)
            if imported.form == "load"
        }
        references = [self._reference(reference, unit, loaded) for reference in unit.references]
        return FileLinks(tuple(references), imports, tuple(self._matched(unit)))

    def _import(self, imported: Import, path: str) -> Link:
        if imported.form == "load":
            return self._load(imported.module, imported.name, path, 0)
        if imported.form == "deps":
            return self._label(imported.module, path)
        if imported.form == "file":
            return self._file(imported.module, path)
        return glob_link(self._glob(imported, path))

    def _load(self, module: str, name: str, path: str, depth: int) -> Link:
        """The symbol where a file defines it, through files that only re-export it."""
        link = self._label(module, path)
        if not link.targets:
            return link
        loaded = link.targets[0]
        if link.confidence != "exact" or loaded not in self._world.files:
            return UNKNOWN
        defined = self._names.among([loaded], name, _LOCAL)
        if defined.targets:
            return Link(defined.targets[:1], "exact")
        unit = self._world.unit(loaded)
        for other in unit.imports if depth < _MAX_LOADS else ():
            if other.form == "load" and (other.alias or other.name) == name:
                return self._load(other.module, other.name, loaded, depth + 1)
        return link

    def _label(self, written: str, path: str) -> Link:
        key = folder_of(path), written
        if key not in self._link_by_label:
            self._link_by_label[key] = self._target(_parsed(written), path)
        return self._link_by_label[key]

    def _target(self, label: _Label, path: str) -> Link:
        if label.is_foreign:
            return EXTERNAL
        if label.package is None:
            link = self._in_package(self._package_of(path), label.name)
            # In a file of macros the label counts from the package that calls them.
            is_sure = link.confidence == "exact" or _is_build_file(path)
            return link if is_sure else DYNAMIC
        # A repository may hold others inside, each with labels of its own.
        packages = (joined(root, label.package) for root in folders_around(path))
        links = [self._in_package(p, label.name) for p in packages if p is not None]
        exact = (link for link in links if link.confidence == "exact")
        inferred = (link for link in links[::-1] if link.targets)
        return next(exact, None) or next(inferred, UNKNOWN)

    def _in_package(self, package: str, name: str) -> Link:
        build_file = self._build_file(package)
        if build_file:
            link = self._names.among([build_file], name, _TARGET)
            if link.targets:
                return link
        file = self._paths.file(package, name)
        if file:
            return Link((file,), "exact")
        if build_file:
            return Link((build_file,), "inferred", "package of the label")
        return UNKNOWN

    def _build_file(self, package: str) -> str:
        files = (self._paths.file(package, name) for name in _BUILD_FILES)
        return next(filter(None, files), "")

    def _package_of(self, path: str) -> str:
        return next(filter(self._build_file, folders_around(path)), folder_of(path))

    def _file(self, written: str, path: str) -> Link:
        """A build file names files of its package; what others load may mean any folder around."""
        file = self._paths.file(self._package_of(path), written)
        if file and _is_build_file(path):
            return Link((file,), "exact")
        return one_of(self._paths.around(path, written), "path from a folder around")

    def _glob(self, imported: Import, path: str) -> list[str]:
        pattern = imported.module.replace("**/", "")
        deep = imported.form == "glob_recurse"
        return self._paths.matching(self._package_of(path), pattern, deep=deep)

    def _matched(self, unit: Unit) -> list[FileEdge]:
        return glob_edges(unit.imports, lambda imported: self._glob(imported, unit.path))

    def _reference(self, reference: Reference, unit: Unit, loaded: dict[str, Link]) -> Link:
        first = _FIRST_NAME.match(reference.receiver or reference.name)
        name = first.group() if first else ""
        if name in loaded:
            link = loaded[name]
            # The members of a loaded struct are known only at run time.
            return link if not reference.receiver or link is EXTERNAL else DYNAMIC
        if reference.receiver:
            return BUILTIN if name in _BUILTINS else DYNAMIC
        own = self._names.among([unit.path], name, _LOCAL)
        if own.targets:
            return own
        return BUILTIN if name in _BUILTINS else UNKNOWN


def _is_build_file(path: str) -> bool:
    return path.rpartition("/")[2] in _BUILD_FILES


def _parsed(written: str) -> _Label:
    match = _LABEL.fullmatch(written)
    if match is None:
        return _Label(None, written, False)
    cell, package, name = match.group("cell", "package", "name")
    if cell.strip("@"):
        return _Label(None, "", True)
    if name is None and package is not None:
        name = package.rpartition("/")[2]
    return _Label(package, name or "", False)


def resolver(world: World) -> _Starlark:
    return _Starlark(world)
