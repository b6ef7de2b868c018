"""Pages that are made when they are asked for, from the published index and the sources behind it.

They are those that a build would write. What is known only when all pages are made is left out: how
many links there are to check, and the shards of the site's search, for which the server answers.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property, partial
from pathlib import Path
from typing import Final, NamedTuple

import msgspec

from repobook.build.fingerprint import made_by, own_fingerprint
from repobook.build.pages.formats import FORMATS, Format
from repobook.build.pages.input_digest import input_digest
from repobook.build.pages.page_tasks import PageInput, PageTask
from repobook.build.pages.page_worker import PageMaker
from repobook.build.read.read_file import facts_key
from repobook.build.read.units import DocumentedFile, ReadFile
from repobook.errors import RepobookError, UnreadableError
from repobook.index.cache.facts_cache import StoredFacts
from repobook.index.publish.book_folder import facts_of
from repobook.index.publish.pages import MadePages
from repobook.index.publish.previous_index import load_index
from repobook.index.reader.repository.name_index import is_fine_index
from repobook.index.reader.repository.repository_name import own_name
from repobook.index.record import FactsRecord, decode_facts, encode_facts
from repobook.index.writer import FileKey
from repobook.languages import parse_text, parse_without_grammar
from repobook.model.blocks import PageKind, PageRef
from repobook.model.book_layout import INDEX
from repobook.model.dossiers.dossier import Repository
from repobook.model.facts import FileFacts
from repobook.model.files import Entry
from repobook.scan.git.blobs import blob_hash
from repobook.scan.sources.source import SourceSpec, open_source
from repobook.text.decode import DecodedText, decode
from repobook.text.folders import folders_of
from repobook.text.naming.alphabet import parts

_REPOSITORY: Final = PageTask("repository", "")
_HOME: Final = PageTask("repository", "home")
_SHARED: Final = PageTask("repository", "shared")
_PATHS: Final = PageTask("shards", "p")
_ESCAPE: Final = "\\"  # in the path of a file whose name is no UTF-8
_OF_REPOSITORY: Final[tuple[PageKind, ...]] = (
    "a-z",
    "book",
    "readme",
    "verification",
    "findings",
    "hotspots",
    "dependencies",
    "gaps",
    "routes",
    "commands",
    "tasks",
    "signals",
    "tables",
    "environment",
)


class MadeSubject(NamedTuple):
    """The pages of one subject."""

    text_by_name: Mapping[str, str] | None
    """None where they are as they were in the book that ``memory`` is from."""
    memory: bytes = b""
    """For the next book: what they were made from; empty where that is not known."""


class _Memory(NamedTuple):
    conditions: bytes = b""
    input_digest: bytes = b""
    summaries: tuple[int, ...] = ()
    summaries_digest: bytes = b""
    facts_key: bytes = b""
    facts: bytes = b""


_MEMORY: Final = msgspec.msgpack.Decoder(_Memory)


class OnDemandPages:
    """For one published index; the book is not written to."""

    def __init__(self, folder: Path, spec: SourceSpec) -> None:
        index = load_index(folder / INDEX, made_by())
        if index.path is None:
            raise RepobookError(f"{folder} was made by another version", "build it again")
        stored = facts_of(folder, spec.identity)
        sources = _Sources(spec, index.keys, int(index.meta["max_file_size"]), stored)
        self._open = partial(_FormatPages, index_path=index.path, meta=index.meta, sources=sources)
        self._format_by_name = {format.name: format for format in FORMATS}
        self._opened: dict[str, _FormatPages] = {}

    def is_of_whole(self, name: str, *, is_known: bool = True) -> bool:
        """Whether it is made with all pages about the whole repository. The home page of a book
        that is not known yet is not: that is what a reader opens first, and waits for."""
        task = self._task(name)
        return task == _REPOSITORY or (task == _HOME and is_known)

    def made_with(self, name: str, memory: bytes = b"") -> MadeSubject:
        """All pages of the subject that has a page of this name in the book; none where no subject
        has. ``memory`` is that of the subject in an earlier book."""
        task = self._task(name)
        return self._format(name).made(task, memory) if task else MadeSubject({})

    def made_of_whole(self, name: str) -> MadeSubject:
        """All pages about the whole repository, in the format of the page with this name."""
        return self._format(name).made(_REPOSITORY, b"")

    def _task(self, name: str) -> PageTask | None:
        format, _, place = name.partition("/")
        return self._format(format).task(place) if format in self._format_by_name else None

    def _format(self, name: str) -> "_FormatPages":
        """Opened when a page of it is asked for: readers seldom look at more than one."""
        format = name.partition("/")[0]
        if format not in self._opened:
            self._opened[format] = self._open(self._format_by_name[format])
        return self._opened[format]


class _FormatPages:
    """One format: which subject has a page of a name, and the pages of a subject."""

    def __init__(
        self, format: Format, index_path: Path, meta: dict[str, str], sources: "_Sources"
    ) -> None:
        self._format, self._meta, self._sources = format, meta, sources
        title = own_name(index_path)
        self._is_fine = is_fine_index(meta)
        self._places = format.places(sources.paths, "", title)
        self._input = PageInput(
            sources.spec,
            sources.max_bytes,
            str(index_path),
            sources.files,
            Repository(title, meta["history"], self._is_fine),
            {format.name: self._places},
        )
        self._sink = _InMemory()
        self._conditions = input_digest((sources.paths, self._input.repository))

    def task(self, name: str) -> PageTask | None:
        """A page in several parts is found by its first: ``keywords_a_2`` by ``keywords_a``."""
        if name.startswith(self._format.index_folder):
            return _PATHS
        base, suffix = name.removesuffix(self._places.suffix), self._places.suffix
        while base:
            if found := self._task_said_by(base) or self._task_by_name.get(base + suffix):
                return found
            base = base.rpartition("_")[0]
        return _SHARED if name in self._names_of_shared else None

    def _task_said_by(self, base: str) -> PageTask | None:
        """The name of nearly every page of a file or folder says its path, and the table of all
        names takes long to make."""
        name, path, folder = base + self._places.suffix, base.rpartition("_")[0], _folder(base)
        if path in self._sources.documented and self._has_name(name, self._kinds_of_file, path):
            return PageTask("file", path)
        if folder in self._folders and self._has_name(name, self._format.kinds_of_folder, folder):
            is_home = name == self._places.name(PageRef("listing"))
            return _HOME if is_home else PageTask("folder", folder)
        return None

    def _has_name(self, name: str, kinds: Iterable[PageKind], path: str) -> bool:
        return any(self._places.name(PageRef(kind, path)) == name for kind in kinds)

    def made(self, task: PageTask, encoded_memory: bytes) -> MadeSubject:
        if task == _SHARED:
            return self._made_shared(encoded_memory)
        if task == _HOME:
            self._maker.home(self._meta)
            return MadeSubject(self._sink.take())
        if task == _REPOSITORY:
            draft = self._maker.draft_repository_pages(self._meta)
            self._maker.repository_pages(draft, None, self._maker.labels(self._is_fine))
            return MadeSubject(self._sink.take())
        memory = _MEMORY.decode(encoded_memory) if encoded_memory else _Memory()
        self._sources.facts_by_key = {memory.facts_key: memory.facts} if memory.facts else {}
        made = self._maker.make(task._replace(input_digest=self._still_good(memory)))
        if made is None:
            return MadeSubject(None, encoded_memory)
        if task == _PATHS:
            self._maker.directory([page.name for page in made.pages])
        return MadeSubject(self._sink.take(), self._memory_of(task, made))

    def _made_shared(self, memory: bytes) -> MadeSubject:
        self._maker.shared_pages(self._meta["commit"])
        text_by_name = self._sink.take()
        digest = input_digest(sorted(text_by_name.items()))
        return MadeSubject(None if digest == memory else text_by_name, digest)

    def _still_good(self, memory: _Memory) -> bytes:
        """The digest by which the pages may be known again; none if something else changed."""
        summaries_digest = self._maker.summaries_digest(memory.summaries)
        is_good = (memory.conditions, memory.summaries_digest) == (
            self._conditions,
            summaries_digest,
        )
        return memory.input_digest if is_good else b""

    def _memory_of(self, task: PageTask, made: MadePages) -> bytes:
        if made.problem or not made.input_digest:
            return b""
        summaries_digest = self._maker.summaries_digest(made.summaries)
        facts = self._sources.facts_read(task.path) if task.kind == "file" else (b"", b"")
        parts = (self._conditions, made.input_digest, made.summaries, summaries_digest, *facts)
        return msgspec.msgpack.encode(_Memory(*parts))

    @cached_property
    def _maker(self) -> PageMaker:
        return PageMaker(self._input, self._sources, self._sink, is_frugal=True)

    @cached_property
    def _names_of_shared(self) -> frozenset[str]:
        return frozenset(name for name, _ in self._format.shared(self._meta["commit"]))

    @cached_property
    def _task_by_name(self) -> dict[str, PageTask]:
        return {self._places.name(ref): task for ref, task in self._tasks()}

    @cached_property
    def _folders(self) -> frozenset[str]:
        return frozenset(folders_of(self._sources.paths))

    @property
    def _kinds_of_file(self) -> tuple[PageKind, ...]:
        return *self._format.kinds_of_file, *self._format.kinds_of_some_files

    def _tasks(self) -> Iterator[tuple[PageRef, PageTask]]:
        for path in self._sources.documented:
            task = PageTask("file", path)
            yield from ((PageRef(kind, path), task) for kind in self._kinds_of_file)
        for folder in self._folders:
            for kind in self._format.kinds_of_folder:
                is_home = kind == "listing" and not folder
                yield PageRef(kind, folder), _HOME if is_home else PageTask("folder", folder)
        yield from ((PageRef(kind), _REPOSITORY) for kind in _OF_REPOSITORY)
        yield from ((page.ref, _SHARED) for page in self._format.own_pages)
        for part in parts(self._is_fine):
            yield PageRef("a-z", part=part.label), PageTask("names", part.label)
        for rule in self._maker.rules():
            yield PageRef("findings", part=rule), PageTask("rule", rule)
        for operator, place in self._maker.operator_parts().items():
            yield PageRef("operators", part=place), PageTask("operator", operator)
        yield PageRef("operators"), PageTask("operators", "")


class _Sources:
    """The files of an index as they lie there now, and their facts, which are parsed again where
    the book does not remember them."""

    def __init__(
        self, spec: SourceSpec, keys: Mapping[str, FileKey], max_bytes: int, stored: StoredFacts
    ) -> None:
        self.spec, self.max_bytes = spec, max_bytes
        self._stored = stored
        self._key_by_path = keys
        self._source = open_source(spec)
        self.paths = sorted(keys)
        documented = [key for _, key in sorted(keys.items()) if key.status == "documented"]
        self.files = tuple(
            DocumentedFile(entry, key.blob, _read_file(key))
            for entry, key in zip(self._entries(documented), documented, strict=True)
        )
        self._entry_by_path = {file.read.path: file.entry for file in self.files}
        self.documented = self._entry_by_path.keys()
        self.facts_by_key: dict[bytes, bytes] = {}
        """Of the subject at work: what is known of it is not parsed once more."""

    def _entries(self, keys: Sequence[FileKey]) -> Iterator[Entry]:
        """Without a walk through the repository, where the paths say what is to be opened."""
        escaped = {key.path for key in keys if _ESCAPE in key.path}
        listed = self._source.list().entries if escaped else ()
        entries = {entry.path: entry for entry in listed if entry.path in escaped}
        for path, blob in ((key.path, key.blob if self.spec.kind == "git" else "") for key in keys):
            yield entries.get(path) or Entry(path, path.encode(), "file", -1, blob, None)

    def facts(self, file: ReadFile) -> FactsRecord | None:
        """None where it cannot be read any more, or says something else."""
        key = self._key_by_path[file.path]
        try:
            content = self._source.read(self._entry_by_path[file.path], self.max_bytes)
        except UnreadableError:
            return None
        if blob_hash(content) != key.blob:
            return None
        if stored := self._stored.get(key.facts):
            return decode_facts(stored)
        if key.facts not in self.facts_by_key:
            self.facts_by_key[key.facts] = encode_facts(_parsed(key, decode(content)))
        return decode_facts(self.facts_by_key[key.facts])

    def facts_read(self, path: str) -> tuple[bytes, bytes]:
        """With their key; nothing where they are stored."""
        key = self._key_by_path[path].facts
        return key, self.facts_by_key.get(key, b"")

    def close(self) -> None:
        self._source.close()


def _folder(path: str) -> str:
    return path.rpartition("/")[0]


def _parsed(key: FileKey, text: DecodedText) -> FileFacts:
    is_plain = key.facts == facts_key(key.blob, key.language, own_fingerprint(), text_only=True)
    return parse_without_grammar(text) if is_plain else parse_text(key.language, text)


def _read_file(key: FileKey) -> ReadFile:
    return ReadFile(key.path, key.id, key.language, key.role, None)


class _InMemory:
    """Takes pages as a work folder does."""

    def __init__(self) -> None:
        self._text_by_name: dict[str, str] = {}

    def put(self, name: str, text: str) -> tuple[str, bool]:
        self._text_by_name[name] = text
        return "", True

    def write(self, name: str, data: bytes) -> None:
        self._text_by_name[name] = data.decode()

    def published(self, name: str) -> str:
        return ""

    def take(self) -> dict[str, str]:
        made, self._text_by_name = self._text_by_name, {}
        return made

    def close(self) -> None:
        return
