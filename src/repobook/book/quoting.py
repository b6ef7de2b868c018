"""Finds the lines in which words of the repository stand, so that a quotation can cite them."""

from collections.abc import Sequence
from typing import Final

from repobook.model.blocks import Cite, Quotation
from repobook.model.dossier import FileDossier

_MAX_LINES: Final = 30
_MAX_CHARACTERS: Final = 2_000
_FAR: Final = 400


def quotation(dossier: FileDossier, words: str, first: int = 1) -> Quotation | None:
    """Of lines at or after ``first``; nothing where the words do not stand there as they are."""
    text = shortened(words)
    lines = [line.strip() for line in text.split("\n") if line.strip()]
    if not lines:
        return None
    start = _line_with(dossier.lines, lines[0], first, first + _FAR)
    if not start:
        return None
    last = lines[-1].removesuffix(" …")
    end = _line_with(dossier.lines, last, start, start + 3 * _MAX_LINES) or start
    return Quotation(text, Cite(dossier.path, start, 0 if end == start else end, is_here=True))


def shortened(words: str) -> str:
    """A page quotes, the source tells the rest: thirty lines at most, and the cut is shown."""
    lines = words.strip().split("\n")
    text = "\n".join(lines[:_MAX_LINES])[:_MAX_CHARACTERS].rstrip()
    return text if text == words.strip() else text + " …"


def _line_with(lines: Sequence[str], words: str, first: int, last: int) -> int:
    for number in range(max(first, 1), min(last, len(lines)) + 1):
        if words in lines[number - 1]:
            return number
    return 0
