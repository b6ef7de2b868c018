"""Comments: cleaned of their markers, joined into blocks, and searched for the authors' notes."""

import re
from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from repobook.model.facts import Note, TextBlock
from repobook.parse.source import SourceText

_MARKERS: Final = re.compile(
    r"^\s*(?:/\*+[!<]?|//+[!<]?|\*+/|\*{1,3}(?![\w*])|#+[!:]?|--+|;+|<!--|%+)?\s?"
)
# Lua: ``--[[ … ]]``, and lines that only close it.
_LONG_BRACKETS: Final = re.compile(r"^\s*(?:--\[(=*)\[(.*?)(?:\]\1\])?|(?:--)?\]=*\])\s*$")
_CLOSERS: Final = ("*/", "-->")
_RULER: Final = re.compile(r"^[\s\-=*#~_+/]*$")
_NOTE: Final = re.compile(
    r"(?<![\w.\"'`])(TODO|FIXME|HACK|XXX|NOTE)(?![\w\"'`])"
    r"[ \t]*(?:[(\[][^)\]\n]{0,80}[)\]])?[ \t]*[:\-]?[ \t]*(.*)"
)
_LINE_HEAD: Final = 1000
_REST_OF_LINE: Final = re.compile(rb"[ \t\r\f\v]*(?:\n|\Z)")
_MAX_NOTE_CHARACTERS: Final = 500
CODE_TAIL: Final = b" \t,;"
"""What may stand between the end of a definition and a comment behind it."""
NOTE_TAGS: Final = (b"TODO", b"FIXME", b"HACK", b"XXX", b"NOTE")


class Comment(NamedTuple):
    """One comment token as it stands in the source."""

    line: int
    end_line: int
    column: int
    text: str
    alone: bool
    """Nothing but white space stands before it on its line."""
    ends_line: bool = True
    """Nothing but white space stands behind it on its last line."""


def comment_at(source: SourceText, start: int, end: int) -> Comment:
    line = source.line_of(start)
    line_start = source.line_starts[line - 1]
    raw = source.data[start:end].rstrip()
    # A line may hold a hundred thousand comments; its head tells whether one stands alone.
    alone = start - line_start < _LINE_HEAD and not source.data[line_start:start].strip()
    ends_line = _REST_OF_LINE.match(source.data, start + len(raw)) is not None
    text = raw.decode("utf-8", "replace").rstrip()
    return Comment(line, line + text.count("\n"), start - line_start, text, alone, ends_line)


def clean(text: str) -> str:
    """The words of a comment without its markers and rulers, line for line."""
    return "\n".join([_clean_line(line) for line in text.split("\n")])


def _clean_line(line: str) -> str:
    # Most comments look like this, and need no pattern to be taken apart.
    n_marker = 2 if line.startswith("# ") else 3 if line.startswith("// ") else 0
    if n_marker and line[n_marker : n_marker + 1].isalnum() and not line.endswith(_CLOSERS):
        return line[n_marker:].rstrip()
    line = _LONG_BRACKETS.sub(r"\2", line) if "--" in line or "]" in line else line
    line = _MARKERS.sub("", _without_closer(line.rstrip()), count=1).rstrip()
    return "" if _RULER.match(line) else line


def _without_closer(line: str) -> str:
    if line.endswith("*/"):
        return line[:-1].rstrip("*")
    return line.removesuffix("-->")


class CommentBlock(NamedTuple):
    """A block with the first and the last of its comments, which tell where it stands."""

    first: Comment
    last: Comment
    text: TextBlock


def blocks(comments: Sequence[Comment]) -> tuple[TextBlock, ...]:
    return tuple([block.text for block in placed_blocks(comments)])


def placed_blocks(comments: Sequence[Comment]) -> tuple[CommentBlock, ...]:
    """Comments on consecutive lines of their own are one block; others stand alone, with what
    goes on below one that stands behind code."""
    found: list[CommentBlock] = []
    run: list[Comment] = []
    for comment in comments:
        if run and not _continues(run[-1], comment):
            found.append(_block(run))
            run = []
        run.append(comment)
    if run:
        found.append(_block(run))
    return tuple(block for block in found if block.text.text)


def above(found: Iterable[CommentBlock]) -> dict[int, TextBlock]:
    """By the line where it ends: what has its lines for itself."""
    return {b.text.end_line: b.text for b in found if b.first.alone and b.last.ends_line}


def detached(found: Iterable[CommentBlock], source: SourceText) -> dict[int, TextBlock]:
    """By the number of the single blank line below it: documentation in its own right, which
    tools take for that of what follows. What opens a file is about the file."""
    return {
        b.text.end_line + 1: b.text
        for b in found
        if b.first.text.startswith("/**") and b.first.alone and b.first.line > 2
        if b.last.ends_line and _is_blank(source, b.text.end_line + 1)
    }


def _is_blank(source: SourceText, line: int) -> bool:
    starts = source.line_starts
    return line < len(starts) and not source.data[starts[line - 1] : starts[line]].strip()


def behind(found: Iterable[CommentBlock], source: SourceText) -> dict[int, tuple[int, TextBlock]]:
    """By line: the block behind its code, and the offset where that code ends."""
    places: dict[int, tuple[int, TextBlock]] = {}
    for first, _, text in found:
        if not first.alone and first.ends_line:
            start = source.line_starts[first.line - 1]
            code = source.data[start : start + first.column].rstrip(CODE_TAIL)
            places[first.line] = (start + len(code), text)
    return places


def notes(texts: Iterable[TextBlock]) -> tuple[Note, ...]:
    return tuple(
        [
            Note(match[1], min(block.line + n, block.end_line), shorten(match[2].strip()))
            for block in texts
            if _may_hold_note(block.text)
            for n, line in enumerate(block.text.split("\n"))
            if (match := _NOTE.search(line))
        ]
    )


def _may_hold_note(text: str) -> bool:
    """Spelt out because it is asked of every comment there is."""
    return "TODO" in text or "NOTE" in text or "FIXME" in text or "XXX" in text or "HACK" in text


def shorten(text: str, limit: int = _MAX_NOTE_CHARACTERS) -> str:
    """A cut is always visible."""
    return text if len(text) <= limit else text[: limit - 1] + "…"


def _continues(last: Comment, comment: Comment) -> bool:
    may_go_on = last.ends_line and comment.alone
    return may_go_on and (comment.line, comment.column) == (last.end_line + 1, last.column)


def _block(run: list[Comment]) -> CommentBlock:
    text = clean("\n".join(comment.text for comment in run))
    n_blank = len(text) - len(text.lstrip("\n"))
    block = TextBlock(run[0].line + n_blank, run[-1].end_line, text.strip("\n "))
    return CommentBlock(run[0], run[-1], block)
