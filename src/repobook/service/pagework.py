"""What a worker does to make the pages about one file or folder: gather, write down, stage."""

import gc
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Final, NamedTuple

import apsw

from repobook.book.az_pages import index_pages, letter_pages
from repobook.book.dependencies_page import dependencies_pages
from repobook.book.file_page import file_page
from repobook.book.findings_pages import findings_page, rule_pages
from repobook.book.gaps_page import gaps_pages
from repobook.book.home_page import home_pages
from repobook.book.hotspots_page import hotspots_page
from repobook.book.keyword_page import keyword_pages
from repobook.book.listing_page import listing_pages
from repobook.book.overview_page import overview_page
from repobook.book.plain_page import plain_pages, plain_symbols
from repobook.book.readme_page import readme_page
from repobook.book.subtree_page import subtree_pages
from repobook.book.symbol_pages import symbol_pages
from repobook.book.verification_page import verification_pages
from repobook.book.volume import volume_pages
from repobook.disk.writing import WritableFolder
from repobook.errors import UnreadableError
from repobook.model.blocks import Page
from repobook.model.dossier import Repository
from repobook.model.facts import FileFacts
from repobook.model.folder_dossier import Proof, RepositoryDossier
from repobook.render.places import Places
from repobook.render.site_index import Shard, directory
from repobook.render.written import Written
from repobook.scan.blobs import blob_hash
from repobook.scan.sources import SourceSpec, open_source
from repobook.service.formats import FORMATS, SITE, Format
from repobook.service.site_indexing import SiteIndex
from repobook.service.units import DocumentedFile, FactsLoader
from repobook.service.workers import Work
from repobook.store.cache import FactsPlace
from repobook.store.dossiers import FileDossiers, SourceText
from repobook.store.folder_dossiers import FolderReader
from repobook.store.name_index import NameIndex
from repobook.store.pages import MadePages, PageEntry, Staging, encode_made
from repobook.store.record import decode_facts, encode_facts
from repobook.store.repository_dossier import repository_dossier
from repobook.store.survey import findings_by_rule, rule_count, survey
from repobook.text.decode import decode
from repobook.text.lines import split_lines

_FILES_BETWEEN_COLLECTIONS: Final = 200
_KEPT_TEXTS: Final = 64
_CHANGED: Final = "it changed while the book was made"


class PageTask(NamedTuple):
    kind: str
    """``file``, ``folder``, ``names`` for a part of the index from A to Z, ``rule`` for all that
    one rule found, ``shards`` for a part of the search of the site."""
    path: str

    @property
    def subject(self) -> str:
        return f"{self.kind} {self.path}"


class WrittenPage(NamedTuple):
    name: str
    """In the book."""
    written: Written
    is_heavy: bool


class BegunWhole(NamedTuple):
    """Nothing is staged yet: whoever wrote this may have outlived the build that asked for it."""

    dossier: RepositoryDossier
    pages: tuple[WrittenPage, ...]


class PageFactory(NamedTuple):
    """Plain values that a worker process makes its pages from."""

    spec: SourceSpec
    max_bytes: int
    index_path: str
    facts: FactsPlace
    files: tuple[DocumentedFile, ...]
    repository: Repository
    places: dict[str, Places]
    """By format."""
    staging: str
    published: dict[str, str]

    def open(self) -> Work:
        maker = PageMaker(self)
        gc.disable()
        gc.freeze()
        return maker.work


class PageMaker:
    def __init__(self, factory: PageFactory) -> None:
        self._factory = factory
        self._file_by_path = {file.read.path: file for file in factory.files}
        self._source = open_source(factory.spec)
        self._loader = FactsLoader(factory.facts)
        self._db = apsw.Connection(factory.index_path, flags=apsw.SQLITE_OPEN_READONLY)
        self._lines_of = lru_cache(maxsize=_KEPT_TEXTS)(self._read_lines)
        self._dossiers = FileDossiers(self._db, factory.repository, self._lines_of)
        self._staging = Staging(WritableFolder(Path(factory.staging)), factory.published)
        self._n_made = 0
        self._missing = ""
        """Why a text could not be read that the pages at work show."""

    def work(self, task: PageTask) -> bytes:
        self._n_made += 1
        if self._n_made % _FILES_BETWEEN_COLLECTIONS == 0:
            gc.collect(0)
        return encode_made(self.make(task))

    def make(self, task: PageTask) -> MadePages:
        self._missing = ""
        made = _MAKERS[task.kind](self, task.path)
        if not self._missing:
            return made
        self._lines_of.cache_clear()  # the next one may be able to read them
        return made._replace(problem=self._missing)

    def begin_whole(self, meta: dict[str, str]) -> BegunWhole:
        """The pages about all of it that do not need to know the others."""
        dossier = repository_dossier(self._folders, self._factory.repository, meta)
        pages = (*volume_pages(dossier), *self._survey_pages(dossier))
        return BegunWhole(dossier, tuple(self._written(f, page) for page in pages for f in FORMATS))

    def whole(self, begun: BegunWhole, proof: Proof, letters: Iterable[str]) -> MadePages:
        """The rest of them; ``proof`` counts what stands on the others.

        ``letters`` are the parts of the index from A to Z that there are.
        """
        dossier, begun_pages = begun
        pages = (
            *home_pages(dossier, proof),
            readme_page(dossier),
            *verification_pages(dossier, proof),
            *index_pages(dossier, letters),
        )
        entries = (*map(self._put_page, begun_pages), *self.stage(pages))
        shared = self._stage_shared(dossier.commit)
        return MadePages((*entries, *self._stage_own(), *shared))

    def directory(self, shards: Iterable[str]) -> MadePages:
        """Tells the site which shards there are."""
        return MadePages((self._put_shard(directory(shards)),))

    def _survey_pages(self, dossier: RepositoryDossier) -> Iterator[Page]:
        found = survey(self._folders)
        yield findings_page(found.rules)
        yield hotspots_page(found, dossier.repository.history)
        yield from dependencies_pages(found.ties)
        yield from gaps_pages(dossier, found)

    def plain(self, path: str, why: str) -> MadePages:
        """For a file whose pages could not be made."""
        text, read = self._source_text(path).text, self._file_by_path[path].read
        definitions = (self._loader.facts(read) or _NO_FACTS).definitions
        page, keywords = plain_pages(path, read.language, text, why, definitions)
        symbols = plain_symbols(path, read.role, why, definitions)
        return MadePages(tuple(self._stage_file(page, (keywords, *symbols))), problem=why)

    def stage(self, pages: Iterable[Page]) -> tuple[PageEntry, ...]:
        return tuple(self._staged(format, page) for page in pages for format in FORMATS)

    def close(self) -> None:
        self._source.close()
        self._staging.close()
        self._loader.close()
        self._db.close()

    def _file(self, path: str) -> MadePages:
        facts = self._loader.facts(self._file_by_path[path].read) or _NO_FACTS
        gathered = self._dossiers.gather(path, facts, self._source_text(path))
        page = file_page(gathered.dossier)
        others = (*keyword_pages(gathered.dossier, page), *symbol_pages(gathered.dossier))
        entries = tuple(self._stage_file(page, others))
        ids = self._dossiers.id_by_path
        faces = sorted(ids[other] for other in gathered.known.asked)
        return MadePages(
            entries, tuple(faces), tuple(sorted(gathered.read)), tuple(sorted(gathered.users))
        )

    def _folder(self, path: str) -> MadePages:
        dossier = self._folders.folder(path)
        listing = listing_pages(dossier) if path else ()  # the root's is the home page
        keywords = subtree_pages(self._folders.keywords.subtree(path))
        return MadePages(self.stage((*listing, overview_page(dossier), *keywords)))

    def _names(self, label: str) -> MadePages:
        homonyms = self._letters.homonyms(label)
        pages = letter_pages(label, homonyms) if homonyms else ()
        return MadePages(self.stage(pages))

    def _rule(self, rule: str) -> MadePages:
        found = findings_by_rule(self._db, rule)
        return MadePages(self.stage(rule_pages(rule_count(self._db, rule), found)))

    def _shards(self, label: str) -> MadePages:
        return MadePages(tuple(map(self._put_shard, self._site_index.made(label))))

    def _put_shard(self, shard: Shard) -> PageEntry:
        name, text = shard
        return self._put(f"{SITE.name}/{name}", Written(text, 0, 0))

    @cached_property
    def _site_index(self) -> SiteIndex:
        return SiteIndex(self._db, self._factory.places[SITE.name])

    @cached_property
    def _letters(self) -> NameIndex:
        return NameIndex(self._db)

    @cached_property
    def _folders(self) -> FolderReader:
        return FolderReader(self._db, self._factory.repository, self._lines_of)

    def _stage_file(self, page: Page, others: Iterable[Page]) -> Iterator[PageEntry]:
        """The page of a file, and what else there is about it in formats that have that."""
        for format in FORMATS:
            for part in format.parts(page):
                yield self._staged(format, part)
        for other in others:
            for format in FORMATS:
                if other.ref.kind in (*format.kinds_of_file, *format.kinds_of_some_files):
                    yield self._staged(format, other)

    def _staged(self, format: Format, page: Page) -> PageEntry:
        return self._put_page(self._written(format, page))

    def _written(self, format: Format, page: Page) -> WrittenPage:
        places = self._factory.places[format.name]
        name, text = f"{format.name}/{places.name(page.ref)}", format.written(page, places)
        return WrittenPage(name, text, format.is_too_heavy(page, text.text))

    def _put_page(self, page: WrittenPage) -> PageEntry:
        return self._put(page.name, page.written)._replace(is_heavy=page.is_heavy)

    def _stage_own(self) -> Iterator[PageEntry]:
        for format in FORMATS:
            for page in format.own_pages:
                yield self._staged(format, page)

    def _stage_shared(self, commit: str) -> Iterator[PageEntry]:
        for format in FORMATS:
            for name, text in format.shared(commit):
                yield self._put(f"{format.name}/{name}", Written(text, 0, 0))

    def _put(self, name: str, written: Written) -> PageEntry:
        sha256, is_new = self._staging.put(name, written.text)
        return PageEntry(name, sha256, written.n_links, written.n_cites, is_new)

    def _source_text(self, path: str) -> SourceText:
        """What the index was made from, or the reason why that is not to be had any more."""
        file = self._file_by_path[path]
        try:
            content = self._source.read(file.entry, self._factory.max_bytes)
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


_MAKERS: Final[Mapping[str, Callable[[PageMaker, str], MadePages]]] = {
    "file": PageMaker._file,
    "folder": PageMaker._folder,
    "names": PageMaker._names,
    "rule": PageMaker._rule,
    "shards": PageMaker._shards,
}
_NO_FACTS: Final = decode_facts(encode_facts(FileFacts(0)))
