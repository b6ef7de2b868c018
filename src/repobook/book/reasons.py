"""Why a test is for a file, with its lines as citations and what it names as code."""

import re
from collections.abc import Iterator
from typing import Final

from repobook.book.pieces import file_link, joined
from repobook.book.shown import there
from repobook.model.blocks import Code, Content, Inline
from repobook.model.dossier import FileDossier

_PART: Final = re.compile(r"`([^`]*)`|\bline (\d+)")
_VIA: Final = re.compile(r"(uses|perhaps for) (.+), which uses it$", re.DOTALL)
SHARES: Final = "path shares "


def reasons(dossier: FileDossier, test: str, texts: tuple[str, ...]) -> Content:
    """``test`` is the file that the lines are in."""
    return joined((_reason(dossier, test, text) for text in texts), "; ")


def _reason(dossier: FileDossier, test: str, text: str) -> Content:
    if via := _VIA.match(text):
        return (f"{via.group(1)} ", file_link(dossier, via.group(2)), ", which uses it")
    if text.startswith(SHARES):
        words = text[len(SHARES) :].split(", ")
        return (SHARES, *joined((Code(word),) for word in words))
    return tuple(_parts(test, text))


def _parts(test: str, text: str) -> Iterator[Inline]:
    end = 0
    for part in _PART.finditer(text):
        yield text[end : part.start()]
        end = part.end()
        if part.group(2):
            yield there(test, int(part.group(2)))
        else:
            yield Code(part.group(1))
    yield text[end:]
