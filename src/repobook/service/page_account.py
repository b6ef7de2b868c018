"""What a build tells of the pages of a book: how many, how large, what is wrong with them."""

from collections.abc import Iterator

from repobook.service.formats import FORMATS, is_page
from repobook.service.made_book import MadeBook
from repobook.store.pages import PageEntry, PagesAccount, PagesMemory


def counted(made: MadeBook) -> MadeBook:
    """When all is published."""
    return made._replace(account=account_of(made.memory()))


def account_of(memory: PagesMemory) -> PagesAccount:
    """Of pages in their places, whose stamps are all known."""
    outputs = [page for made in memory.made.values() for page in made.pages]
    pages = [page for page in outputs if is_page(page.name)]
    return PagesAccount(
        len(pages),
        sum(page.n_links for page in pages),
        sum(page.n_cites for page in pages),
        sum(size for size, _ in memory.stamps.values()),
        (*_problems(memory), *_heavy_pages(outputs), *_heavy_formats(memory)),
        sum(bool(made.problem) for made in memory.made.values()),
    )


def _problems(memory: PagesMemory) -> Iterator[str]:
    for subject, made in sorted(memory.made.items()):
        if made.problem:
            yield f"{subject}: its pages say less than they should: {made.problem}"


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
