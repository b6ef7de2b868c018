"""Shortens conditions that follow each other: what an earlier one ruled out need not be said again.

``a``, then ``not a and b``, then ``not a and not b`` are told as ``a``, otherwise ``b``, otherwise.
"""

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

_MAX_LENGTH: Final = 2_000
_TOKEN: Final = re.compile(
    r"""[(\[{]|[)\]}]|"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'| (?:and|or) | (?:&&|\|\|) """
)
_NEGATED: Final = re.compile(r"(?:not |!)(.*)", re.DOTALL)


class Shortened(NamedTuple):
    is_otherwise: bool
    """Whether something was left out that is the opposite of an earlier condition."""
    text: str


class Chain:
    """The conditions under which one function was left, in their order."""

    def __init__(self) -> None:
        self._before_by_tail: dict[tuple[str, ...], list[frozenset[str]]] = {}

    @property
    def has_any(self) -> bool:
        return bool(self._before_by_tail)

    def shortened(self, condition: str) -> Shortened:
        """Exact: what is left out follows from the rest and from an earlier one not being so."""
        if not self.has_any:
            return Shortened(False, condition)
        parts = list(conjuncts(condition))
        kept = [part for part in parts if not self._is_ruled_out(part, parts)]
        joint = " && " if " && " in condition else " and "
        return Shortened(len(kept) < len(parts), joint.join(kept))

    def add(self, condition: str) -> None:
        parts = tuple(conjuncts(condition))
        for at in range(len(parts)):
            before = frozenset(parts[:at])
            self._before_by_tail.setdefault(parts[at:], []).append(before)

    def _is_ruled_out(self, part: str, parts: list[str]) -> bool:
        negated = _NEGATED.fullmatch(part)
        if negated is None:
            return False
        tail = tuple(conjuncts(_bare(negated.group(1))))
        return any(before <= set(parts) for before in self._before_by_tail.get(tail, ()))


def conjuncts(condition: str) -> Iterator[str]:
    """The parts that must all be true; one where that cannot be told."""
    is_joined = " and " in condition or " && " in condition
    if not is_joined or len(condition) > _MAX_LENGTH or "…" in condition:
        yield condition
        return
    cuts = list(_cuts(condition))
    if any(condition[start:end].strip() in ("or", "||") for start, end in cuts):
        cuts = []
    last = 0
    for start, end in cuts:
        yield condition[last:start]
        last = end
    yield condition[last:]


def _cuts(condition: str) -> Iterator[tuple[int, int]]:
    """Where it is joined, outside of brackets and texts."""
    depth = 0
    for token in _TOKEN.finditer(condition):
        first = token.group()[0]
        if first in "([{":
            depth += 1
        elif first in ")]}":
            depth -= 1
        elif first == " " and depth == 0:
            yield token.span()


def _bare(text: str) -> str:
    """Without brackets around all of it."""
    if not (text.startswith("(") and text.endswith(")")):
        return text
    depth = 0
    for token in _TOKEN.finditer(text):
        first = token.group()[0]
        depth += (first in "([{") - (first in ")]}")
        if depth == 0 and token.end() < len(text):
            return text
    return text[1:-1]
