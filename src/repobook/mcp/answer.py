"""The answer of a tool, cut to the token budget of the caller.

A client shows its model either the text or the structured part, so each is the whole answer, and
each fits by itself.
"""

import json
from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from repobook.mcp.tokens import clipped, n_tokens
from repobook.text.visible import one_visible_line, visible

MIN_TOKENS: Final = 250
DEFAULT_TOKENS: Final = 1_500
MAX_TOKENS: Final = 10_000
# Clients write longer answers to a file instead of showing them.
_MAX_CHARACTERS: Final = 32_000
_MAX_NOTES: Final = 4
_FRAME: Final = 48
"""Tokens for the names of fields and the call that goes on."""

Cell = str | int


class Row(NamedTuple):
    cells: dict[str, Cell]
    text: str
    """The same in words; several lines where source is quoted."""


class Answer(NamedTuple):
    about: str
    """What was found, in one line; where nothing was, that."""
    rows: Sequence[Row]
    """Those behind the ``first`` ones that were asked for."""
    n_all: int
    """From the very first."""
    covered: str
    """The limits of the answer, which a negative one must state."""
    notes: tuple[str, ...] = ()
    is_least: bool = False
    """Whether there may be more than ``n_all``."""
    subjects: tuple[str, ...] = ()
    """Paths of what it is about, where the rows are of other files."""


class Fitted(NamedTuple):
    text: str
    data: dict[str, Any]
    n_rows: int

    @property
    def paths(self) -> list[str]:
        """Those that the rows name."""
        rows = self.data["rows"]
        return list(dict.fromkeys(str(row["path"]) for row in rows if row.get("path")))


def line(place: str, *words: str) -> str:
    """Always one line: what a repository says must not pass for another row."""
    return one_visible_line("  ".join(filter(None, (place, *words))))


def quoted(text: str, first: int) -> str:
    """Lines of source with their numbers; the bar says that they are quoted."""
    lines = enumerate(text.split("\n"), first)
    return "\n".join(f"{n:>5}| {visible(one)}" for n, one in lines)


def fitted(answer: Answer, first: int, cursor: str, max_tokens: int) -> Fitted:
    """``cursor`` goes on behind ``first`` rows; what was left out is said with the call for it."""
    frame = _framed(answer, max_tokens)
    rows = _rows_that_fit(answer.rows, max_tokens - _FRAME - frame.n_tokens)
    behind = first + len(rows)
    n_left = answer.n_all - behind
    data: dict[str, Any] = {"about": frame.about, "rows": [row.cells for row in rows]}
    text = [frame.about, *(row.text for row in rows), f"covered: {frame.covered}"]
    data["covered"] = frame.covered
    if frame.notes:
        data["notes"] = frame.notes
        text += [f"note: {note}" for note in frame.notes]
    if n_left > 0 or answer.is_least:
        next = f"{cursor}-{behind}"
        data |= {"left_out": max(n_left, 0), "next": next}
        least = "at least " if answer.is_least else ""
        text.append(f'omitted: {least}{max(n_left, 0):,}; the same call with cursor="{next}"')
    return Fitted("\n".join(text), data, len(rows))


class _Frame(NamedTuple):
    about: str
    covered: str
    notes: list[str]
    n_tokens: int


def _framed(answer: Answer, max_tokens: int) -> _Frame:
    """All but the rows: never more than three fifths of the budget."""
    about = clipped(one_visible_line(answer.about), max_tokens // 4)
    covered = clipped(one_visible_line(answer.covered), max_tokens // 7)
    room = max_tokens // 5
    notes = []
    for note in answer.notes[:_MAX_NOTES]:
        clip = clipped(one_visible_line(note), room)
        room -= n_tokens(clip) + 4
        if room < 0:
            break
        notes.append(clip)
    parts = (about, covered, *notes)
    return _Frame(about, covered, notes, sum(_cost(part, part) for part in parts) + 4 * len(notes))


def _rows_that_fit(rows: Sequence[Row], room: int) -> list[Row]:
    """At least one, shortened where it has to be: else a caller would never get on."""
    chosen: list[Row] = []
    n_characters = 0
    for row in map(_inert, rows):
        cost = _cost(row.cells, row.text)
        if cost > room and not chosen:
            row = _shortened(row, room)
            cost = _cost(row.cells, row.text)
        n_characters += max(len(row.text), len(_json(row.cells)))
        if cost > room or n_characters > _MAX_CHARACTERS * 3 // 4:
            break
        room -= cost
        chosen.append(row)
    return chosen


def _inert(row: Row) -> Row:
    """What cannot be seen, or not be encoded, appears as its code."""
    cells = {k: visible(v) if isinstance(v, str) else v for k, v in row.cells.items()}
    return Row(cells, visible(row.text))


def _shortened(row: Row, room: int) -> Row:
    """Its longest cells cut until it fits."""
    cells = dict(row.cells)
    text = clipped(row.text, max(room - 2, 8))
    while _cost(cells, "") > room:
        name = max(cells, key=lambda name: len(str(cells[name])))
        value = str(cells[name])
        if len(value) < 8:
            break
        cells[name] = value[: len(value) * 2 // 3 - 1] + "…"
    return Row(cells, text)


def _cost(data: Any, text: str) -> int:
    """Of the dearer form, with what separates it from the next."""
    return max(n_tokens(_json(data)), n_tokens(text)) + 2


def _json(data: Any) -> str:
    return json.dumps(data, ensure_ascii=False)
