"""Where a build begins: it ends at once if nothing has changed.

What reads, resolves and writes is loaded only if there is something to do (``pipeline.py``).
"""

import os
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from functools import cache, partial
from typing import TYPE_CHECKING, Final, NamedTuple

from repobook.ask.opening.locate_book import is_book
from repobook.build.fingerprint import IGNORED_FINDINGS, made_by, reading_conditions
from repobook.build.report import BuildReport, report_of_same_book
from repobook.build.request import BuildRequest
from repobook.build.scanning import Scan, configured, scan_files
from repobook.build.unchanged import inputs_of, load_built
from repobook.errors import DamagedCacheError, RepobookError
from repobook.index import schema
from repobook.index.publish.book_folder import BookFolder, open_book_folder
from repobook.index.publish.page_memory import are_as_published
from repobook.index.publish.pages import is_marked
from repobook.model.files import Listing
from repobook.model.progress import Phases, Progress, Silent
from repobook.scan.config import read_config
from repobook.scan.git.repository import find_repository
from repobook.scan.ignore.attributes import Attributes
from repobook.scan.sources.path_names import display
from repobook.text.visible import one_visible_line
from repobook.workers.forks import start_in_fork

if TYPE_CHECKING:
    from repobook.build.memory import LastBuild

_READER: Final = "repobook.build.read.read_file"


class Job(NamedTuple):
    """What is to be built from what."""

    request: BuildRequest
    book: BookFolder
    listing: Listing
    attributes: Attributes
    ignored_findings: tuple[str, ...]
    made_from: dict[str, str]
    """As the index stores it."""
    inputs: str
    """A digest of all of this; empty where nothing of an earlier build may be used."""


def build(
    request: BuildRequest,
    progress: Progress | None = None,
    scan: Scan | None = None,
    last: "LastBuild | None" = None,
) -> BuildReport:
    """``scan`` is what the caller has just found there, if it has looked, and ``last`` what it
    knows of the last build; that is changed and can be used once."""
    try:
        return _build(request, progress, scan, last)
    except DamagedCacheError:
        return _build(request._replace(use_cache=False), progress, scan, None)


def _build(
    request: BuildRequest, progress: Progress | None, scan: Scan | None, last: "LastBuild | None"
) -> BuildReport:
    phases = Phases(progress or Silent())
    config = scan.config if scan else read_config(request.spec)
    request = configured(request, config)
    _refuse_overlap(request)
    with open_book_of(request) as book, _report_machine_faults(book):
        untouched = cache(start_in_fork(partial(are_as_published, book), request.n_jobs))
        with phases.phase("list files"):
            _, listing, attributes = scan or scan_files(request, config)
            made_from = _made_from(request, listing, config.ignored_findings)
            inputs = _inputs(request, listing, attributes, made_from)
        if request.use_cache and (built := load_built(book, inputs)) and untouched():
            return report_of_same_book(request.book, listing, built, phases)
        from repobook.workers.fork_server import warm_up

        warm_up(_READER)  # while we load what builds
        from repobook.build.pipeline import rebuild

        ignored = config.ignored_findings
        job = Job(request, book, listing, attributes, ignored, made_from, inputs)
        return rebuild(job, untouched, phases, last)


def open_book_of(request: BuildRequest) -> AbstractContextManager[BookFolder]:
    spec = request.spec
    top = find_repository(spec.root).top if spec.kind == "folder" else os.path.dirname(spec.root)
    return open_book_folder(request.book, spec.identity, top or spec.root)


def _refuse_overlap(request: BuildRequest) -> None:
    root = request.spec.root
    if is_book(root):
        raise RepobookError(f"{root} is itself a book made by repobook")
    if request.book.exists() and request.book.samefile(root):
        raise RepobookError(f"{request.book} is what is read: the book cannot be written there")


@contextmanager
def _report_machine_faults(book: BookFolder) -> Iterator[None]:
    """A fault of the machine ends the build, never the book that was there before."""
    try:
        yield
    except BrokenPipeError:
        raise  # The reader of our output is gone; the command line handles it.
    except OSError as error:
        with suppress(OSError):
            book.discard_work()  # staged files would only take room on a full disk
        place = f": {_display_path(error.filename)}" if error.filename else ""
        state = "is partly new: the next build finishes it" if is_marked(book) else "is as it was"
        message = f"the build stopped: {error.strerror or error}{place}"
        raise RepobookError(message, f"{book.path} {state}") from None


def _display_path(name: str | bytes | int) -> str:
    return name if isinstance(name, str) else display(name) if isinstance(name, bytes) else ""


def _made_from(
    request: BuildRequest, listing: Listing, ignored_rules: tuple[str, ...]
) -> dict[str, str]:
    return {
        "commit": listing.commit,
        "made_by": made_by(),
        "schema_version": str(schema.VERSION),
        "max_file_size": str(request.max_bytes),
        "history_key": f"{listing.commit} {request.n_commits}",
        "include": _pattern_lines(request.spec.include),
        "exclude": _pattern_lines(request.spec.exclude),
        IGNORED_FINDINGS: _pattern_lines(ignored_rules),
        "n_skipped": str(len(listing.skipped)),
        "notices": "\n".join(one_visible_line(notice) for notice in listing.notices),
    }


def _pattern_lines(patterns: tuple[str, ...]) -> str:
    return "\n".join(display(os.fsencode(pattern)) for pattern in patterns)


def _inputs(
    request: BuildRequest, listing: Listing, attributes: Attributes, made_from: dict[str, str]
) -> str:
    """Empty where nothing of an earlier build may be used."""
    if listing.tracks_output:
        return ""
    conditions = reading_conditions(attributes, request.max_bytes, request.show_credentials)
    place = os.path.realpath(request.book)
    return inputs_of(listing, conditions, made_from, request.spec, place, request.makes_pages)
