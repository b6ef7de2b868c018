"""Checks pages of the site, in a worker: hash, links, anchors, source text.

What pages cite is proved in Markdown, which is written from the same blocks; here every citation
must lead to lines that are there.
"""

import hashlib
import os
from collections import Counter
from collections.abc import Iterator
from typing import Final, NamedTuple
from urllib.parse import unquote

import msgspec

from repobook.render.html.html_reader import HtmlRead, read_html
from repobook.render.markdown.markdown_reader import cited_lines
from repobook.verify.cited_texts import Book, Problem, texts_of
from repobook.verify.page_bytes import page_bytes, why_unread
from repobook.verify.page_checks import Checked, PageTask, resolved
from repobook.workers.pool import Work

_MAX_LISTED: Final = 100
_HTML: Final = ".html"


class SiteCheckerFactory(NamedTuple):
    """What a worker process makes its checker from."""

    folder: str
    names: frozenset[str]
    book: Book
    """The pages in Markdown, which hold the texts where there is no tree."""

    def open(self) -> Work:
        return _SiteChecker(self)


class _SiteChecker:
    def __init__(self, factory: SiteCheckerFactory) -> None:
        self._factory = factory
        self._texts = texts_of(factory.book)

    def __call__(self, task: PageTask) -> bytes:
        checks = [_SiteCheck(name, self._factory) for name, _ in task.pages]
        problems = [
            problem
            for check, (_, sha256) in zip(checks, task.pages, strict=True)
            for problem in check.problems(sha256)
        ]
        read = [check for check in checks if check.page is not None]
        for check in read if task.path else ():
            problems += self._text_problems(task.path, check)
        return msgspec.msgpack.encode(_checked(read, problems))

    def _text_problems(self, path: str, check: "_SiteCheck") -> Iterator[Problem]:
        page = check.page
        if page is None or not page.lines:
            return
        lines = self._texts.lines_as_made(path)
        if not page.is_in_order or lines not in (None, list(page.lines)):
            yield Problem("source", check.name, f"does not show the text of {path}")


class _SiteCheck:
    """The links of one page."""

    def __init__(self, name: str, factory: SiteCheckerFactory) -> None:
        self.name = name
        self._factory = factory
        self.page: HtmlRead | None = None
        self.n_citations = 0
        self.wanted: set[str] = set()
        self.wanted_lines: dict[str, int] = {}

    def problems(self, sha256: str) -> Iterator[Problem]:
        try:
            data = page_bytes(self._factory.folder, self.name)
        except OSError as error:
            yield Problem("page", self.name, why_unread(error))
            return
        if hashlib.sha256(data).hexdigest() != sha256:
            yield Problem("page", self.name, "does not match the manifest")
            return
        is_page = self.name.endswith(_HTML)
        self.page = read_html(data.decode("utf-8", "replace") if is_page else "")
        yield from self._unfollowed(self.page)

    def _unfollowed(self, page: HtmlRead) -> Iterator[Problem]:
        n_by_address = Counter(page.links)
        folder = os.path.dirname(self.name)
        for address, n in n_by_address.items():
            to, _, fragment = address.partition("#")
            name = resolved(folder, to) if to else self.name
            if name not in self._factory.names:
                yield Problem("link", self.name, f"links to {name}, which does not exist")
            elif lines := cited_lines(fragment):
                self.n_citations += n
                self.wanted_lines[name] = max(self.wanted_lines.get(name, 0), *lines)
            elif fragment and name != self.name:
                self.wanted.add(f"{name}#{unquote(fragment)}")
            elif fragment and unquote(fragment) not in page.anchors:
                yield Problem("anchor", self.name, f"leads to #{fragment}, which does not exist")


def _checked(checks: list[_SiteCheck], problems: list[Problem]) -> Checked:
    pages = [(check, check.page) for check in checks if check.page is not None]
    return Checked(
        sum(len(page.links) for _, page in pages),
        sum(check.n_citations for check in checks),
        {check.name: page.anchors for check, page in pages},
        {check.name: tuple(sorted(check.wanted)) for check in checks},
        dict(Counter(problem.kind for problem in problems)),
        tuple(problems[:_MAX_LISTED]),
        {check.name: len(page.lines) for check, page in pages if page.lines},
        {check.name: check.wanted_lines for check in checks if check.wanted_lines},
    )
