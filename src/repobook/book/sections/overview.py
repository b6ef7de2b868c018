"""High-Level Overview: the file in its own words, then what only the graph knows of it."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Final

from repobook.book.important import weight
from repobook.book.neighbours import LEANING, Neighbour, NeighbourFolder, by_folder, neighbours
from repobook.book.pieces import counted, file_link, folder_link, here, joined
from repobook.book.quoting import quotation
from repobook.model.blocks import (
    Block,
    Bullets,
    Cite,
    Code,
    Content,
    Link,
    PageRef,
    Quoted,
    Strong,
    Sure,
    Table,
)
from repobook.model.dossier import FileDossier, Symbol
from repobook.text.summary import own_words

TITLE: Final = "High-Level Overview"
N_LEADING: Final = 3
_MAX_FOLDERS: Final = 4
_MAX_FILES: Final = 5
_MAX_PROOFS: Final = 3
# Files that speak for their package.
_PACKAGE_NAMES: Final = frozenset(["__init__", "index", "mod", "lib", "package-info", "doc"])


def blocks(dossier: FileDossier) -> tuple[Block, ...]:
    found: list[Block] = []
    words = own_words(dossier.doc)
    said = quotation(dossier, words)
    # A single sentence stands under the purpose already.
    if said and said.text != dossier.summary.text:
        found.append(said)
    if items := tuple(_graph(dossier, said is not None)):
        found.append(Bullets(items))
    if leading := leading_symbols(dossier):
        found.append(_leading_table(dossier, leading))
    return tuple(found)


def leading_symbols(dossier: FileDossier) -> tuple[Symbol, ...]:
    """The symbols that the code of other files depends on most; a document only speaks of them."""
    used = [symbol for symbol in dossier.symbols if symbol.uses.n_elsewhere]
    used.sort(key=lambda symbol: (-weight(symbol.uses), -symbol.uses.n_places, symbol.n))
    found = (symbol for symbol in used if not _only_in_documents(dossier, symbol))
    return tuple(islice(found, N_LEADING))


def _only_in_documents(dossier: FileDossier, symbol: Symbol) -> bool:
    users = [dossier.known.get(path) for path, _ in symbol.uses.top]
    return bool(users) and all(user is not None and user.role == "docs" for user in users)


def _graph(dossier: FileDossier, has_words: bool) -> Iterator[Content]:
    if not has_words and (package := _package_sentence(dossier)):
        yield package
    if dossier.symbols:
        yield Strong("Defines"), " ", _kinds(dossier.symbols)
    users = neighbours(dossier.edges_in, LEANING)
    if users:
        yield Strong("Needed by"), f" {counted(len(users), 'file')}: ", *_folders(by_folder(users))
    needed = neighbours(dossier.edges_out, LEANING)
    if needed:
        yield Strong("Needs"), f" {counted(len(needed), 'file')}: ", *_files(dossier, needed)
    for label, edges, kind in (
        ("Built by", dossier.edges_in, "build"),
        ("Spoken of in", dossier.edges_in, "document"),
    ):
        if others := neighbours(edges, frozenset([kind])):
            yield Strong(label), " ", *_proofs(others)
    for label, kind in (("Builds", "build"), ("Speaks of", "document")):
        if others := neighbours(dossier.edges_out, frozenset([kind])):
            n_files = counted(len(others), "file")
            yield Strong(label), f" {n_files}: ", *_files(dossier, others)


def _kinds(symbols: Sequence[Symbol]) -> str:
    n_by_kind = Counter(symbol.definition.kind for symbol in symbols)
    ordered = sorted(n_by_kind.items(), key=lambda item: (-item[1], item[0]))
    return ", ".join(counted(n, kind) for kind, n in ordered)


def _package_sentence(dossier: FileDossier) -> Content:
    """What the package says that hands this file's names on."""
    for neighbour in neighbours(dossier.edges_in, frozenset(["import"])):
        folder, _, name = neighbour.path.rpartition("/")
        line = dossier.known.get(neighbour.path)
        speaks = name.partition(".")[0] in _PACKAGE_NAMES and dossier.path.startswith(folder)
        if line and speaks and line.doc:
            proof = Cite(neighbour.path, neighbour.edge.line)
            package = file_link(dossier, neighbour.path)
            return Strong("Handed on by"), " ", package, ": ", Quoted(line.doc), " ", proof
    return ()


def _folders(folders: Sequence[NeighbourFolder]) -> Content:
    shown = [
        (
            folder_link(folder.path),
            f" {len(folder.files):,} (",
            Cite(folder.files[0].path, folder.files[0].edge.line),
            ")",
        )
        for folder in folders[:_MAX_FOLDERS]
    ]
    return _with_rest(joined(shown), len(folders) - _MAX_FOLDERS, "folder")


def _files(dossier: FileDossier, files: Sequence[Neighbour]) -> Content:
    shown = [
        (
            file_link(dossier, path),
            f" {n:,}× from ",
            here(dossier, edge.line),
            *_sure(edge.confidence),
        )
        for path, n, edge in files[:_MAX_FILES]
    ]
    return _with_rest(joined(shown), len(files) - _MAX_FILES, "file")


def _proofs(others: Sequence[Neighbour]) -> Content:
    shown: list[Content] = [
        (Cite(path, edge.line), *_sure(edge.confidence)) for path, _, edge in others[:_MAX_PROOFS]
    ]
    return _with_rest(joined(shown), len(others) - _MAX_PROOFS, "file")


def _with_rest(shown: Content, n_more: int, noun: str) -> Content:
    return (*shown, f" and {counted(n_more, noun)} more") if n_more > 0 else shown


def _sure(confidence: str) -> tuple[Sure, ...]:
    return () if confidence == "exact" else (Sure(confidence),)


def _leading_table(dossier: FileDossier, symbols: Sequence[Symbol]) -> Table:
    rows = tuple(_leading_row(dossier, symbol) for symbol in symbols)
    n_used = sum(symbol.uses.n_elsewhere > 0 for symbol in dossier.symbols)
    return Table(
        ("Most relied upon", "Lines", "Other files", "Places", "Used most in"),
        rows,
        n_used if n_used > len(rows) else 0,
        (Link(PageRef("file", dossier.path), "Detailed Analysis", "detailed-analysis"),),
    )


def _leading_row(dossier: FileDossier, symbol: Symbol) -> tuple[Content, ...]:
    definition, uses = symbol.definition, symbol.uses
    users = joined((file_link(dossier, path), f" {n:,}×") for path, n in uses.top)
    return (
        (Code(definition.qualname),),
        (here(dossier, definition.line, definition.end_line),),
        (f"{uses.n_elsewhere:,}",),
        (f"{uses.n_places:,}", *(_places_sure(uses.n_places, uses.n_sure))),
        users,
    )


def _places_sure(n_places: int, n_sure: int) -> tuple[str, ...]:
    return () if n_sure == n_places else (f" ({n_sure:,} exact)",)
