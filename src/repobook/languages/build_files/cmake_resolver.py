"""CMake: files that a build is made of, the targets it builds, functions and variables.

A path is followed through the variables it begins with. What a variable of CMake itself holds is
known for those that name a folder of the source; of the others nothing is followed.
"""

import re
from collections import Counter
from collections.abc import Iterator
from typing import Final, NamedTuple

from repobook.languages.build_files.file_patterns import glob_edges, glob_link
from repobook.model.facts import Definition, Import, Reference
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
from repobook.resolve.cached_method import remembered
from repobook.resolve.homonyms import Homonyms, files_read
from repobook.resolve.paths import Paths, joined, one_of
from repobook.resolve.world import World
from repobook.text.folders import folder_of, folders_around

_LANGUAGES: Final = frozenset(["CMake"])
_LIST_FILE: Final = "CMakeLists.txt"
_COMMAND_WORDS: Final = """
    add_compile_definitions add_compile_options add_custom_command add_custom_target add_definitions
    add_dependencies add_executable add_library add_link_options add_subdirectory add_test
    aux_source_directory block break build_command build_name cmake_host_system_information
    cmake_language cmake_minimum_required cmake_parse_arguments cmake_path cmake_policy
    configure_file continue create_test_sourcelist ctest_build ctest_configure ctest_coverage
    ctest_empty_binary_directory ctest_memcheck ctest_read_custom_files ctest_run_script ctest_sleep
    ctest_start ctest_submit ctest_test ctest_update ctest_upload define_property else elseif
    enable_language enable_testing endblock endforeach endfunction endif endmacro endwhile
    exec_program execute_process export export_library_dependencies file find_file find_library
    find_package find_path find_program fltk_wrap_ui foreach function get_cmake_property
    get_directory_property get_filename_component get_property get_source_file_property
    get_target_property get_test_property if include include_directories include_external_msproject
    include_guard include_regular_expression install install_files install_programs install_targets
    link_directories link_libraries list load_cache load_command macro make_directory
    mark_as_advanced math message option output_required_files project qt_wrap_cpp qt_wrap_ui remove
    remove_definitions return separate_arguments set set_directory_properties set_property
    set_source_files_properties set_target_properties set_tests_properties site_name source_group
    string subdir_depends subdirs target_compile_definitions target_compile_features
    target_compile_options target_include_directories target_link_directories target_link_libraries
    target_link_options target_precompile_headers target_sources try_compile try_run unset
    use_mangled_mesa utility_source variable_requires variable_watch while write_file
"""
_COMMANDS: Final = frozenset(_COMMAND_WORDS.split())
_VARIABLES: Final = re.compile(
    r"CMAKE_\w*|CPACK_\w*|CTEST_\w*|PROJECT_(?:NAME|VERSION\w*|SOURCE_DIR|BINARY_DIR|IS_TOP_LEVEL)"
    r"|ARG[CNV]\d*|ANDROID|APPLE|BSD|CYGWIN|IOS|LINUX|MINGW|MSVC\w*|MSYS|UNIX|WIN32|XCODE\w*|ENV"
)
_EXPANSION: Final = re.compile(r"\$\{(\w+)\}")
_CALLED: Final = frozenset(["function", "macro"])
_MENTIONED: Final = frozenset(["variable", "target", "test", "package"])
_TARGETS: Final = frozenset(["target"])
_MAX_DEPTH: Final = 8
_AROUND: Final = "path from a folder around"


class _Folders(NamedTuple):
    """The folders that the beginning of a path may mean, and why where that was inferred."""

    paths: tuple[str, ...]
    rest: str
    rule: str = ""


_NOWHERE: Final = _Folders((), "")


class _CMake:
    def __init__(self, world: World) -> None:
        self._world = world
        self._paths = Paths(world)
        self._names = Homonyms(world, _LANGUAGES)

    def __call__(self, unit: Unit) -> FileLinks:
        visible = files_read(unit.path, self._files_included)
        return FileLinks(
            tuple([self._reference(reference, unit, visible) for reference in unit.references]),
            self._imports(unit.path),
            tuple(self._matched(unit)),
        )

    @remembered
    def _imports(self, path: str) -> tuple[Link, ...]:
        imports = self._world.unit(path).imports
        return tuple([self._import(imported, path) for imported in imports])

    def _files_included(self, path: str) -> Iterator[str]:
        unit = self._world.unit(path)
        if unit.language not in _LANGUAGES:
            return
        for imported, link in zip(unit.imports, self._imports(path), strict=True):
            if imported.form == "include" and len(link.targets) == 1:
                yield link.targets[0]

    def _import(self, imported: Import, path: str) -> Link:
        module = imported.module
        if imported.form == "find_package":
            return self._module(f"{imported.name}.cmake")
        if imported.form == "add_subdirectory":
            return self._file(f"{module}/{_LIST_FILE}", path)
        if imported.form == "file":
            return self._file(module, path)
        if imported.form == "include":
            is_path = "/" in module or "." in module
            return self._file(module, path) if is_path else self._module(f"{module}.cmake")
        return glob_link(self._glob(imported, path))

    def _module(self, name: str) -> Link:
        """A module is looked for by its name; what the repository does not hold is CMake's own."""
        link = self._paths.ending_with(name)
        return link if link.targets else EXTERNAL

    def _file(self, written: str, path: str) -> Link:
        folders = self._folders(written, path, 0)
        if not folders.paths:
            return DYNAMIC if "$" in written else UNKNOWN
        files = [self._paths.file(folder, folders.rest) for folder in folders.paths]
        candidates = list(dict.fromkeys(filter(None, files)))
        if candidates and not folders.rule:
            return Link((candidates[0],), "exact")
        return one_of(candidates, folders.rule)

    def _glob(self, imported: Import, path: str) -> list[str]:
        folders = self._folders(imported.module, path, 0)
        deep = imported.form == "glob_recurse"
        matches = (
            self._paths.matching(folder, folders.rest, deep=deep) for folder in folders.paths
        )
        return next(filter(None, matches), [])

    def _matched(self, unit: Unit) -> list[FileEdge]:
        return glob_edges(unit.imports, lambda imported: self._glob(imported, unit.path))

    def _folders(self, written: str, path: str, depth: int) -> _Folders:
        """Where a path begins, and what remains of it below."""
        start = _EXPANSION.match(written)
        rest = written[start.end() :] if start else written
        if "$" in rest or depth > _MAX_DEPTH or (start and rest[:1] not in ("", "/")):
            return _NOWHERE
        if start is None:
            return _NOWHERE if written.startswith("/") else self._current(path, rest)
        name = start.group(1)
        if name == "CMAKE_CURRENT_LIST_DIR":
            return _Folders((folder_of(path),), rest)
        if name == "CMAKE_CURRENT_LIST_FILE":
            return _Folders((path,), rest)
        if name == "CMAKE_CURRENT_SOURCE_DIR":
            return self._current(path, rest)
        if name in ("CMAKE_SOURCE_DIR", "PROJECT_SOURCE_DIR"):
            return _Folders(tuple(folders_around(path)), rest, _AROUND)
        return self._held(name, path, rest, depth)

    def _current(self, path: str, rest: str) -> _Folders:
        """A list file is read where it lies; any other where it is included."""
        if path.rpartition("/")[2] == _LIST_FILE:
            return _Folders((folder_of(path),), rest)
        return _Folders(tuple(folders_around(path)), rest, _AROUND)

    def _held(self, name: str, path: str, rest: str, depth: int) -> _Folders:
        """The folder that a variable holds, as this file or the only other one sets it."""
        rule, holder = "", path
        definition = self._variables(path).get(name)
        if definition is None:
            paths = {c.path for c in self._world.named(name, _LANGUAGES)[:100]}
            if len(paths) != 1:
                return _NOWHERE
            rule, holder = "variable set in one other file", paths.pop()
            definition = self._variables(holder).get(name)
        if definition is None or not definition.value:
            return _NOWHERE
        inner = self._folders(definition.value, holder, depth + 1)
        below = [joined(folder, inner.rest) for folder in inner.paths]
        folders = tuple([folder for folder in below if folder is not None])
        return _Folders(folders, rest, rule or inner.rule)

    @remembered
    def _variables(self, path: str) -> dict[str, Definition]:
        """Those that a file sets once."""
        variables = [d for d in self._world.unit(path).definitions if d.kind == "variable"]
        n_by_name = Counter([each.name for each in variables])
        return {each.name: each for each in variables if n_by_name[each.name] == 1}

    def _reference(self, reference: Reference, unit: Unit, visible: list[str]) -> Link:
        name = reference.name
        if reference.role == "call":
            link = self._names.among(visible, name, _CALLED)
            if link.targets:
                return link
            return BUILTIN if name.lower() in _COMMANDS else self._names.anywhere(name, _CALLED)
        link = self._names.among(visible, name, _MENTIONED)
        if link.targets:
            return self._as_sure(link, name)
        if _VARIABLES.fullmatch(name):
            return BUILTIN
        # What is written in capitals is meant for others; any other may be local to its place.
        is_shared = name.upper() == name
        return self._names.anywhere(name, _MENTIONED if is_shared else _TARGETS)

    def _as_sure(self, link: Link, name: str) -> Link:
        """Another file may set the same variable before this one is read."""
        elsewhere = self._names.anywhere(name, _MENTIONED)
        if link.confidence != "exact" or elsewhere.targets == link.targets:
            return link
        return link._replace(confidence="inferred", rule="nearest definition of that name")


def resolver(world: World) -> _CMake:
    return _CMake(world)
