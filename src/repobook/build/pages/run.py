"""Makes the stale pages of a book from the index.

A page depends on the rows of its own file, and on what it shows of other files, which is recorded
when it is made.
"""

import contextlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import ExitStack
from functools import cache, cached_property, partial
from itertools import chain
from pathlib import Path
from typing import Final

import apsw

from repobook.build.digest import digest_of
from repobook.build.pages.formats import FORMATS, SITE, formats_named, is_page
from repobook.build.pages.page_tasks import (
    NOTHING_KNOWN,
    FolderPages,
    KnownFolders,
    PageInput,
    PageTask,
    RepositoryPagesDraft,
)
from repobook.build.pages.page_worker import PageFactory, PageMaker
from repobook.build.pages.result import BookInput, MadeBook
from repobook.build.pages.site_search_files import LABELS, ShardsChange, shards_changed
from repobook.errors import RepobookError
from repobook.index.publish.book_folder import BookFolder
from repobook.index.publish.page_log import PageLog
from repobook.index.publish.page_memory import (
    PagesMemory,
    PublishedPages,
    published,
    stands_among,
)
from repobook.index.publish.pages import MadePages, Publication, decode_pages
from repobook.index.reader.repository.name_index import is_fine_index, names_shown_differently
from repobook.index.reader.repository.operator_families import OperatorFamilies
from repobook.index.reader.repository.repository_dossier import FolderMemory, decode_folder_memory
from repobook.index.reader.repository.survey_tables import rules_in
from repobook.index.stale.changes import NO_CHANGES, Changes
from repobook.index.stale.stale_files import StaleCheck, files_shown_differently, users_moved
from repobook.index.stale.stale_folders import folders_shown_differently, repository_documents
from repobook.index.stale.stale_implementations import read_otherwise
from repobook.index.stale.stale_operators import LIST, StaleOperators
from repobook.model.dossiers.folder_dossier import Proof
from repobook.model.progress import Phases
from repobook.text.folders import folder_of, folders_of
from repobook.text.naming.alphabet import Part, part_of, parts
from repobook.workers.forks import start_in_fork
from repobook.workers.pool import REFUSED, Answer, Limits, Pool, Pools, attempt

_FORMAT_NAMES: Final = tuple(format.name for format in FORMATS)
_REPOSITORY: Final = "whole"
_DIRECTORY: Final = "directory"
_LIST_OF_OPERATORS: Final = PageTask("operators", LIST)
# Pages of a folder take as long as it is large; nothing in their making can loop.
_LIMITS: Final = Limits(120.0, 120.0, memory_bytes=2 << 30)
_EFFORT_OF_EACH: Final = 4096
"""To make the page of a folder takes about as long as that of a file with so many bytes."""
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
        pools: Pools,
    ) -> None:
        """``sources`` is the relative path from a folder of pages to the sources, if any."""
        self._input = book_input
        self._n_jobs = n_jobs
        self._pools = pools
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
        self._memory = PagesMemory(previous.conditions, self._names)
        self._previous = previous.pages_by_subject() if is_as_before else {}
        self._is_fine = is_fine_index(book_input.meta)
        self._shards = (
            [PageTask("shards", label) for label in LABELS] if SITE.name in self._places else []
        )
        self._subjects_made: list[str] = []
        self._shards_change: ShardsChange | None = None
        self._closing = ExitStack()

    def make(self, phases: Phases) -> MadeBook:
        with self._closing:
            return self._make(phases)

    def _make(self, phases: Phases) -> MadeBook:
        subjects = self._subjects()
        stale = self._stale(subjects)
        self._subjects_made = [_DIRECTORY, _REPOSITORY, *(task.subject for task in stale)]
        # After an edit one process reads all folders and makes what is made from them, the other
        # makes the rest; they take about as long.
        folders = [t for t in stale if t.kind == "folder"] if self._is_edit(stale) else []
        folder_pages = start_in_fork(
            partial(self._factory.folder_pages, self._input.meta, self._known(stale), folders),
            self._n_jobs,
        )
        kept = {s: pages for s, pages in self._previous.items() if s in subjects}
        made: dict[str, MadePages] = {}
        with phases.phase("make pages", sum(map(self._effort, stale))) as progress:
            others = [task for task in stale if task not in folders]
            forked = cache(folder_pages)
            for task, pages in chain(self._make_or_resume(others), self._taken_over(forked)):
                if pages is not None:
                    made[task.subject] = pages
                    kept[task.subject] = published(pages, is_page)
                progress.advance(self._effort(task))
            if self._shards:
                made[_DIRECTORY] = self._directory(kept)
            made[_REPOSITORY] = self._repository_pages(forked().repository, kept)
        return self._result(kept, made)

    def _taken_over(
        self, forked: Callable[[], FolderPages]
    ) -> Iterator[tuple[PageTask, MadePages | None]]:
        self._maker.stage_held(forked().data_by_name)
        yield from self._decoded(forked().answers)

    def _make_or_resume(self, tasks: list[PageTask]) -> Iterator[tuple[PageTask, MadePages | None]]:
        """None where the published pages were made from the same.

        Pages of this very book that a killed build has staged are not made again.
        """
        if _are_few(tasks):
            yield from self._make_pages(tasks)
            return
        key = f"{self._input.index_sha256()} {self._memory.conditions} {self._names}"
        log = PageLog(self._book, key)
        staged = log.pages_by_subject
        try:
            yield from ((t, staged[t.subject]) for t in tasks if t.subject in staged)
            for task, pages in self._make_pages([t for t in tasks if t.subject not in staged]):
                if pages is not None and not pages.problem:
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
            *self._operators,
            *self._shards,
        ]
        return {task.subject: task for task in tasks}

    def _rules(self) -> list[str]:
        with contextlib.closing(_opened(self._input.index_path)) as db:
            return rules_in(db)

    @cached_property
    def _operators(self) -> list[PageTask]:
        """The list of families, and each."""
        with contextlib.closing(_opened(self._input.index_path)) as db:
            names = OperatorFamilies(db.execute).names
        return [_LIST_OF_OPERATORS, *(PageTask("operator", n) for n in names)] if names else []

    def _stale(self, subjects: dict[str, PageTask]) -> list[PageTask]:
        complete, changes = _complete(self._previous), self._input.changes
        if changes is None or not complete:
            return list(subjects.values())
        fresh = [task for subject, task in subjects.items() if subject not in complete]
        if changes == NO_CHANGES:
            return fresh
        has_other_summary = stands_among(changes.summaries)
        still = [task for task in self._changed(changes) if task.subject in complete]
        return [
            *fresh,
            *(self._with_digest(t, has_other_summary) for t in still if t.subject in subjects),
        ]

    def _with_digest(self, task: PageTask, has_other_summary: Callable[[bytes], bool]) -> PageTask:
        """A summary that another file has changed is no part of the digest."""
        pages = self._previous[task.subject]
        is_new = has_other_summary(pages.summaries)
        return task if is_new else task._replace(input_digest=pages.input_digest)

    def _changed(self, changes: Changes) -> list[PageTask]:
        old, new = map(_opened, (self._input.published_index, self._input.index_path))
        try:
            changed_files = files_shown_differently(old, new, changes)
            folders = folders_shown_differently(old, new, changed_files, changes)
            if repository_documents(old, new, changed_files):
                folders |= self._described_differently()
            names = {name for db in (old, new) for name in names_shown_differently(db, changes)}
            moved = users_moved(new, changes)
            rules = {rule for db in (old, new) for rule in rules_in(db, changes.findings)}
            operators, read = StaleOperators(old, new, changes), read_otherwise(new, changes)
            shards = shards_changed(old, new, changes, names, self._is_fine)
        finally:
            old.close()
            new.close()
        self._shards_change = shards
        check = StaleCheck(changed_files, changes, moved, read)
        return [
            *self._files_changed(check),
            *(PageTask("folder", folder) for folder in self._folders if folder in folders),
            *(PageTask("names", part.label) for part in self._parts_of(names)),
            *(PageTask("rule", rule) for rule in sorted(rules)),
            *self._operators_changed(operators),
            *map(self._shards_task, sorted(shards.words_by_label)),
        ]

    def _described_differently(self) -> frozenset[str]:
        """Folders of which documents say something else, and those around, which show it too."""
        before, after = self._folder_memory.notes, self._early_maker.folder_notes()
        changed = [f for f in {*before, *after} if before.get(f) != after.get(f)]
        return frozenset(f for folder in changed for f in (folder, folder_of(folder)))

    def _shards_task(self, label: str) -> PageTask:
        task = PageTask("shards", label)
        pages = self._previous.get(task.subject)
        return task._replace(table=pages.table) if pages else task

    def _parts_of(self, names: Iterable[str]) -> list[Part]:
        return sorted({part_of(name, self._is_fine) for name in names})

    def _files_changed(self, check: StaleCheck) -> Iterator[PageTask]:
        for file in self._input.files:
            task = PageTask("file", file.read.path)
            pages = self._previous.get(task.subject)
            if pages is not None and check.is_stale(file.read.id, pages):
                yield task

    def _operators_changed(self, stale: StaleOperators) -> Iterator[PageTask]:
        for task in self._operators:
            pages = self._previous.get(task.subject)
            if pages is not None and stale.is_stale(task.path, pages):
                yield task

    def _directory(self, pages_by_subject: Mapping[str, PublishedPages]) -> MadePages:
        names = [name for task in self._shards for name in pages_by_subject[task.subject].outputs()]
        return self._maker.directory(names)

    def _is_edit(self, stale: list[PageTask]) -> bool:
        return _are_few(stale) and _REPOSITORY in self._previous

    def _known(self, stale: list[PageTask]) -> KnownFolders:
        if not self._is_edit(stale):
            return NOTHING_KNOWN
        folders = {task.path for task in stale if task.kind == "folder"}
        is_read = "_early_maker" in vars(self)
        reader = self._early_maker.read_folders() if is_read else None
        return KnownFolders(reader, self._folder_memory, folders)

    @cached_property
    def _folder_memory(self) -> FolderMemory:
        pages = self._previous.get(_REPOSITORY)
        return decode_folder_memory(pages.table if pages else b"")

    def _repository_pages(
        self, draft: RepositoryPagesDraft, pages_by_subject: Mapping[str, PublishedPages]
    ) -> MadePages:
        pages = pages_by_subject.values()
        proof = Proof(
            sum(one.n_pages for one in pages),
            sum(one.n_links for one in pages),
            sum(one.n_cites for one in pages),
        )
        return self._maker.repository_pages(draft, proof, self._letters(pages_by_subject))

    def _letters(self, pages_by_subject: Mapping[str, PublishedPages]) -> list[str]:
        labels = [part.label for part in parts(self._is_fine)]
        return [
            label for label in labels if pages_by_subject[PageTask("names", label).subject].n_pages
        ]

    def _make_pages(self, tasks: list[PageTask]) -> Iterator[tuple[PageTask, MadePages | None]]:
        yield from self._decoded(self._answers(tasks))

    def _decoded(
        self, answers: Iterable[Answer[PageTask]]
    ) -> Iterator[tuple[PageTask, MadePages | None]]:
        died = {}
        for task, result, death in answers:
            if death:
                died[task] = death
            else:
                yield task, decode_pages(result) if result else None
        yield from self._make_plain(died)

    def _answers(self, tasks: list[PageTask]) -> Iterator[Answer[PageTask]]:
        if _are_few(tasks):
            yield from (attempt(self._maker.work, task) for task in tasks)
            return
        pool: Pool[PageTask] = self._pools.open(self._factory, _LIMITS, _family)
        try:
            yield from pool.run([(task, self._weight(task)) for task in tasks])
        finally:
            pool.close()

    def _make_plain(self, died: Mapping[PageTask, str]) -> Iterator[tuple[PageTask, MadePages]]:
        """A file that brings down its worker costs its own pages, not the book; a page that the
        system cannot write is no fault of the file."""
        for task, death in sorted(died.items()):
            if task.kind != "file" or death.startswith(REFUSED):
                raise RepobookError(f"the pages of {task.subject} could not be made: {death}")
            yield task, self._maker.plain(task.path, death)

    def _effort(self, task: PageTask) -> int:
        return self._weight(task) + _EFFORT_OF_EACH

    def _weight(self, task: PageTask) -> int:
        return self._size_by_subject.get(task.subject, 0)

    @cached_property
    def _maker(self) -> PageMaker:
        """The maker of this process, for work that is too small for a pool."""
        return self._opened_maker(self._factory)

    @cached_property
    def _early_maker(self) -> PageMaker:
        """For what is asked before it is known which pages are stale."""
        return self._opened_maker(self._factory_for({}))

    def _opened_maker(self, factory: PageFactory) -> PageMaker:
        maker = factory.maker()
        self._closing.callback(maker.close)
        return maker

    @cached_property
    def _factory(self) -> PageFactory:
        return self._factory_for(self._published)

    def _factory_for(self, published: dict[str, str]) -> PageFactory:
        book_input = self._input
        page_input = PageInput(
            book_input.spec,
            book_input.max_bytes,
            str(book_input.index_path),
            book_input.files,
            book_input.repository,
            self._places,
            self._shards_change,
        )
        staging = str(self._book.work.path)
        return PageFactory(page_input, book_input.facts, staging, published)

    @cached_property
    def _published(self) -> dict[str, str]:
        """Of what is made again: it is written only where it differs."""
        before = [self._previous[s] for s in self._subjects_made if s in self._previous]
        return {name: sha256 for pages in before for name, sha256 in pages.outputs().items()}

    def _result(
        self, kept: dict[str, PublishedPages], made_by_subject: dict[str, MadePages]
    ) -> MadeBook:
        pages_by_subject = kept | {
            subject: published(pages, is_page) for subject, pages in made_by_subject.items()
        }
        made = {page.name: page for pages in made_by_subject.values() for page in pages.pages}
        staged = sorted(page.name for page in made.values() if page.is_staged)
        publication = Publication(
            _FORMAT_NAMES,
            () if self._previous else tuple(sorted(made)),
            tuple(staged),
            bool(self._previous),
            tuple(sorted(self._before(pages_by_subject, made_by_subject).difference(made))),
        )
        return MadeBook(
            publication,
            self._memory,
            lambda: pages_by_subject,
            {name: page.sha256 for name, page in made.items()},
            sum(map(is_page, staged)),
        )

    def _before(
        self, pages_by_subject: Mapping[str, PublishedPages], made: Mapping[str, MadePages]
    ) -> set[str]:
        """Names of published pages whose subjects are gone or were made again."""
        changed = [s for s in self._previous if s not in pages_by_subject or s in made]
        return {name for subject in changed for name in self._previous[subject].outputs()}


def _are_few(tasks: Iterable[PageTask]) -> bool:
    """Without parts of the search, which are small where there are few pages."""
    return sum(task.kind != "shards" for task in tasks) <= _FEW


def _family(task: PageTask) -> int:
    """What is made from tables of the whole index comes first and in one place, the shards before
    the rest: each process that makes some of it reads these tables for itself."""
    return 0 if task.kind == "shards" else 1 if task.kind == "file" else 2


def _complete(pages_by_subject: Mapping[str, PublishedPages]) -> dict[str, PublishedPages]:
    """Without incomplete pages: the cause may have passed."""
    return {subject: pages for subject, pages in pages_by_subject.items() if not pages.problem}


def _opened(index: Path) -> apsw.Connection:
    return apsw.Connection(str(index), flags=apsw.SQLITE_OPEN_READONLY)
