"""Unified diffs as values: which lines of which files a patch removes and adds.

A patch is text from anywhere. What is no part of a diff is passed over, and lines are taken by the
numbers that the heads of its hunks state, never more of them than they announce.
"""

import re
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from typing import Final, NamedTuple

_HUNK: Final = re.compile(r"@@ -(\d{1,9})(?:,(\d{1,9}))? \+(\d{1,9})(?:,(\d{1,9}))? @@")
_MAX_COMPARED: Final = 4_000
_NO_FILE: Final = "/dev/null"


class Hunk(NamedTuple):
    """Both sides with their unchanged lines, counted from 1."""

    old_first: int
    old_lines: tuple[str, ...]
    new_first: int
    new_lines: tuple[str, ...]
    removed: tuple[int, ...]
    """Lines of the old side that are no more."""
    added: tuple[int, ...]
    """Lines of the new side that were not there."""
    inserted_after: tuple[int, ...]
    """Lines of the old side behind which something was put in."""
    removed_after: tuple[int, ...]
    """Lines of the new side behind which something was taken away."""


class ChangedFile(NamedTuple):
    path: str
    """As it is called now, or was where it is gone."""
    old_path: str
    """Empty for a new file."""
    hunks: tuple[Hunk, ...]
    """None where the content is not shown: a binary file, or one that was only moved."""


def read_patch(text: str) -> tuple[ChangedFile, ...]:
    """The files of a patch in its order; nothing of a text that is none."""
    return tuple(_files(text.split("\n")))


def is_patch(text: str) -> bool:
    return bool(re.search(r"^(?:diff --git |--- \S)", text, re.MULTILINE))


def _files(lines: Sequence[str]) -> Iterator[ChangedFile]:
    file: ChangedFile | None = None
    hunks: list[Hunk] = []
    n = 0
    while n < len(lines):
        line = lines[n].rstrip("\r")
        if line.startswith("diff --git "):
            if file:
                yield file._replace(hunks=tuple(hunks))
            file, hunks = _of_git(line), []
        elif line.startswith("--- ") and n + 1 < len(lines) and lines[n + 1].startswith("+++ "):
            if file and hunks:
                yield file._replace(hunks=tuple(hunks))
            file, hunks = _named(line[4:], lines[n + 1].rstrip("\r")[4:]), []
            n += 1
        elif file and (head := _HUNK.match(line)):
            hunk, n = _hunk(head, lines, n + 1)
            hunks.append(hunk)
            continue
        elif file and line.startswith("rename from "):
            file = file._replace(old_path=line.removeprefix("rename from "))
        elif file and line.startswith("rename to "):
            file = file._replace(path=line.removeprefix("rename to "))
        n += 1
    if file:
        yield file._replace(hunks=tuple(hunks))


def _of_git(line: str) -> ChangedFile:
    """Both names are the same but for what is renamed, which is said below."""
    names = line.removeprefix("diff --git ")
    half = names[: len(names) // 2].removeprefix("a/")
    return ChangedFile(half, half, ())


def _named(old: str, new: str) -> ChangedFile:
    before, after = _path(old, "a/"), _path(new, "b/")
    return ChangedFile(after or before, before, ())


def _path(name: str, prefix: str) -> str:
    name = name.partition("\t")[0].strip()
    return "" if name == _NO_FILE else name.strip('"').removeprefix(prefix)


def _hunk(head: re.Match[str], lines: Sequence[str], n: int) -> tuple[Hunk, int]:
    """The hunk and the number of the line behind it."""
    n_old, n_new = (int(head[i]) if head[i] is not None else 1 for i in (2, 4))
    # A side without lines is said to begin behind the line before it.
    sides = _Sides(int(head[1]) + (n_old == 0), int(head[3]) + (n_new == 0))
    while n < len(lines) and (len(sides.old) < n_old or len(sides.new) < n_new):
        mark, text = lines[n][:1], lines[n][1:].rstrip("\r")
        if mark not in ("", " ", "-", "+", "\\"):
            break
        if mark in ("", " ", "-", "+"):
            sides.take(mark or " ", text)
        n += 1
    return sides.hunk(), n


class _Sides:
    def __init__(self, old_first: int, new_first: int) -> None:
        self.old: list[str] = []
        self.new: list[str] = []
        self._firsts = old_first, new_first
        self._removed: list[int] = []
        self._added: list[int] = []
        self._inserted_after: dict[int, None] = {}
        self._removed_after: dict[int, None] = {}

    def take(self, mark: str, text: str) -> None:
        old, new = self._firsts[0] + len(self.old), self._firsts[1] + len(self.new)
        if mark == "-":
            self._removed.append(old)
            self._removed_after[new - 1] = None
        elif mark == "+":
            self._added.append(new)
            self._inserted_after[old - 1] = None
        if mark != "+":
            self.old.append(text)
        if mark != "-":
            self.new.append(text)

    def hunk(self) -> Hunk:
        return Hunk(
            self._firsts[0],
            tuple(self.old),
            self._firsts[1],
            tuple(self.new),
            tuple(self._removed),
            tuple(self._added),
            tuple(self._inserted_after),
            tuple(self._removed_after),
        )


def compared(path: str, old: Sequence[str] | None, new: Sequence[str] | None) -> ChangedFile:
    """The lines in which two texts differ; None for a file that was not, or is no more."""
    hunks = tuple(_differences(old or (), new or ()))
    return ChangedFile(path, "" if old is None else path, hunks)


def _differences(old: Sequence[str], new: Sequence[str]) -> Iterator[Hunk]:
    """What both begin and end with is left out first; a large rest is one difference."""
    start = 0
    while start < min(len(old), len(new)) and old[start] == new[start]:
        start += 1
    end = 0
    most = min(len(old), len(new)) - start
    while end < most and old[-1 - end] == new[-1 - end]:
        end += 1
    before, after = old[start : len(old) - end], new[start : len(new) - end]
    if len(before) + len(after) > _MAX_COMPARED:
        yield _difference(start, before, start, after)
        return
    matcher = SequenceMatcher(None, before, after, autojunk=False)
    for kind, i, j, k, m in matcher.get_opcodes():
        if kind != "equal":
            yield _difference(start + i, before[i:j], start + k, after[k:m])


def _difference(i: int, before: Sequence[str], k: int, after: Sequence[str]) -> Hunk:
    sides = _Sides(i + 1, k + 1)
    for text in before:
        sides.take("-", text)
    for text in after:
        sides.take("+", text)
    return sides.hunk()
