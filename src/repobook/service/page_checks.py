"""What a worker does to prove the pages of one file: hash, links, citations, the text itself.

The text of a cited file comes from the tree, or, where there is none, from the page that shows it.
"""

import hashlib
import os
import posixpath
import re
from collections import Counter, OrderedDict
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Final, NamedTuple
from urllib.parse import unquote

import msgspec

from repobook.errors import UnreadableError
from repobook.model.files import Entry
from repobook.render.markdown import cite_label
from repobook.render.markdown_reading import (
    LinkRead,
    PageRead,
    QuoteRead,
    SourceRead,
    cited_lines,
    read_page,
)
from repobook.render.markdown_text import fenced_text
from repobook.scan.blobs import blob_hash
from repobook.scan.sources import Source, SourceSpec, open_source
from repobook.service.workers import Work
from repobook.text.decode import decode
from repobook.text.lines import split_lines

MAX_BYTES: Final = 1 << 30
_MAX_KEPT: Final = 32 << 20  # characters of sources
_MAX_TOLD: Final = 100  # problems of one task
_UP: Final = "../"
_WORD: Final = re.compile(r"\w+")


class Problem(NamedTuple):
    kind: str
    """What is wrong: page, link, anchor, citation, source, file."""
    place: str
    message: str


class PageTask(NamedTuple):
    """The pages of one file in their order, or one page of a folder or of the whole."""

    path: str
    """The file; empty where the page is about none."""
    pages: tuple[tuple[str, str], ...]
    """Name and SHA-256 of each."""


class Checked(NamedTuple):
    n_links: int
    n_citations: int
    anchors: dict[str, tuple[str, ...]]
    """Of each page."""
    wanted: dict[str, tuple[str, ...]]
    """What each page leads to on other pages: ``name#anchor``."""
    n_problems: dict[str, int]
    problems: tuple[Problem, ...]
    """The first of them."""


class KnownFile(NamedTuple):
    blob: str
    page: str
    """The page that shows its text."""
    entry: Entry | None
    """Where the tree has it."""


_ENCODE: Final = msgspec.msgpack.Encoder().encode
_DECODE: Final = msgspec.msgpack.Decoder(Checked).decode


def decode_checked(data: bytes) -> Checked:
    return _DECODE(data)


class CheckerFactory(NamedTuple):
    """Plain values that a worker process makes its checker from."""

    folder: str
    """Of the pages."""
    page_names: frozenset[str]
    files: Mapping[str, KnownFile]
    """The documented ones by path."""
    spec: SourceSpec | None
    """The tree; None where there is none, and pages are held against each other."""

    def open(self) -> Work:
        return _Checker(self)


class _Checker:
    def __init__(self, factory: CheckerFactory) -> None:
        self._factory = factory
        self._file_by_page = {known.page: path for path, known in factory.files.items()}
        self._texts = _TreeTexts(factory) if factory.spec else _PageTexts(factory)

    def __call__(self, task: PageTask) -> bytes:
        return _ENCODE(self._checked(task))

    def _checked(self, task: PageTask) -> Checked:
        found: list[Problem] = []
        n_links = n_citations = 0
        anchors, wanted = {}, {}
        sources: list[SourceRead] = []
        for name, sha256 in task.pages:
            page = _read(self._factory.folder, name, sha256)
            if isinstance(page, Problem):
                found.append(page)
                continue
            check = _PageCheck(name, page, self._factory, self._file_by_page, self._texts)
            found += check.problems()
            n_links += check.n_links
            n_citations += check.n_citations
            anchors[name] = page.anchors
            wanted[name] = tuple(sorted(check.wanted))
            sources += page.sources
        if task.path and len(anchors) == len(task.pages):
            found += self._texts.problems(task.path, sources)
        n_problems = Counter(problem.kind for problem in found)
        told = tuple(found[:_MAX_TOLD])
        return Checked(n_links, n_citations, anchors, wanted, dict(n_problems), told)


def _read(folder: str, name: str, sha256: str) -> PageRead | Problem:
    try:
        with open(os.path.join(folder, name), "rb") as file:
            data = file.read()
    except OSError as error:
        return Problem("page", name, f"cannot be read: {error.strerror}")
    if hashlib.sha256(data).hexdigest() != sha256:
        return Problem("page", name, "is not what the manifest says")
    return read_page(data.decode("utf-8", "replace"))


class _PageCheck:
    """The links and citations of one page."""

    def __init__(
        self,
        name: str,
        page: PageRead,
        factory: CheckerFactory,
        file_by_page: Mapping[str, str],
        texts: "_Texts",
    ) -> None:
        self._name = name
        self._page = page
        self._factory = factory
        self._file_by_page = file_by_page
        self._texts = texts
        self._anchors = frozenset(page.anchors)
        self.n_links = len(page.links)
        self.n_citations = 0
        self.wanted: set[str] = set()

    def problems(self) -> Iterator[Problem]:
        for link in self._page.links:
            address, _, fragment = link.address.partition("#")
            lines = link.lines or fragment
            target = _resolved(posixpath.dirname(self._name), address) if address else self._name
            cited = cited_lines(lines)
            if cited is not None:
                yield from self._citation(link, target, cited, lines)
            if not target.startswith(_UP):
                yield from self._link(target, fragment)
        for quote in self._page.quotes:
            yield from self._quote(quote)

    def _link(self, target: str, fragment: str) -> Iterator[Problem]:
        if target not in self._factory.page_names:
            yield Problem("link", self._name, f"leads to {target}, which is not there")
        elif not fragment:
            return
        elif target != self._name:
            self.wanted.add(f"{target}#{unquote(fragment)}")
        elif unquote(fragment) not in self._anchors:
            yield Problem("anchor", self._name, f"leads to #{fragment}, which is not there")

    def _citation(
        self, link: LinkRead, target: str, cited: tuple[int, int], label: str
    ) -> Iterator[Problem]:
        self.n_citations += 1
        path = self._file_by_page.get(target) or _below_root(target)
        if path not in self._factory.files:
            yield Problem("citation", self._name, f"cites {path}, which is not in the book")
        elif problem := self._wrong(path, cited, link.code, label):
            yield Problem("citation", self._name, f"{path}:{label}: {problem}")

    def _quote(self, quote: QuoteRead) -> Iterator[Problem]:
        """The words in their order; marks of comments and strings are not quoted."""
        address, _, fragment = quote.cite.address.partition("#")
        target = _resolved(posixpath.dirname(self._name), address) if address else self._name
        path = self._file_by_page.get(target) or _below_root(target)
        cited = cited_lines(quote.cite.lines or fragment)
        lines = self._texts.lines(path) if path in self._factory.files else None
        if cited is None or lines is None:
            return
        text = "\n".join(lines[cited[0] - 1 : cited[1]])
        if not _says(text, quote.text):
            told = f"{path}:{cited[0]}-{cited[1]}: it does not say {_squeezed(quote.text)[:80]}"
            yield Problem("citation", self._name, told)

    def _wrong(self, path: str, cited: tuple[int, int], code: str, label: str) -> str:
        lines = self._texts.lines(path)
        first, last = cited
        if lines is None:
            return "its text cannot be read"
        if not 1 <= first <= last <= len(lines):
            return f"there are {len(lines):,} lines"
        if not code or code == cite_label(path, label):
            return ""
        text = lines[first - 1] if first == last else "\n".join(lines[first - 1 : last])
        if code in text or _squeezed(code) in _squeezed(text):
            return ""
        return f"there is no {code[:80]}"


@lru_cache(maxsize=1 << 16)
def _resolved(folder: str, address: str) -> str:
    return posixpath.normpath(posixpath.join(folder, unquote(address)))


def _below_root(target: str) -> str:
    """A book inside its repository leads up to the root and then down."""
    while target.startswith(_UP):
        target = target[len(_UP) :]
    return target


def _says(text: str, quoted: str) -> bool:
    """Whether the words stand there in their order; an ellipsis stands for any others."""
    words, at = _words(text), 0
    for piece in map(_words, quoted.split("…")):
        at = words.find(piece, at) if piece.strip() else at
        if at < 0:
            return False
    return True


def _words(text: str) -> str:
    return f" {' '.join(_WORD.findall(text))} "


def _squeezed(text: str) -> str:
    return " ".join(text.split())


class _Kept:
    """Lines of the files that were asked for last."""

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
        while self._n_kept > _MAX_KEPT and len(self._lines_by_path) > 1:
            self._n_kept -= _weight(self._lines_by_path.popitem(last=False)[1])


def _weight(lines: list[str] | None) -> int:
    return sum(map(len, lines or ())) + 1


class _Texts:
    """Lines of files as pages show them."""

    def __init__(self, factory: CheckerFactory) -> None:
        self._factory = factory
        self._kept = _Kept()

    def lines(self, path: str) -> list[str] | None:
        if path not in self._kept:
            text = self._text(path)
            self._kept.put(path, None if text is None else split_lines(text))
        return self._kept.get(path)

    def _text(self, path: str) -> str | None:
        raise NotImplementedError

    def problems(self, path: str, sources: list[SourceRead]) -> Iterable[Problem]:
        raise NotImplementedError


class _TreeTexts(_Texts):
    """From the repository as it is now."""

    def __init__(self, factory: CheckerFactory) -> None:
        super().__init__(factory)
        assert factory.spec is not None
        self._source: Source = open_source(factory.spec)

    def _text(self, path: str) -> str | None:
        content = self._content(path)
        return None if content is None else _as_shown(content)

    def _content(self, path: str) -> bytes | None:
        entry = self._factory.files[path].entry
        try:
            return self._source.read(entry, MAX_BYTES) if entry else None
        except UnreadableError:
            return None

    def problems(self, path: str, sources: list[SourceRead]) -> Iterable[Problem]:
        known = self._factory.files[path]
        if known.entry is None:
            return  # the account tells
        content = self._content(path)
        if content is None:
            yield Problem("file", path, "cannot be read in the tree")
        elif (known.entry.blob or blob_hash(content)) != known.blob:
            yield Problem("file", path, "is not as it was when the book was made")
        elif line := _first_difference("".join(s.text for s in sources), _as_shown(content)):
            yield Problem("source", path, f"its page shows another text from line {line:,} on")


class _PageTexts(_Texts):
    """From the pages themselves, where there is no tree to ask."""

    def _text(self, path: str) -> str | None:
        first = self._factory.files[path].page
        pages = [first, *continuations(first, self._factory.page_names)]
        parts = [part for name in pages for part in self._sources(name)]
        return "".join(part.text for part in parts)

    def _sources(self, name: str) -> tuple[SourceRead, ...]:
        try:
            with open(os.path.join(self._factory.folder, name), encoding="utf-8") as file:
                return read_page(file.read()).sources
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
    n = 2
    while (name := f"{first.removesuffix('.md')}_{n}.md") in names:
        yield name
        n += 1


def _as_shown(content: bytes) -> str:
    return fenced_text(decode(content).data.decode("utf-8", "replace"))


def _first_difference(shown: str, expected: str) -> int:
    """The first line that differs, 0 where none does; a fence always ends its last line."""
    if shown == expected or shown == f"{expected}\n":
        return 0
    pairs = enumerate(zip(shown.split("\n"), expected.split("\n"), strict=False), 1)
    return next((n for n, (a, b) in pairs if a != b), shown.count("\n") + 1)
