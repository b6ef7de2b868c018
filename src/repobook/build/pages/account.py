"""What a build reports about the pages of a book: number, size, problems."""

from collections.abc import Iterator

from repobook.build.pages.formats import FORMATS, is_page
from repobook.build.pages.result import MadeBook
from repobook.index.publish.pages import PageEntry, PagesAccount, PagesMemory


def counted(made_book: MadeBook) -> MadeBook:
    """When all is published."""
    return made_book._replace(account=account_of(made_book.memory()))


def account_of(memory: PagesMemory) -> PagesAccount:
    """Of published pages, which all have stamps."""
    outputs = [
        page for subject_pages in memory.pages_by_subject.values() for page in subject_pages.pages
    ]
    pages = [page for page in outputs if is_page(page.name)]
    return PagesAccount(
        len(pages),
        sum(page.n_links for page in pages),
        sum(page.n_cites for page in pages),
        sum(size for size, _ in memory.stamps.values()),
        (*_problems(memory), *_heavy_pages(outputs), *_heavy_formats(memory)),
        sum(bool(subject_pages.problem) for subject_pages in memory.pages_by_subject.values()),
    )


def _problems(memory: PagesMemory) -> Iterator[str]:
    for subject, pages in sorted(memory.pages_by_subject.items()):
        if pages.problem:
            yield f"{subject}: its pages say less than they should: {pages.problem}"


def _heavy_pages(outputs: list[PageEntry]) -> Iterator[str]:
    heavy = sorted(page.name for page in outputs if page.is_heavy)
    if heavy:
        yield f"{len(heavy):,} pages are larger than they should be: {heavy[0]} …"


def _heavy_formats(memory: PagesMemory) -> Iterator[str]:
    for format in FORMATS:
        inside = f"{format.name}/"
        n_bytes = sum(size for name, (size, _) in memory.stamps.items() if name.startswith(inside))
        if format.max_bytes and n_bytes > format.max_bytes:
            most = f"{format.max_bytes // 10**6:,} MB"
            yield f"{inside} takes {n_bytes // 10**6:,} MB, which is more than {most}"
