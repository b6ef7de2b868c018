"""The report of a build."""

from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from repobook.build.unchanged import BuiltBook
from repobook.index.publish.pages import PagesAccount
from repobook.model.book_layout import INDEX, SEARCH
from repobook.model.files import LeftOut, Listing
from repobook.model.progress import Phases
from repobook.scan.skip_reasons import summed_reasons

if TYPE_CHECKING:
    from repobook.build.read.read_file import Reading

_UNREAD: Final = ("parser died", "parser gave up", "unreadable")


class PageCounts(NamedTuple):
    n_pages: int
    n_written: int
    n_links: int
    n_cites: int


class BuildReport(NamedTuple):
    """What a build did; ``changed`` is False when the book already said all this."""

    book: Path
    meta: dict[str, str]
    reasons: dict[str, int]
    """How many files are listed, by reason."""
    n_parsed: int
    n_unread: int
    """Files that killed the parser, were not given to it, or could not be read."""
    n_skipped: int
    left_out: tuple[LeftOut, ...]
    n_bytes: int
    """Of both indexes and all pages."""
    pages: PageCounts
    changed: bool
    notices: tuple[str, ...]
    seconds_by_phase: dict[str, float]


def reasons_in(readings: "Iterable[Reading]") -> dict[str, int]:
    """How many files are listed, by reason."""
    return Counter(reading.reason for reading in readings if reading.reason)


def report_of_same_book(
    book: Path, listing: Listing, built: BuiltBook, phases: Phases
) -> BuildReport:
    """Of a build that had nothing to do."""
    return report_of(book, listing, built.reasons, built.meta, built.account, 0, False, (), phases)


def report_of(
    book: Path,
    listing: Listing,
    reasons: dict[str, int],
    meta: dict[str, str],
    pages: PagesAccount,
    n_written: int,
    changed: bool,
    notices: tuple[str, ...],
    phases: Phases,
) -> BuildReport:
    return BuildReport(
        book,
        meta,
        dict(summed_reasons(reasons.items())),
        phases.n_done["read files"],
        sum(n for reason, n in reasons.items() if reason.startswith(_UNREAD)),
        len(listing.skipped),
        listing.left_out,
        _n_bytes(book, pages),
        PageCounts(pages.n_pages, n_written, pages.n_links, pages.n_cites),
        changed,
        (*notices, *listing.notices, *pages.notices),
        phases.seconds,
    )


def _n_bytes(book: Path, pages: PagesAccount) -> int:
    indexes = sum((book / name).stat().st_size for name in (INDEX, SEARCH))
    return indexes + pages.n_bytes
