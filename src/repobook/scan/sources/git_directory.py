"""A git directory at a commit as a source: nothing is checked out, blobs come from one process."""

from collections.abc import Iterable, Sequence
from typing import Final

from repobook.errors import RepobookError, UnreadableError
from repobook.model.files import Entry, Listing, SkippedPath
from repobook.scan.git.blob_reader import MISSING, BlobReader
from repobook.scan.git.commands import TreeItem, blob_sizes, list_tree, missing_objects
from repobook.scan.git.repository import git_dir_notices
from repobook.scan.ignore.selection import (
    NOT_INCLUDED,
    Scope,
    enter,
    left_out_by,
    summarise_left_out,
    top_scope,
)
from repobook.scan.sources.books import HEAD_BYTES, MANIFEST, PARTS, is_book_manifest, may_be_book
from repobook.scan.sources.path_names import ancestors, display, link_reason, with_unique_ids

_SUBMODULE: Final = "160000"
_SYMLINK: Final = "120000"
_EXECUTABLE: Final = "100755"
_LINK_TARGET_BYTES: Final = 4096
_MANIFEST_BYTES: Final = 64 << 20


class GitSource:
    """The files of one commit."""

    def __init__(
        self,
        git_dir: str,
        commit: str,
        include: Sequence[str],
        exclude: Sequence[str],
        patterns_from: str = "",
    ) -> None:
        self._git_dir = git_dir
        self._commit = commit
        self._patterns = include, exclude, patterns_from
        self._blobs = BlobReader(git_dir)

    def describe(self) -> str:
        return f"{self._git_dir} at {self._commit[:12]}"

    def list(self) -> Listing:
        items = self._items()
        tree = _Tree(top_scope(*self._patterns))
        chosen = [item for item in items if tree.takes(item)]
        entries = with_unique_ids(self._entries(chosen))
        left_out = summarise_left_out(tree.left_out, (item.raw_path for item in chosen))
        skipped = tuple(sorted([*tree.skipped, *left_out]))
        notices = git_dir_notices(self._git_dir)
        return Listing(entries, skipped, self._commit, notices, self._books(chosen))

    def read(self, entry: Entry, limit: int) -> bytes:
        return self._blobs.read(entry.blob, limit)

    def close(self) -> None:
        self._blobs.close()

    def _items(self) -> tuple[TreeItem, ...]:
        listing = list_tree(self._git_dir, self._commit)
        if listing.problem:
            message = f"cannot list the files of {self._commit[:12]}: {listing.problem}"
            hint = "the git directory may be incomplete, damaged or made to be too large to read"
            raise RepobookError(message, hint)
        return listing.items

    def _books(self, items: Sequence[TreeItem]) -> tuple[bytes, ...]:
        """Folders of this commit that are books of ours; they are tracked, so they are read."""
        manifests = [item for item in items if item.raw_path.endswith(b"/" + MANIFEST)]
        if not manifests:
            return ()
        paths = [item.raw_path for item in items]
        places = ancestors(paths).union(paths)
        ours = [
            item.raw_path.rpartition(b"/")[0] for item in manifests if self._is_book(item, places)
        ]
        return tuple(sorted(ours))

    def _is_book(self, manifest: TreeItem, places: frozenset[bytes]) -> bool:
        folder = manifest.raw_path.rpartition(b"/")[0]
        names = [name for name in PARTS if folder + b"/" + name in places]
        return may_be_book(names) and is_book_manifest(self._head(manifest))

    def _head(self, item: TreeItem) -> bytes:
        try:
            return self._blobs.read(item.blob, _MANIFEST_BYTES)[:HEAD_BYTES]
        except UnreadableError:
            return b""

    def _entries(self, items: Sequence[TreeItem]) -> Iterable[Entry]:
        blobs = {item.blob for item in items if item.mode != _SUBMODULE}
        missing = missing_objects(self._git_dir, self._commit, blobs)
        sizes = blob_sizes(self._git_dir, sorted(blobs - missing))
        return [self._entry(item, sizes.get(item.blob, -1)) for item in items]

    def _entry(self, item: TreeItem, size: int) -> Entry:
        path = display(item.raw_path)
        entry = Entry(path, item.raw_path, "file", size, item.blob, True, item.mode == _EXECUTABLE)
        if item.mode == _SUBMODULE:
            reason = f"submodule at {item.blob}"
            return entry._replace(kind="submodule", reason=reason, blob="")
        if size < 0:
            return entry._replace(kind="unreadable", reason=MISSING)
        if item.mode == _SYMLINK:
            return entry._replace(kind="symlink", reason=self._link_reason(item))
        return entry

    def _link_reason(self, item: TreeItem) -> str:
        try:
            return link_reason(item.raw_path, self._blobs.read(item.blob, _LINK_TARGET_BYTES))
        except UnreadableError as error:
            return f"symlink whose target is {error.message}"


class _Tree:
    """Applies options to paths, working out each folder once."""

    def __init__(self, scope: Scope) -> None:
        self._scopes: dict[bytes, Scope | None] = {b"": scope}
        self.skipped: list[SkippedPath] = []
        self.left_out: list[bytes] = []

    def takes(self, item: TreeItem) -> bool:
        folder, _, name = item.raw_path.rpartition(b"/")
        scope = self._scope_of(folder)
        return scope is not None and self._is_kept(scope, item.raw_path, name, False)

    def _scope_of(self, folder: bytes) -> Scope | None:
        """The rules inside a folder, or None when the folder itself is left out."""
        unknown = []
        while folder not in self._scopes:
            unknown.append(folder)
            folder = folder.rpartition(b"/")[0]
        scope = self._scopes[folder]
        for folder in reversed(unknown):
            scope = self._scopes[folder] = self._enter(scope, folder)
        return scope

    def _enter(self, scope: Scope | None, folder: bytes) -> Scope | None:
        if scope is None:
            return None
        name = folder.rpartition(b"/")[2]
        return enter(scope, name) if self._is_kept(scope, folder, name, True) else None

    def _is_kept(self, scope: Scope, path: bytes, name: bytes, is_folder: bool) -> bool:
        rule = left_out_by(scope, name, is_folder)
        if rule is NOT_INCLUDED:
            self.left_out.append(path + b"/" if is_folder else path)
        elif rule:
            self.skipped.append(SkippedPath(display(path) + "/" * is_folder, rule))
        return not rule
