"""The data flow on one screen: read and parse, resolve, index, pages. Start at ``rebuild``."""

from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from importlib import import_module
from typing import Final, NamedTuple

from repobook.analyse.owners import CODEOWNERS
from repobook.build.entry import Job
from repobook.build.fingerprint import IGNORED_FINDINGS
from repobook.build.history_cache import past_of
from repobook.build.indexing import IndexUpdate, StagedIndex
from repobook.build.link.insights import InsightSources
from repobook.build.memory import (
    LastBuild,
    Memory,
    is_passing,
    load_last_build,
    open_memory,
)
from repobook.build.pages.plan import PageRebuildCheck, has_no_pages, make_book, no_pages
from repobook.build.pages.result import BookInput, MadeBook
from repobook.build.read.files_to_read import FilesToRead
from repobook.build.read.read_file import Reading
from repobook.build.read.shares import take_over
from repobook.build.read.units import DocumentedFile
from repobook.build.report import BuildReport, reasons_in, report_of
from repobook.build.request import BuildRequest
from repobook.build.unchanged import save_built
from repobook.errors import UnreadableError
from repobook.index.publish.book_folder import BookFolder, caches_of
from repobook.index.publish.manifest import changed_manifest, manifest_bytes, manifest_text
from repobook.index.publish.page_memory import (
    Stamp,
    load_stamps,
    save_pages,
    with_moved,
)
from repobook.index.publish.pages import mark_unfinished, publish, unmark
from repobook.index.reader.repository.name_index import is_fine_index
from repobook.index.reader.repository.repository_name import own_name
from repobook.index.writer import translate_sqlite_errors
from repobook.model.book_layout import INDEX, MANIFEST, SEARCH
from repobook.model.dossiers.dossier import Repository
from repobook.model.files import Listing
from repobook.model.progress import Phases
from repobook.packs.installed import installed
from repobook.scan.ignore.attributes import Attributes
from repobook.scan.sources.source import SourceSpec, open_source
from repobook.workers.heap import trim_heap

_MAX_CODEOWNERS: Final = 3 << 20  # as much as GitHub reads


def rebuild(
    job: Job, untouched: Callable[[], bool], phases: Phases, last: LastBuild | None
) -> BuildReport:
    """``untouched`` says whether all pages are as they were published, and ``last`` is what the
    caller knows of the last build."""
    request, book, listing, attributes, ignored_findings, made_from, inputs = job
    _load_what_follows(request)
    with translate_sqlite_errors():
        with phases.phase("recall"):
            if listing.tracks_output or not request.use_cache:
                book.forget()
                last = None
            memory = _memory(request, book, attributes, made_from, last)
            if request.shares is not None:
                take_over(request.shares, listing, memory)
            index = IndexUpdate(book, memory, listing, frozenset(ignored_findings))
        try:
            reading = FilesToRead(request, listing, attributes, memory, index, phases)
            readings, is_linted = reading.read_and_lint(book)
            index.link(request.pools, phases)
            sources = _insight_sources(request, listing, book)
            index.understand(sources, phases, made_from["history_key"], request.n_jobs)
            with phases.phase("write index"):
                staged = index.stage(made_from, readings)
            trim_heap()
            result = _Result(book, memory, index, made_from, listing, readings, staged)
            if request.makes_pages and staged.is_new and has_no_pages(book):
                with phases.phase("publish index"):
                    result = result.published_index(untouched)
            made_book = _pages(request, result, untouched, phases)
            with phases.phase("publish"):
                changed, made_book = result.publish(made_book, bool(phases.n_done["read files"]))
                if is_linted:
                    result.save_as_built(inputs, made_book)
        finally:
            index.close()
            memory.facts.close()
        # The book is published; what cannot be tidied up now, the next build removes.
        with suppress(OSError):
            book.discard_work()
        notices = _notices(book, listing, memory)
    pages = made_book.account, made_book.n_written
    return report_of(
        request.book, listing, result.reasons, staged.meta, *pages, changed, notices, phases
    )


def _load_what_follows(request: BuildRequest) -> None:
    """Now, since whoever reads files is loading, too."""
    installed()
    if request.makes_pages:
        import_module("repobook.build.pages.run")


def _memory(
    request: BuildRequest,
    book: BookFolder,
    attributes: Attributes,
    made_from: dict[str, str],
    last: LastBuild | None,
) -> Memory:
    limits = request.max_bytes, request.show_credentials
    last = last if request.shares is None else None  # others have read since
    return open_memory(book, attributes, *limits, made_from[IGNORED_FINDINGS], last)


class _Result(NamedTuple):
    """What a build has worked out, and how it gets into the book."""

    book: BookFolder
    memory: Memory
    update: IndexUpdate
    made_from: dict[str, str]
    listing: Listing
    readings: dict[str, Reading]
    staged: StagedIndex

    def published_index(self, are_untouched: Callable[[], bool]) -> "_Result":
        """A book without pages answers questions while its pages are made."""
        self.publish(no_pages(self.book, are_untouched), True)
        path = self.book.path / INDEX
        return self._replace(staged=self.staged._replace(path=path, is_new=False, search=None))

    def publish(self, made_book: MadeBook, has_read: bool) -> tuple[bool, MadeBook]:
        """Whether the book has changed, and its pages, counted."""
        changed, made_book = _publish(self.book, self.staged, made_book)
        if changed or has_read or not self.memory.previous.is_trusted:
            self._remember(made_book)
        return changed, made_book

    @property
    def reasons(self) -> dict[str, int]:
        """Why files are listed and not documented."""
        return reasons_in(self.readings.values())

    def save_as_built(self, inputs: str, made_book: MadeBook) -> None:
        """So that the next build of the same inputs ends at once."""
        if not any(map(is_passing, self.readings.values())):
            save_built(self.book, inputs, self.staged.meta, self.reasons, made_book.account)

    def _remember(self, made_book: MadeBook) -> None:
        """In this order: the scan cache holds the stamp of the manifest too."""
        sha256, publication = self.staged.sha256(), made_book.publication
        if self.memory.previous.is_trusted and publication.knows_all:
            outputs = {**made_book.made, INDEX: sha256}
            change_manifest(self.book, outputs, publication.lost, self.made_from)
        else:
            write_manifest(self.book, {INDEX: sha256, **_outputs(made_book)}, self.made_from)
        unmark(self.book)
        entries = self.listing.entries
        self.memory.keep([(e, self.readings[e.path]) for e in entries], sha256)
        self.update.remember(self.staged.meta["identity"])


def _pages(
    request: BuildRequest, result: _Result, are_untouched: Callable[[], bool], phases: Phases
) -> MadeBook:
    if not request.makes_pages:
        return no_pages(result.book, are_untouched)
    staged = result.staged
    return make_book(
        result.book,
        PageRebuildCheck(request.spec, _repository(staged), staged.is_new),
        are_untouched,
        lambda: _book_input(request, result),
        request.n_jobs,
        request.pools,
        phases,
    )


def last_build_of(request: BuildRequest) -> LastBuild:
    return load_last_build(request.book, caches_of(request.book, request.spec.identity))


def _notices(book: BookFolder, listing: Listing, memory: Memory) -> tuple[str, ...]:
    """Notices about this machine, which stand on no page."""
    if listing.tracks_output:
        return (f"git tracks {book.path}: nothing of it is reused",)
    foreign = f"{book.path} was made elsewhere, or by another version: nothing of it was used"
    return tuple(filter(None, (foreign if memory.is_foreign else "", book.key.notice)))


def _insight_sources(request: BuildRequest, listing: Listing, book: BookFolder) -> InsightSources:
    return InsightSources(
        lambda: past_of(request.spec, listing.commit, request.n_commits, book),
        lambda: _codeowners(request.spec, listing),
    )


def _codeowners(spec: SourceSpec, listing: Listing) -> tuple[str, str]:
    entry_by_path = {entry.path: entry for entry in listing.entries if entry.kind == "file"}
    entry = next((entry_by_path[path] for path in CODEOWNERS if path in entry_by_path), None)
    if entry is None:
        return "", ""
    source = open_source(spec)
    try:
        content = source.read(entry, _MAX_CODEOWNERS)
    except UnreadableError:
        return "", ""  # the account lists it with its reason
    finally:
        source.close()
    return entry.path, content.decode("utf-8", "replace")


def _book_input(request: BuildRequest, result: _Result) -> BookInput:
    entry_by_path = {entry.path: entry for entry in result.listing.entries}
    staged = result.staged
    return BookInput(
        request.spec,
        request.max_bytes,
        staged.path,
        request.book / INDEX,
        staged.changes,
        staged.sha256,
        result.memory.facts.place,
        tuple(
            DocumentedFile(entry_by_path[file.path], result.readings[file.path].blob, file)
            for file in result.update.documented()
        ),
        result.listing,
        _repository(staged),
        staged.meta,
    )


def _repository(staged: StagedIndex) -> Repository:
    return Repository(own_name(staged.path), staged.meta["history"], is_fine_index(staged.meta))


def _publish(book: BookFolder, staged: StagedIndex, made_book: MadeBook) -> tuple[bool, MadeBook]:
    """Whether anything changed, and the book with its pages counted.

    If it is killed, the next build finds the mark and publishes again.
    """
    publication = made_book.publication
    is_new = staged.is_new or staged.search is not None
    if not (is_new or publication.staged or publication.lost or not publication.knows_all):
        return False, made_book
    mark_unfinished(book)
    moved = publish(book, publication)
    if staged.search is not None:
        book.put_index(staged.search.name, SEARCH)
    if staged.is_new:
        book.put_index(staged.path.name, INDEX)
    return True, _remember_pages(book, made_book, moved)


def _remember_pages(book: BookFolder, made_book: MadeBook, moved: Mapping[str, Stamp]) -> MadeBook:
    from repobook.build.pages.account import account_of  # with all that writes pages behind it

    publication, pages_by_subject = made_book.publication, made_book.pages_by_subject()
    before = (load_stamps(book) if publication.knows_all else None) or {}
    stamps = with_moved(before, moved, publication.lost)
    account = account_of(pages_by_subject, stamps)
    memory = made_book.memory._replace(account=account)
    save_pages(book, memory, pages_by_subject, stamps)
    return made_book._replace(memory=memory, account=account)


def change_manifest(
    book: BookFolder, outputs: Mapping[str, str], lost: Iterable[str], made_from: dict[str, str]
) -> None:
    """Of the manifest that was published last."""
    before = manifest_bytes(book.path)
    data = changed_manifest(before, outputs, lost, {"made_from": made_from})
    if data != before:
        book.put(MANIFEST, data)


def write_manifest(book: BookFolder, outputs: dict[str, str], made_from: dict[str, str]) -> None:
    data = manifest_text(outputs, {"made_from": made_from})
    with suppress(OSError):
        if data == manifest_bytes(book.path):
            return
    book.put(MANIFEST, data)


def _outputs(made_book: MadeBook) -> dict[str, str]:
    outputs = [pages.outputs() for pages in made_book.pages_by_subject().values()]
    return {name: sha256 for pages in outputs for name, sha256 in pages.items()}
