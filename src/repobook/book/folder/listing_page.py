"""``index.md`` of a folder: what lies in it, with one line of its own words each.

A folder with very many files goes on over numbered pages.
"""

from collections.abc import Iterator
from typing import Final

from repobook.book.folder.folder_inline import (
    folder_in_one_line,
    folder_link,
    listed_link,
    name_of,
    neighbours,
    number,
    offered,
    overview_link,
    quoted_words,
    shares,
    what_it_is_for,
)
from repobook.book.shared.inline import counted
from repobook.model.blocks import (
    Block,
    Code,
    Content,
    Facts,
    Page,
    PageRef,
    Paragraph,
    Section,
    Table,
)
from repobook.model.dossiers.dossier import FileLine
from repobook.model.dossiers.folder_dossier import ChildFolder, FolderDossier

N_ENTRIES: Final = 900
_COLUMNS: Final = ("Folder", "Purpose")


def listing_pages(dossier: FolderDossier) -> Iterator[Page]:
    first, *rest = _chunks(dossier)
    ref = PageRef("listing", dossier.path)
    sections = listing_sections(dossier, first)
    around = tuple(one for one in neighbours(dossier.path) if one[1] != ref)
    title = f"{dossier.path}/"
    yield Page(ref, title, sections, _lead(dossier), (*around, *_turns(ref, 1, len(rest) + 1)))
    yield from continuations(dossier, ref, title)


def continuations(dossier: FolderDossier, ref: PageRef, title: str) -> Iterator[Page]:
    """The files that the first page has no room for."""
    _, *rest = _chunks(dossier)
    for n, files in enumerate(rest, 2):
        section = Section("Files, continued", (_file_table(dossier, files),))
        part = ref._replace(part=str(n))
        turns = ("part 1", ref), *_turns(ref, n, len(rest) + 1)
        yield Page(part, f"{title}, part {n}", (section,), neighbours=turns)


def listing_sections(dossier: FolderDossier, files: tuple[FileLine, ...]) -> tuple[Section, ...]:
    sections = [
        Section("Folders", (_folder_table(dossier.folders),) if dossier.folders else ()),
        Section("Files", (_file_table(dossier, files),) if files else ()),
        Section("Empty Files", tuple(_marker_blocks(dossier))),
    ]
    return tuple(section for section in sections if section.blocks)


def first_files(dossier: FolderDossier) -> tuple[FileLine, ...]:
    return _chunks(dossier)[0]


def _chunks(dossier: FolderDossier) -> list[tuple[FileLine, ...]]:
    """Folders count as entries of the first page."""
    room = max(N_ENTRIES - len(dossier.folders), 1)
    files = dossier.files
    rest = range(room, len(files), N_ENTRIES)
    return [files[:room], *(files[start : start + N_ENTRIES] for start in rest)]


def _turns(ref: PageRef, n: int, last: int) -> Iterator[tuple[str, PageRef]]:
    if n > 2:
        yield "previous", ref._replace(part=str(n - 1))
    if n < last:
        yield "next", ref._replace(part=str(n + 1))


def _lead(dossier: FolderDossier) -> tuple[Block, ...]:
    words = quoted_words(dossier.words[0]) if dossier.words else ()
    n_tests = dict(dossier.roles).get("test", 0)
    facts: list[tuple[str, Content]] = [
        ("Files", (f"{dossier.n_files:,}",)),
        ("Lines", (f"{dossier.n_lines:,}",)),
        ("Languages", shares(dossier.languages)),
        ("Test files", (number(n_tests),)),
        ("Findings", (number(sum(kind.n for kind in dossier.findings)),)),
        ("Overview", (overview_link(dossier.path),)),
    ]
    fact_block = Facts(tuple(fact for fact in facts if fact[1] != ("",)))
    return (Paragraph(words), fact_block) if words else (fact_block,)


def _folder_table(folders: tuple[ChildFolder, ...]) -> Table:
    rows = [
        (
            (folder_link(child.path, f"{name_of(child.path)}/"),),
            folder_in_one_line(child),
            (f"{child.n_files:,}",),
            (f"{child.n_lines:,}",),
            (number(child.n_tests),),
            (number(child.n_findings),),
        )
        for child in folders
    ]
    return Table((*_COLUMNS[:2], "Files", "Lines", "Tests", "Findings"), tuple(rows))


def _file_table(dossier: FolderDossier, files: tuple[FileLine, ...]) -> Table:
    rows = [
        (
            (listed_link(file, name_of(file.path)),),
            _line_of(dossier, file),
            (file.language or file.role,),
            (f"{file.n_lines:,}" if file.status == "documented" else "",),
            (number(file.fan_in),),
            (number(file.n_tests),),
            (number(file.n_findings),),
        )
        for file in files
    ]
    columns = ("File", _COLUMNS[1], "Kind", "Lines", "Dependents")
    n_all = len(dossier.files) if len(files) < len(dossier.files) else 0
    return Table((*columns, "Tests", "Findings"), tuple(rows), n_all)


def _line_of(dossier: FolderDossier, file: FileLine) -> Content:
    """One true line: its own words, else what others use of it, else why it has no page."""
    if file.status != "documented":
        return (file.reason,)
    if file.purpose.text:
        return what_it_is_for(file)
    offers = dossier.offers_by_file.get(file.path, ())
    if offers:
        return offered(offers)
    return (counted(file.n_symbols, "symbol"),) if file.n_symbols else ()


def _marker_blocks(dossier: FolderDossier) -> Iterator[Block]:
    for pattern, n in dossier.markers:
        yield Paragraph((f"{n:,} empty files named like ", Code(pattern), "."))
