"""A folder on disk as a source: walks it without following a link or waiting for a pipe.

What is ignored, excluded, a submodule or one of our own books is left out with the rule that did
it; a file that git tracks is kept whatever lies beside it. Nothing is ever written.
"""

import os
import time
from collections.abc import Sequence
from typing import Final, NamedTuple

from repobook.disk.reading import Folders, NotAFileError, TooLargeError, read_head, read_regular
from repobook.errors import UnreadableError
from repobook.model.files import Entry, EntryKind, Listing, SkippedPath
from repobook.scan.git.blobs import blob_hash
from repobook.scan.git.repository import Repository, Tracked, find_repository, tracked_below
from repobook.scan.ignore.selection import (
    IGNORE_FILE_BYTES,
    NOT_INCLUDED,
    Scope,
    enter,
    ignored_by,
    left_out_by,
    summarise_left_out,
    top_scope,
    with_ignore_file,
)
from repobook.scan.skip_reasons import special_kind, too_large, unreadable
from repobook.scan.sources.books import (
    BOOK_RULE,
    HEAD_BYTES,
    MANIFEST,
    PARTS,
    is_book_manifest,
    may_be_book,
)
from repobook.scan.sources.hidden_sources import Hidden, count_sources
from repobook.scan.sources.path_names import ancestors, display, link_reason, with_unique_ids

_IGNORE_FILE: Final = b".gitignore"
_DOT_GIT: Final = b".git"
_NESTED: Final = "a nested repository"
_CLOCK_GRAIN_NS: Final = 2_000_000_000


class FolderSource:
    """The files of a folder as they lie on disk."""

    def __init__(
        self,
        root: str,
        include: Sequence[str],
        exclude: Sequence[str],
        patterns_from: str = "",
        output: str = "",
    ) -> None:
        self._root = root
        self._output = output
        self._top = top_scope(include, exclude, patterns_from)
        self._folders = Folders(root)

    def describe(self) -> str:
        return self._root

    def list(self) -> Listing:
        repository = find_repository(self._root)
        tracked = tracked_below(self._root, repository)
        scope, notices = _scope_at(self._root, repository, self._top)
        walk = _Walk(self._folders, tracked, os.fsencode(self._root), _identity(self._output))
        walk.run(scope)
        left_out = summarise_left_out(walk.left_out, (entry.raw_path for entry in walk.entries))
        return Listing(
            with_unique_ids(walk.entries),
            tuple(sorted([*walk.skipped, *left_out])),
            tracked.commit,
            (*tracked.notices, *notices, *sorted(walk.notices)),
            tuple(sorted(walk.books)),
            count_sources(self._folders, walk.hidden),
            walk.tracks_output,
        )

    def read(self, entry: Entry, limit: int) -> bytes:
        folder, _, name = entry.raw_path.rpartition(b"/")
        try:
            return read_regular(self._folders.open(folder), name, limit)
        except NotAFileError:
            raise UnreadableError("no longer a regular file") from None
        except TooLargeError:
            raise UnreadableError(too_large(limit)) from None
        except OSError as error:
            raise UnreadableError(unreadable(error)) from None

    def close(self) -> None:
        self._folders.close()


def seen_again(entry: Entry, status: os.stat_result) -> Entry:
    """A file that was found before, as a walk would find it now."""
    return entry._replace(
        size=status.st_size,
        executable=bool(status.st_mode & 0o111),
        stamp=_stamp(status, entry.tracked, _settled_before()),
    )


def _scope_at(root: str, repository: Repository, top: Scope) -> tuple[Scope, list[str]]:
    """The rules in force at the root: its own options, and ignore files of the folders above it."""
    scope, notices = top, []
    if not repository.git_dir:
        return scope, []
    info = os.path.join(repository.git_dir, "info")
    sources = [(info, b"exclude", ".git/info/exclude", b"")]
    place = repository.top
    relative = os.path.relpath(root, repository.top)
    for component in [] if relative == "." else relative.split("/"):
        # Relative to the root, so that a book does not depend on where its repository lies.
        origin = f"{os.path.relpath(place, root)}/.gitignore"
        sources.append((place, _IGNORE_FILE, origin, os.fsencode(component)))
        place = os.path.join(place, component)
    for folder, name, origin, next_component in sources:
        scope, new_notices = with_ignore_file(scope, _read_above(folder, name), origin)
        notices += new_notices
        if next_component:
            scope = scope._replace(ignores=tuple(x.enter(next_component) for x in scope.ignores))
    return scope, notices


def _read_above(folder: str, name: bytes) -> bytes:
    try:
        fd = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    except OSError:
        return b""
    try:
        return read_head(fd, name, IGNORE_FILE_BYTES + 1)
    except OSError:
        return b""
    finally:
        os.close(fd)


class _Visit(NamedTuple):
    """A folder to walk; ``ignored`` is the rule that ignores it, where only tracked files count."""

    folder: bytes
    scope: Scope
    ignored: str
    is_book: bool = False


class _Walk:
    """One walk: a stack instead of recursion, so depth costs nothing but its own length."""

    def __init__(
        self, folders: Folders, tracked: Tracked, root: bytes, output: "_Identity | None"
    ) -> None:
        self._folders = folders
        self._tracked = tracked
        self._tracked_folders = ancestors(tracked.paths or ())
        self._root = root
        self._output = output
        self._settled_before = _settled_before()
        self._stack: list[_Visit] = []
        self.entries: list[Entry] = []
        self.skipped: list[SkippedPath] = []
        self.left_out: list[bytes] = []
        self.notices: list[str] = []
        self.books: list[bytes] = []
        self.hidden: list[Hidden] = []
        self.tracks_output = False

    def run(self, scope: Scope) -> None:
        self._stack.append(_Visit(b"", scope, ""))
        while self._stack:
            visit = self._stack.pop()
            try:
                self._walk(visit)
            except OSError as error:
                self._add(visit.folder or b".", "unreadable", unreadable(error))

    def _walk(self, visit: _Visit) -> None:
        fd = self._folders.open(visit.folder)
        with os.scandir(fd) as entries:
            children = {os.fsencode(child.name): child for child in entries}
            if self._is_whole(visit.folder, children, fd):
                return
            is_book = self._is_book(visit.folder, children, fd)
            visit = visit._replace(scope=self._with_own_rules(visit, children, fd), is_book=is_book)
            prefix = visit.folder + b"/" if visit.folder else b""
            for name, child in children.items():
                self._take(visit, prefix + name, name, child, fd)

    def _is_whole(self, folder: bytes, children: dict[bytes, os.DirEntry[str]], fd: int) -> bool:
        """Whether the folder is one thing to the account: a submodule or a book."""
        if not folder:
            return False
        if self._output is not None and self._output == _identity(fd):
            self._leave_out_output(folder)
            return True
        if folder in self._tracked_folders:
            return False
        if _points_to_git(children, fd):
            self.hidden.append(Hidden(folder, _NESTED, True))
            self._add_submodule(folder)
            return True
        if PARTS.issuperset(children) and _is_book(children, fd):
            self._leave_out(folder, BOOK_RULE, True)
            return True
        return False

    def _leave_out_output(self, folder: bytes) -> None:
        self.skipped.append(SkippedPath(display(folder) + "/", BOOK_RULE))
        self.tracks_output = folder in self._tracked_folders
        if self.tracks_output:
            inside = [path for path in self._tracked.paths or () if path.startswith(folder + b"/")]
            self.hidden.append(Hidden(folder, BOOK_RULE, True, tuple(sorted(inside))))

    def _is_book(self, folder: bytes, children: dict[bytes, os.DirEntry[str]], fd: int) -> bool:
        """Whether some of what lies in a folder that is walked belongs to a book."""
        if not folder or not _is_book(children, fd):
            return False
        self.books.append(folder)
        return True

    def _with_own_rules(
        self, visit: _Visit, children: dict[bytes, os.DirEntry[str]], fd: int
    ) -> Scope:
        if _IGNORE_FILE not in children:
            return visit.scope
        origin = display(visit.folder + b"/" + _IGNORE_FILE if visit.folder else _IGNORE_FILE)
        try:
            content = read_head(fd, _IGNORE_FILE, IGNORE_FILE_BYTES + 1)
        except OSError as error:
            self.notices.append(f"{origin}: not applied, {unreadable(error)}")
            return visit.scope
        scope, notices = with_ignore_file(visit.scope, content, origin)
        self.notices += notices
        return scope

    def _take(
        self, visit: _Visit, path: bytes, name: bytes, child: "os.DirEntry[str]", fd: int
    ) -> None:
        is_folder = child.is_dir(follow_symlinks=False)
        if rule := self._rule_against(visit, path, name, is_folder):
            self._leave_out(path, rule, is_folder)
        elif is_folder:
            self._take_folder(visit, path, name)
        elif child.is_file(follow_symlinks=False):
            self._take_file(path, child)
        else:
            self._take_other(path, name, child, fd)

    def _rule_against(self, visit: _Visit, path: bytes, name: bytes, is_folder: bool) -> str:
        if name == _DOT_GIT:
            return ".git"
        scope = visit.scope
        if rule := left_out_by(scope, name, is_folder):
            return rule
        if self._is_tracked(path, is_folder):
            return ""
        return _ignored_by(visit, name, is_folder)

    def _is_tracked(self, path: bytes, is_folder: bool) -> bool:
        """Whether git tracks it or, of a folder, anything in it."""
        if is_folder and path in self._tracked_folders:
            return True
        return self._tracked.paths is not None and path in self._tracked.paths

    def _leave_out(self, path: bytes, rule: str, is_folder: bool) -> None:
        if rule is NOT_INCLUDED:
            self.left_out.append(path + b"/" if is_folder else path)
        else:
            self.skipped.append(SkippedPath(display(path) + "/" * is_folder, rule))
        if rule is BOOK_RULE:
            self.hidden.append(Hidden(path, rule, is_folder))

    def _take_folder(self, visit: _Visit, path: bytes, name: bytes) -> None:
        if path in self._tracked.submodules and path not in self._tracked_folders:
            self._add_submodule(path)
            return
        ignored = _ignored_by(visit, name, True)
        self._stack.append(_Visit(path, enter(visit.scope, name), ignored))

    def _take_file(self, path: bytes, child: "os.DirEntry[str]") -> None:
        try:
            status = child.stat(follow_symlinks=False)
        except OSError as error:
            self._add(path, "unreadable", unreadable(error))
            return
        paths = self._tracked.paths
        tracked = None if paths is None else path in paths
        executable = bool(status.st_mode & 0o111)
        size, stamp = status.st_size, _stamp(status, tracked, self._settled_before)
        entry = Entry(display(path), path, "file", size, "", tracked, executable, stamp=stamp)
        self.entries.append(entry)

    def _take_other(self, path: bytes, name: bytes, child: "os.DirEntry[str]", fd: int) -> None:
        try:
            if not child.is_symlink():
                mode = child.stat(follow_symlinks=False).st_mode
                self._add(path, "special", special_kind(mode))
                return
            target = os.readlink(name, dir_fd=fd)
        except OSError as error:
            self._add(path, "unreadable", unreadable(error))
            return
        reason = link_reason(path, target, self._root)
        self._add(path, "symlink", reason, len(target), blob_hash(target))

    def _add_submodule(self, path: bytes) -> None:
        commit = self._tracked.submodules.get(path, "")
        self._add(path, "submodule", f"submodule at {commit}" if commit else "submodule")

    def _add(
        self, path: bytes, kind: EntryKind, reason: str, size: int = -1, blob: str = ""
    ) -> None:
        paths = self._tracked.paths
        tracked = None if paths is None else path in paths
        self.entries.append(Entry(display(path), path, kind, size, blob, tracked, False, reason))


def _settled_before() -> int:
    return time.time_ns() - _CLOCK_GRAIN_NS


def _stamp(status: os.stat_result, tracked: bool | None, settled_before: int) -> str:
    """Empty while a change within the clock's grain could still go unseen.

    What is read of a file may depend on whether it is tracked, so this is part of it.
    """
    if max(status.st_ctime_ns, status.st_mtime_ns) > settled_before:
        return ""
    times = f"{status.st_mtime_ns}.{status.st_ctime_ns}"
    return f"{status.st_ino}.{status.st_size}.{times}.{tracked}"


_Identity = tuple[int, int]


def _identity(folder: str | int) -> _Identity | None:
    """What a folder is, by whatever name; nothing where there is none."""
    try:
        status = os.stat(folder) if folder != "" else None
    except OSError:
        return None
    return (status.st_dev, status.st_ino) if status else None


def _ignored_by(visit: _Visit, name: bytes, is_folder: bool) -> str:
    """The rule against what git does not track, or nothing."""
    if visit.ignored:
        return visit.ignored
    if visit.is_book and name in PARTS:
        return BOOK_RULE
    return ignored_by(visit.scope, name, is_folder)


def _points_to_git(children: dict[bytes, os.DirEntry[str]], fd: int) -> bool:
    """Whether the folder is the work tree of a repository that lies elsewhere."""
    dot_git = children.get(_DOT_GIT)
    if dot_git is None or not dot_git.is_file(follow_symlinks=False):
        return False
    return _head(fd, _DOT_GIT).startswith(b"gitdir:")


def _is_book(children: dict[bytes, os.DirEntry[str]], fd: int) -> bool:
    return may_be_book(children) and is_book_manifest(_head(fd, MANIFEST))


def _head(folder_fd: int, name: bytes) -> bytes:
    try:
        return read_head(folder_fd, name, HEAD_BYTES)
    except OSError:
        return b""
