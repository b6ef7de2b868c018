"""The dependents of a file, grouped by folder: the folders with most of them first, then all."""

import shlex
from collections import defaultdict
from collections.abc import Iterator, Sequence
from heapq import nsmallest
from typing import Final, NamedTuple

from repobook.book.shared.citations import first_of, there
from repobook.book.shared.inline import counted, folder_link, folder_of, joined
from repobook.book.shared.tables import table
from repobook.model.blocks import Block, Bullets, Code, Content, Heading, Link, PageRef, Paragraph
from repobook.model.dossiers.dossier import Edge, FileDossier

_MAX_FOLDERS: Final = 10
_MAX_FILES: Final = 5
_FEW: Final = 40
_MAX_NAMED: Final = 300


class _Manner(NamedTuple):
    """Files that depend on it in one manner; a file is listed in the first that applies."""

    title: str
    kinds: frozenset[str]


_MANNERS: Final = (
    _Manner("Imported by", frozenset(["import", "include"])),
    _Manner("Imported inside functions by", frozenset(["deferred"])),
    _Manner("Imported for type checking by", frozenset(["type-only"])),
    _Manner("Used without import by", frozenset(["inherit", "call", "use"])),
    _Manner("Mentioned in", frozenset(["build", "document"])),
)


def importers(dossier: FileDossier) -> Iterator[Block]:
    edges = [edge for edge in dossier.edges_in if edge.path != dossier.path]
    listed_paths: set[str] = set()
    for manner in _MANNERS:
        first_by_path: dict[str, Edge] = {}
        for edge in edges:
            if (
                edge.kind in manner.kinds
                and edge.path not in listed_paths
                and edge.confidence != "ambiguous"
            ):
                first_by_path.setdefault(edge.path, edge)
        listed_paths |= first_by_path.keys()
        if first_by_path:
            yield from _grouped(dossier, manner, list(first_by_path.values()))


def _grouped(dossier: FileDossier, manner: _Manner, edges: Sequence[Edge]) -> Iterator[Block]:
    """A few are all in the table; of many it shows the first, and their names follow."""
    by_folder: defaultdict[str, list[Edge]] = defaultdict(list)
    for edge in edges:
        by_folder[folder_of(edge.path)].append(edge)
    folders = sorted(by_folder.items(), key=lambda item: (-len(item[1]), item[0]))
    is_long = len(edges) > _FEW
    rows = tuple(
        ((folder_link(folder),), (f"{len(folder_edges):,}",), _best(folder_edges, is_long))
        for folder, folder_edges in (folders[:_MAX_FOLDERS] if is_long else folders)
    )
    title = f"{manner.title} {counted(len(edges), 'file')}"
    yield Heading(3, (title,))
    yield table(("Folder", "Files", "Where"), rows, len(folders))
    if is_long:
        yield from _all(dossier, title, folders)


def _best(edges: Sequence[Edge], is_long: bool) -> Content:
    """Those with most places first."""
    most = _MAX_FILES if is_long else _FEW
    ordered = nsmallest(most, edges, key=lambda edge: (-edge.n, edge.path))
    items: list[Content] = [
        (_name(edge.path), " ", there(edge.path, edge.line)) for edge in ordered
    ]
    return first_of(items, most, len(edges))


def _all(
    dossier: FileDossier, title: str, folders: Sequence[tuple[str, list[Edge]]]
) -> Iterator[Block]:
    """Each by its name, up to a limit; a command lists the rest."""
    n_free = _MAX_NAMED
    items: list[Content] = []
    for folder, edges in folders:
        paths = sorted(edge.path for edge in edges)[:n_free]
        n_free -= len(paths)
        if paths:
            items.append((folder_link(folder), ": ", *joined((_name(path),) for path in paths)))
    yield Heading(4, (f"{title}: all",))
    yield Bullets(tuple(items))
    n_left = sum(len(edges) for _, edges in folders) - (_MAX_NAMED - n_free)
    if n_left:
        command = Code(f"repobook deps {shlex.quote(dossier.path)}")
        yield Paragraph((f"{n_left:,} more: ", command))


def _name(path: str) -> Link:
    return Link(PageRef("file", path), path.rpartition("/")[2], is_code=True)
