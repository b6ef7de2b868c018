"""What a build reports about the pages of a book: number, size, problems."""

from collections.abc import Iterable, Iterator, Mapping

from repobook.build.pages.formats import FORMATS
from repobook.index.publish.page_memory import FolderStamps, PublishedPages
from repobook.index.publish.pages import PagesAccount


def account_of(
    pages_by_subject: Mapping[str, PublishedPages], stamps: Mapping[str, FolderStamps]
) -> PagesAccount:
    """Of published pages, which all have stamps."""
    pages = pages_by_subject.values()
    return PagesAccount(
        sum(subject_pages.n_pages for subject_pages in pages),
        sum(subject_pages.n_links for subject_pages in pages),
        sum(subject_pages.n_cites for subject_pages in pages),
        sum(folder.n_bytes for folder in stamps.values()),
        (*_problems(pages_by_subject), *_heavy_pages(pages), *_heavy_formats(stamps)),
        sum(bool(subject_pages.problem) for subject_pages in pages),
    )


def _problems(pages_by_subject: Mapping[str, PublishedPages]) -> Iterator[str]:
    incomplete = [(subject, pages) for subject, pages in pages_by_subject.items() if pages.problem]
    for subject, pages in sorted(incomplete):
        yield f"{subject}: its pages say less than they should: {pages.problem}"


def _heavy_pages(pages: Iterable[PublishedPages]) -> Iterator[str]:
    heavy = sorted(name for subject_pages in pages for name in subject_pages.heavy)
    if heavy:
        yield f"{len(heavy):,} pages are larger than they should be: {heavy[0]} …"


def _heavy_formats(stamps: Mapping[str, FolderStamps]) -> Iterator[str]:
    for format in FORMATS:
        inside = f"{format.name}/"
        folders = [folder for name, folder in stamps.items() if f"{name}/".startswith(inside)]
        n_bytes = sum(folder.n_bytes for folder in folders)
        if format.max_bytes and n_bytes > format.max_bytes:
            most = f"{format.max_bytes // 10**6:,} MB"
            yield f"{inside} takes {n_bytes // 10**6:,} MB, which is more than {most}"
