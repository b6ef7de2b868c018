"""The only module that writes: below an open folder, one component at a time, through no link.

A repository may ship anything in the place of a book, links among it. So a new file is made under a
name that nothing has (``O_EXCL``), what lies in its place is replaced by a rename and never written
through, and a folder is opened relative to its parent without following a link.
"""

import contextlib
import os
import secrets
import shutil
import stat
from collections import OrderedDict
from collections.abc import Iterator
from io import BufferedWriter, FileIO
from itertools import count
from pathlib import Path
from typing import Final, Literal, NamedTuple, Self

_FOLDER_FLAGS: Final = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
_NEW_FILE_FLAGS: Final = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
# Without O_NONBLOCK a FIFO in the place of a file would wait for its other end.
_OWN_FILE_FLAGS: Final = os.O_RDWR | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_NOCTTY | os.O_CLOEXEC
_MAX_OPEN_FOLDERS: Final = 16

# Size and time of a file.
Stamp = tuple[int, int]
EntryKind = Literal["file", "folder", "other"]


class FolderEntry(NamedTuple):
    name: str
    kind: EntryKind


class UnsafeNameError(OSError):
    """A name that does not lie below the folder."""


class WritableFolder:
    """A folder and all below it. Names are relative, in UTF-8 whatever the locale says."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._root = os.open(path, _FOLDER_FLAGS)
        self._open_by_path: OrderedDict[bytes, int] = OrderedDict()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def close(self) -> None:
        self._forget_folders()
        if self._root >= 0:
            os.close(self._root)
            self._root = -1

    def create(self, name: str, mode: int = 0o644) -> FileIO:
        """A new file, open for writing; fails if the name exists."""
        folder, last = self._made_parent(name)
        return FileIO(os.open(last, _NEW_FILE_FLAGS, mode, dir_fd=folder), "w")

    def write(self, name: str, data: bytes, mode: int = 0o644) -> None:
        """For a folder of ours: an unfinished file of that name is replaced."""
        try:
            file = self.create(name, mode)
        except FileExistsError:
            self.remove(name)
            file = self.create(name, mode)
        with file:
            write_all(file, data)

    def open_own(self, name: str, *, create: bool = False) -> FileIO:
        """A regular file of ours for reading and writing in place, reached by no other name."""
        folder, last = self._made_parent(name) if create else self._parent(name)
        flags = _OWN_FILE_FLAGS | (os.O_CREAT if create else 0)
        descriptor = os.open(last, flags, 0o644, dir_fd=folder)
        status = os.fstat(descriptor)
        if stat.S_ISREG(status.st_mode) and status.st_nlink == 1:
            return FileIO(descriptor, "r+")
        os.close(descriptor)
        raise UnsafeNameError(f"{self.path / name} is not a plain file")

    def move(self, name: str, target: "WritableFolder", target_name: str) -> Stamp:
        """Into a place below another folder, replacing what is there; the stamp of what moved."""
        with target._held_parent(target_name) as (there, last):
            here, first = self._parent(name)
            os.replace(first, last, src_dir_fd=here, dst_dir_fd=there)
            return _stamp(os.stat(last, dir_fd=there, follow_symlinks=False))

    def move_folder(self, name: str, target: "WritableFolder") -> None:
        """With all that is in it, to where another folder has nothing of that name."""
        with target._held_parent(name) as (there, last):
            here, first = self._parent(name)
            os.rename(first, last, src_dir_fd=here, dst_dir_fd=there)
        self._forget_folders()

    def link(self, name: str, target_name: str) -> None:
        """A second name for a file; a link is linked itself, not what it leads to."""
        with self._held_parent(target_name) as (there, last):
            here, first = self._parent(name)
            os.link(first, last, src_dir_fd=here, dst_dir_fd=there, follow_symlinks=False)

    def stamp(self, name: str) -> Stamp:
        folder, last = self._parent(name)
        return _stamp(os.stat(last, dir_fd=folder, follow_symlinks=False))

    def stamps(self, name: str) -> dict[str, Stamp]:
        """Of all that lies below a folder and is no folder itself."""
        stamps: dict[str, Stamp] = {}
        waiting = [name]
        while waiting:
            inner = waiting.pop()
            with os.scandir(self._folder(_components(inner), make=False)) as scanned:
                for entry in scanned:
                    below = f"{inner}/{_spelt(entry.name)}"
                    if entry.is_dir(follow_symlinks=False):
                        waiting.append(below)
                    else:
                        stamps[below] = _stamp(entry.stat(follow_symlinks=False))
        return stamps

    def remove(self, name: str) -> None:
        """Removes a file, or a link itself; a missing name is no error."""
        with contextlib.suppress(FileNotFoundError, NotADirectoryError):
            folder, last = self._parent(name)
            os.unlink(last, dir_fd=folder)

    def remove_empty_folders(self, name: str) -> None:
        """Removes a folder and those above it while they are empty."""
        self._forget_folders()
        with contextlib.suppress(OSError):
            while name:
                folder, last = self._parent(name)
                os.rmdir(last, dir_fd=folder)
                name = name.rpartition("/")[0]

    def remove_all(self, name: str) -> None:
        """Removes whatever has this name. Folders are flattened first: no depth is too deep."""
        self._forget_folders()
        try:
            folder, last = self._parent(name)
            mode = os.stat(last, dir_fd=folder, follow_symlinks=False).st_mode
        except (FileNotFoundError, NotADirectoryError):
            return
        if not stat.S_ISDIR(mode):
            os.unlink(last, dir_fd=folder)
            return
        new_names = (f".removed-{secrets.token_hex(16)}".encode() for _ in count())
        waiting = [last]
        while waiting:
            waiting += _flattened(folder, waiting.pop(), new_names)

    def entries(self, name: str = "") -> list[FolderEntry]:
        """What lies in a folder, by name; nothing where there is no such folder."""
        try:
            folder = self._folder(_components(name) if name else [], make=False)
        except (FileNotFoundError, NotADirectoryError):
            return []
        with os.scandir(folder) as scanned:
            return sorted(FolderEntry(_spelt(entry.name), _kind(entry)) for entry in scanned)

    def make_folder(self, name: str) -> None:
        self._folder(_components(name), make=True)

    def fresh_folder(self, prefix: str) -> "WritableFolder":
        """A new folder whose name cannot be guessed, so that nothing can be planted in it."""
        name = f"{prefix}{secrets.token_hex(16)}"
        folder, last = self._made_parent(name)
        os.mkdir(last, 0o700, dir_fd=folder)
        return WritableFolder(self.path / name)

    def _parent(self, name: str) -> tuple[int, bytes]:
        *folders, last = _components(name)
        return self._folder(folders, make=False), last

    def _made_parent(self, name: str) -> tuple[int, bytes]:
        *folders, last = _components(name)
        return self._folder(folders, make=True), last

    @contextlib.contextmanager
    def _held_parent(self, name: str) -> Iterator[tuple[int, bytes]]:
        """A descriptor of its own, for a caller that opens a second folder first."""
        folder, last = self._made_parent(name)
        held = os.dup(folder)
        try:
            yield held, last
        finally:
            os.close(held)

    def _folder(self, components: list[bytes], *, make: bool) -> int:
        """The descriptor of a folder; valid until the next call."""
        n_known, descriptor = self._nearest(components)
        for n in range(n_known, len(components)):
            descriptor = _opened_folder(components[n], descriptor, make=make)
            self._open_by_path[b"/".join(components[: n + 1])] = descriptor
            if len(self._open_by_path) > _MAX_OPEN_FOLDERS:
                os.close(self._open_by_path.popitem(last=False)[1])
        return descriptor

    def _nearest(self, components: list[bytes]) -> tuple[int, int]:
        """How many components lead to a folder that is open already, and that folder."""
        path = b"/".join(components)
        for n in range(len(components), 0, -1):
            if path in self._open_by_path:
                self._open_by_path.move_to_end(path)
                return n, self._open_by_path[path]
            path = path.rpartition(b"/")[0]
        return 0, self._root

    def _forget_folders(self) -> None:
        """Closes cached descriptors, which may belong to removed folders."""
        for descriptor in self._open_by_path.values():
            os.close(descriptor)
        self._open_by_path.clear()


def make_folders(path: Path, mode: int = 0o755) -> None:
    """A folder that no repository named, with those above it."""
    os.makedirs(path, mode, exist_ok=True)


@contextlib.contextmanager
def write_new_file(path: Path) -> Iterator[BufferedWriter]:
    """A file that the user named: whole in its place at the end, or not at all."""
    temporary = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    try:
        with open(os.open(temporary, _NEW_FILE_FLAGS, 0o644), "wb") as file:
            yield file
        os.replace(temporary, path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise


def write_all(file: FileIO, data: bytes | memoryview) -> None:
    """Repeats until all is written: a nearly full disk takes only a part."""
    view = memoryview(data)
    while view:
        view = view[file.write(view) :]


def patch(path: Path, changes: dict[int, bytes]) -> None:
    """Replaces bytes of a file that was just made in a fresh folder."""
    with path.open("r+b") as file:
        for offset, data in changes.items():
            file.seek(offset)
            file.write(data)


def copy_file(source: Path, target: Path) -> None:
    """Into a fresh folder."""
    try:
        shutil.copyfile(source, target, follow_symlinks=False)
    except OSError:
        discard(target)  # an incomplete copy would only take room on a full disk
        raise


def replace_file(path: Path, target: Path) -> None:
    """Within a fresh folder."""
    os.replace(path, target)


def discard(path: Path) -> None:
    """A file in a fresh folder, if it is there."""
    path.unlink(missing_ok=True)


def _components(name: str) -> list[bytes]:
    components = name.encode("utf-8", "surrogateescape").split(b"/")
    if not {b"", b".", b".."}.isdisjoint(components) or "\0" in name:
        raise UnsafeNameError(f"not a name below a folder: {name!r}")
    return components


def _opened_folder(name: bytes, above: int, *, make: bool) -> int:
    try:
        return os.open(name, _FOLDER_FLAGS, dir_fd=above)
    except FileNotFoundError:
        if not make:
            raise
    with contextlib.suppress(FileExistsError):  # another process was first
        os.mkdir(name, dir_fd=above)
    return os.open(name, _FOLDER_FLAGS, dir_fd=above)


def _flattened(parent: int, name: bytes, new_names: Iterator[bytes]) -> list[bytes]:
    """Removes a folder with its files; the folders in it are moved up beside it first."""
    moved = []
    folder = os.open(name, _FOLDER_FLAGS, dir_fd=parent)
    try:
        with os.scandir(folder) as scanned:
            entries = [(os.fsencode(entry.name), _kind(entry)) for entry in scanned]
        for below, kind in entries:
            if kind == "folder":
                moved.append(next(new_names))
                os.rename(below, moved[-1], src_dir_fd=folder, dst_dir_fd=parent)
            else:
                os.unlink(below, dir_fd=folder)
    finally:
        os.close(folder)
    os.rmdir(name, dir_fd=parent)
    return moved


def _kind(entry: "os.DirEntry[str]") -> EntryKind:
    if entry.is_dir(follow_symlinks=False):
        return "folder"
    return "file" if entry.is_file(follow_symlinks=False) else "other"


def _spelt(name: str) -> str:
    """In UTF-8, as page names are, whatever the locale is."""
    return os.fsencode(name).decode("utf-8", "surrogateescape")


def _stamp(status: os.stat_result) -> Stamp:
    return status.st_size, status.st_mtime_ns
