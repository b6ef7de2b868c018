"""The data flow on one screen: scan, read and parse, index. ``build`` tells the story."""

import os
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Final, NamedTuple

from repobook.analyse.owners import CODEOWNERS
from repobook.errors import RepobookError, UnreadableError
from repobook.model.dossier import Repository
from repobook.model.files import Listing
from repobook.parse import parser_version
from repobook.scan.attributes import Attributes, read_attributes
from repobook.scan.history import DEFAULT_COMMITS
from repobook.scan.names import display
from repobook.scan.repository import find_repository
from repobook.scan.sources import SourceSpec, open_source
from repobook.service.bookmaking import Sameness, make_book
from repobook.service.build_report import BuildReport, report_of
from repobook.service.forks import beside
from repobook.service.heap import hand_back
from repobook.service.indexing import INDEX, IndexUpdate, InsightSources, LaidOut
from repobook.service.linting import LintFolder, lint_notices, lint_version
from repobook.service.locate import is_book
from repobook.service.made_book import BookInput, MadeBook
from repobook.service.memory import Memory, made_by, open_memory
from repobook.service.parser_deaths import ParserDeaths
from repobook.service.past import past_of
from repobook.service.progress import Phases, Progress, Silent
from repobook.service.reading import FileTask, ReaderFactory, Reading, unread
from repobook.service.search_records import search_key, search_version
from repobook.service.units import DocumentedFile
from repobook.service.workers import warm_up
from repobook.store import schema, search_schema
from repobook.store.book_folder import BookFolder, open_book_folder
from repobook.store.cache import FactsPlace
from repobook.store.manifest import MANIFEST, manifest_bytes, manifest_text
from repobook.store.name_index import is_fine_index
from repobook.store.naming import own_name
from repobook.store.pages import (
    are_as_published,
    is_marked,
    mark_unfinished,
    publish,
    save_pages,
    unmark,
)
from repobook.store.writer import told_plainly
from repobook.text.visible import one_visible_line

DEFAULT_MAX_BYTES: Final = 8 << 20
_MAX_CODEOWNERS: Final = 3 << 20  # as much as GitHub reads


class BuildRequest(NamedTuple):
    spec: SourceSpec
    book: Path
    n_jobs: int
    max_bytes: int = DEFAULT_MAX_BYTES
    use_cache: bool = True
    n_commits: int = DEFAULT_COMMITS
    """How much of the past is looked at, newest first."""
    show_credentials: bool = False
    """Of what git tracks."""


def build(request: BuildRequest, progress: Progress | None = None) -> BuildReport:
    phases = Phases(progress or Silent())
    _refuse_overlap(request)
    with _opened(request) as book, _report_machine_faults(book):
        warm_up(ReaderFactory.__module__)
        untouched = beside(partial(are_as_published, book), request.n_jobs)
        with phases.phase("list files"):
            listing, attributes = _scan(request.spec._replace(output=str(request.book)))
        with phases.phase("recall"):
            if listing.tracks_output or not request.use_cache:
                book.forget()
            memory = open_memory(book, attributes, request.max_bytes, request.show_credentials)
            index = IndexUpdate(book, memory, listing)
        try:
            with LintFolder(book.work) as lint:
                readings = _read_and_index(
                    request, listing, attributes, memory, index, lint, phases
                )
                _check_source(request.spec)
                _check_account(listing, readings)
                _lint(lint, memory, index, request.n_jobs, phases)
            made_from = _made_from(request, listing)
            index.link(request.n_jobs, phases)
            sources = _insight_sources(request, listing, book)
            index.understand(sources, phases, made_from["history_key"], request.n_jobs)
            with phases.phase("write index"):
                laid = index.lay_out(made_from, readings)
            hand_back()
            made = make_book(
                book,
                Sameness(request.spec, _repository(laid), laid.is_new),
                untouched,
                lambda: _book_input(request, listing, readings, index, laid, memory.facts.place),
                request.n_jobs,
                phases,
            )
            with phases.phase("publish"):
                changed = _publish(book, laid, made)
                made = _counted(made) if changed else made
                if changed or phases.n_done["read files"] or not memory.previous.is_trusted:
                    outputs = _outputs(laid, made)
                    _remember(book, memory, made_from, listing, readings, made, outputs)
        finally:
            index.close()
            memory.facts.close()
        book.discard_work()
        notices = _notices(book, listing, memory)
    return report_of(request.book, listing, readings, laid.meta, made, changed, notices, phases)


def _opened(request: BuildRequest) -> AbstractContextManager[BookFolder]:
    spec = request.spec
    top = find_repository(spec.root).top if spec.kind == "folder" else os.path.dirname(spec.root)
    return open_book_folder(request.book, f"{spec.kind} {spec.root}", top or spec.root)


def _notices(book: BookFolder, listing: Listing, memory: Memory) -> tuple[str, ...]:
    """What concerns this machine alone, and therefore stands on no page."""
    if listing.tracks_output:
        return (f"git tracks {book.path}: nothing of it is reused",)
    foreign = f"{book.path} was made elsewhere, or by another version: nothing of it was used"
    return tuple(filter(None, (foreign if memory.is_foreign else "", book.key.notice)))


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
        with told_plainly():
            yield
    except BrokenPipeError:
        raise  # Whoever read our messages went away; the edge knows what to do.
    except OSError as error:
        with suppress(OSError):
            book.discard_work()  # what was made so far would only take room on a full disk
        place = f": {_shown_path(error.filename)}" if error.filename else ""
        state = "is partly new: the next build finishes it" if is_marked(book) else "is as it was"
        message = f"the build stopped: {error.strerror or error}{place}"
        raise RepobookError(message, f"{book.path} {state}") from None


def _shown_path(name: str | bytes | int) -> str:
    return name if isinstance(name, str) else display(name) if isinstance(name, bytes) else ""


def _scan(spec: SourceSpec) -> tuple[Listing, Attributes]:
    source = open_source(spec)
    try:
        listing = source.list()
        attributes = read_attributes(source, listing)
        notices = (*listing.notices, *attributes.notices, *lint_notices())
        return listing._replace(notices=notices), attributes
    finally:
        source.close()


def _read_and_index(
    request: BuildRequest,
    listing: Listing,
    attributes: Attributes,
    memory: Memory,
    index: IndexUpdate,
    lint: LintFolder,
    phases: Phases,
) -> dict[str, Reading]:
    """Rows are written while other files are still being parsed; only the account is held."""
    readings: dict[str, Reading] = {}
    tasks: list[FileTask] = []
    recalled: dict[str, Reading | None] = {}
    deaths = ParserDeaths(memory.facts, parser_version())
    for entry in listing.entries:
        known = unread(entry, entry.reason) if entry.kind != "file" else memory.recall(entry)
        recalled[entry.path] = known
        if known is None:
            tasks.append(FileTask(entry))
        elif deaths.suspect(FileTask(entry), known):
            continue
        elif index.put(entry, known):
            readings[entry.path] = known
        else:
            tasks.append(FileTask(entry, afresh=True))
    if tasks:
        index.expect_changes()
    n_bytes = sum(max(task.entry.size, 0) for task in tasks)
    factory = ReaderFactory(
        request.spec,
        attributes,
        request.max_bytes,
        parser_version(),
        memory.facts.keys(),
        lint.path,
        lint_version(),
        search_version(),
        request.show_credentials,
    )
    with phases.phase("read files", n_bytes) as progress:
        while tasks or deaths.undecided:
            damaged: list[FileTask] = []
            for entry, reading in deaths.read(factory, tasks, request.n_jobs):
                if reading.facts:
                    memory.facts.put(reading.facts_key, reading.facts)
                    memory.facts.put(
                        search_key(reading.facts_key, search_version()), reading.search
                    )
                if not index.put(entry, reading):
                    damaged.append(FileTask(entry, afresh=True))
                    continue
                readings[entry.path] = reading._replace(facts=b"", search=b"")
                if reading != recalled[entry.path]:
                    progress.advance(max(entry.size, 0))
                    phases.n_done["read files"] += 1
            tasks = damaged
    return readings


def _lint(
    lint: LintFolder, memory: Memory, index: IndexUpdate, n_jobs: int, phases: Phases
) -> None:
    with phases.phase("lint"):
        for key, findings in lint.findings(n_jobs):
            memory.facts.put(key, findings)
        index.add_findings()


def _check_source(spec: SourceSpec) -> None:
    """Else a book would be made in which every file is one that cannot be read."""
    if not os.path.isdir(spec.root):
        raise RepobookError(f"{spec.root} is gone; no book was written")


def _check_account(listing: Listing, readings: dict[str, Reading]) -> None:
    paths = {entry.path for entry in listing.entries}
    if len(paths) != len(listing.entries) or paths != readings.keys():
        n_lost = len(listing.entries) - len(readings)
        raise RepobookError(f"{n_lost} files are not accounted for; no book was written")


def _insight_sources(request: BuildRequest, listing: Listing, book: BookFolder) -> InsightSources:
    return InsightSources(
        lambda: past_of(request.spec, listing.commit, request.n_commits, book),
        lambda: _codeowners(request.spec, listing),
    )


def _codeowners(spec: SourceSpec, listing: Listing) -> tuple[str, str]:
    entry_by_path = {entry.path: entry for entry in listing.entries if entry.kind == "file"}
    found = next((entry_by_path[path] for path in CODEOWNERS if path in entry_by_path), None)
    if found is None:
        return "", ""
    source = open_source(spec)
    try:
        content = source.read(found, _MAX_CODEOWNERS)
    except UnreadableError:
        return "", ""  # the account lists it with its reason
    finally:
        source.close()
    return found.path, content.decode("utf-8", "replace")


def _made_from(request: BuildRequest, listing: Listing) -> dict[str, str]:
    return {
        "commit": listing.commit,
        "made_by": made_by(),
        "schema_version": str(schema.VERSION),
        "max_file_size": str(request.max_bytes),
        "history_key": f"{listing.commit} {request.n_commits}",
        "include": _shown(request.spec.include),
        "exclude": _shown(request.spec.exclude),
        "n_skipped": str(len(listing.skipped)),
        "notices": "\n".join(one_visible_line(notice) for notice in listing.notices),
    }


def _book_input(
    request: BuildRequest,
    listing: Listing,
    readings: dict[str, Reading],
    index: IndexUpdate,
    laid: LaidOut,
    facts: FactsPlace,
) -> BookInput:
    entry_by_path = {entry.path: entry for entry in listing.entries}
    return BookInput(
        request.spec,
        request.max_bytes,
        laid.path,
        request.book / INDEX,
        laid.changes,
        laid.sha256,
        facts,
        tuple(
            DocumentedFile(entry_by_path[file.path], readings[file.path].blob, file)
            for file in index.documented()
        ),
        listing,
        _repository(laid),
        laid.meta,
    )


def _repository(laid: LaidOut) -> Repository:
    return Repository(own_name(laid.path), laid.meta["history"], is_fine_index(laid.meta))


def _publish(book: BookFolder, laid: LaidOut, made: MadeBook) -> bool:
    """Killed on the way, the next build finds the mark and does it again."""
    publication = made.publication
    is_new = laid.is_new or laid.search is not None
    if not (is_new or publication.staged or publication.lost or not publication.knows_all):
        return False
    mark_unfinished(book)
    made.memory().stamps.update(publish(book, publication))
    if laid.search is not None:
        book.work.move(laid.search.name, book.files, search_schema.NAME)
    if laid.is_new:
        book.work.move(laid.path.name, book.files, INDEX)
    return True


def _counted(made: MadeBook) -> MadeBook:
    from repobook.service.page_account import counted  # with all that writes pages behind it

    return counted(made)


def _remember(
    book: BookFolder,
    memory: Memory,
    made_from: dict[str, str],
    listing: Listing,
    readings: dict[str, Reading],
    made: MadeBook,
    outputs: dict[str, str],
) -> None:
    """In this order: what is remembered vouches for the manifest too."""
    save_pages(book, made.memory(), made.account)
    write_manifest(book, outputs, made_from)
    unmark(book)
    memory.keep([(entry, readings[entry.path]) for entry in listing.entries], outputs[INDEX])


def write_manifest(book: BookFolder, outputs: dict[str, str], made_from: dict[str, str]) -> None:
    data = manifest_text(outputs, {"made_from": made_from})
    with suppress(OSError):
        if data == manifest_bytes(book.path):
            return
    book.put(MANIFEST, data)


def _outputs(laid: LaidOut, made: MadeBook) -> dict[str, str]:
    pages = [page for pages in made.memory().made.values() for page in pages.pages]
    return {
        INDEX: laid.sha256(),
        **{page.name: page.sha256 for page in pages},
    }


def _shown(patterns: tuple[str, ...]) -> str:
    return "\n".join(display(os.fsencode(pattern)) for pattern in patterns)
