"""The keyword index of a file: what distinguishes it, by kind, and which sections mention it."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Set
from typing import Final, NamedTuple

from repobook.book.file.sections import analysis, crossrefs, source_section
from repobook.book.file.symbols.symbol_pages import symbols_link
from repobook.book.shared.block_texts import texts_of
from repobook.book.shared.citations import first_of, line_text, named_here
from repobook.book.shared.inline import counted, file_link, folder_link, folder_of, here, joined
from repobook.book.shared.paging import paged
from repobook.book.shared.tables import Row, without_empty
from repobook.model.blocks import (
    Block,
    Cite,
    Code,
    Content,
    Facts,
    Heading,
    Link,
    Page,
    PageRef,
    Section,
    Table,
)
from repobook.model.dossiers.dossier import MANY_HOMONYMS, FileDossier, Keyword
from repobook.model.kinds import VARIABLE_OF_ENVIRONMENT
from repobook.text.naming.identifier_words import natural_words
from repobook.text.naming.slugs import anchor

_MAX_LINES: Final = 4
_COLUMNS: Final = ("Rank", "Keyword", "Words", "Used here", "Sections", "Also defined in")
# Groups in this order, then all other kinds of definitions, then what is not defined here.
_FIRST: Final = ("class", "struct", "interface", "trait", "protocol", "enum", "type", "function")
_PATH: Final = "path"
_TERM: Final = "term"
_LAST: Final = ("used name", _TERM, _PATH)
_TITLES: Final = {"used name": "Used names", _TERM: "Terms", _PATH: "Path terms"}
_FAR_ABOVE: Final = 60
_NOWHERE: Final[frozenset[int]] = frozenset()
_WORD: Final = re.compile(r"\w+")
_APART: Final = bytes(n if _WORD.match(chr(n)) else 32 for n in range(256))


class _Discussed(NamedTuple):
    """A section of the documentation page, and the keywords that it mentions, by rank."""

    link: Link
    ranks: frozenset[int]


def keyword_pages(dossier: FileDossier, documentation: Page) -> tuple[Page, ...]:
    """``documentation`` is the page about the file, before it is cut."""
    tokens = {
        rank: words
        for rank, keyword in enumerate(dossier.keywords, 1)
        # Words of the path stand wherever another file is named, and say nothing.
        if keyword.kind != _PATH and (words := frozenset(_WORD.findall(keyword.text)))
    }
    discussed = [
        _discussed(documentation.ref, section, tokens)
        for section in documentation.sections
        if section.title not in (source_section.TITLE, crossrefs.TITLE)
    ]
    sections = [
        Section("File Information", (_information(dossier, documentation),)),
        Section("Keywords Extracted", tuple(_groups(dossier, documentation, discussed))),
        Section("Keyword → Section Map", tuple(_map(dossier, discussed))),
    ]
    ref = PageRef("keywords", dossier.path)
    filled = tuple(section for section in sections if section.blocks)
    title = f"Keyword Index: {dossier.path}"
    return paged(Page(ref, title, filled, (_where(dossier),), _neighbours(dossier)))


def _where(dossier: FileDossier) -> Facts:
    """What the page belongs to."""
    page, folder = PageRef("file", dossier.path), folder_of(dossier.path)
    text = Cite(dossier.path, 1, dossier.n_lines) if dossier.n_lines else Code(dossier.path)
    return Facts(
        (
            ("File", (text,)),
            ("Documentation", (Link(page, dossier.path, is_code=True),)),
            ("Folder", (folder_link(folder),)),
        )
    )


def _discussed(page: PageRef, section: Section, tokens: Mapping[int, frozenset[str]]) -> _Discussed:
    words = _words(" ".join([text for block in section.blocks for text in texts_of(block)]))
    link = Link(page, section.title, anchor(section.title))
    return _Discussed(link, frozenset([rank for rank, f in tokens.items() if f <= words]))


def _words(text: str) -> set[str]:
    """As they are written, and in small letters."""
    if not text.isascii():
        return {*_WORD.findall(text), *_WORD.findall(text.lower())}
    # Much sooner than by an expression.
    words = set(text.encode("ascii").translate(_APART).decode("ascii").split())
    return words.union(" ".join(words).lower().split())


def _information(dossier: FileDossier, documentation: Page) -> Facts:
    n_shown = len(dossier.keywords)
    n_all = f" of {dossier.n_keywords:,}" if dossier.n_keywords > n_shown else ""
    return Facts(
        (
            ("Language", (dossier.language,)),
            ("Role", (dossier.role,)),
            ("Lines", (f"{dossier.n_lines:,}",)),
            ("Keywords", (f"{n_shown:,}{n_all}, best first" if n_shown else "none",)),
            *_definitions(dossier, documentation),
        )
    )


def _definitions(dossier: FileDossier, documentation: Page) -> Iterator[tuple[str, Content]]:
    if dossier.symbols and any(s.title == analysis.TITLE for s in documentation.sections):
        read = sum(s.definition.kind == VARIABLE_OF_ENVIRONMENT for s in dossier.symbols)
        n_all = f"all {len(dossier.symbols) - read:,}"
        yield "Definitions", (Link(documentation.ref, n_all, anchor(analysis.TITLE)),)


def _groups(
    dossier: FileDossier, documentation: Page, discussed: Iterable[_Discussed]
) -> Iterator[Block]:
    row = _Rows(dossier, documentation, discussed)
    by_kind: defaultdict[str, list[Row]] = defaultdict(list)
    for rank, keyword in enumerate(dossier.keywords, 1):
        by_kind[keyword.kind].append(row.of(rank, keyword))
    for kind in sorted(by_kind, key=_place_of_kind):
        rows = by_kind[kind]
        yield Heading(3, (_TITLES.get(kind) or counted(2, kind).partition(" ")[2].capitalize(),))
        yield without_empty(_COLUMNS, rows, len(rows))


def _place_of_kind(kind: str) -> tuple[int, int, str]:
    if kind in _FIRST:
        return 0, _FIRST.index(kind), kind
    return (2, _LAST.index(kind), kind) if kind in _LAST else (1, 0, kind)


class _Rows:
    """Rows of one file; indexes what all of them look up once."""

    def __init__(
        self, dossier: FileDossier, documentation: Page, discussed: Iterable[_Discussed]
    ) -> None:
        self._dossier = dossier
        self._discussed = tuple(discussed)
        self._details = dict(_details(documentation))
        definitions = [symbol.definition for symbol in dossier.symbols]
        self._qualnames = {(d.name, d.line): d.qualname for d in reversed(definitions)}
        names = {keyword.text for keyword in dossier.keywords}
        lines: defaultdict[str, set[int]] = defaultdict(set)
        for group in dossier.references:
            if group.name in names:
                lines[group.name].update(group.lines)
        self._lines_by_name: Mapping[str, Set[int]] = lines

    def of(self, rank: int, keyword: Keyword) -> Row:
        words = natural_words(keyword.text)
        return (
            (f"{rank}",),
            self._keyword(keyword),
            (" ".join(words),) if len(words) > 1 and " " not in keyword.text else (),
            self._uses(keyword),
            joined([(link,) for link in self._sections(rank, keyword)]),
            self._elsewhere(keyword),
        )

    def _keyword(self, keyword: Keyword) -> Content:
        line = self._line(keyword)
        if not line:
            return (Code(keyword.text),)
        return named_here(self._dossier, keyword.text, line)

    def _sections(self, rank: int, keyword: Keyword) -> Iterator[Link]:
        """Every definition is in the outline; one described in detail has its own anchor."""
        qualname = self._qualnames.get((keyword.text, keyword.line), "")
        for section in self._discussed:
            if rank not in section.ranks:
                continue
            if not qualname or section.link.text != analysis.TITLE:
                yield section.link
            elif qualname in self._details:
                yield section.link._replace(anchor=self._details[qualname])

    def _line(self, keyword: Keyword) -> int:
        """A module may be named some lines above the name that is taken from it."""
        if keyword.kind != _TERM:
            return keyword.line
        word = keyword.text.partition(" ")[0]
        for line in range(keyword.line, max(keyword.line - _FAR_ABOVE, 0), -1):
            if word in line_text(self._dossier, line).lower():
                return line
        return 0

    def _uses(self, keyword: Keyword) -> Content:
        lines = sorted(self._lines_by_name.get(keyword.text, _NOWHERE) - {keyword.line})
        cites = [(here(self._dossier, line),) for line in lines[:_MAX_LINES]]
        return first_of(cites, _MAX_LINES, len(lines))

    def _elsewhere(self, keyword: Keyword) -> Content:
        if keyword.n_elsewhere == MANY_HOMONYMS:
            return (f"{MANY_HOMONYMS} definitions or more",)
        links = [(file_link(self._dossier, path),) for path in keyword.elsewhere]
        left = keyword.n_elsewhere - len(links)
        return (*joined(links), f" and {left:,} more") if left else joined(links)


def _details(page: Page) -> Iterator[tuple[str, str]]:
    """By qualified name: the anchor of a symbol's details on the documentation page."""
    for section in page.sections:
        for block in section.blocks if section.title == analysis.TITLE else ():
            if isinstance(block, Heading) and block.anchor:
                name = "".join(part.text for part in block.content if isinstance(part, Code))
                yield name, block.anchor


def _map(dossier: FileDossier, discussed: Iterable[_Discussed]) -> Iterator[Block]:
    rows = []
    for section in discussed:
        texts = [dossier.keywords[rank - 1].text for rank in sorted(section.ranks)]
        if texts:
            keywords = joined([(Code(text),) for text in texts])
            rows.append(((section.link,), (f"{len(texts)}",), keywords))
    if lines := [keyword.line for keyword in dossier.keywords if keyword.line]:
        link = Link(
            PageRef("file", dossier.path), source_section.TITLE, anchor(source_section.TITLE)
        )
        first = here(dossier, min(lines), max(lines))
        rows.append(((link,), (f"{len(lines)}",), ("with lines, ", first)))
    if rows:
        yield Table(("Section", "Keywords", "Which"), tuple(rows))


def _neighbours(dossier: FileDossier) -> tuple[tuple[str, PageRef], ...]:
    folder = folder_of(dossier.path)
    return (
        ("documentation", PageRef("file", dossier.path)),
        ("up", PageRef("subtree", folder)),
        ("home", PageRef("listing")),
        ("index", PageRef("a-z")),
        *symbols_link(dossier),
    )
