"""Dependencies: imported files and names, dependents, and unresolved names with their reasons.

The most used files come first.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from heapq import nsmallest
from itertools import chain, islice
from typing import Final, NamedTuple

from repobook.book.file.importers import importers
from repobook.book.shared.citations import first_of, named_here, sure
from repobook.book.shared.inline import counted, file_link, here, joined
from repobook.book.shared.standard_modules import is_standard
from repobook.book.shared.tables import Row, table
from repobook.model.blocks import Block, Code, Content, Heading, Paragraph, Table
from repobook.model.dossiers.dossier import Edge, FileDossier, ImportLine

TITLE: Final = "Dependencies"
_MAX_FILES: Final = 150
_MAX_MODULES: Final = 150
_MAX_NAMES: Final = 6
_MAX_LINES: Final = 4
_REASONS: Final = {"unknown": "no definition found", "dynamic": "known only at run time"}
_OUTSIDE: Final = frozenset(["external", "builtin"])


class _Dependency(NamedTuple):
    """A file, the imports that lead there, and the names used of it with their number."""

    path: str
    imports: list[ImportLine]
    used: "_Used"

    @property
    def confidence(self) -> str:
        found = {imported.confidence for imported in self.imports}
        return "exact" if "exact" in found else min(found, default="")


_NOTES: Final = {"type-only": "type checking only", "deferred": "inside a function"}


class _Used(NamedTuple):
    """Names with the number of their places, and the rules that led there."""

    n_by_name: Counter[str]
    rules: set[str]


def blocks(dossier: FileDossier) -> tuple[Block, ...]:
    files = _dependencies(dossier)
    return tuple(
        chain(
            _imported(dossier, [file for file in files if file.imports]),
            _reached(dossier, [file for file in files if not file.imports]),
            _outside(dossier),
            _unresolved(dossier),
            importers(dossier),
        )
    )


def _dependencies(dossier: FileDossier) -> list[_Dependency]:
    """Whatever leads to one file only; the most used first."""
    imports: defaultdict[str, list[ImportLine]] = defaultdict(list)
    for imported in dossier.imports:
        for path in {target.path for target in imported.targets}:
            imports[path].append(imported)
    names = _names_by_path(dossier)
    reached = {edge.path for edge in dossier.edges_out if edge.confidence != "ambiguous"}
    paths = (imports.keys() | names.keys() | reached) - {dossier.path}
    unused = _Used(Counter(), set())
    files = [_Dependency(path, imports.get(path, []), names.get(path, unused)) for path in paths]
    return sorted(files, key=lambda one: (-one.used.n_by_name.total(), one.path))


def _names_by_path(dossier: FileDossier) -> dict[str, _Used]:
    used_by_path: defaultdict[str, _Used] = defaultdict(lambda: _Used(Counter(), set()))
    for name, _, role, lines, confidence, rule, targets, _ in dossier.references:
        if not targets or role == "import" or confidence == "ambiguous":
            continue
        for path in {target.path for target in targets} if targets[1:] else (targets[0].path,):
            n_by_name, rules = used_by_path[path]
            n_by_name[name] = n_by_name.get(name, 0) + len(lines)
            rules.add(rule)
    return used_by_path


def _imported(dossier: FileDossier, files: Sequence[_Dependency]) -> Iterator[Block]:
    if not files:
        return
    rows = tuple(
        (
            (file_link(dossier, file.path), *sure(file.confidence, _rule(file))),
            _import_lines(dossier, file.imports),
            _names(file),
        )
        for file in files[:_MAX_FILES]
    )
    yield Heading(3, (f"{counted(len(files), 'file')} in this repository",))
    yield _table(("File", "Imported at", "Names used here"), rows, len(files), dossier)


def _rule(file: _Dependency) -> str:
    return min((imported.rule for imported in file.imports if imported.rule), default="")


def _import_lines(dossier: FileDossier, imports: Sequence[ImportLine]) -> Content:
    """Each line once, by the name that it takes."""
    first_by_line: dict[int, ImportLine] = {}
    for imported in imports:
        first_by_line.setdefault(imported.line, imported)
    items = [
        (*named_here(dossier, imported.name or imported.module, imported.line), *_when(imported))
        for imported in islice(first_by_line.values(), _MAX_LINES)
    ]
    return first_of(items, _MAX_LINES, len(first_by_line))


def _when(imported: ImportLine) -> Content:
    """Of what does not run with the file."""
    note = _NOTES.get(imported.form)
    return (f" ({note})",) if note else ()


def _names(file: _Dependency) -> Content:
    names = file.used.n_by_name
    most_used = nsmallest(_MAX_NAMES, names.items(), key=lambda item: (-item[1], item[0]))
    return first_of([_name(name, n) for name, n in most_used], _MAX_NAMES, len(names))


def _name(name: str, n: int) -> Content:
    return (Code(name),) if n == 1 else (Code(name), f" ×{n:,}")


def _reached(dossier: FileDossier, files: Sequence[_Dependency]) -> Iterator[Block]:
    """What an include brings along, what is reached through a package, what is named."""
    edges: dict[str, Edge] = {}
    for edge in sorted(dossier.edges_out, key=lambda edge: (edge.confidence, edge.line)):
        if edge.line:
            edges.setdefault(edge.path, edge)
    reached = [(file, edges[file.path]) for file in files if file.path in edges]
    if not reached:
        return
    reached.sort(key=lambda pair: pair[1].confidence != "exact")
    rows = tuple(_reached_row(dossier, file, edge) for file, edge in reached[:_MAX_FILES])
    yield Heading(3, (f"{counted(len(reached), 'file')} used without import",))
    yield _table(("File", "First line", "Names used here"), rows, len(reached), dossier)


def _reached_row(dossier: FileDossier, dependency: _Dependency, edge: Edge) -> Row:
    rule = min(dependency.used.rules, default="")
    file = (file_link(dossier, dependency.path), *sure(edge.confidence, rule))
    return file, (here(dossier, edge.line),), _names(dependency)


def _outside(dossier: FileDossier) -> Iterator[Block]:
    """Modules of the standard library in one line, packages one by one."""
    outside = [imported for imported in dossier.imports if imported.rule in _OUTSIDE]
    standard = [imported for imported in outside if is_standard(dossier.language, imported.module)]
    others = [
        imported for imported in outside if not is_standard(dossier.language, imported.module)
    ]
    if standard:
        modules = _by_module(standard)
        yield Heading(3, (f"Standard library, {counted(len(modules), 'module')}",))
        yield Paragraph(
            joined(_module(dossier, name, imports) for name, imports in modules.items())
        )
    if others:
        yield from _packages(dossier, _by_module(others))


def _by_module(imports: Iterable[ImportLine]) -> dict[str, list[ImportLine]]:
    imports_by_module: defaultdict[str, list[ImportLine]] = defaultdict(list)
    for imported in imports:
        imports_by_module[imported.module or imported.name].append(imported)
    return imports_by_module


def _module(dossier: FileDossier, name: str, imports: Sequence[ImportLine]) -> Content:
    lines = list(dict.fromkeys(imported.line for imported in imports))
    more = [(here(dossier, line),) for line in lines[1 : _MAX_LINES + 1]]
    first = named_here(dossier, name, lines[0])
    return (*first, " (also ", *first_of(more, _MAX_LINES), ")") if more else first


def _packages(dossier: FileDossier, modules: dict[str, list[ImportLine]]) -> Iterator[Block]:
    rows = tuple(
        (_module(dossier, name, imports), _imported_names(imports))
        for name, imports in list(modules.items())[:_MAX_MODULES]
    )
    yield Heading(3, (f"External imports, {counted(len(modules), 'name')}",))
    yield _table(("Name", "Imported names"), rows, len(modules), dossier)


def _imported_names(imports: Sequence[ImportLine]) -> Content:
    names = dict.fromkeys(imported.name for imported in imports if imported.name)
    return first_of([(Code(name),) for name in names], _MAX_NAMES)


def _unresolved(dossier: FileDossier) -> Iterator[Block]:
    lost = [
        imported
        for imported in dossier.imports
        if not imported.targets and imported.rule not in _OUTSIDE
    ]
    if not lost:
        return
    rows = tuple(
        (
            named_here(dossier, imported.name or imported.module, imported.line),
            (Code(imported.module),) if imported.name and imported.module else (),
            (_REASONS.get(imported.rule, imported.rule),),
        )
        for imported in lost[:_MAX_MODULES]
    )
    yield Heading(3, (f"Unresolved, {counted(len(lost), 'import')}",))
    yield _table(("Name", "From", "Reason"), rows, len(lost), dossier)


def _table(
    columns: tuple[str, ...], rows: tuple[Row, ...], n_all: int, dossier: FileDossier
) -> Table:
    return table(columns, rows, n_all, (here(dossier, 1, dossier.n_lines),))
