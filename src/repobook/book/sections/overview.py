"""High-Level Overview: the file in its own words, then what only the graph knows of it."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from repobook.book.decided import summed
from repobook.book.leading import leading_symbols
from repobook.book.levels import levels
from repobook.book.pieces import counted, file_link, folder_link, folder_of, here, joined
from repobook.book.quoting import quotation
from repobook.book.shown import code_here, first_of, sure
from repobook.book.ties import LEANING, Tie, proof, ties_of
from repobook.model.blocks import (
    Block,
    Bullets,
    Code,
    Content,
    Link,
    PageRef,
    Quoted,
    Strong,
    Table,
)
from repobook.model.dossier import FileDossier, Symbol
from repobook.text.summary import own_words

TITLE: Final = "High-Level Overview"
_MAX_FOLDERS: Final = 4
_MAX_FILES: Final = 5
_MAX_PROOFS: Final = 3
_MIN_WORDS: Final = 3
# Files that speak for their package.
_PACKAGE_NAMES: Final = frozenset(["__init__", "index", "mod", "lib", "package-info", "doc"])


def blocks(dossier: FileDossier) -> tuple[Block, ...]:
    found: list[Block] = []
    words = own_words(dossier.doc)
    said = quotation(dossier, words)
    # A single sentence stands under the purpose already.
    if said and " ".join(said.text.split()) != dossier.summary.text:
        found.append(said)
    if items := tuple(_graph(dossier, said is not None)):
        found.append(Bullets(items))
    if leading := leading_symbols(dossier):
        found.append(_leading_table(dossier, leading))
    return tuple(found)


def _graph(dossier: FileDossier, has_words: bool) -> Iterator[Content]:
    yield from _content(dossier, has_words)
    yield from _users(dossier)
    yield from _used(dossier)


def _content(dossier: FileDossier, has_words: bool) -> Iterator[Content]:
    if not has_words and (package := _package_sentence(dossier)):
        yield package
    if dossier.symbols:
        yield Strong("Defines"), " ", _kinds(dossier.symbols)
        yield from levels(dossier)
    elif not (dossier.imports or has_words):
        yield from _look(dossier)
    if decided := summed(dossier):
        yield decided


def _users(dossier: FileDossier) -> Iterator[Content]:
    users = ties_of(dossier.edges_in, LEANING)
    testing = {edge.path for edge in dossier.edges_in if edge.kind == "test"}
    for label, noun, found in (
        ("Needed by", "file", [tie for tie in users if tie.path not in testing]),
        ("Tested by", "test file", [tie for tie in users if tie.path in testing]),
    ):
        if found:
            yield Strong(label), f" {counted(len(found), noun)}: ", *_folders(dossier, found)
    for label, kind in (("Named by", "build"), ("Spoken of in", "document")):
        if others := ties_of(dossier.edges_in, {kind}):
            shown = [(*proof(dossier, tie, leads_out=False), *_sure(tie)) for tie in others]
            yield Strong(label), " ", *first_of(shown, _MAX_PROOFS)


def _used(dossier: FileDossier) -> Iterator[Content]:
    for label, kinds in (("Needs", LEANING), ("Names", {"build"}), ("Speaks of", {"document"})):
        if found := ties_of(dossier.edges_out, kinds):
            yield Strong(label), f" {counted(len(found), 'file')}: ", *_files(dossier, found)


def _kinds(symbols: Sequence[Symbol]) -> str:
    n_by_kind = Counter(symbol.definition.kind for symbol in symbols)
    ordered = sorted(n_by_kind.items(), key=lambda item: (-item[1], item[0]))
    return ", ".join(counted(n, kind) for kind, n in ordered)


def _look(dossier: FileDossier) -> Iterator[Content]:
    """Of a text that defines nothing: how it begins and ends, and whether it repeats itself."""
    written = [(number, line) for number, line in enumerate(dossier.lines, 1) if line.strip()]
    if not written:
        return
    yield Strong("Begins"), " ", *code_here(dossier, written[0][0])
    if len(written) > 1:
        yield Strong("Ends"), " ", *code_here(dossier, written[-1][0])
        n_distinct = len({line for _, line in written})
        yield Strong("Written lines"), f" {len(written):,}, {n_distinct:,} of them different"


def _package_sentence(dossier: FileDossier) -> Content:
    """What the package says that hands this file's names on; the whole program's is too far."""
    folder = folder_of(dossier.path)
    near = {folder, folder_of(folder)}
    for tie in ties_of(dossier.edges_in, {"import"}):
        package, _, name = tie.path.rpartition("/")
        if package not in near or name.partition(".")[0] not in _PACKAGE_NAMES:
            continue
        line = dossier.known.get(tie.path)
        if line and len(line.doc.split()) >= _MIN_WORDS:
            link, cite = file_link(dossier, tie.path), proof(dossier, tie, leads_out=False)
            return Strong("Handed on by"), " ", link, " ", *cite, ": ", Quoted(line.doc)
    return ()


def _folders(dossier: FileDossier, users: Sequence[Tie]) -> Content:
    """The folders with most of them, each with the one that is tied most."""
    by_folder: dict[str, list[Tie]] = {}
    for tie in users:
        by_folder.setdefault(folder_of(tie.path), []).append(tie)
    ordered = sorted(by_folder.items(), key=lambda item: (-len(item[1]), item[0]))
    shown = [
        (folder_link(folder), f" {len(found):,} (", *proof(dossier, found[0], False), ")")
        for folder, found in ordered[:_MAX_FOLDERS]
    ]
    n_more = len(ordered) - _MAX_FOLDERS
    more = (f" and {counted(n_more, 'folder')} more",) if n_more > 0 else ()
    return *joined(shown), *more


def _files(dossier: FileDossier, files: Sequence[Tie]) -> Content:
    shown: list[Content] = [
        (
            file_link(dossier, tie.path),
            f" {sum(edge.n for edge in tie.edges):,}× from ",
            *proof(dossier, tie, leads_out=True),
            *_sure(tie),
        )
        for tie in files[:_MAX_FILES]
    ]
    n_more = len(files) - _MAX_FILES
    return (*joined(shown), f" and {n_more:,} more") if n_more > 0 else joined(shown)


def _sure(tie: Tie) -> Content:
    return sure(tie.edges[0].confidence)


def _leading_table(dossier: FileDossier, symbols: Sequence[Symbol]) -> Table:
    rows = tuple(_leading_row(dossier, symbol) for symbol in symbols)
    rest = Link(PageRef("file", dossier.path), "Detailed Analysis", "detailed-analysis")
    n_used = sum(symbol.uses.n_elsewhere > 0 for symbol in dossier.symbols)
    return Table(
        ("Most relied upon", "Lines", "Other files", "Places", "Used most in"),
        rows,
        n_used if n_used > len(rows) else 0,
        (rest,) if n_used > len(rows) else (),
    )


def _leading_row(dossier: FileDossier, symbol: Symbol) -> tuple[Content, ...]:
    definition, uses = symbol.definition, symbol.uses
    users = joined((file_link(dossier, path), f" {n:,}×") for path, n in uses.top)
    return (
        (Code(definition.qualname),),
        (here(dossier, definition.line, definition.end_line),),
        (_with_sure(uses.n_elsewhere, uses.n_sure_elsewhere),),
        (_with_sure(uses.n_places, uses.n_sure),),
        users,
    )


def _with_sure(n: int, n_sure: int) -> str:
    return f"{n:,}" if n_sure == n else f"{n:,} ({n_sure:,} exact)"
