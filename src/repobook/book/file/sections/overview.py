"""High-Level Overview: what the file holds, and its place in the graph."""

from collections import Counter
from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from typing import Final

from repobook.book.file.functions.decisions import summed
from repobook.book.file.functions.how_it_works import how_it_works
from repobook.book.file.related_files import RelatedFile, proof, related_by
from repobook.book.file.top_levels import levels
from repobook.book.shared.citations import code_here, first_of, sure
from repobook.book.shared.inline import counted, file_link, folder_link, folder_of, joined
from repobook.model.blocks import (
    Block,
    Bullets,
    Content,
    Heading,
    Quoted,
    Strong,
)
from repobook.model.dossiers.dossier import FileDossier, Symbol
from repobook.model.graph import DEPENDENCY_KINDS, LATER_IMPORTS
from repobook.model.kinds import VARIABLE_OF_ENVIRONMENT

TITLE: Final = "High-Level Overview"
_MAX_FOLDERS: Final = 4
_MAX_FILES: Final = 5
_MAX_PROOFS: Final = 3
_MIN_WORDS: Final = 3
_NEEDED: Final = (("Depends on", DEPENDENCY_KINDS),)
_NAMED: Final = (("Lists", frozenset(["build"])), ("Mentions", frozenset(["document"])))
# Files that speak for their package.
_PACKAGE_NAMES: Final = frozenset(["__init__", "index", "mod", "lib", "package-info", "doc"])


def blocks(dossier: FileDossier) -> tuple[Block, ...]:
    blocks_found: list[Block] = [*how_it_works(dossier)]
    if blocks_found:
        blocks_found.append(Heading(3, ("At a glance",)))
    content = (
        *_content(dossier, bool(dossier.summary.text)),
        *_users(dossier, are_tests=True),
        *_used(dossier, _NAMED),
    )
    related = (
        *_users(dossier, are_tests=False),
        *_named_by(dossier),
        *_used(dossier, _NEEDED),
    )
    if content or related:
        # The section on dependencies has all of them, with their lines.
        blocks_found.append(Bullets((*content, *related), n_repeated=len(related)))
    return tuple(blocks_found)


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


def _users(dossier: FileDossier, are_tests: bool) -> Iterator[Content]:
    users = related_by(dossier.edges_in, DEPENDENCY_KINDS)
    testing = {edge.path for edge in dossier.edges_in if edge.kind == "test"}
    label, noun = ("Tested by", "test file") if are_tests else ("Used by", "file")
    if files := [file for file in users if (file.path in testing) == are_tests]:
        yield Strong(label), f" {counted(len(files), noun)}: ", *_folders(dossier, files)


def _named_by(dossier: FileDossier) -> Iterator[Content]:
    for label, kind in (("Listed in", "build"), ("Mentioned in", "document")):
        if others := related_by(dossier.edges_in, {kind}):
            items = [(*proof(dossier, file, leads_out=False), *_sure(file)) for file in others]
            yield Strong(label), " ", *first_of(items, _MAX_PROOFS)


def _used(
    dossier: FileDossier, labels: Sequence[tuple[str, AbstractSet[str]]]
) -> Iterator[Content]:
    for label, kinds in labels:
        if files := related_by(dossier.edges_out, kinds):
            yield Strong(label), f" {counted(len(files), 'file')}: ", *_files(dossier, files)


def _kinds(symbols: Sequence[Symbol]) -> str:
    """What it only reads is none of its definitions."""
    kinds = [symbol.definition.kind for symbol in symbols]
    n_by_kind = Counter(kind for kind in kinds if kind != VARIABLE_OF_ENVIRONMENT)
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
        yield Strong("Non-blank lines"), f" {len(written):,}, {n_distinct:,} of them distinct"


def _package_sentence(dossier: FileDossier) -> Content:
    """The sentence of the package that re-exports this file's names; not of the whole program."""
    folder = folder_of(dossier.path)
    near = {folder, folder_of(folder)}
    for file in related_by(dossier.edges_in, LATER_IMPORTS | {"import"}):
        package, _, name = file.path.rpartition("/")
        if package not in near or name.partition(".")[0] not in _PACKAGE_NAMES:
            continue
        line = dossier.known.get(file.path)
        if line and len(line.doc.split()) >= _MIN_WORDS:
            link, cite = file_link(dossier, file.path), proof(dossier, file, leads_out=False)
            return Strong("Re-exported by"), " ", link, " ", *cite, ": ", Quoted(line.doc)
    return ()


def _folders(dossier: FileDossier, users: Sequence[RelatedFile]) -> Content:
    """The folders with most of them, each with the strongest dependent."""
    by_folder: dict[str, list[RelatedFile]] = {}
    for file in users:
        by_folder.setdefault(folder_of(file.path), []).append(file)
    ordered = sorted(by_folder.items(), key=lambda item: (-len(item[1]), item[0]))
    items = [
        (folder_link(folder), f" {len(files):,} (", *proof(dossier, files[0], False), ")")
        for folder, files in ordered[:_MAX_FOLDERS]
    ]
    n_more = len(ordered) - _MAX_FOLDERS
    more = (f" and {counted(n_more, 'folder')} more",) if n_more > 0 else ()
    return *joined(items), *more


def _files(dossier: FileDossier, files: Sequence[RelatedFile]) -> Content:
    items: list[Content] = [
        (
            file_link(dossier, file.path),
            f" {sum(edge.n for edge in file.edges):,}×, first at ",
            *proof(dossier, file, leads_out=True),
            *_sure(file),
        )
        for file in files[:_MAX_FILES]
    ]
    n_more = len(files) - _MAX_FILES
    return (*joined(items), f" and {n_more:,} more") if n_more > 0 else joined(items)


def _sure(file: RelatedFile) -> Content:
    return sure(file.edges[0].confidence)
