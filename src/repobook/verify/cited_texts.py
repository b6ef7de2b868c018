"""The text of cited files: from the tree, or, where there is none, from the page that shows it."""

from collections import OrderedDict
from collections.abc import Iterable, Iterator, Mapping
from typing import Final, NamedTuple

from repobook.errors import UnreadableError
from repobook.model.files import Entry
from repobook.render.markdown.markdown_reader import SourceRead, read_page
from repobook.render.markdown.markdown_text import fenced_text
from repobook.scan.git.blobs import blob_hash
from repobook.scan.sources.source import Source, SourceSpec, open_source
from repobook.text.decode import decode
from repobook.text.lines import split_lines
from repobook.verify.page_bytes import page_bytes

_MAX_BYTES: Final = 1 << 30
_MAX_CACHED: Final = 32 << 20  # characters of sources


class Problem(NamedTuple):
    kind: str
    """What is wrong: page, link, anchor, citation, source, file."""
    place: str
    message: str


class BookFile(NamedTuple):
    blob: str
    page: str
    """The page that shows its text."""
    entry: Entry | None
    """Where the tree has it."""


class Book(NamedTuple):
    """What of a book its checks need; plain values that travel to other processes."""

    folder: str
    """Of the pages."""
    page_names: frozenset[str]
    files: Mapping[str, BookFile]
    """The documented ones by path."""
    spec: SourceSpec | None
    """The tree; None where there is none, and pages are held against each other."""


class _LinesCache:
    """Lines of the most recently used files."""

    def __init__(self) -> None:
        self._lines_by_path: OrderedDict[str, list[str] | None] = OrderedDict()
        self._n_kept = 0

    def get(self, path: str) -> list[str] | None:
        self._lines_by_path.move_to_end(path)
        return self._lines_by_path[path]

    def __contains__(self, path: str) -> bool:
        return path in self._lines_by_path

    def put(self, path: str, lines: list[str] | None) -> None:
        self._lines_by_path[path] = lines
        self._n_kept += _weight(lines)
        while self._n_kept > _MAX_CACHED and len(self._lines_by_path) > 1:
            self._n_kept -= _weight(self._lines_by_path.popitem(last=False)[1])


def _weight(lines: list[str] | None) -> int:
    return sum(map(len, lines or ())) + 1


def texts_of(book: Book) -> "Texts":
    return _TreeTexts(book) if book.spec else _PageTexts(book)


class Texts:
    """Lines of files as pages show them."""

    def __init__(self, book: Book) -> None:
        self._book = book
        self._kept = _LinesCache()

    def lines(self, path: str) -> list[str] | None:
        if path not in self._kept:
            text = self._text(path)
            self._kept.put(path, None if text is None else split_lines(text))
        return self._kept.get(path)

    def lines_as_made(self, path: str) -> list[str] | None:
        """None where they are not what the book was made from."""
        return self.lines(path)

    def _text(self, path: str) -> str | None:
        raise NotImplementedError

    def problems(self, path: str, sources: list[SourceRead]) -> Iterable[Problem]:
        raise NotImplementedError


class _TreeTexts(Texts):
    """From the repository as it is now."""

    def __init__(self, book: Book) -> None:
        super().__init__(book)
        assert book.spec is not None
        self._source: Source = open_source(book.spec)

    def _text(self, path: str) -> str | None:
        content = self._content(path)
        return None if content is None else _as_shown(content)

    def _content(self, path: str) -> bytes | None:
        entry = self._book.files[path].entry
        try:
            return self._source.read(entry, _MAX_BYTES) if entry else None
        except UnreadableError:
            return None

    def lines_as_made(self, path: str) -> list[str] | None:
        content = self._content(path)
        is_as_made = content is not None and self._is_as_made(path, content)
        return self.lines(path) if is_as_made else None

    def _is_as_made(self, path: str, content: bytes) -> bool:
        blob, _, entry = self._book.files[path]
        return entry is not None and (entry.blob or blob_hash(content)) == blob

    def problems(self, path: str, sources: list[SourceRead]) -> Iterable[Problem]:
        if self._book.files[path].entry is None:
            return  # the account reports it
        content = self._content(path)
        if content is None:
            yield Problem("file", path, "cannot be read in the tree")
        elif not self._is_as_made(path, content):
            yield Problem("file", path, "has changed since the book was built")
        elif line := _first_difference("".join(s.text for s in sources), _as_shown(content)):
            yield Problem("source", path, f"its page differs from line {line:,} on")


class _PageTexts(Texts):
    """From the pages themselves, where there is no tree to ask."""

    def _text(self, path: str) -> str | None:
        first = self._book.files[path].page
        pages = [first, *continuations(first, self._book.page_names)]
        parts = [part for name in pages for part in self._sources(name)]
        return "".join(part.text for part in parts)

    def _sources(self, name: str) -> tuple[SourceRead, ...]:
        try:
            text = page_bytes(self._book.folder, name).decode()
            return read_page(text.replace("\r\n", "\n").replace("\r", "\n")).sources
        except (OSError, UnicodeDecodeError):
            return ()

    def problems(self, path: str, sources: list[SourceRead]) -> Iterable[Problem]:
        line = 1
        for part in sources:
            if part.first_line != line:
                yield Problem("source", path, f"its pages skip from line {line:,}")
            line = part.first_line + part.text.count("\n")


def continuations(first: str, names: frozenset[str]) -> Iterator[str]:
    """The numbered pages that go on where a page ends."""
    stem, _, suffix = first.rpartition(".")
    n = 2
    while (name := f"{stem}_{n}.{suffix}") in names:
        yield name
        n += 1


def _as_shown(content: bytes) -> str:
    return fenced_text(decode(content).data.decode("utf-8", "replace"))


def _first_difference(page_text: str, expected: str) -> int:
    """The first line that differs, 0 where none does; a fence always ends its last line."""
    if page_text == expected or page_text == f"{expected}\n":
        return 0
    pairs = enumerate(zip(page_text.split("\n"), expected.split("\n"), strict=False), 1)
    return next((n for n, (a, b) in pairs if a != b), page_text.count("\n") + 1)
