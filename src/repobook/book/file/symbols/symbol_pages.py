"""The page of a file's symbols: a section for each that is exported or used much, by lines.

A link to a symbol has its anchor and not its part of the page, so the first part has all anchors.
"""

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from repobook.book.file.functions.call_tree import call_tree
from repobook.book.file.sections import analysis
from repobook.book.file.symbols.symbol_section import SymbolSections
from repobook.book.shared.inline import folder_of
from repobook.book.shared.paging import around, continuation
from repobook.book.shared.sizes import size_of
from repobook.model.blocks import Block, Facts, Heading, Link, Page, PageRef, Section
from repobook.model.dossiers.dossier import FileDossier, Symbol
from repobook.text.naming.slugs import anchor, symbol_anchor

_TITLE: Final = "By line"
_MAX_SIZE: Final = 400_000
"""In bytes as estimated; so much takes 50,000 on its way to a browser, for sections are alike."""
_FEW: Final = 100
"""So many sections fit on a page; measuring them would cost more than making them."""


class _SymbolBlocks(NamedTuple):
    symbol: Symbol
    blocks: tuple[Block, ...]


def symbol_pages(dossier: FileDossier) -> tuple[Page, ...]:
    """None where no symbol has a section."""
    sections = SymbolSections(dossier)
    chosen = [symbol for symbol in dossier.symbols if symbol.section is not None]
    chosen.sort(key=lambda symbol: (symbol.definition.line, symbol.n))
    symbols = [_SymbolBlocks(symbol, tuple(sections.blocks(symbol))) for symbol in chosen]
    return _pages(dossier, symbols) if symbols else ()


def symbols_link(dossier: FileDossier) -> tuple[tuple[str, PageRef], ...]:
    """For the other pages of the file; empty if there is no page of symbols."""
    has_page = any(symbol.section for symbol in dossier.symbols)
    return (("symbols", PageRef("symbols", dossier.path)),) if has_page else ()


def _pages(dossier: FileDossier, symbols: Sequence[_SymbolBlocks]) -> tuple[Page, ...]:
    first, *others = _parts(symbols)
    ref = PageRef("symbols", dossier.path)
    stubs = tuple(
        _stub(continuation(ref, number), one.symbol)
        for number, part in enumerate(others, 2)
        for one in part
    )
    sections = [_section(_TITLE, first), *([Section("On other pages", stubs)] if stubs else [])]
    title, neighbours = f"{dossier.path}: symbols", _neighbours(dossier)
    figure = call_tree(dossier)
    lead: list[Block] = [_lead(dossier, len(symbols)), *([figure] if figure else [])]
    page = Page(ref, title, tuple(sections), tuple(lead), neighbours)
    last = len(others) + 1
    return page, *(
        Page(
            continuation(ref, number),
            f"{title}, part {number}",
            (_section(f"{_TITLE}, continued", part),),
            neighbours=(*around(ref, number, last), *neighbours),
        )
        for number, part in enumerate(others, 2)
    )


def _parts(symbols: Sequence[_SymbolBlocks]) -> list[list[_SymbolBlocks]]:
    """As many on each page as fit; the first has room for what leads to the others."""
    if len(symbols) <= _FEW:
        return [list(symbols)]
    sizes = [sum(map(size_of, symbol.blocks)) for symbol in symbols]
    stubs = sum(size_of(_stub(PageRef("symbols"), symbol.symbol)) for symbol in symbols)
    parts: list[list[_SymbolBlocks]] = [[]]
    used = stubs if sum(sizes) > _MAX_SIZE else 0
    for symbol, size in zip(symbols, sizes, strict=True):
        if parts[-1] and used + size > _MAX_SIZE:
            parts.append([])
            used = 0
        parts[-1].append(symbol)
        used += size
    return parts


def _stub(part: PageRef, symbol: Symbol) -> Heading:
    qualname = symbol.definition.qualname
    place = symbol_anchor(qualname, symbol.overload)
    return Heading(3, (Link(part, qualname, place, is_code=True),), place)


def _section(title: str, symbols: Iterable[_SymbolBlocks]) -> Section:
    return Section(title, tuple(block for symbol in symbols for block in symbol.blocks))


def _lead(dossier: FileDossier, n_shown: int) -> Facts:
    n_all = f" of {len(dossier.symbols):,}" if len(dossier.symbols) > n_shown else ""
    outline = Link(PageRef("file", dossier.path), f"{n_shown:,}{n_all}", anchor(analysis.TITLE))
    return Facts((("Symbols", (outline, ": exported, or used at least five times")),))


def _neighbours(dossier: FileDossier) -> tuple[tuple[str, PageRef], ...]:
    return (
        ("documentation", PageRef("file", dossier.path)),
        ("up", PageRef("listing", folder_of(dossier.path))),
        ("home", PageRef("listing")),
        ("symbols", PageRef("symbols", dossier.path)),
    )
