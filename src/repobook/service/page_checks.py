"""What a worker does to prove the pages of one file: hash, links, citations, the text itself."""

import hashlib
import os
import posixpath
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Final, NamedTuple
from urllib.parse import unquote

import msgspec

from repobook.render.markdown import cite_label
from repobook.render.markdown_reading import LinkRead, PageRead, SourceRead, cited_lines, read_page
from repobook.service.cited_texts import Book, Problem, Texts, texts_of
from repobook.service.workers import Work
from repobook.text.markup import said_words

_MAX_TOLD: Final = 100  # problems of one task
_UP: Final = "../"
_WORD: Final = re.compile(r"[^\W_]+")
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
        self._file_by_page = {known.page: path for path, known in book.files.items()}
        self._texts = texts_of(book)

    def __call__(self, task: PageTask) -> bytes:
        return _ENCODE(self._checked(task))

    def _checked(self, task: PageTask) -> Checked:
        found: list[Problem] = []
        n_links = n_citations = 0
        anchors, wanted = {}, {}
        sources: list[SourceRead] = []
        for name, sha256 in task.pages:
            page = _read(self._book.folder, name, sha256)
            if isinstance(page, Problem):
                found.append(page)
                continue
            check = _PageCheck(name, page, self._book, self._file_by_page, self._texts)
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

    def problems(self) -> Iterator[Problem]:
        for link in self._page.links:
            if lines := _lines(link):
                self.n_citations += 1
                yield from self._cited(link, self._wrong(link, lines, link.code))
            yield from self._link(link)
        for quote in self._page.quotes:
            if lines := _lines(quote.cite):
                yield from self._cited(quote.cite, self._unsaid(quote.cite, lines, quote.text))

    def _link(self, link: LinkRead) -> Iterator[Problem]:
        target, fragment = self._target(link), unquote(link.address.partition("#")[2])
        if target.startswith(_UP):
            return  # to the repository itself
        if target not in self._book.page_names:
            yield Problem("link", self._name, f"leads to {target}, which is not there")
        elif fragment and target != self._name:
            self.wanted.add(f"{target}#{fragment}")
        elif fragment and fragment not in self._anchors:
            yield Problem("anchor", self._name, f"leads to #{fragment}, which is not there")

    def _target(self, link: LinkRead) -> str:
        address = link.address.partition("#")[0]
        return _resolved(posixpath.dirname(self._name), address) if address else self._name

    def _cited(self, link: LinkRead, problem: str) -> Iterator[Problem]:
        if problem:
            yield Problem("citation", self._name, f"{self._path(link)}:{_lines(link)}: {problem}")

    def _path(self, link: LinkRead) -> str:
        """The file that is cited: the one of the page, or the one in the repository."""
        target = self._target(link)
        return self._file_by_page.get(target) or _below_root(target)

    def _wrong(self, link: LinkRead, lines: str, code: str) -> str:
        path = self._path(link)
        if path not in self._book.files:
            return "is not in the book"
        text = self._text(path, lines)
        if text is None:
            return "there are no such lines"
        if not code or code == cite_label(path, lines):
            return ""
        is_there = code in text or _squeezed(code) in _squeezed(text)
        return "" if is_there else f"there is no {code[:80]}"

    def _unsaid(self, link: LinkRead, lines: str, quoted: str) -> str:
        path = self._path(link)
        text = self._text(path, lines) if path in self._book.files else None
        is_said = text is None or _says(text, quoted)  # that there are no lines is told already
        return "" if is_said else f"it does not say {_squeezed(quoted)[:80]}"

    def _text(self, path: str, lines: str) -> str | None:
        all_lines, cited = self._texts.lines(path), cited_lines(lines)
        if all_lines is None or cited is None or not 1 <= cited[0] <= cited[1] <= len(all_lines):
            return None
        return "\n".join(all_lines[cited[0] - 1 : cited[1]])


def _lines(link: LinkRead) -> str:
    """``L10-L20`` of a citation; empty for any other link."""
    fragment = link.address.partition("#")[2]
    return link.lines or (fragment if cited_lines(fragment) else "")


@lru_cache(maxsize=1 << 16)
def _resolved(folder: str, address: str) -> str:
    return posixpath.normpath(posixpath.join(folder, unquote(address)))


def _below_root(target: str) -> str:
    """A book inside its repository leads up to the root and then down."""
    while target.startswith(_UP):
        target = target[len(_UP) :]
    return target


def _says(text: str, quoted: str) -> bool:
    """A document's words may be quoted without its markup, which may stand inside a word."""
    said = said_words(text).replace("]", "")
    return _stand(_words(text), quoted) or _stand(_words(said), quoted)


def _stand(words: str, quoted: str) -> bool:
    """Whether they stand there in their order; an ellipsis stands for any others."""
    at = 0
    for piece in map(_words, quoted.split("…")):
        at = words.find(piece, at) if piece.strip() else at
        if at < 0:
            return False
    return True


def _words(text: str) -> str:
    return f" {' '.join(_WORD.findall(text))} "


def _squeezed(text: str) -> str:
    return " ".join(_SPACE.sub(" ", text).split())
