"""Original Source: the complete text, split over continuation pages where it is too long for one.

The page limit leaves room for what else a page says.
"""

from collections.abc import Iterator
from typing import Final

from repobook.model.blocks import Block, Cite, Link, PageRef, Paragraph, SourceText
from repobook.model.dossier import FileDossier

TITLE: Final = "Original Source"
MAX_BYTES: Final = 250_000


def blocks(dossier: FileDossier) -> tuple[Block, ...]:
    if dossier.source_missing:
        return (Paragraph((f"The text is not here: {dossier.source_missing}.",)),)
    first, *rest = parts(dossier)
    links = [_continuation(dossier, n, part) for n, part in enumerate(rest, 2)]
    return (Paragraph(_all_of(dossier)), first, *links)


def parts(dossier: FileDossier) -> tuple[SourceText, ...]:
    """One for each page that the text is split over; a line is never split."""
    return tuple(
        SourceText(dossier.path, dossier.language, text, first)
        for first, text in _pieces(dossier.text)
    )


def _pieces(text: str) -> Iterator[tuple[int, str]]:
    if len(text.encode("utf-8", "replace")) <= MAX_BYTES:
        yield 1, text
        return
    first, n, size = 1, 0, 0
    piece: list[str] = []
    for line in text.splitlines(keepends=True):
        length = len(line.encode("utf-8", "replace"))
        if piece and size + length > MAX_BYTES:
            yield first, "".join(piece)
            first, piece, size = n + 1, [], 0
        piece.append(line)
        n += 1
        size += length
    yield first, "".join(piece)


def _all_of(dossier: FileDossier) -> tuple[Cite | str, ...]:
    cite = Cite(dossier.path, 1, max(dossier.n_lines, 1), is_here=True)
    return (f"{dossier.n_lines:,} lines, {dossier.n_bytes:,} bytes: ", cite)


def _continuation(dossier: FileDossier, n: int, part: SourceText) -> Paragraph:
    last = part.first_line + part.text.count("\n") - 1
    page = PageRef("file", dossier.path, str(n))
    return Paragraph((Link(page, f"Lines {part.first_line:,} to {last:,}"),))
