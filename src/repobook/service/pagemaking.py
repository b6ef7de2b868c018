"""Makes the pages of a book from the index: only the pages whose making would end differently.

A page depends on the rows of its own file, and on what it took from other files, which it
remembered when it was made.
"""

import contextlib
from collections.abc import Iterable, Iterator, Mapping, Set
from contextlib import ExitStack
from functools import cached_property
from pathlib import Path
from typing import Final

import apsw

from repobook.errors import RepobookError
from repobook.model.folder_dossier import Proof
from repobook.service.forks import beside
from repobook.service.formats import FORMATS, is_page
from repobook.service.made_book import BookInput, MadeBook
from repobook.service.pagework import (
    BegunWhole,
    PageFactory,
    PageMaker,
    PageTask,
)
from repobook.service.progress import Phases
from repobook.service.site_indexing import labels, labels_changed
from repobook.service.versions import digest_of
from repobook.service.workers import Answer, Limits, WorkerPool, attempt
from repobook.store.book_folder import BookFolder
from repobook.store.changes import NO_CHANGES, Changes
from repobook.store.name_index import is_fine_index, names_shown_differently
from repobook.store.page_log import PageLog
from repobook.store.pages import (
    NO_PAGES,
    MadePages,
    PagesMemory,
    Publication,
    decode_made,
)
from repobook.store.stale import files_shown_differently, is_stale, users_moved
from repobook.store.stale_folders import folders_shown_differently
from repobook.store.survey import rules_in
from repobook.text.folders import folders_of
from repobook.text.letters import Part, part_of, parts

_FORMAT_NAMES: Final = tuple(format.name for format in FORMATS)
_WHOLE: Final = "whole"
_DIRECTORY: Final = "directory"
# Pages of a folder take as long as it is large; nothing in their making can loop.
_LIMITS: Final = Limits(120.0, 120.0, memory_bytes=2 << 30)
_FEW: Final = 60
"""So many pages are made sooner than worker processes are started."""


class BookMaker:
    """For one build; the published book stays as it is until what was made is published."""

    def __init__(
        self, book: BookFolder, given: BookInput, sources: str, previous: PagesMemory, n_jobs: int
    ) -> None:
        """``sources`` is the way from a folder of pages to the sources, if there is one."""
        self._given = given
        self._n_jobs = n_jobs
        self._book = book
        paths = [entry.path for entry in given.listing.entries]
        self._folders = folders_of(paths)
        self._size_by_subject = {
            PageTask("file", file.read.path).subject: file.read.n_bytes for file in given.files
        }
        title = given.repository.name
        self._places = {format.name: format.places(paths, sources, title) for format in FORMATS}
        self._names = digest_of(self._places)
        is_as_before = previous.names == self._names
        self._previous = (
            previous if is_as_before else NO_PAGES._replace(conditions=previous.conditions)
        )
        self._is_fine = is_fine_index(given.meta)
        self._shards = [PageTask("shards", label).subject for label in labels(self._is_fine)]
        self._closing = ExitStack()

    def make(self, phases: Phases) -> MadeBook:
        with self._closing:
            return self._make(phases)

    def _make(self, phases: Phases) -> MadeBook:
        # Begun before anything else: it takes about as long as all that an edit makes stale.
        whole = beside(self._begun_whole, self._n_jobs)
        subjects = self._subjects()
        stale = self._stale(subjects)
        made = {s: pages for s, pages in self._previous.made.items() if s in subjects}
        with phases.phase("make pages", sum(map(self._weight, stale))) as progress:
            for task, pages in self._made_or_staged(stale):
                made[task.subject] = pages
                progress.advance(self._weight(task))
            made[_DIRECTORY] = self._directory(made)
            made[_WHOLE] = self._whole(whole(), made)
        return self._result(made)

    def _made_or_staged(self, tasks: list[PageTask]) -> Iterator[tuple[PageTask, MadePages]]:
        """What a build that was killed has staged of this very book is not made again."""
        if len(tasks) <= _FEW:
            yield from self._made(tasks)
            return
        key = f"{self._given.index_sha256()} {self._previous.conditions} {self._names}"
        log = PageLog(self._book, key)
        try:
            yield from ((t, log.made[t.subject]) for t in tasks if t.subject in log.made)
            for task, pages in self._made([t for t in tasks if t.subject not in log.made]):
                log.put(task.subject, pages)
                yield task, pages
        finally:
            log.close()

    def _subjects(self) -> dict[str, PageTask]:
        tasks = [
            *(PageTask("file", file.read.path) for file in self._given.files),
            *(PageTask("folder", folder) for folder in self._folders),
            *(PageTask("names", part.label) for part in parts(self._is_fine)),
            *(PageTask("rule", rule) for rule in self._rules()),
            *(PageTask("shards", label) for label in labels(self._is_fine)),
        ]
        return {task.subject: task for task in tasks}

    def _rules(self) -> list[str]:
        with contextlib.closing(_opened(self._given.index_path)) as db:
            return rules_in(db)

    def _stale(self, subjects: dict[str, PageTask]) -> list[PageTask]:
        made, changes = _complete(self._previous.made), self._given.changes
        if changes is None or not made:
            return list(subjects.values())
        fresh = [task for subject, task in subjects.items() if subject not in made]
        if changes == NO_CHANGES:
            return fresh
        stale = self._changed(changes)
        still = made.keys() & subjects.keys()
        return [*fresh, *(task for task in stale if task.subject in still)]

    def _changed(self, changes: Changes) -> list[PageTask]:
        old, new = map(_opened, (self._given.published_index, self._given.index_path))
        try:
            shown = files_shown_differently(old, new, changes)
            folders = folders_shown_differently(old, new, shown, changes.faces)
            names = {name for db in (old, new) for name in names_shown_differently(db, changes)}
            moved = users_moved(new, changes)
            rules = {rule for db in (old, new) for rule in rules_in(db, changes.findings)}
            shards = labels_changed(old, new, changes, names, self._is_fine)
        finally:
            old.close()
            new.close()
        return [
            *self._files_changed(changes, shown, moved),
            *(PageTask("folder", folder) for folder in self._folders if folder in folders),
            *(PageTask("names", part.label) for part in self._parts_of(names)),
            *(PageTask("rule", rule) for rule in sorted(rules)),
            *(PageTask("shards", label) for label in sorted(shards)),
        ]

    def _parts_of(self, names: Iterable[str]) -> list[Part]:
        return sorted({part_of(name, self._is_fine) for name in names})

    def _files_changed(
        self, changes: Changes, shown: frozenset[int], moved: Mapping[int, Set[int]]
    ) -> Iterator[PageTask]:
        for file in self._given.files:
            task = PageTask("file", file.read.path)
            made = self._previous.made.get(task.subject)
            if made is not None and is_stale(file.read.id, made, shown, changes, moved):
                yield task

    def _directory(self, made: Mapping[str, MadePages]) -> MadePages:
        names = [page.name for subject in self._shards for page in made[subject].pages]
        return self._maker.directory(names)

    def _begun_whole(self) -> BegunWhole:
        """By a maker of its own, since nothing that is open here is open beside."""
        with contextlib.closing(PageMaker(self._factory)) as maker:
            return maker.begin_whole(self._given.meta)

    def _whole(self, begun: BegunWhole, made: Mapping[str, MadePages]) -> MadePages:
        pages = [page for found in made.values() for page in found.pages if is_page(page.name)]
        proof = Proof(
            len(pages), sum(page.n_links for page in pages), sum(page.n_cites for page in pages)
        )
        return self._maker.whole(begun, proof, self._letters(made))

    def _letters(self, made: Mapping[str, MadePages]) -> list[str]:
        labels = [part.label for part in parts(self._is_fine)]
        return [label for label in labels if made[PageTask("names", label).subject].pages]

    def _made(self, tasks: list[PageTask]) -> Iterator[tuple[PageTask, MadePages]]:
        died = {}
        for task, result, death in self._answers(tasks):
            if death:
                died[task] = death
            else:
                yield task, decode_made(result)
        yield from self._made_plain(died)

    def _answers(self, tasks: list[PageTask]) -> Iterator[Answer[PageTask]]:
        if len(tasks) <= _FEW:
            yield from (attempt(self._maker.work, task) for task in tasks)
            return
        pool: WorkerPool[PageTask] = WorkerPool(self._factory.open, self._n_jobs, _LIMITS)
        try:
            yield from pool.run([(task, self._weight(task)) for task in tasks])
        finally:
            pool.close()

    def _made_plain(self, died: Mapping[PageTask, str]) -> Iterator[tuple[PageTask, MadePages]]:
        """A file that brings down its worker costs its own pages, not the book."""
        for task, death in sorted(died.items()):
            if task.kind != "file":
                raise RepobookError(f"the pages of {task.subject} could not be made: {death}")
            yield task, self._maker.plain(task.path, death)

    def _weight(self, task: PageTask) -> int:
        return self._size_by_subject.get(task.subject, 0)

    @cached_property
    def _maker(self) -> PageMaker:
        """Of this process, for what is too little for workers; it reads the folders once."""
        maker = PageMaker(self._factory)
        self._closing.callback(maker.close)
        return maker

    @cached_property
    def _factory(self) -> PageFactory:
        given = self._given
        return PageFactory(
            given.spec,
            given.max_bytes,
            str(given.index_path),
            given.facts,
            given.files,
            given.repository,
            self._places,
            str(self._book.work.path),
            self._published,
        )

    @cached_property
    def _published(self) -> dict[str, str]:
        return {
            page.name: page.sha256 for made in self._previous.made.values() for page in made.pages
        }

    def _result(self, made: dict[str, MadePages]) -> MadeBook:
        pages = [page for subject in sorted(made) for page in made[subject].pages]
        names = frozenset(page.name for page in pages)
        lost = sorted(self._published.keys() - names)
        staged = sorted(page.name for page in pages if page.is_staged)
        publication = Publication(
            _FORMAT_NAMES,
            tuple(sorted(names)),
            tuple(staged),
            bool(self._previous.made),
            tuple(lost),
        )
        kept = {subject: _kept(pages) for subject, pages in made.items()}
        stamps = {name: at for name, at in self._previous.stamps.items() if name in names}
        memory = PagesMemory(self._previous.conditions, self._names, stamps, kept)
        return MadeBook(publication, lambda: memory, sum(map(is_page, staged)))


def _complete(made: Mapping[str, MadePages]) -> dict[str, MadePages]:
    """Without pages that say less than they should: what kept them from it may be over."""
    return {subject: pages for subject, pages in made.items() if not pages.problem}


def _opened(index: Path) -> apsw.Connection:
    return apsw.Connection(str(index), flags=apsw.SQLITE_OPEN_READONLY)


def _kept(made: MadePages) -> MadePages:
    if not any(page.is_staged for page in made.pages):
        return made
    return made._replace(pages=tuple(page._replace(is_staged=False) for page in made.pages))
