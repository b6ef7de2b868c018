"""Makes the stale pages of a book from the index.

A page depends on the rows of its own file, and on what it shows of other files, which is recorded
when it is made.
"""

import contextlib
from collections.abc import Iterable, Iterator, Mapping, Set
from contextlib import ExitStack
from functools import cached_property
from pathlib import Path
from typing import Final

import apsw

from repobook.build.digest import digest_of
from repobook.build.pages.formats import FORMATS, SITE, formats_named, is_page
from repobook.build.pages.page_worker import (
    PageFactory,
    PageInput,
    PageMaker,
    PageTask,
    RepositoryPagesDraft,
)
from repobook.build.pages.result import BookInput, MadeBook
from repobook.build.pages.site_search_files import labels, labels_changed
from repobook.errors import RepobookError
from repobook.index.publish.book_folder import BookFolder
from repobook.index.publish.page_log import PageLog
from repobook.index.publish.pages import NO_PAGES, MadePages, PagesMemory, Publication, decode_pages
from repobook.index.reader.repository.name_index import is_fine_index, names_shown_differently
from repobook.index.reader.repository.survey_tables import rules_in
from repobook.index.stale.changes import NO_CHANGES, Changes
from repobook.index.stale.stale_files import files_shown_differently, is_stale, users_moved
from repobook.index.stale.stale_folders import folders_shown_differently
from repobook.model.folder_dossier import Proof
from repobook.model.progress import Phases
from repobook.text.folders import folders_of
from repobook.text.naming.alphabet import Part, part_of, parts
from repobook.workers.forks import start_in_fork
from repobook.workers.pool import Answer, Limits, WorkerPool, attempt

_FORMAT_NAMES: Final = tuple(format.name for format in FORMATS)
_REPOSITORY: Final = "whole"
_DIRECTORY: Final = "directory"
# Pages of a folder take as long as it is large; nothing in their making can loop.
_LIMITS: Final = Limits(120.0, 120.0, memory_bytes=2 << 30)
_FEW: Final = 60
"""So many pages are made sooner than worker processes are started."""


class BookMaker:
    """For one build; the published book is not touched."""

    def __init__(
        self,
        book: BookFolder,
        book_input: BookInput,
        sources: str,
        previous: PagesMemory,
        n_jobs: int,
    ) -> None:
        """``sources`` is the relative path from a folder of pages to the sources, if any."""
        self._input = book_input
        self._n_jobs = n_jobs
        self._book = book
        paths = [entry.path for entry in book_input.listing.entries]
        self._folders = folders_of(paths)
        self._size_by_subject = {
            PageTask("file", file.read.path).subject: file.read.n_bytes for file in book_input.files
        }
        title = book_input.repository.name
        formats = formats_named(book_input.spec.formats)
        self._places = {format.name: format.places(paths, sources, title) for format in formats}
        self._names = digest_of(self._places)
        is_as_before = previous.names == self._names
        self._previous = (
            previous if is_as_before else NO_PAGES._replace(conditions=previous.conditions)
        )
        self._is_fine = is_fine_index(book_input.meta)
        self._shards = (
            [PageTask("shards", label) for label in labels(self._is_fine)]
            if SITE.name in self._places
            else []
        )
        self._closing = ExitStack()

    def make(self, phases: Phases) -> MadeBook:
        with self._closing:
            return self._make(phases)

    def _make(self, phases: Phases) -> MadeBook:
        # Started first: it takes about as long as all pages that an edit makes stale.
        draft = start_in_fork(self._repository_draft, self._n_jobs)
        subjects = self._subjects()
        stale = self._stale(subjects)
        pages_by_subject = {
            s: pages for s, pages in self._previous.pages_by_subject.items() if s in subjects
        }
        with phases.phase("make pages", sum(map(self._weight, stale))) as progress:
            for task, pages in self._make_or_resume(stale):
                pages_by_subject[task.subject] = pages
                progress.advance(self._weight(task))
            if self._shards:
                pages_by_subject[_DIRECTORY] = self._directory(pages_by_subject)
            pages_by_subject[_REPOSITORY] = self._repository_pages(draft(), pages_by_subject)
        return self._result(pages_by_subject)

    def _make_or_resume(self, tasks: list[PageTask]) -> Iterator[tuple[PageTask, MadePages]]:
        """Pages of this very book that a killed build has staged are not made again."""
        if len(tasks) <= _FEW:
            yield from self._make_pages(tasks)
            return
        key = f"{self._input.index_sha256()} {self._previous.conditions} {self._names}"
        log = PageLog(self._book, key)
        staged = log.pages_by_subject
        try:
            yield from ((t, staged[t.subject]) for t in tasks if t.subject in staged)
            for task, pages in self._make_pages([t for t in tasks if t.subject not in staged]):
                if not pages.problem:
                    log.put(task.subject, pages)
                yield task, pages
        finally:
            log.close()

    def _subjects(self) -> dict[str, PageTask]:
        tasks = [
            *(PageTask("file", file.read.path) for file in self._input.files),
            *(PageTask("folder", folder) for folder in self._folders),
            *(PageTask("names", part.label) for part in parts(self._is_fine)),
            *(PageTask("rule", rule) for rule in self._rules()),
            *self._shards,
        ]
        return {task.subject: task for task in tasks}

    def _rules(self) -> list[str]:
        with contextlib.closing(_opened(self._input.index_path)) as db:
            return rules_in(db)

    def _stale(self, subjects: dict[str, PageTask]) -> list[PageTask]:
        complete, changes = _complete(self._previous.pages_by_subject), self._input.changes
        if changes is None or not complete:
            return list(subjects.values())
        fresh = [task for subject, task in subjects.items() if subject not in complete]
        if changes == NO_CHANGES:
            return fresh
        stale = self._changed(changes)
        still = complete.keys() & subjects.keys()
        return [
            *fresh,
            *(self._with_digest(task, changes) for task in stale if task.subject in still),
        ]

    def _with_digest(self, task: PageTask, changes: Changes) -> PageTask:
        """A summary that another file has changed is no part of the digest."""
        pages = self._previous.pages_by_subject[task.subject]
        shows_another = not changes.summaries.isdisjoint(pages.summaries)
        return task if shows_another else task._replace(input_digest=pages.input_digest)

    def _changed(self, changes: Changes) -> list[PageTask]:
        old, new = map(_opened, (self._input.published_index, self._input.index_path))
        try:
            changed_files = files_shown_differently(old, new, changes)
            folders = folders_shown_differently(old, new, changed_files, changes.summaries)
            names = {name for db in (old, new) for name in names_shown_differently(db, changes)}
            moved = users_moved(new, changes)
            rules = {rule for db in (old, new) for rule in rules_in(db, changes.findings)}
            shards = labels_changed(old, new, changes, names, self._is_fine)
        finally:
            old.close()
            new.close()
        return [
            *self._files_changed(changes, changed_files, moved),
            *(PageTask("folder", folder) for folder in self._folders if folder in folders),
            *(PageTask("names", part.label) for part in self._parts_of(names)),
            *(PageTask("rule", rule) for rule in sorted(rules)),
            *(PageTask("shards", label) for label in sorted(shards)),
        ]

    def _parts_of(self, names: Iterable[str]) -> list[Part]:
        return sorted({part_of(name, self._is_fine) for name in names})

    def _files_changed(
        self, changes: Changes, changed_files: frozenset[int], moved: Mapping[int, Set[int]]
    ) -> Iterator[PageTask]:
        for file in self._input.files:
            task = PageTask("file", file.read.path)
            pages = self._previous.pages_by_subject.get(task.subject)
            if pages is not None and is_stale(file.read.id, pages, changed_files, changes, moved):
                yield task

    def _directory(self, pages_by_subject: Mapping[str, MadePages]) -> MadePages:
        names = [
            page.name for task in self._shards for page in pages_by_subject[task.subject].pages
        ]
        return self._maker.directory(names)

    def _repository_draft(self) -> RepositoryPagesDraft:
        """With a maker of its own: in the fork no file of this process is open."""
        with contextlib.closing(self._factory.maker()) as maker:
            return maker.draft_repository_pages(self._input.meta)

    def _repository_pages(
        self, draft: RepositoryPagesDraft, pages_by_subject: Mapping[str, MadePages]
    ) -> MadePages:
        outputs = [page for pages in pages_by_subject.values() for page in pages.pages]
        pages = [page for page in outputs if is_page(page.name)]
        proof = Proof(
            len(pages), sum(page.n_links for page in pages), sum(page.n_cites for page in pages)
        )
        return self._maker.repository_pages(draft, proof, self._letters(pages_by_subject))

    def _letters(self, pages_by_subject: Mapping[str, MadePages]) -> list[str]:
        labels = [part.label for part in parts(self._is_fine)]
        return [
            label for label in labels if pages_by_subject[PageTask("names", label).subject].pages
        ]

    def _make_pages(self, tasks: list[PageTask]) -> Iterator[tuple[PageTask, MadePages]]:
        died = {}
        for task, result, death in self._answers(tasks):
            if death:
                died[task] = death
            elif result:
                yield task, decode_pages(result)
            else:
                yield task, self._previous.pages_by_subject[task.subject]
        yield from self._make_plain(died)

    def _answers(self, tasks: list[PageTask]) -> Iterator[Answer[PageTask]]:
        if len(tasks) <= _FEW:
            yield from (attempt(self._maker.work, task) for task in tasks)
            return
        pool: WorkerPool[PageTask] = WorkerPool(self._factory.open, self._n_jobs, _LIMITS)
        try:
            yield from pool.run([(task, self._weight(task)) for task in tasks])
        finally:
            pool.close()

    def _make_plain(self, died: Mapping[PageTask, str]) -> Iterator[tuple[PageTask, MadePages]]:
        """A file that brings down its worker costs its own pages, not the book."""
        for task, death in sorted(died.items()):
            if task.kind != "file":
                raise RepobookError(f"the pages of {task.subject} could not be made: {death}")
            yield task, self._maker.plain(task.path, death)

    def _weight(self, task: PageTask) -> int:
        return self._size_by_subject.get(task.subject, 0)

    @cached_property
    def _maker(self) -> PageMaker:
        """The maker of this process, for work that is too small for a pool."""
        maker = self._factory.maker()
        self._closing.callback(maker.close)
        return maker

    @cached_property
    def _factory(self) -> PageFactory:
        book_input = self._input
        page_input = PageInput(
            book_input.spec,
            book_input.max_bytes,
            str(book_input.index_path),
            book_input.files,
            book_input.repository,
            self._places,
        )
        staging = str(self._book.work.path)
        return PageFactory(page_input, book_input.facts, staging, self._published)

    @cached_property
    def _published(self) -> dict[str, str]:
        return {
            page.name: page.sha256
            for subject_pages in self._previous.pages_by_subject.values()
            for page in subject_pages.pages
        }

    def _result(self, pages_by_subject: dict[str, MadePages]) -> MadeBook:
        pages = [
            page for subject in sorted(pages_by_subject) for page in pages_by_subject[subject].pages
        ]
        names = frozenset(page.name for page in pages)
        lost = sorted(self._published.keys() - names)
        staged = sorted(page.name for page in pages if page.is_staged)
        publication = Publication(
            _FORMAT_NAMES,
            tuple(sorted(names)),
            tuple(staged),
            bool(self._previous.pages_by_subject),
            tuple(lost),
        )
        published = {subject: _as_published(pages) for subject, pages in pages_by_subject.items()}
        stamps = {name: at for name, at in self._previous.stamps.items() if name in names}
        memory = PagesMemory(self._previous.conditions, self._names, stamps, published)
        return MadeBook(publication, lambda: memory, sum(map(is_page, staged)))


def _complete(pages_by_subject: Mapping[str, MadePages]) -> dict[str, MadePages]:
    """Without incomplete pages: the cause may have passed."""
    return {subject: pages for subject, pages in pages_by_subject.items() if not pages.problem}


def _opened(index: Path) -> apsw.Connection:
    return apsw.Connection(str(index), flags=apsw.SQLITE_OPEN_READONLY)


def _as_published(pages: MadePages) -> MadePages:
    if not any(page.is_staged for page in pages.pages):
        return pages
    return pages._replace(pages=tuple(page._replace(is_staged=False) for page in pages.pages))
