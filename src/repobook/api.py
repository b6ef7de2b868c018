"""What other programs call: build a book, open one, prove one.

Errors that a caller may want to catch are `RepobookError`; its message is one clear line.
"""

import os
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from repobook.ask.opening.locate_book import default_book, find_book
from repobook.errors import RepobookError
from repobook.model.book_layout import FORMATS

if TYPE_CHECKING:
    from repobook.ask.book import Book
    from repobook.build.report import BuildReport
    from repobook.model.progress import Progress
    from repobook.verify.verify import Proof

PathLike = str | os.PathLike[str]


def build_book(
    source: PathLike = ".",
    output: PathLike | None = None,
    *,
    rev: str = "",
    include: Sequence[str] = (),
    exclude: Sequence[str] = (),
    n_jobs: int | None = None,
    max_file_size: int | None = None,
    n_commits: int | None = None,
    formats: Sequence[str] = (),
    makes_pages: bool = True,
    use_cache: bool = True,
    show_credentials: bool = False,
    progress: "Progress | None" = None,
) -> "BuildReport":
    """Read the repository at ``source``, a folder or a git directory, and write its book.

    Without ``output`` it is ``NAME.book`` in the current folder. An earlier book there is brought
    up to date; the bytes are those of a build from nothing. Of a first book the index is published
    before its pages are made, so that it can be asked meanwhile.
    """
    from repobook.build.entry import build
    from repobook.build.request import DEFAULT_MAX_BYTES, BuildRequest
    from repobook.scan.config import read_config
    from repobook.scan.git.history import DEFAULT_COMMITS
    from repobook.scan.sources.source import find_source

    spec = find_source(os.fspath(source), rev, tuple(include), tuple(exclude))
    spec = spec._replace(formats=known_formats(formats) or read_config(spec).formats)
    request = BuildRequest(
        spec,
        default_book(spec) if output is None else Path(output),
        n_jobs or n_cores(),
        DEFAULT_MAX_BYTES if max_file_size is None else max_file_size,
        use_cache=use_cache,
        n_commits=DEFAULT_COMMITS if n_commits is None else n_commits,
        show_credentials=show_credentials,
        makes_pages=makes_pages,
    )
    return build(request, progress)


def open_book(book: PathLike | None = None) -> "Book":
    """Open a book for questions; without a path the one of the repository around this folder."""
    from repobook.ask.book import Book

    return Book(find_book(None if book is None else os.fspath(book)))


def verify_book(
    book: PathLike | None = None,
    repository: PathLike | None = None,
    *,
    n_jobs: int | None = None,
    progress: "Progress | None" = None,
) -> "Proof":
    """Prove every output, link and citation of a book; without problems all of it holds."""
    from repobook.ask.opening.foreign_book import damage_reported
    from repobook.verify.verify import verify

    place = find_book(None if book is None else os.fspath(book))
    repo = None if repository is None else os.fspath(repository)
    with damage_reported(place):
        return verify(place, repo, n_jobs or n_cores(), progress)


def known_formats(names: Sequence[str]) -> tuple[str, ...]:
    """In the order in which they are made."""
    for name in names:
        if name not in FORMATS:
            raise RepobookError(f"no such format: {name} (there are {' and '.join(FORMATS)})")
    return tuple(name for name in FORMATS if name in names)


def n_cores() -> int:
    """The cores that this process may use."""
    return len(os.sched_getaffinity(0))
