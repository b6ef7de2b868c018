"""What clang says of every reference and include of a C or C++ library, kept for scoring.

    python bench/clang_answers.py REPOSITORY ANSWERS.json --under FOLDER ... --clang=ARGUMENTS

Needs the ``libclang`` wheel, and the headers of the same clang and of the libraries in question
(Debian's ``libclang-common-16-dev`` for 16.0.6). Every translation unit below the folders is parsed
with the given arguments. References to what is local to a function, to template parameters and to
namespaces are left out, and so is what lies outside the repository.
"""

import argparse
import ctypes
import importlib
import json
import re
import shlex
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple

SOURCES: Final = (".c", ".cc", ".cpp", ".cxx")
USES: Final = frozenset(
    [
        "DECL_REF_EXPR",
        "MEMBER_REF_EXPR",
        "MEMBER_REF",
        "TYPE_REF",
        "TEMPLATE_REF",
        "OVERLOADED_DECL_REF",
        "MACRO_INSTANTIATION",
        "CALL_EXPR",
    ]
)
FUNCTIONS: Final = frozenset(
    [
        "FUNCTION_DECL",
        "CXX_METHOD",
        "CONSTRUCTOR",
        "DESTRUCTOR",
        "CONVERSION_FUNCTION",
        "FUNCTION_TEMPLATE",
        "LAMBDA_EXPR",
    ]
)
LEFT_OUT: Final = frozenset(
    [
        "PARM_DECL",
        "TEMPLATE_TYPE_PARAMETER",
        "TEMPLATE_NON_TYPE_PARAMETER",
        "TEMPLATE_TEMPLATE_PARAMETER",
        "NAMESPACE",
        "NAMESPACE_ALIAS",
        "DESTRUCTOR",
    ]
)
clang: Final[Any] = importlib.import_module("clang.cindex")


class Place(NamedTuple):
    path: str
    line: int
    column: int
    """Counted from 0, in bytes."""


def main() -> None:
    options = _options()
    repository = options.repository.resolve()
    library = Library(repository, options.under, shlex.split(options.clang))
    for path in _sources(repository, options.under):
        library.read(path)
    options.answers.write_text(json.dumps(library.answers()))
    print(f"{library.n_units} translation units, {library.n_broken} with errors")
    for message, n in sorted(library.errors.items(), key=lambda item: -item[1])[:20]:
        print(f"{n:6} {message}")


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    parser.add_argument("repository", type=Path)
    parser.add_argument("answers", type=Path)
    parser.add_argument("--under", action="append", required=True, help="the library's folder")
    parser.add_argument("--clang", default="", help="its arguments, as a shell would read them")
    return parser.parse_args()


def _sources(repository: Path, folders: list[str]) -> Iterator[Path]:
    for folder in folders:
        for path in sorted((repository / folder).rglob("*")):
            if path.suffix in SOURCES and path.is_file():
                yield path


class Library:
    """Uses and declarations met so far; a header is walked once, however often it is included."""

    def __init__(self, repository: Path, folders: list[str], arguments: list[str]) -> None:
        self._prefix = f"{repository}/"
        self._folders = tuple(f"{folder.rstrip('/')}/".removeprefix("./") for folder in folders)
        self._arguments = arguments
        self._index = clang.Index.create()
        self._walked: set[tuple[str, int, int]] = set()
        self._usrs_by_use: defaultdict[tuple[Place, str], set[str]] = defaultdict(set)
        self._places_by_usr: defaultdict[str, set[tuple[str, int]]] = defaultdict(set)
        self._includes: dict[tuple[str, int], str] = {}
        self.errors: defaultdict[str, int] = defaultdict(int)
        self.n_units = self.n_broken = 0

    def read(self, path: Path) -> None:
        try:
            unit = self._index.parse(
                str(path),
                self._arguments,
                options=clang.TranslationUnit.PARSE_DETAILED_PROCESSING_RECORD,
            )
        except clang.TranslationUnitLoadError:
            self.n_units, self.n_broken = self.n_units + 1, self.n_broken + 1
            return
        errors = [found.spelling for found in unit.diagnostics if found.severity >= 3]
        self.n_units += 1
        self.n_broken += bool(errors)
        for error in errors:
            self.errors[error[:100]] += 1
        for included in unit.get_includes():
            self._include(included)
        for cursor in unit.cursor.get_children():
            self._top(cursor)

    def answers(self) -> dict[str, Any]:
        uses = [
            [*place, name, sorted(self._places(place.path, usrs))]
            for (place, name), usrs in sorted(self._usrs_by_use.items())
        ]
        includes = [[path, line, target] for (path, line), target in sorted(self._includes.items())]
        return {"under": self._folders, "uses": uses, "includes": includes}

    def _places(self, path: str, usrs: set[str]) -> set[tuple[str, int]]:
        """What several programs each declare for themselves is another thing in each."""
        places = {at for usr in usrs for at in self._places_by_usr[usr]}
        own = {at for at in places if at[0] == path}
        is_private = own and all(at[0].endswith(SOURCES) for at in places)
        return own if is_private else places

    def _include(self, included: Any) -> None:
        source = self._own(included.location.file)
        target = self._own(included.include)
        if source.startswith(self._folders) and target:
            self._includes[source, included.location.line] = target

    def _top(self, cursor: Any) -> None:
        location = cursor.location
        path = self._own(location.file)
        key = (path, location.offset, cursor.extent.end.offset)
        if path and key not in self._walked:
            self._walked.add(key)
            self._walk(cursor)

    def _walk(self, top: Any) -> None:
        stack = [top]
        while stack:
            cursor = stack.pop()
            kind = cursor.kind
            if kind.is_declaration() or kind.name == "MACRO_DEFINITION":
                self._declare(cursor)
            elif kind.name in USES:
                self._use(cursor)
            stack.extend(cursor.get_children())

    def _declare(self, cursor: Any) -> str:
        usr = cursor.get_usr()
        path = self._own(cursor.location.file)
        if usr and path:
            self._places_by_usr[usr].add((path, cursor.location.line))
        return str(usr)

    def _use(self, cursor: Any) -> None:
        place = self._place(cursor.location)
        if not place or not place.path.startswith(self._folders):
            return
        for target in _targets(cursor):
            name = target.spelling.partition("<")[0]
            at = self._place(target.location)
            # What clang declares by itself where it is used was declared nowhere.
            if at and at != place and _word_at(self._prefix, place) == name:
                usr = self._declare(target)
                for other in _same_things(target):
                    self._places_by_usr[usr] |= self._places_by_usr[self._declare(other)]
                self._usrs_by_use[place, name].add(usr)

    def _place(self, location: Any) -> Place | None:
        """Where it is spelled in a file, also within the arguments of a macro."""
        file, line, column, offset = clang.c_object_p(), *(ctypes.c_uint() for _ in range(3))
        clang.conf.lib.clang_getFileLocation(
            location, *map(ctypes.byref, (file, line, column, offset))
        )
        path = self._own(clang.File(file)) if file else ""
        return Place(path, line.value, column.value - 1) if path else None

    def _own(self, file: Any) -> str:
        """The path within the repository, or nothing."""
        name = _normal(file.name) if file is not None else ""
        return name.removeprefix(self._prefix) if name.startswith(self._prefix) else ""


def _targets(cursor: Any) -> list[Any]:
    kind = cursor.kind.name
    if kind == "OVERLOADED_DECL_REF":
        lib = clang.conf.lib
        n = lib.clang_getNumOverloadedDecls(cursor)
        found = [lib.clang_getOverloadedDecl(cursor, i) for i in range(n)]
    else:
        found = [cursor.referenced]
    if kind == "CALL_EXPR":
        found = [target for target in found if target and target.kind.name == "CONSTRUCTOR"]
    return [target for target in found if target is not None and not _is_local(target)]


def _same_things(target: Any) -> Iterator[Any]:
    """Also the template of what is made from one, and the structure that a typedef names anew."""
    found = [target.canonical, target.get_definition()]
    template = clang.conf.lib.clang_getSpecializedCursorTemplate(target)
    if template is not None:
        found += [template, template.get_definition()]
    if target.kind.name == "TYPEDEF_DECL":
        found.append(target.underlying_typedef_type.get_declaration())
    for other in found:
        if other is not None and other.spelling == target.spelling:
            yield other


def _is_local(target: Any) -> bool:
    if target.kind.name in LEFT_OUT or target.spelling.startswith("operator"):
        return True
    parent = target.semantic_parent
    return parent is not None and parent.kind.name in FUNCTIONS


@cache
def _normal(name: str) -> str:
    return str(Path(name).resolve())


def _word_at(prefix: str, place: Place) -> str:
    lines = _lines(f"{prefix}{place.path}")
    line = lines[place.line - 1] if place.line <= len(lines) else b""
    word = re.match(rb"\w+", line[place.column :])
    return word[0].decode("utf-8", "replace") if word else ""


@cache
def _lines(path: str) -> list[bytes]:
    return Path(path).read_bytes().split(b"\n")


if __name__ == "__main__":
    main()
