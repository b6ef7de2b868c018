"""Finds the lines in which words of the repository stand, so that a quotation can cite them."""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from repobook.model.blocks import Cite, Quotation
from repobook.model.dossiers.dossier import FileDossier
from repobook.model.facts import Definition
from repobook.text.documents.markup import without_links

_MAX_LINES: Final = 30
# Between documentation and what it documents: attributes, decorators, a template's head.
_LINES_ABOVE: Final = 12
_MAX_CHARACTERS: Final = 2_000
_FAR: Final = 400
_WORD: Final = re.compile(r"\w")
_TWO_IN_A_WORD: Final = re.compile(r"\w\w")


def quotation(dossier: FileDossier, words: str, first: int = 1) -> Quotation | None:
    """Of lines at or after ``first``, as far as the words stand there as they are."""
    quoted = shortened(words).split("\n")
    numbers = _line_numbers(dossier.lines, quoted, first)
    if not numbers:
        return None
    start, end = numbers[0], numbers[-1]
    text = "\n".join(_with_gaps(dossier.lines, quoted, numbers))
    cite = Cite(dossier.path, start, 0 if end == start else end, is_here=True)
    return Quotation(without_links(text), cite)


def quotation_at(dossier: FileDossier, words: str, definition: Definition) -> Quotation | None:
    """Of the documentation of a definition, which stands in it or above it.

    Neighbours may be documented in the same words: what is nearest is its own.
    """
    line = definition.line
    quote = quotation(dossier, words, line - definition.doc.count("\n") - _LINES_ABOVE)
    nearest = quote
    while nearest and quote and quote.cite.line < line and _distance(nearest, line) > 1:
        quote = quotation(dossier, words, quote.cite.line + 1)
        if (
            quote
            and quote.text == nearest.text
            and _distance(quote, line) < _distance(nearest, line)
        ):
            nearest = quote
    return nearest


def _distance(quote: Quotation, line: int) -> int:
    last = quote.cite.end_line or quote.cite.line
    return line - last if last < line else quote.cite.line - line


def _line_numbers(lines: Sequence[str], quoted: Sequence[str], first: int) -> list[int]:
    """Where each line with words stands, one after the other, up to the first that does not."""
    numbers: list[int] = []
    for words in filter(None, (line.strip().removesuffix(" …") for line in quoted)):
        start, far = (numbers[-1] + 1, 3 * _MAX_LINES) if numbers else (first, _FAR)
        number = _line_with(lines, words, start, start + far)
        if not number:
            break
        numbers.append(number)
    return numbers


def _with_gaps(
    lines: Sequence[str], quoted: Sequence[str], numbers: Sequence[int]
) -> Iterator[str]:
    """What was found, with a mark wherever words of the source are left out."""
    places = iter(numbers)
    last = 0
    for line in quoted:
        if not line.strip():
            yield line
            continue
        place = next(places, 0)
        if not place:
            yield "…"
            return
        if last and any(_WORD.search(between) for between in lines[last : place - 1]):
            yield from ("", "…", "")
        yield line
        last = place


def shortened(words: str) -> str:
    """Cuts a quotation to thirty lines, and marks the cut."""
    lines = words.strip().split("\n")
    text = "\n".join(lines[:_MAX_LINES])[:_MAX_CHARACTERS].rstrip()
    return text if text == words.strip() else text + " …"


def _line_with(lines: Sequence[str], words: str, first: int, last: int) -> int:
    for number in range(max(first, 1), min(last, len(lines)) + 1):
        if words in lines[number - 1] and _is_whole(words, lines[number - 1]):
            return number
    return 0


def _is_whole(words: str, line: str) -> bool:
    """Not the end of a longer word, nor the beginning of one."""
    at = line.find(words)
    around = line[:at][-1:] + words[:1], words[-1:] + line[at + len(words) :][:1]
    return not any(_TWO_IN_A_WORD.match(two) for two in around)
