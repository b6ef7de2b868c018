"""What a worker does to make the pages about one file or folder: gather, write down, stage."""

import gc
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Final, NamedTuple, Protocol

import apsw

from repobook.book.file.fallback_page import plain_pages, plain_symbols
from repobook.book.file.file_page import file_page
from repobook.book.file.keyword_page import keyword_pages
from repobook.book.file.symbols.symbol_pages import symbol_pages
from repobook.book.folder.listing_page import listing_pages
from repobook.book.folder.overview_page import overview_page
from repobook.book.folder.subtree_page import subtree_pages
from repobook.book.repository.az_pages import index_pages, letter_pages
from repobook.book.repository.dependencies_page import dependencies_pages
from repobook.book.repository.findings_pages import findings_page, rule_pages
from repobook.book.repository.gaps_page import gaps_pages
from repobook.book.repository.home_page import home_pages
from repobook.book.repository.hotspots_page import hotspots_page
from repobook.book.repository.offered_pages import offered_pages
from repobook.book.repository.operator_pages import family_page, operator_pages
from repobook.book.repository.readme_page import readme_page
from repobook.book.repository.verification_page import verification_pages
from repobook.book.repository.volume import volume_pages
from repobook.build.pages.formats import SITE, Format, formats_named
from repobook.build.pages.input_digest import NO_DIGEST, input_digest
from repobook.build.pages.page_tasks import (
    NOTHING_KNOWN,
    FolderPages,
    KnownFolders,
    PageInput,
    PageTask,
    RepositoryPagesDraft,
    WrittenPage,
)
from repobook.build.pages.site_search_files import SiteIndex
from repobook.build.read.units import FactsLoader, ReadFile
from repobook.disk.writing import WritableFolder
from repobook.errors import UnreadableError
from repobook.index.cache.facts_cache import FactsPlace
from repobook.index.publish.pages import (
    HeldPages,
    MadePages,
    PageEntry,
    Staging,
    encode_pages,
)
from repobook.index.reader.file.file_dossiers import FileDossiers, Gathered, SourceText
from repobook.index.reader.folder.folder_dossiers import FolderReader
from repobook.index.reader.repository.name_index import NameIndex
from repobook.index.reader.repository.operator_chains import OperatorChains
from repobook.index.reader.repository.repository_dossier import (
    Chapters,
    FolderMemory,
    encode_folder_memory,
    repository_dossier,
)
from repobook.index.reader.repository.survey_tables import (
    findings_by_rule,
    rule_count,
    rules_in,
    survey,
)
from repobook.index.record import FactsRecord, decode_facts, decode_texts, encode_facts
from repobook.model.blocks import Page
from repobook.model.dossiers.folder_dossier import Proof, RepositoryDossier, Words
from repobook.model.facts import FileFacts
from repobook.packs.installed import stages
from repobook.render.rendered_page import Written
from repobook.render.site.shards import UNCHANGED
from repobook.render.site.site_search import Shard, directory
from repobook.scan.git.blobs import blob_hash
from repobook.scan.sources.source import open_source
from repobook.text.decode import decode
from repobook.text.documents.document import Document, read_document
from repobook.text.lines import split_lines
from repobook.workers.heap import trim_heap
from repobook.workers.pool import Work, attempt

_FILES_BETWEEN_COLLECTIONS: Final = 200
_MAX_CACHED_TEXTS: Final = 64
_CHANGED: Final = "it changed while the book was made"


class PageFactory(NamedTuple):
    """Plain values that a worker process makes its pages from."""

    page_input: PageInput
    facts: FactsPlace
    staging: str
    published: dict[str, str]

    def open(self) -> Work:
        maker = self.maker()
        gc.disable()
        gc.freeze()
        return maker.work_by_kind

    def reads(self) -> tuple[str, ...]:
        return self.page_input.index_path, self.facts.path

    def writes(self) -> str:
        return self.staging

    def moved(self, path_by_path: Mapping[str, str], folder: str) -> "PageFactory":
        index_path = path_by_path[self.page_input.index_path]
        return self._replace(
            page_input=self.page_input._replace(index_path=index_path),
            facts=self.facts._replace(path=path_by_path[self.facts.path]),
            staging=folder,
        )

    def maker(self) -> "PageMaker":
        return self._maker(Staging(WritableFolder(Path(self.staging)), self.published))

    def _maker(self, sink: "PageSink") -> "PageMaker":
        return PageMaker(self.page_input, FactsLoader(self.facts), sink)

    def folder_pages(
        self, meta: dict[str, str], known: KnownFolders, tasks: Iterable[PageTask]
    ) -> FolderPages:
        held = HeldPages(self.published)
        with closing(self._maker(held)) as maker:
            draft = maker.draft_repository_pages(meta, known)
            answers = tuple(attempt(maker.work, task) for task in tasks)
        return FolderPages(draft, answers, held.data_by_name)


class FactsSource(Protocol):
    def facts(self, file: ReadFile) -> FactsRecord | None: ...

    def close(self) -> None: ...


class PageSink(Protocol):
    def put(self, name: str, text: str) -> tuple[str, bool]:
        """The SHA-256, and whether the page differs from the published one."""

    def published(self, name: str) -> str:
        """The SHA-256 of a published page that stays as it is."""

    def write(self, name: str, data: bytes) -> None:
        """Takes a page that is known to differ."""

    def close(self) -> None: ...


class PageMaker:
    def __init__(
        self, page_input: PageInput, facts: FactsSource, sink: PageSink, *, is_frugal: bool = False
    ) -> None:
        self._input = page_input
        self._formats = formats_named(page_input.places)
        self._file_by_path = {file.read.path: file for file in page_input.files}
        self._source = open_source(page_input.spec)
        self._loader = facts
        self._db = apsw.Connection(page_input.index_path, flags=apsw.SQLITE_OPEN_READONLY)
        self._lines_of = lru_cache(maxsize=_MAX_CACHED_TEXTS)(self._read_lines)
        self._document_of = lru_cache(maxsize=_MAX_CACHED_TEXTS)(self._read_document)
        self._dossiers = FileDossiers(
            self._db, page_input.repository, self._lines_of, is_frugal=is_frugal
        )
        self._sink = sink
        self._n_made = 0
        self._missing = ""
        """Why a text could not be read that the pages at work show."""

    def work_by_kind(self, task: PageTask) -> bytes:
        """In a pool, where tasks come kind by kind: files need no tables of the whole index."""
        tables = _TABLES & vars(self).keys() if task.kind == "file" else ()
        for name in tables:
            delattr(self, name)
        if tables:
            gc.collect()
            trim_heap()
        return self.work(task)

    def work(self, task: PageTask) -> bytes:
        self._n_made += 1
        if self._n_made % _FILES_BETWEEN_COLLECTIONS == 0:
            gc.collect(0)
        pages = self.make(task)
        return encode_pages(pages) if pages is not None else b""

    def make(self, task: PageTask) -> MadePages | None:
        """None if the published pages were made from the same."""
        self._missing = ""
        draft = self._shards(task) if task.kind == "shards" else _DRAFTS[task.kind](self, task.path)
        if task.input_digest and draft.input_digest == task.input_digest and not self._missing:
            return None
        pages = draft.write()._replace(input_digest=draft.input_digest)
        if not self._missing:
            return pages
        self._lines_of.cache_clear()  # the next one may be able to read them
        self._document_of.cache_clear()
        return pages._replace(problem=self._missing)

    def draft_repository_pages(
        self, meta: dict[str, str], known: KnownFolders = NOTHING_KNOWN
    ) -> RepositoryPagesDraft:
        """The pages about the repository that do not count other pages."""
        if known.reader:
            self.share_folders(known.reader)
        remembered = known.memory.chapters
        chapters = Chapters(
            self._folders, {f: remembered[f] for f in remembered.keys() - known.stale}
        )
        dossier = repository_dossier(chapters, self._input.repository, meta)
        pages = (
            *volume_pages(dossier),
            *self._survey_pages(dossier),
            *offered_pages(dossier),
        )
        return RepositoryPagesDraft(
            dossier,
            tuple(self._written(f, page) for page in pages for f in self._formats),
            encode_folder_memory(FolderMemory(chapters.stored, self.folder_notes())),
        )

    def read_folders(self) -> FolderReader:
        """With what all folders are added up from."""
        assert self._folders.edges
        return self._folders

    def share_folders(self, reader: FolderReader) -> None:
        """What another maker has read of the same index is not read again."""
        self._folders = self._folder_reader(reader)

    def stage_held(self, data_by_name: Mapping[str, bytes]) -> None:
        """What a fork has made."""
        for name, data in data_by_name.items():
            self._sink.write(name, data)

    def repository_pages(
        self, draft: RepositoryPagesDraft, proof: Proof | None, letters: Iterable[str]
    ) -> MadePages:
        """All pages about the repository; ``proof`` counts the links of the other pages, if that
        is known.

        ``letters`` are the parts of the index from A to Z that there are.
        """
        dossier, drafted, folder_memory = draft
        pages = (
            *home_pages(dossier, proof),
            readme_page(dossier),
            *verification_pages(dossier, proof),
            *index_pages(dossier, letters),
        )
        entries = (*map(self._put_page, drafted), *self.stage(pages))
        shared = self.shared_pages(dossier.commit)
        return MadePages((*entries, *shared.pages), table=folder_memory)

    def home(self, meta: dict[str, str]) -> MadePages:
        """The first of the pages about the repository, for who waits for it."""
        dossier = repository_dossier(Chapters(self._folders, {}), self._input.repository, meta)
        return MadePages(self.stage(home_pages(dossier, None)))

    def shared_pages(self, commit: str) -> MadePages:
        """What is of no repository: pages that a format has by itself, styles, scripts."""
        return MadePages((*self._stage_own(), *self._stage_shared(commit)))

    def directory(self, shards: Iterable[str]) -> MadePages:
        """The list of all shards, for the site."""
        return MadePages((self._put_shard(directory(shards)),))

    def summaries_digest(self, files: Iterable[int]) -> bytes:
        """Of what pages show of other files, which is no part of their ``input_digest``."""
        return input_digest([self._dossiers.line_by_id.get(file) for file in files])

    def labels(self, is_fine: bool) -> list[str]:
        """Of the parts of the index from A to Z that have names."""
        return self._letters.labels(is_fine)

    def rules(self) -> list[str]:
        """Which found something."""
        return rules_in(self._db)

    def _survey_pages(self, dossier: RepositoryDossier) -> Iterator[Page]:
        figures = survey(self._folders)
        yield findings_page(figures.rules, figures.n_suppressed)
        yield hotspots_page(figures, dossier.repository.history)
        yield from dependencies_pages(figures.dependencies)
        yield from gaps_pages(dossier, figures)

    def plain(self, path: str, why: str) -> MadePages:
        """For a file whose pages could not be made."""
        text, read = self._source_text(path).text, self._file_by_path[path].read
        definitions = (self._loader.facts(read) or _NO_FACTS).definitions
        page, keywords = plain_pages(path, read.language, text, why, definitions)
        symbols = plain_symbols(path, read.role, why, definitions)
        return MadePages(tuple(self._stage_file(page, (keywords, *symbols))), problem=why)

    def stage(self, pages: Iterable[Page]) -> tuple[PageEntry, ...]:
        return tuple(
            self._staged(format, page)
            for page in pages
            for format in self._formats
            if format.has(page.ref.kind)
        )

    def close(self) -> None:
        self._source.close()
        self._sink.close()
        self._loader.close()
        self._db.close()

    def _file(self, path: str) -> "_Draft":
        facts = self._loader.facts(self._file_by_path[path].read) or _NO_FACTS
        gathered = self._dossiers.gather(path, facts, self._source_text(path))
        # The hash of the file stands for its text; summaries are recorded when they are read.
        rest = gathered.dossier._replace(text="", lines=(), known={})
        return _Draft(
            input_digest((rest, sorted(gathered.read))), lambda: self._file_pages(gathered)
        )

    def _file_pages(self, gathered: Gathered) -> MadePages:
        page = file_page(gathered.dossier)
        has_keywords = any("keywords" in format.kinds_of_file for format in self._formats)
        keywords = keyword_pages(gathered.dossier, page) if has_keywords else ()
        others = (*keywords, *symbol_pages(gathered.dossier))
        entries = tuple(self._stage_file(page, others))
        ids = self._dossiers.id_by_path
        summaries = sorted(ids[other] for other in gathered.summaries.read)
        return MadePages(
            entries,
            tuple(summaries),
            tuple(sorted(gathered.quoted)),
            tuple(sorted(gathered.documents)),
            tuple(sorted(gathered.users)),
            tuple(sorted(gathered.read)),
        )

    def _folder(self, path: str) -> "_Draft":
        dossier = self._folders.folder(path)
        has_subtree = any(format.has("subtree") for format in self._formats)
        subtree = self._folders.keywords.subtree(path) if has_subtree else None

        def write() -> MadePages:
            listing = listing_pages(dossier) if path else ()  # the root's is the home page
            words = subtree_pages(subtree) if subtree else ()
            return MadePages(self.stage((*listing, overview_page(dossier), *words)))

        return _Draft(input_digest((dossier, subtree)), write)

    def folder_notes(self) -> dict[str, Words]:
        """By folder: what a document says of it."""
        return self._folders.docs.notes

    def _names(self, label: str) -> "_Draft":
        homonyms = self._letters.homonyms(label)

        def write() -> MadePages:
            return MadePages(self.stage(letter_pages(label, homonyms) if homonyms else ()))

        return _Draft(input_digest(homonyms), write)

    def _rule(self, rule: str) -> "_Draft":
        count, found = rule_count(self._db, rule), findings_by_rule(self._db, rule)
        return _Draft(
            input_digest((count, found)), lambda: MadePages(self.stage(rule_pages(count, found)))
        )

    def operator_parts(self) -> Mapping[str, str]:
        """By the name of each operator that has a page: which."""
        return self._chains.families.parts

    def _operator(self, name: str) -> "_Draft":
        chain, files, stubs = self._chains.gather(name)
        read = sorted({*(self._dossiers.id_by_path[path] for path in files), *stubs})

        def write() -> MadePages:
            return MadePages(self.stage([family_page(chain, stages())]), read=tuple(read))

        return _Draft(input_digest((chain, read)), write)

    def _operators(self, _: str) -> "_Draft":
        families = self._chains.families.all()
        return _Draft(
            input_digest(families), lambda: MadePages(self.stage(operator_pages(families)))
        )

    @cached_property
    def _chains(self) -> OperatorChains:
        return OperatorChains(self._db.execute)

    def _shards(self, task: PageTask) -> "_Draft":
        """Without a digest: most of the work is to gather what they hold."""

        def write() -> MadePages:
            label, change = task.path, self._input.shards_change
            shards, table = (
                self._site_index.changed(label, task.table, change)
                if task.table and change
                else self._site_index.made(label)
            )
            return MadePages(tuple(map(self._put_shard, shards)), table=table)

        return _Draft(NO_DIGEST, write)

    def _put_shard(self, shard: Shard) -> PageEntry:
        name, text = f"{SITE.name}/{shard[0]}", shard[1]
        if text is UNCHANGED:
            return PageEntry(name, self._sink.published(name), 0, 0, is_staged=False)
        return self._put(name, Written(text, 0, 0))

    @cached_property
    def _site_index(self) -> SiteIndex:
        is_fine = self._input.repository.is_fine_index
        return SiteIndex(self._db, self._input.places[SITE.name], is_fine=is_fine)

    @cached_property
    def _letters(self) -> NameIndex:
        return NameIndex(self._db)

    @cached_property
    def _folders(self) -> FolderReader:
        return self._folder_reader(None)

    def _folder_reader(self, same: FolderReader | None) -> FolderReader:
        return FolderReader(self._db, self._input.repository, self._document_of, same)

    def _stage_file(self, page: Page, others: Iterable[Page]) -> Iterator[PageEntry]:
        """The page of a file, and what else there is about it in formats that have that."""
        for format in self._formats:
            for part in format.parts(page):
                yield self._staged(format, part)
        for other in others:
            for format in self._formats:
                if other.ref.kind in (*format.kinds_of_file, *format.kinds_of_some_files):
                    yield self._staged(format, other)

    def _staged(self, format: Format, page: Page) -> PageEntry:
        return self._put_page(self._written(format, page))

    def _written(self, format: Format, page: Page) -> WrittenPage:
        places = self._input.places[format.name]
        name, text = f"{format.name}/{places.name(page.ref)}", format.written(page, places)
        return WrittenPage(name, text, format.is_too_heavy(page, text.text))

    def _put_page(self, page: WrittenPage) -> PageEntry:
        return self._put(page.name, page.written)._replace(is_heavy=page.is_heavy)

    def _stage_own(self) -> Iterator[PageEntry]:
        for format in self._formats:
            for page in format.own_pages:
                yield self._staged(format, page)

    def _stage_shared(self, commit: str) -> Iterator[PageEntry]:
        for format in self._formats:
            for name, text in format.shared(commit):
                yield self._put(f"{format.name}/{name}", Written(text, 0, 0))

    def _put(self, name: str, written: Written) -> PageEntry:
        sha256, is_new = self._sink.put(name, written.text)
        return PageEntry(name, sha256, written.n_links, written.n_cites, is_new)

    def _source_text(self, path: str) -> SourceText:
        """The text that the index was made from, or the reason why it cannot be read any more."""
        file = self._file_by_path[path]
        try:
            content = self._source.read(file.entry, self._input.max_bytes)
        except UnreadableError as error:
            return self._without_text(path, error.message)
        if not file.entry.blob and blob_hash(content) != file.blob:
            return self._without_text(path, _CHANGED)
        return SourceText(decode(content).data.decode("utf-8", "replace"))

    def _without_text(self, path: str, why: str) -> SourceText:
        self._missing = f"{path}: {why}"
        return SourceText("", why)

    def _read_lines(self, path: str) -> Sequence[str]:
        known = path in self._file_by_path
        return split_lines(self._source_text(path).text) if known else ()

    def _read_document(self, path: str) -> Document:
        lines = self._lines_of(path)
        facts = (self._loader.facts(self._file_by_path[path].read) if lines else None) or _NO_FACTS
        return read_document(lines, facts.definitions, decode_texts(facts.texts), facts.samples)


class _Draft(NamedTuple):
    """All that the pages of a subject are made from is gathered; nothing is written yet."""

    input_digest: bytes
    write: Callable[[], MadePages]


_DRAFTS: Final[Mapping[str, Callable[[PageMaker, str], _Draft]]] = {
    "file": PageMaker._file,
    "folder": PageMaker._folder,
    "names": PageMaker._names,
    "rule": PageMaker._rule,
    "operator": PageMaker._operator,
    "operators": PageMaker._operators,
}
_TABLES: Final = frozenset({"_chains", "_folders", "_letters", "_site_index"})
"""Properties of a maker that take much memory and are made again where they are needed."""
_NO_FACTS: Final = decode_facts(encode_facts(FileFacts(0)))
