"""What a method of Go takes and gives, without the names that may be chosen freely."""

import re
from collections.abc import Iterator
from typing import Final

_OPENING: Final = "([{"
_CLOSING: Final = ")]}"
_NAMED: Final = re.compile(r"(?!(?:func|chan|map|struct|interface)\b)\w+\s+(?=\S)")
_QUALIFIER: Final = re.compile(r"\b\w+\.(?=\w)")
_CUT: Final = "…"


def shape_of(signature: str, name: str) -> tuple[str, ...] | None:
    """The types of parameters, then those of results; None where the signature was cut.

    Packages are left out, since the same type is written with one elsewhere and without at home.
    """
    call = re.search(rf"(?<!\w){re.escape(name)}\(", signature)
    if call is None or _CUT in signature:
        return None
    end = _closed_at(signature, call.end())
    results = signature[end + 1 :].strip()
    inner = results[1:-1] if results.startswith("(") else results
    return (*_types(signature[call.end() : end]), "→", *_types(inner))


def _closed_at(text: str, start: int) -> int:
    depth = 1
    for at in range(start, len(text)):
        depth += (text[at] in _OPENING) - (text[at] in _CLOSING)
        if not depth:
            return at
    return len(text)


def _types(text: str) -> list[str]:
    pieces = list(_pieces(text))
    if any(_NAMED.match(piece) for piece in pieces):
        pieces = _without_names(pieces)
    plain = [_QUALIFIER.sub("", piece).replace("interface{}", "any") for piece in pieces]
    return ["".join(piece.split()) for piece in plain]


def _without_names(pieces: list[str]) -> list[str]:
    """``a, b int`` is ``int, int``."""
    types: list[str] = []
    for piece in reversed(pieces):
        name = _NAMED.match(piece)
        types.append(piece[name.end() :] if name else types[-1] if types else piece)
    return types[::-1]


def _pieces(text: str) -> Iterator[str]:
    depth, start = 0, 0
    for at, letter in enumerate(text):
        depth += (letter in _OPENING) - (letter in _CLOSING)
        if letter == "," and not depth:
            yield text[start:at].strip()
            start = at + 1
    if last := text[start:].strip():
        yield last
