"""Dependencies: what the file takes from where, and who takes it; what led nowhere has its reason.

Files come first that most of the file's own lines speak of.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from heapq import nsmallest
from itertools import chain, islice
from typing import Final, NamedTuple

from repobook.book.importers import importers
from repobook.book.pieces import counted, file_link, here, joined
from repobook.book.rows import Row, table
from repobook.book.shown import first_of, named_here, sure
from repobook.book.standard_modules import is_standard
from repobook.model.blocks import Block, Code, Content, Heading, Paragraph, Table
from repobook.model.dossier import Edge, FileDossier, ImportLine

TITLE: Final = "Dependencies"
_MAX_FILES: Final = 150
_MAX_MODULES: Final = 150
_MAX_NAMES: Final = 6
_MAX_LINES: Final = 4
_REASONS: Final = {"unknown": "nothing of that name found", "dynamic": "known only when it runs"}
_OUTSIDE: Final = frozenset(["external", "builtin"])


class _Taken(NamedTuple):
    """A file, the imports that lead there, and the names used of it with their number."""

    path: str
    imports: list[ImportLine]
    used: "_Used"

    @property
    def confidence(self) -> str:
        found = {imported.confidence for imported in self.imports}
        return "exact" if "exact" in found else min(found, default="")


class _Used(NamedTuple):
    """Names with the number of their places, and the rules that led there."""

    n_by_name: Counter[str]
    rules: set[str]


def blocks(dossier: FileDossier) -> tuple[Block, ...]:
    taken = _taken(dossier)
    return tuple(
        chain(
            _imported(dossier, [found for found in taken if found.imports]),
            _reached(dossier, [found for found in taken if not found.imports]),
            _outside(dossier),
            _unresolved(dossier),
            importers(dossier),
        )
    )


def _taken(dossier: FileDossier) -> list[_Taken]:
    """Whatever leads to one file only; the most used first."""
    imports: defaultdict[str, list[ImportLine]] = defaultdict(list)
    for imported in dossier.imports:
        for path in {target.path for target in imported.targets}:
            imports[path].append(imported)
    names = _names_by_path(dossier)
    reached = {edge.path for edge in dossier.edges_out if edge.confidence != "ambiguous"}
    paths = (imports.keys() | names.keys() | reached) - {dossier.path}
    unused = _Used(Counter(), set())
    found = [_Taken(path, imports.get(path, []), names.get(path, unused)) for path in paths]
    return sorted(found, key=lambda one: (-one.used.n_by_name.total(), one.path))


def _names_by_path(dossier: FileDossier) -> dict[str, _Used]:
    found: defaultdict[str, _Used] = defaultdict(lambda: _Used(Counter(), set()))
    for group in dossier.references:
        if not group.targets or group.role == "import" or group.confidence == "ambiguous":
            continue
        for path in {target.path for target in group.targets}:
            used = found[path]
            used.n_by_name[group.name] += len(group.lines)
            used.rules.add(group.rule)
    return found


def _imported(dossier: FileDossier, taken: Sequence[_Taken]) -> Iterator[Block]:
    if not taken:
        return
    rows = tuple(
        (
            (file_link(dossier, found.path), *sure(found.confidence, _rule(found))),
            _import_lines(dossier, found.imports),
            _names(found),
        )
        for found in taken[:_MAX_FILES]
    )
    yield Heading(3, (f"{counted(len(taken), 'file')} of this repository",))
    yield _table(("File", "Taken at", "Names used here"), rows, len(taken), dossier)


def _rule(found: _Taken) -> str:
    return min((imported.rule for imported in found.imports if imported.rule), default="")


def _import_lines(dossier: FileDossier, imports: Sequence[ImportLine]) -> Content:
    """Each line once, by the name that it takes."""
    first_by_line: dict[int, ImportLine] = {}
    for imported in imports:
        first_by_line.setdefault(imported.line, imported)
    shown = [
        named_here(dossier, imported.name or imported.module, imported.line)
        for imported in islice(first_by_line.values(), _MAX_LINES)
    ]
    return first_of(shown, _MAX_LINES, len(first_by_line))


def _names(found: _Taken) -> Content:
    names = found.used.n_by_name
    shown = nsmallest(_MAX_NAMES, names.items(), key=lambda item: (-item[1], item[0]))
    return first_of([_name(name, n) for name, n in shown], _MAX_NAMES, len(names))


def _name(name: str, n: int) -> Content:
    return (Code(name),) if n == 1 else (Code(name), f" ×{n:,}")


def _reached(dossier: FileDossier, taken: Sequence[_Taken]) -> Iterator[Block]:
    """What an include brings along, what is reached through a package, what is named."""
    edges: dict[str, Edge] = {}
    for edge in sorted(dossier.edges_out, key=lambda edge: (edge.confidence, edge.line)):
        if edge.line:
            edges.setdefault(edge.path, edge)
    shown = [(found, edges[found.path]) for found in taken if found.path in edges]
    if not shown:
        return
    shown.sort(key=lambda pair: pair[1].confidence != "exact")
    rows = tuple(_reached_row(dossier, found, edge) for found, edge in shown[:_MAX_FILES])
    yield Heading(3, (f"It leads to {counted(len(shown), 'other file')}",))
    yield _table(("File", "First line", "Names used here"), rows, len(shown), dossier)


def _reached_row(dossier: FileDossier, found: _Taken, edge: Edge) -> Row:
    rule = min(found.used.rules, default="")
    file = (file_link(dossier, found.path), *sure(edge.confidence, rule))
    return file, (here(dossier, edge.line),), _names(found)


def _outside(dossier: FileDossier) -> Iterator[Block]:
    """What comes with the language in a line, packages one by one."""
    outside = [imported for imported in dossier.imports if imported.rule in _OUTSIDE]
    standard = [found for found in outside if is_standard(dossier.language, found.module)]
    others = [found for found in outside if not is_standard(dossier.language, found.module)]
    if standard:
        modules = _by_module(standard)
        yield Heading(3, (f"Standard library, {counted(len(modules), 'module')}",))
        yield Paragraph(joined(_module(dossier, name, found) for name, found in modules.items()))
    if others:
        yield from _packages(dossier, _by_module(others))


def _by_module(imports: Iterable[ImportLine]) -> dict[str, list[ImportLine]]:
    found: defaultdict[str, list[ImportLine]] = defaultdict(list)
    for imported in imports:
        found[imported.module or imported.name].append(imported)
    return found


def _module(dossier: FileDossier, name: str, imports: Sequence[ImportLine]) -> Content:
    lines = list(dict.fromkeys(imported.line for imported in imports))
    more = [(here(dossier, line),) for line in lines[1 : _MAX_LINES + 1]]
    shown = named_here(dossier, name, lines[0])
    return (*shown, " (also ", *first_of(more, _MAX_LINES), ")") if more else shown


def _packages(dossier: FileDossier, modules: dict[str, list[ImportLine]]) -> Iterator[Block]:
    rows = tuple(
        (_module(dossier, name, found), _taken_names(found))
        for name, found in list(modules.items())[:_MAX_MODULES]
    )
    yield Heading(3, (f"From outside, {counted(len(modules), 'name')}",))
    yield _table(("Name", "Taken of it"), rows, len(modules), dossier)


def _taken_names(imports: Sequence[ImportLine]) -> Content:
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
    yield Heading(3, (f"Not resolved, {counted(len(lost), 'import')}",))
    yield _table(("Name", "Of", "Reason"), rows, len(lost), dossier)


def _table(
    columns: tuple[str, ...], rows: tuple[Row, ...], n_all: int, dossier: FileDossier
) -> Table:
    return table(columns, rows, n_all, (here(dossier, 1, dossier.n_lines),))
