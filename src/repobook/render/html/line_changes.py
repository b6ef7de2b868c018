"""When each line of a text was last changed: a month beside the first line of each run, and above
the text the commits with their lines."""

from collections import defaultdict
from itertools import pairwise
from typing import Final

from repobook.model.blocks import SourceText
from repobook.model.history import FileLines, LineChange
from repobook.render.html.html_text import text
from repobook.text.amounts import count

_OLDER: Final = "older"


def months(lines: FileLines | None, first: int, n: int) -> dict[int, str]:
    """By the first line of each run an attribute that names the month, for the style to show: what
    stands in no text is neither copied nor found."""
    marks: dict[int, str] = {}
    for begin, end, change in _runs(lines, first, first + n):
        if begin < end:
            marks[begin] = f" data-m={_month(change)}"
    return marks


def line_changes(block: SourceText, n_lines: int) -> str:
    """Folded, the newest first, above the first part of a text."""
    lines = block.marks.lines
    if lines is None or block.first_line > 1:
        return ""
    last = block.last_line or n_lines
    links_by_change: defaultdict[LineChange, list[str]] = defaultdict(list)
    older: list[str] = []
    for begin, end, change in _runs(lines, 1, last + 1):
        if begin < end:
            links = links_by_change[change] if change else older
            links.append(_link(begin, end - 1))
    rows = sorted((_row(change, links) for change, links in links_by_change.items()), reverse=True)
    title = f"Lines last changed in {count(len(rows), 'commit')}"
    if older:
        rows.append(f"<tr><td>before {text(lines.since)}<td><td><td>{', '.join(older)}")
    head = "<th>Date<th>Commit<th>Subject<th>Lines"
    table = f"<table><thead><tr>{head}<tbody>{''.join(rows)}</table>"
    return f"<details class=changes><summary>{title}</summary>{table}</details>"


def _runs(
    lines: FileLines | None, first: int, end: int
) -> list[tuple[int, int, LineChange | None]]:
    """What of each lies between two lines."""
    if lines is None:
        return []
    return [
        (max(begin, first), min(after, end), lines.changes[n] if n >= 0 else None)
        for (begin, n), (after, _) in pairwise((*lines.runs, (end, -1)))
    ]


def _row(change: LineChange, links: list[str]) -> str:
    said = (
        f"<td>{text(change.date)}<td><code>{text(change.commit)}</code><td>{text(change.subject)}"
    )
    return f"<tr>{said}<td>{', '.join(links)}"


def _link(first: int, last: int) -> str:
    shown = f"{first}-{last}" if last > first else f"{first}"
    where = f"L{first}-L{last}" if last > first else f"L{first}"
    return f"<a href=#{where}>{shown}</a>"


def _month(change: LineChange | None) -> str:
    return change.date[:7] or "undated" if change else _OLDER
