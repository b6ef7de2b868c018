"""Architecture & Design: the place in the layers, cycles, classes, registries, neighbours."""

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Final

from repobook.book.file.related_files import RelatedFile, related_by, related_files
from repobook.book.file.symbols.registrations import lines_by_name
from repobook.book.shared.citations import code_here, first_of, named_here, sure, there
from repobook.book.shared.inline import counted, file_link, folder_of, here
from repobook.book.shared.tables import table
from repobook.model.blocks import (
    Arrow,
    Block,
    Code,
    Content,
    Facts,
    Figure,
    Heading,
    Link,
    Node,
    PageRef,
    Table,
)
from repobook.model.dossiers.dossier import Edge, FileDossier, ReferenceGroup, Symbol, SymbolName
from repobook.model.graph import DEPENDENCY_KINDS
from repobook.model.kinds import CLASSES

TITLE: Final = "Architecture & Design"
_MAX_CYCLE: Final = 20
_MAX_NEXT: Final = 3
_MAX_CLASSES: Final = 60
_MAX_EXTENDED: Final = 20
_MAX_LINES: Final = 6
_MAX_EACH_WAY: Final = 4
_MIN_NEIGHBOURS: Final = 4
"""Of fewer a picture says nothing that a line does not."""
_BINDING: Final = frozenset(["import", "include", "inherit"])


def blocks(dossier: FileDossier) -> tuple[Block, ...]:
    return tuple(
        chain(
            _place(dossier),
            _cycle(dossier),
            _classes(dossier),
            _extended(dossier),
            _registries(dossier),
            _neighbourhood(dossier),
        )
    )


def _place(dossier: FileDossier) -> Iterator[Block]:
    """A layer means nothing for a file that depends on no other."""
    rank = dossier.rank
    items: list[tuple[str, Content]] = []
    if rank.layer:
        items.append(("Import depth", (f"{rank.layer:,}",)))
    if rank.entry_line:
        items.append(("Entry point", code_here(dossier, rank.entry_line)))
    if items:
        yield Facts(tuple(items))


def _cycle(dossier: FileDossier) -> Iterator[Block]:
    """Of a large cycle only the next files in both directions."""
    others = [path for path in dossier.rank.cycle if path != dossier.path]
    if not others:
        return
    out, into = _bound_line(dossier.edges_out), _bound_line(dossier.edges_in)
    if len(others) > _MAX_CYCLE:
        yield Facts(tuple(_large_cycle(dossier, frozenset(others), out, into)))
        return
    others.sort(key=lambda path: (-(path in out) - (path in into), path))
    rows = tuple(
        (
            (file_link(dossier, path),),
            (here(dossier, out[path]),) if path in out else (),
            (there(path, into[path]),) if path in into else (),
        )
        for path in others
    )
    yield Heading(3, (f"Import cycle of {counted(len(others) + 1, 'file')}",))
    yield Table(("File in the cycle", "Used here", "Uses this file"), rows)


def _large_cycle(
    dossier: FileDossier, cycle: frozenset[str], out: dict[str, int], into: dict[str, int]
) -> Iterator[tuple[str, Content]]:
    yield "Import cycle", (counted(len(cycle) + 1, "file"),)
    ways = (("Depends on", out, dossier.path), ("Used by", into, ""))
    for label, lines, citing in ways:
        members = sorted((line, path) for path, line in lines.items() if path in cycle)
        if members:
            items: list[Content] = [
                (file_link(dossier, path), " ", there(citing or path, line))
                for line, path in members[:_MAX_NEXT]
            ]
            yield label, first_of(items, _MAX_NEXT, len(members))


def _bound_line(edges: Sequence[Edge]) -> dict[str, int]:
    return {
        edge.path: edge.line
        for edge in edges
        if edge.kind in _BINDING and edge.confidence == "exact" and edge.line
    }


def _classes(dossier: FileDossier) -> Iterator[Block]:
    """The base classes of each class, each with its line."""
    classes = [symbol for symbol in dossier.symbols if symbol.definition.kind in CLASSES]
    bases = _bases(dossier, classes)
    with_bases = [symbol for symbol in classes if symbol.n in bases]
    if not with_bases:
        return
    own = {symbol.definition.qualname: symbol for symbol in classes}
    rows = [
        (_class_name(dossier, symbol), _base_list(dossier, bases[symbol.n], own))
        for symbol in with_bases[:_MAX_CLASSES]
    ]
    yield Heading(3, ("Base classes",))
    yield table(("Type", "Base classes"), rows, len(with_bases))


def _bases(dossier: FileDossier, classes: Sequence[Symbol]) -> dict[int, list[ReferenceGroup]]:
    """A base is written after its class begins and before the next one does."""
    starts = [symbol.definition.line for symbol in classes]
    groups_by_class: defaultdict[int, list[ReferenceGroup]] = defaultdict(list)
    for group in dossier.references:
        if group.role != "inherit":
            continue
        for line in group.lines:
            place = bisect_right(starts, line) - 1
            if place >= 0 and line <= classes[place].definition.end_line:
                groups_by_class[classes[place].n].append(group)
    return groups_by_class


def _class_name(dossier: FileDossier, symbol: Symbol) -> Content:
    definition = symbol.definition
    return named_here(dossier, definition.name, definition.line, definition.end_line)


def _base_list(
    dossier: FileDossier, groups: Sequence[ReferenceGroup], own: dict[str, Symbol]
) -> Content:
    return first_of([_base(dossier, group, own) for group in groups], _MAX_LINES)


def _base(dossier: FileDossier, group: ReferenceGroup, own: dict[str, Symbol]) -> Content:
    written = f"{group.receiver}.{group.name}" if group.receiver.isidentifier() else group.name
    if not group.targets:
        return (Code(written), f" ({group.rule})") if group.rule else (Code(written),)
    target = group.targets[0]
    base = _resolved_base(dossier, target, own)
    return (*base, *sure(group.confidence, group.rule))


def _resolved_base(dossier: FileDossier, target: SymbolName, own: dict[str, Symbol]) -> Content:
    if target.path == dossier.path and target.qualname in own:
        definition = own[target.qualname].definition
        return named_here(dossier, definition.name, definition.line)
    if target.path == dossier.path or not target.qualname:
        return (Code(target.qualname or target.path),)
    return (Code(target.qualname), " in ", file_link(dossier, target.path))


def _extended(dossier: FileDossier) -> Iterator[Block]:
    subclassing = [edge for edge in dossier.edges_in if edge.kind == "inherit"]
    subclassing = sorted(
        (edge for edge in subclassing if edge.path != dossier.path),
        key=lambda edge: (-edge.n, edge.path),
    )
    if not subclassing:
        return
    rows = tuple(
        (
            (file_link(dossier, edge.path), *sure(edge.confidence)),
            (f"{edge.n:,}",),
            (there(edge.path, edge.line),),
        )
        for edge in subclassing[:_MAX_EXTENDED]
    )
    yield Heading(3, (f"Subclassed in {counted(len(subclassing), 'other file')}",))
    yield table(("File", "Classes", "First"), rows, len(subclassing))


def _registries(dossier: FileDossier) -> Iterator[Block]:
    if not dossier.registrations:
        return
    lines = lines_by_name(dossier)
    rows = tuple(
        (
            (Code(entry.name),),
            first_of([(here(dossier, n),) for n in lines[entry.name]], _MAX_LINES),
            (f"{len(lines[entry.name]):,}",),
            (f"{entry.n_places:,} in {counted(entry.n_files, 'file')}",),
        )
        for entry in dossier.registrations
        if entry.name in lines
    )
    if rows:
        yield Heading(3, ("Registers with",))
        yield Table(("Decorator or macro", "First lines", "Here", "In the repository"), rows)


def _neighbourhood(dossier: FileDossier) -> Iterator[Block]:
    out, into = _around(dossier, dossier.edges_out), _around(dossier, dossier.edges_in)
    if len(out) + len(into) < _MIN_NEIGHBOURS:
        return
    shown_out, shown_in = out[:_MAX_EACH_WAY], _sources_first(dossier, into)
    yield Heading(3, ("Dependency graph",))
    # The same in tables, with lines, is the next section.
    yield _figure(dossier, shown_out, shown_in, _caption(out, into))


def _around(dossier: FileDossier, edges: tuple[Edge, ...]) -> list[RelatedFile]:
    """Files related by dependencies; by build files and documents only if there are no others."""
    return related_by(edges, DEPENDENCY_KINDS) or related_files(edges, dossier.path)


def _sources_first(dossier: FileDossier, files: Sequence[RelatedFile]) -> list[RelatedFile]:
    """Tests come last: another section lists them."""
    looked_at = files[: 3 * _MAX_EACH_WAY]
    tests = {file.path for file in looked_at if _is_test(dossier, file.path)}
    ordered = sorted(looked_at, key=lambda file: file.path in tests)
    return ordered[:_MAX_EACH_WAY]


def _is_test(dossier: FileDossier, path: str) -> bool:
    line = dossier.known.get(path)
    return line is not None and line.role == "test"


def _caption(out: Sequence[RelatedFile], into: Sequence[RelatedFile]) -> str:
    to = "Dependencies" if _are_dependencies(out) else "Mentions"
    by = "dependents" if _are_dependencies(into) else "mentioned by"
    return f"{to}: {_share(len(out))}; {by}: {_share(len(into))}"


def _are_dependencies(files: Sequence[RelatedFile]) -> bool:
    return not files or any(edge.kind in DEPENDENCY_KINDS for edge in files[0].edges)


def _share(n: int) -> str:
    return f"{n:,} ({_MAX_EACH_WAY} shown)" if n > _MAX_EACH_WAY else f"{n:,}"


def _figure(
    dossier: FileDossier, out: Sequence[RelatedFile], into: Sequence[RelatedFile], caption: str
) -> Figure:
    id_by_path = {dossier.path: "n0"}
    for file in (*out, *into):
        id_by_path.setdefault(file.path, f"n{len(id_by_path)}")
    nodes = tuple(
        Node(id, path.rpartition("/")[2], _page(dossier, path), folder_of(path))
        for path, id in id_by_path.items()
    )
    arrows = [Arrow("n0", id_by_path[n.path], _label(n), n.is_sure) for n in out]
    arrows += [Arrow(id_by_path[n.path], "n0", _label(n), n.is_sure) for n in into]
    return Figure(caption, nodes, tuple(arrows), is_star=True)


def _page(dossier: FileDossier, path: str) -> PageRef | None:
    link = file_link(dossier, path)
    return link.page if isinstance(link, Link) else None


def _label(file: RelatedFile) -> str:
    return file.edges[0].kind
