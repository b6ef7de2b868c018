"""Checks the pages of one file, in a worker: hash, links, citations, source text."""

import hashlib
import posixpath
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Final, NamedTuple
from urllib.parse import unquote

import msgspec

from repobook.render.markdown.markdown_reader import PageRead, SourceRead, cited_lines, read_page
from repobook.render.markdown.markdown_writer import cite_label
from repobook.verify.cited_texts import Book, Problem, Texts, texts_of
from repobook.verify.page_bytes import page_bytes, why_unread
from repobook.verify.quoted_words import says, unescaped
from repobook.workers.pool import Work

_MAX_LISTED: Final = 100  # problems of one task
_UP: Final = "../"
# Where a long name or line was cut, perhaps inside of what looks like the code of a control.
_CUT: Final = re.compile(r"…\Z|\\(?:x[0-9a-f]?|u(?:\{[0-9a-f]{0,4})?)?\Z")
_CONTINUATION: Final = re.compile(r"[\\`]\n\s*")
# Controls that count as space where code is put on one line, and are made visible where not.
_SPACE: Final = re.compile(r"\\x(?:0[bc]|1[c-f]|85)|\\u\{202[89]\}")


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
    n_lines: dict[str, int]
    """Of each page whose lines can be led to."""
    wanted_lines: dict[str, dict[str, int]]
    """The last line of other pages that each page leads to."""


_ENCODE: Final = msgspec.msgpack.Encoder().encode
_DECODE: Final = msgspec.msgpack.Decoder(Checked).decode


def decode_checked(data: bytes) -> Checked:
    return _DECODE(data)


class CheckerFactory(NamedTuple):
    """What a worker process makes its checker from."""

    book: Book

    def open(self) -> Work:
        return _Checker(self.book)


class _Checker:
    def __init__(self, book: Book) -> None:
        self._book = book
        self._file_by_page = {file.page: path for path, file in book.files.items()}
        self._texts = texts_of(book)

    def __call__(self, task: PageTask) -> bytes:
        return _ENCODE(self._checked(task))

    def _checked(self, task: PageTask) -> Checked:
        problems: list[Problem] = []
        n_links = n_citations = 0
        anchors, wanted = {}, {}
        sources: list[SourceRead] = []
        for name, sha256 in task.pages:
            page = _read(self._book.folder, name, sha256)
            if isinstance(page, Problem):
                problems.append(page)
                continue
            check = _PageCheck(name, page, self._book, self._file_by_page, self._texts)
            problems += check.problems()
            n_links += check.n_links
            n_citations += check.n_citations
            anchors[name] = page.anchors
            wanted[name] = tuple(sorted(check.wanted))
            sources += page.sources
        if task.path and len(anchors) == len(task.pages):
            problems += self._texts.problems(task.path, sources)
        n_problems = Counter(problem.kind for problem in problems)
        listed = tuple(problems[:_MAX_LISTED])
        return Checked(n_links, n_citations, anchors, wanted, dict(n_problems), listed, {}, {})


def _read(folder: str, name: str, sha256: str) -> PageRead | Problem:
    try:
        data = page_bytes(folder, name)
    except OSError as error:
        return Problem("page", name, why_unread(error))
    if hashlib.sha256(data).hexdigest() != sha256:
        return Problem("page", name, "does not match the manifest")
    return read_page(data.decode("utf-8", "replace"))


class _Target(NamedTuple):
    """Where an address leads to, seen from one page."""

    path: str
    """The file whose text is there; a page about no file has one that the book does not know."""
    lines: str
    problems: tuple[Problem, ...]


class _PageCheck:
    """The links and citations of one page."""

    def __init__(
        self,
        name: str,
        page: PageRead,
        book: Book,
        file_by_page: Mapping[str, str],
        texts: Texts,
    ) -> None:
        self._name = name
        self._page = page
        self._book = book
        self._file_by_page = file_by_page
        self._texts = texts
        self._anchors = frozenset(page.anchors)
        self.n_links = len(page.links)
        self.n_citations = 0
        self.wanted: set[str] = set()
        self._targets: dict[str, _Target] = {}

    def problems(self) -> Iterator[Problem]:
        for link in self._page.links:
            target = self._target(link.address)
            if lines := link.lines or target.lines:
                self.n_citations += 1
                if problem := self._wrong(target.path, lines, link.code):
                    yield Problem("citation", self._name, f"{target.path}:{lines}: {problem}")
            yield from target.problems
        for quote in self._page.quotes:
            target = self._target(quote.cite.address)
            lines = quote.cite.lines or target.lines
            if lines and (problem := self._unsaid(target.path, lines, quote.text)):
                yield Problem("citation", self._name, f"{target.path}:{lines}: {problem}")

    def _target(self, address: str) -> "_Target":
        target = self._targets.get(address)
        if target is None:
            target = self._targets[address] = self._resolved(address)
        return target

    def _resolved(self, address: str) -> "_Target":
        to, _, fragment = address.partition("#")
        name = resolved(posixpath.dirname(self._name), to) if to else self._name
        path = self._file_by_page.get(name) or _below_root(name)
        lines = fragment if cited_lines(fragment) else ""
        return _Target(path, lines, tuple(self._unfollowed(name, unquote(fragment))))

    def _unfollowed(self, name: str, fragment: str) -> Iterator[Problem]:
        if name.startswith(_UP):
            return  # to the repository itself
        if name not in self._book.page_names:
            yield Problem("link", self._name, f"links to {name}, which does not exist")
        elif fragment and name != self._name:
            self.wanted.add(f"{name}#{fragment}")
        elif fragment and fragment not in self._anchors:
            yield Problem("anchor", self._name, f"leads to #{fragment}, which does not exist")

    def _wrong(self, path: str, lines: str, code: str) -> str:
        if path not in self._book.files:
            return "is not in the book"
        cited = self._cited(path, lines)
        if cited is None:
            return "there are no such lines"
        if not code or code in cited[0] or code == cite_label(path, lines):
            return ""
        text = "\n".join(cited)
        squeezed_code = _squeezed(_CUT.sub("", code))
        is_there = any(squeezed_code in _squeezed(reading) for reading in _readings(text))
        is_there = is_there or _squeezed(_unended(_CUT.sub("", code))) in _squeezed(_unended(text))
        return "" if is_there else f"there is no {code[:80]}"

    def _unsaid(self, path: str, lines: str, quoted: str) -> str:
        cited = self._cited(path, lines) if path in self._book.files else None
        # Missing lines are reported already.
        is_said = cited is None or says("\n".join(cited), quoted)
        return "" if is_said else f"it does not say {_squeezed(quoted)[:80]}"

    def _cited(self, path: str, lines: str) -> list[str] | None:
        all_lines, cited = self._texts.lines(path), cited_lines(lines)
        if all_lines is None or cited is None or not 1 <= cited[0] <= cited[1] <= len(all_lines):
            return None
        return all_lines[cited[0] - 1 : cited[1]]


@lru_cache(maxsize=1 << 16)
def resolved(folder: str, address: str) -> str:
    """The name of the page that an address leads to, seen from a folder."""
    return posixpath.normpath(posixpath.join(folder, unquote(address)))


def _below_root(target: str) -> str:
    """A book inside its repository leads up to the root and then down."""
    while target.startswith(_UP):
        target = target[len(_UP) :]
    return target


def _readings(text: str) -> tuple[str, ...]:
    """As it is, as one reads it who joins lines, and as JSON means its strings."""
    return text, _CONTINUATION.sub("", text), unescaped(text)


def _unended(code: str) -> str:
    """Statements stand on lines of their own, or behind each other."""
    return code.replace(";", "\n")


def _squeezed(text: str) -> str:
    return " ".join(_SPACE.sub(" ", text).split())
