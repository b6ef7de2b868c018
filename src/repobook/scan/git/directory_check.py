"""Looks over a git directory before git is asked about it.

Git opens what stands where it expects a file, and waits without end if that is a pipe. So whatever
git may open has to be a regular file, here and in each place that the directory refers to. Names
and kinds are looked at; only the small files that name such places are opened, which never waits.
"""

import os
import re
import stat
from collections.abc import Iterator
from typing import Final

from repobook.scan.skip_reasons import size_in_words, special_kind, unreadable
from repobook.scan.sources.path_names import display

_MAX_ENTRIES: Final = 1_000_000
_MAX_PLACES: Final = 100
_MAX_DEPTH: Final = 5
_POINTER_BYTES: Final = 4096
_ALTERNATES_BYTES: Final = 64 << 10
_CONFIGURATION_BYTES: Final = 1 << 20
# Git's own socket, which none of the commands that we use opens.
_DAEMON: Final = "fsmonitor--daemon.ipc"
_FOLDERS: Final = ("info", "logs", "refs", "reftable")
_OBJECT_FOLDER: Final = re.compile(r"[0-9a-f]{2}|info|pack")
_INCLUDE: Final = re.compile(rb"\[\s*include", re.IGNORECASE)
_INCLUDED: Final = re.compile(rb"\bpath[ \t]*=(.*)", re.IGNORECASE)
# Without quotes inside, escapes and whatever else git would read otherwise than it is written.
_PLAIN_PATH: Final = re.compile(rb'"?([^"\\;#%~\t\0][^"\\;#\t\0]*)"?')


def refusal(git_dir: str) -> str:
    """Why git must not be asked about a directory; empty where it may be."""
    try:
        return next(_Look().problems(git_dir), "")
    except OSError as error:
        return f"the git directory is {unreadable(error)}"


class _Look:
    """One look; each method yields what is wrong with one kind of place, lazily and in an order
    that does not depend on the disk."""

    def __init__(self) -> None:
        self._n_entries = 0
        self._n_included = 0
        self._object_folders: set[str] = set()

    def problems(self, git_dir: str) -> Iterator[str]:
        yield from self._directory(git_dir, "the git directory")
        pointer = os.path.join(git_dir, "commondir")
        if os.path.lexists(pointer):
            content = read_small(pointer, _POINTER_BYTES)
            if content is None or b"\0" in content:
                yield "commondir in the git directory names no directory"
                return
            common = os.path.join(git_dir, os.fsdecode(content.rstrip(b"\r\n")))
            yield from self._directory(common, "the common git directory")
        if self._n_entries > _MAX_ENTRIES:
            yield f"the git directory has more than {_MAX_ENTRIES:,} files"

    def _directory(self, git_dir: str, where: str) -> Iterator[str]:
        place = _Place(git_dir, where)
        folders = place.folders(self._entries(git_dir))
        yield from place.problems()
        for folder in folders:
            if os.path.basename(folder) in _FOLDERS:
                yield from self._below(folder, place)
        yield from self._objects(os.path.join(git_dir, "objects"), place)
        for name in ("config", "config.worktree"):
            yield from self._configuration(os.path.join(git_dir, name), f"{name} in {where}")

    def _entries(self, folder: str) -> Iterator[os.DirEntry[str]]:
        """What cannot be listed cannot be opened by git either."""
        try:
            with os.scandir(folder) as entries:
                for entry in entries:
                    self._n_entries += 1
                    if self._n_entries > _MAX_ENTRIES:
                        return
                    yield entry
        except OSError:
            return

    def _below(self, folder: str, place: "_Place") -> Iterator[str]:
        stack = [folder]
        while stack:
            stack += reversed(place.folders(self._entries(stack.pop())))
            yield from place.problems()

    def _objects(self, objects: str, place: "_Place", depth: int = 0) -> Iterator[str]:
        real = os.path.realpath(objects)
        if real in self._object_folders or depth > _MAX_DEPTH:
            return  # git does not go deeper
        self._object_folders.add(real)
        if len(self._object_folders) > _MAX_PLACES:
            yield f"git would borrow objects from more than {_MAX_PLACES} directories"
        entries = self._entries(objects)
        used = (entry for entry in entries if _OBJECT_FOLDER.fullmatch(entry.name))
        folders = place.folders(used)
        yield from place.problems()
        for folder in folders:
            yield from self._below(folder, place)
        yield from self._alternates(objects, place.name, depth)

    def _alternates(self, objects: str, where: str, depth: int) -> Iterator[str]:
        file = os.path.join(objects, "info", "alternates")
        if not os.path.lexists(file):
            return
        content = read_small(file, _ALTERNATES_BYTES)
        if content is None or b"\0" in content or b'"' in content:
            yield f"objects/info/alternates in {where} names directories in a way that is not read"
            return
        for line in content.split(b"\n"):
            if line and not line.startswith(b"#"):
                place = _Place(os.path.join(objects, os.fsdecode(line)), "borrowed objects")
                yield from self._objects(place.top, place, depth + 1)

    def _configuration(self, file: str, what: str, depth: int = 0) -> Iterator[str]:
        if not os.path.lexists(file):
            return
        content = read_small(file, _CONFIGURATION_BYTES)
        if content is None:
            yield f"{what} is not a readable file of up to {size_in_words(_CONFIGURATION_BYTES)}"
            return
        values = _INCLUDED.findall(content) if _INCLUDE.search(content) else []
        for value in map(bytes.strip, values):
            self._n_included += 1
            path = _PLAIN_PATH.fullmatch(value)
            if value.startswith(b"~/"):
                continue  # git is given no home
            if path is None or depth == _MAX_DEPTH or self._n_included > _MAX_PLACES:
                yield f"{what} includes other files in a way that is not read"
                return
            included = os.path.join(os.path.dirname(file), os.fsdecode(path[1]))
            yield from self._configuration(included, f"a file included by {what}", depth + 1)


class _Place:
    """A directory that git reads, and what in it is no file that git may open."""

    def __init__(self, top: str, name: str) -> None:
        self.top = top
        self.name = name
        self._wrong: list[os.DirEntry[str]] = []

    def folders(self, entries: Iterator["os.DirEntry[str]"]) -> list[str]:
        """The folders among entries, sorted; notes what is neither a folder nor a file."""
        folders = []
        for entry in entries:
            if entry.is_file(follow_symlinks=False):
                continue
            if entry.is_dir(follow_symlinks=False):
                folders.append(entry.path)
            elif entry.name != _DAEMON:
                self._wrong.append(entry)
        return sorted(folders)

    def problems(self) -> Iterator[str]:
        for entry in sorted(self._wrong, key=lambda entry: entry.path):
            if kind := self._wrong_kind(entry):
                path = os.fsencode(os.path.relpath(entry.path, self.top))
                yield f"{display(path)} in {self.name} is a {kind}"
        self._wrong.clear()

    def _wrong_kind(self, entry: "os.DirEntry[str]") -> str:
        if not entry.is_symlink():
            return special_kind(entry.stat(follow_symlinks=False).st_mode)
        # Git may have written a reference as a link; it has no use for links that lead out.
        target = os.path.realpath(entry.path)
        is_inside = target.startswith(os.path.realpath(self.top) + "/")
        is_file = not os.path.lexists(target) or os.path.isfile(target)
        return "" if is_inside and is_file else "link that does not lead to a file in it"


def read_small(path: str, limit: int) -> bytes | None:
    """A regular file of no more than so many bytes; opening it never waits."""
    try:
        fd = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_NOCTTY | os.O_CLOEXEC)
    except OSError:
        return None
    try:
        regular = stat.S_ISREG(os.fstat(fd).st_mode)
        content = os.read(fd, limit + 1) if regular else b""
    except OSError:
        return None
    finally:
        os.close(fd)
    return content if regular and len(content) <= limit else None
