"""Cuts a page that is too long into a first page and numbered continuations; nothing is lost.

The first page keeps every section. What goes on elsewhere is the source, by lines, and the rows of
long tables and lists; each says where it goes on.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Final, NamedTuple

from repobook.book.shared.inline import joined
from repobook.book.shared.sizes import LINE_MARKS, content_size, length, row_size, size_of
from repobook.model.blocks import (
    Block,
    Bullets,
    Link,
    Page,
    PageRef,
    Paragraph,
    Section,
    SourceText,
    Table,
)
from repobook.text.lines import lines_with_breaks
from repobook.text.visible import visible

MAX_SIZE: Final = 360_000
"""In bytes as estimated; a page of Markdown may have 400,000."""
MIN_SOURCE: Final = 40_000
"""What the first page shows of a long text at least."""
MAX_ROWS: Final = 200
MIN_ROWS: Final = 10
_LONG_ROW: Final = 1_000
_LONG_INLINE: Final = 200
_MAX_RUN: Final = 30_000


class _Limits(NamedTuple):
    size: int
    n_rows: int
    source: int


class _Measured(NamedTuple):
    """A block with the sizes of its parts, each worked out once."""

    block: Block
    size: int
    """Without its rows."""
    rows: Sequence[int] = ()
    """Of a table or a list, which can be cut between them."""


class _Piece(NamedTuple):
    """What stands on a continuation page."""

    title: str
    label: str
    block: Block
    size: int


class _Cut(NamedTuple):
    """What the first page keeps of a block, and the rest of it."""

    first: Block
    pieces: tuple[_Piece, ...] = ()


def paged(page: Page, max_size: int = MAX_SIZE) -> tuple[Page, ...]:
    blocks = [block for section in page.sections for block in section.blocks]
    if _at_most(blocks) <= max_size:
        return (page,)
    sections_measured = [[*map(_measured, section.blocks)] for section in page.sections]
    measured = [one for section in sections_measured for one in section]
    if sum(one.size + sum(one.rows) for one in measured) <= max_size:
        return (page,)
    limits = _limits(measured, max_size)
    cuts = [
        [_cut(section.title, one, limits) for one in blocks_measured]
        for section, blocks_measured in zip(page.sections, sections_measured, strict=True)
    ]
    pieces = [piece for section_cuts in cuts for cut in section_cuts for piece in cut.pieces]
    numbers = list(_page_numbers(pieces, max_size))
    at = iter(numbers)
    sections = [
        Section(section.title, tuple(_first_blocks(page.ref, section_cuts, at)))
        for section, section_cuts in zip(page.sections, cuts, strict=True)
    ]
    first = page._replace(sections=tuple(sections))
    return first, *_continuations(page, pieces, numbers)


def _at_most(blocks: Iterable[Block]) -> int:
    """An upper bound of the size, which is cheaper than measuring; most pages are short."""
    size = 0
    for block in blocks:
        match block:
            case SourceText():
                most = 8 * len(block.text)
                size += most if most <= MIN_SOURCE else size_of(block)
            case Table():
                size += _LONG_ROW * len(block.rows)
            case Bullets():
                size += _LONG_INLINE * sum(map(len, block.items))
            case _:
                size += _LONG_ROW
    return size


def _measured(block: Block) -> _Measured:
    match block:
        case Table():
            rows = [*map(row_size, block.rows)]
            return _Measured(block, size_of(block._replace(rows=())), rows)
        case Bullets():
            return _Measured(block, 0, [*map(content_size, block.items)])
        case _:
            return _Measured(block, size_of(block))


def _limits(measured: Sequence[_Measured], max_size: int) -> _Limits:
    """Fewer rows of long tables until there is room for some of the source."""
    others = [one for one in measured if not isinstance(one.block, SourceText)]
    n_rows = MAX_ROWS
    while (room := _room(others, n_rows, max_size)) < MIN_SOURCE and n_rows > MIN_ROWS:
        n_rows //= 2
    return _Limits(max_size, n_rows, max(room, MIN_SOURCE))


def _room(others: Iterable[_Measured], n_rows: int, max_size: int) -> int:
    """What is left for the source."""
    return max_size - sum(one.size + sum(one.rows[:n_rows]) for one in others)


def _cut(title: str, measured: _Measured, limits: _Limits) -> _Cut:
    block, size, sizes = measured
    n_kept = limits.n_rows
    match block:
        case SourceText():
            return _cut_source(title, block, limits)
        case Table() if len(sizes) > n_kept:
            pieces = [
                _Piece(
                    title,
                    _numbered("rows", a, b),
                    block._replace(rows=block.rows[a:b]),
                    size + sum(sizes[a:b]),
                )
                for a, b in _row_ranges(sizes, limits)
            ]
            return _Cut(block._replace(rows=block.rows[:n_kept]), tuple(pieces))
        case Bullets() if len(sizes) > n_kept:
            pieces = [
                _Piece(
                    title,
                    _numbered("entries", a, b),
                    Bullets(block.items[a:b]),
                    sum(sizes[a:b]),
                )
                for a, b in _row_ranges(sizes, limits)
            ]
            return _Cut(Bullets(block.items[:n_kept]), tuple(pieces))
        case _:
            return _Cut(block)


def _cut_source(title: str, source: SourceText, limits: _Limits) -> _Cut:
    """Between lines, where they are not endless."""
    runs = _runs(source.text)
    sizes = _sizes(source.text, runs.texts)
    (_, end), *ranges = _ranges(sizes, limits.source, limits.size)
    parts = [(_line_label(runs, a, b), _part(source, runs, a, b)) for a, b in ranges]
    pieces = [_Piece(title, label, part, size_of(part)) for label, part in parts]
    first = _part(source, runs, 0, end)
    return _Cut(first._replace(last_line=runs.lines[-1]) if pieces else first, tuple(pieces))


class _Runs(NamedTuple):
    """Lines, or parts of one that no page could hold, each with the number of its line."""

    lines: Sequence[int]
    texts: Sequence[str]


def _runs(text: str) -> _Runs:
    lines = lines_with_breaks(text)
    if max(map(len, lines)) <= _MAX_RUN:
        return _Runs(range(1, len(lines) + 1), lines)
    runs = [
        (number, line[at : at + _MAX_RUN])
        for number, line in enumerate(lines, 1)
        for at in range(0, len(line), _MAX_RUN)
    ]
    return _Runs([number for number, _ in runs], [text for _, text in runs])


def _sizes(text: str, runs: Sequence[str]) -> list[int]:
    """Looked at as a whole first: most texts are long for their many plain lines."""
    if text.isascii() and visible(text) == text:
        return [len(run) + LINE_MARKS for run in runs]
    return [length(visible(run)) + LINE_MARKS for run in runs]


def _part(source: SourceText, runs: _Runs, start: int, end: int) -> SourceText:
    lines = runs.lines
    goes_on = end < len(lines) and lines[end] == lines[end - 1]
    text = "".join(runs.texts[start:end])
    return source._replace(text=text, first_line=lines[start], is_cut=goes_on)


def _line_label(runs: _Runs, start: int, end: int) -> str:
    return f"lines {runs.lines[start]:,} to {runs.lines[end - 1]:,}"


def _row_ranges(sizes: Sequence[int], limits: _Limits) -> list[tuple[int, int]]:
    n_kept = limits.n_rows
    ranges = _ranges(sizes[n_kept:], limits.size, limits.size)
    return [(n_kept + a, n_kept + b) for a, b in ranges]


def _ranges(sizes: Sequence[int], room: int, max_size: int) -> Iterator[tuple[int, int]]:
    """The first range fits into ``room``, each other into a page."""
    start, total = 0, 0
    for n, size in enumerate(sizes):
        if n > start and total + size > room:
            yield start, n
            start, total, room = n, 0, max_size
        total += size
    yield start, len(sizes)


def _numbered(noun: str, start: int, end: int) -> str:
    return f"{noun} {start + 1:,} to {end:,}"


def _page_numbers(pieces: Iterable[_Piece], max_size: int) -> Iterator[int]:
    """Side by side with the pieces; the page itself is the first."""
    number, total = 2, 0
    for piece in pieces:
        if total and total + piece.size > max_size:
            number, total = number + 1, 0
        total += piece.size
        yield number


def _first_blocks(ref: PageRef, cuts: Iterable[_Cut], numbers: Iterator[int]) -> Iterator[Block]:
    for block, pieces in cuts:
        links = joined(
            (Link(continuation(ref, number), piece.label),)
            for piece, number in zip(pieces, numbers, strict=False)
        )
        if not pieces:
            yield block
        elif isinstance(block, Table):
            yield block._replace(n_all=_n_rows(block, pieces), rest=links)
        else:
            yield block
            yield Paragraph(("Continued: ", *links))


def _n_rows(first: Table, pieces: Iterable[_Piece]) -> int:
    others = sum(len(piece.block.rows) for piece in pieces if isinstance(piece.block, Table))
    return max(first.n_all, len(first.rows) + others)


def _continuations(page: Page, pieces: Sequence[_Piece], numbers: Sequence[int]) -> Iterator[Page]:
    last = numbers[-1] if numbers else 1
    for number, page_pieces in groupby(zip(numbers, pieces, strict=True), key=lambda pair: pair[0]):
        by_title = groupby((piece for _, piece in page_pieces), key=lambda piece: piece.title)
        sections = [
            Section(f"{title}, continued", tuple(piece.block for piece in members))
            for title, members in by_title
        ]
        yield Page(
            continuation(page.ref, number),
            f"{page.title}, part {number}",
            tuple(sections),
            neighbours=(*around(page.ref, number, last), *page.neighbours),
        )


def around(ref: PageRef, number: int, last: int) -> Iterator[tuple[str, PageRef]]:
    """Where else the parts of a page lie, seen from one of them."""
    yield "part 1", ref
    if number > 2:
        yield "previous", continuation(ref, number - 1)
    if number < last:
        yield "next", continuation(ref, number + 1)


def continuation(ref: PageRef, number: int) -> PageRef:
    """A part of a part keeps its letter."""
    return ref._replace(part=f"{ref.part}_{number}" if ref.part else str(number))
