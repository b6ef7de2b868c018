"""``gaps.md``: what the book does not know, and what is undocumented or untested, in numbers."""

from collections.abc import Iterator, Sequence
from typing import Final

from repobook.book.folder.folder_inline import HOME, cite, file_link, folder_link
from repobook.book.repository.home_page import notice_blocks
from repobook.book.shared.inline import counted, joined
from repobook.book.shared.paging import paged
from repobook.model.blocks import (
    Block,
    Bullets,
    Content,
    Facts,
    Link,
    Page,
    PageRef,
    Paragraph,
    Section,
    Strong,
    Table,
)
from repobook.model.dossiers.folder_dossier import RepositoryDossier
from repobook.model.dossiers.survey import Debt, LanguageCover, Survey
from repobook.model.graph import LanguageLinks, Outcome
from repobook.text.naming.slugs import symbol_anchor

_REF: Final = PageRef("gaps")
_UNTESTED: Final = PageRef("gaps", part="untested")
_REPORT: Final = PageRef("verification")
_N_FOLDERS: Final = 40
_OUTCOMES: Final[tuple[tuple[Outcome, str], ...]] = (
    ("exact", "resolved through scopes and imports to its definition"),
    ("inferred", "not resolved exactly, but only one definition matches"),
    ("ambiguous", "several definitions match; all are listed"),
    ("external", "defined in a library outside the repository"),
    ("builtin", "defined by the language"),
    ("dynamic", "known only at run time"),
    ("unknown", "no definition of that name was found"),
    ("failed", "the resolver failed on this file"),
)


def gaps_pages(dossier: RepositoryDossier, survey: Survey) -> tuple[Page, ...]:
    sections = [
        Section("Files", tuple(_files(dossier))),
        Section("Languages", tuple(_languages(survey))),
        Section("References", tuple(_references(dossier))),
        Section("Used but Undocumented", tuple(_debts(survey))),
        Section("Without Tests", tuple(_untested(survey))),
        Section("Notices", tuple(notice_blocks(dossier))),
    ]
    around = (("home", HOME), ("verification", _REPORT), ("findings", PageRef("findings")))
    filled = tuple(section for section in sections if section.blocks)
    first = paged(Page(_REF, "Coverage and gaps", filled, neighbours=around))
    return *first, *_untested_pages(survey)


def _files(dossier: RepositoryDossier) -> Iterator[Block]:
    n_listed = dossier.n_files - dossier.n_documented
    n_unread = len({unread.path for unread in dossier.unread})
    total = f"{dossier.n_documented:,} documented + {n_listed:,} listed = {dossier.n_files:,} files"
    yield Paragraph((Strong(total), "."))
    yield Facts(
        (
            ("Parse problems", (f"{n_unread:,}",)),
            ("Excluded from the scan", (f"{len(dossier.skipped):,}",)),
            ("Details", (Link(_REPORT, "every file with its reason"),)),
        )
    )
    if dossier.listed:
        rows = [((f"{listed.n:,}",), (listed.reason,)) for listed in dossier.listed[:20]]
        n_all = len(dossier.listed) if len(dossier.listed) > 20 else 0
        yield Table(("Listed files", "Reason"), tuple(rows), n_all)


def _languages(survey: Survey) -> Iterator[Block]:
    if not survey.languages:
        return
    columns = ("Language", "Files", "Lines", "Parse problems", "No symbols", "Documented symbols")
    yield Table(columns, tuple(map(_language_row, survey.languages)))
    yield Paragraph(
        (
            "Parse problems: files with syntax that the parser did not recognize. No symbols: "
            "files that define nothing. Documented symbols: the share of exported classes, "
            "functions and types of source files that have documentation.",
        )
    )


def _language_row(one: LanguageCover) -> tuple[Content, ...]:
    explained = f"{one.n_explained:,} of {one.n_public:,}" if one.n_public else ""
    share = f", {one.n_explained / one.n_public:.0%}" if one.n_public else ""
    numbers = (one.n_files, one.n_lines, one.n_unread, one.n_plain)
    cells = ((f"{n:,}" if n else "–",) for n in numbers)
    return ((one.language or "none",), *cells, (explained + share,))


def _references(dossier: RepositoryDossier) -> Iterator[Block]:
    if dossier.links:
        met = {name for links in dossier.links for name, _ in links.outcomes}
        outcomes = _OUTCOMES if "failed" in met else _OUTCOMES[:-1]
        names = [name for name, _ in outcomes]
        rows = [_reference_row(links, names) for links in dossier.links]
        yield Table(("Language", "References", *names), tuple(rows))
        yield Bullets(tuple((Strong(name), f": {what}") for name, what in outcomes))


def _reference_row(links: LanguageLinks, names: Sequence[Outcome]) -> tuple[Content, ...]:
    n_by_outcome = dict(links.outcomes)
    shares = (
        (f"{n_by_outcome[name] / links.n_references:.1%}" if n_by_outcome.get(name) else "–",)
        for name in names
    )
    return ((links.language or "none",), (f"{links.n_references:,}",), *shares)


def _debts(survey: Survey) -> Iterator[Block]:
    if not survey.debts:
        return
    yield Paragraph(("Definitions without documentation, most used first.",))
    rows = [
        (
            (_section_of(debt),),
            (debt.kind.replace("_", " "),),
            (f"{debt.n_users:,}",),
            (cite(debt.place),),
        )
        for debt in survey.debts
    ]
    n_all = survey.n_debts if survey.n_debts > len(rows) else 0
    rest: Content = ("the others are used by fewer files",) if n_all else ()
    yield Table(("Name", "Kind", "Used by files", "Defined at"), tuple(rows), n_all, rest)


def _section_of(debt: Debt) -> Link:
    """An exported symbol of a source file has its own section."""
    anchor = symbol_anchor(debt.qualname, debt.overload)
    return Link(PageRef("symbols", debt.place.path), debt.qualname, anchor, is_code=True)


def _untested(survey: Survey) -> Iterator[Block]:
    if not survey.untested:
        return
    n_files = sum(len(one.paths) for one in survey.untested)
    yield Paragraph(
        (
            f"{counted(n_files, 'source file')} with definitions that no test file uses directly. "
            "A test may still reach them through other files.",
        )
    )
    ordered = sorted(survey.untested, key=lambda one: (-len(one.paths), one.folder))
    rows = [
        ((folder_link(one.folder),), (f"{len(one.paths):,}",), (f"{one.n_source:,}",))
        for one in ordered[:_N_FOLDERS]
    ]
    n_all = len(ordered) if len(ordered) > len(rows) else 0
    rest: Content = (Link(_UNTESTED, "all folders and files"),)
    yield Table(("Folder", "Without tests", "Source files"), tuple(rows), n_all, rest)


def _untested_pages(survey: Survey) -> tuple[Page, ...]:
    if not survey.untested:
        return ()
    items: list[Content] = [
        (
            folder_link(one.folder),
            f" {len(one.paths):,} of {one.n_source:,}: ",
            *joined((file_link(path, path.rpartition("/")[2]),) for path in one.paths),
        )
        for one in sorted(survey.untested)
    ]
    section = Section("By Folder", (Bullets(tuple(items)),))
    around = (("gaps", _REF), ("home", HOME))
    return paged(Page(_UNTESTED, "Files without tests", (section,), neighbours=around))
