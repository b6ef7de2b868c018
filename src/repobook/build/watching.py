"""When to rebuild: polls the files, for at most a tenth of the time of a processor.

Half of it is looking by the clock; the other half is looking when the system says that something in
a folder of sources has changed, which it may say of files that are no part of the book.
"""

import os
import stat
import time
from collections.abc import Callable, Mapping, Set
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, NamedTuple

from repobook.build.digest import digest_of
from repobook.disk.folder_events import FolderEvents
from repobook.model.files import Listing
from repobook.scan.sources.folder import seen_again
from repobook.scan.sources.source import SourceSpec, open_source

if TYPE_CHECKING:
    from repobook.build.request import BuildRequest
    from repobook.build.scanning import Scan

_SHARE: Final = 20
_LEAST_SECONDS: Final = 1.0
_SECONDS_TO_SETTLE: Final = 10.0
# They say what else belongs to the sources, and how it is read.
_OF_CONSEQUENCE: Final = frozenset(
    [b".gitignore", b".gitattributes", b"manifest.json", b"repobook.toml", b"pyproject.toml"]
)


class TreeState(NamedTuple):
    """What is known of the files behind a book."""

    is_watched: bool = False
    is_stale: bool = False
    """Files have changed since the book was built."""
    is_building: bool = False
    build_problem: str = ""
    """Why the last build failed; empty when it did not."""


class Sight(NamedTuple):
    """The state of the files at one poll; equal states mean equal files."""

    digest: str
    is_settled: bool
    """Whether nothing is being written at this moment."""
    folders: frozenset[bytes] = frozenset()
    """Those that hold the files."""
    scan: "Scan | None" = None
    """For a build that begins at once."""
    number_by_path: Mapping[bytes, int] = MappingProxyType({})
    """Of the files that a scan found."""


def scan_of(request: "BuildRequest") -> Sight:
    """What a build would find. A git directory is as its commit."""
    from repobook.build.scanning import configured, scan_files  # with all that a build needs
    from repobook.scan.config import read_config

    if request.spec.kind == "git":
        return Sight(request.spec.rev, True)
    config = read_config(request.spec)
    scan = scan_files(configured(request, config), config)
    return _sight_of_scan(os.fsencode(request.spec.root), scan)


def sight_after(before: Sight, touched: Set[bytes]) -> Sight | None:
    """What a scan would find now, where nothing happened since but to these paths; None where only
    a scan tells. To walk through twenty thousand files takes longer than to read the edited one."""
    if not before.scan:
        return None
    listing = before.scan.listing
    entries = list(listing.entries)
    for path in touched:
        number, status = before.number_by_path.get(path), _status(path)
        if number is None and status is None:  # it came and went
            continue
        is_file = status is not None and stat.S_ISREG(status.st_mode)
        if number is None or status is None or not is_file or entries[number].kind != "file":
            return None
        if os.path.basename(path) in _OF_CONSEQUENCE:
            return None
        entries[number] = seen_again(entries[number], status)
    listing = listing._replace(entries=tuple(entries))
    return before._replace(
        digest=_digest(listing),
        is_settled=_is_settled(listing),
        scan=before.scan._replace(listing=listing),
    )


def _status(path: bytes) -> os.stat_result | None:
    try:
        return os.lstat(path)
    except OSError:
        return None


def _sight_of_scan(root: bytes, scan: "Scan") -> Sight:
    paths = (os.path.join(root, one.raw_path) for one in scan.listing.entries)
    numbers = {path: n for n, path in enumerate(paths)}
    return _sight(os.fsdecode(root), scan.listing)._replace(scan=scan, number_by_path=numbers)


def sight_of(spec: SourceSpec) -> Sight:
    """Nothing is read: names, sizes, times. A git directory is as its commit."""
    if spec.kind == "git":
        return Sight(spec.rev, True)
    source = open_source(spec)
    try:
        return _sight(spec.root, source.list())
    finally:
        source.close()


def _sight(root: str, listing: Listing) -> Sight:
    folders = {entry.raw_path.rpartition(b"/")[0] for entry in listing.entries} | {b""}
    return Sight(
        _digest(listing),
        _is_settled(listing),
        frozenset(os.path.join(os.fsencode(root), folder) for folder in folders),
    )


def _digest(listing: Listing) -> str:
    return digest_of((listing.commit, listing.skipped, listing.entries))


def _is_settled(listing: Listing) -> bool:
    return all(entry.stamp for entry in listing.entries if entry.kind == "file")


class Watch:
    """Compares what is there with what was built."""

    def __init__(self, look: Callable[[], Sight], events: FolderEvents | None = None) -> None:
        self._look = look
        self._events = events
        self._has_event = False
        """Whether the last look was taken because the system said that something had changed."""
        self._is_in_vain = False
        self._built = ""
        self._seen = Sight("", True)
        self._unsettled_since: float | None = None
        self.seconds_of_rest = _LEAST_SECONDS

    def is_stale(self) -> bool:
        started = _processor_seconds()
        touched = self._events.touched if self._events and self._has_event else None
        self._seen = (touched and sight_after(self._seen, touched)) or self._look()
        self.seconds_of_rest = max(_LEAST_SECONDS, _SHARE * (_processor_seconds() - started))
        if self._events:  # now, so that what changes during a build is noticed
            self._events.watch(self._seen.folders)
        is_stale = self._seen.digest != self._built
        self._is_in_vain = self._has_event and not is_stale
        return is_stale

    @property
    def has_built(self) -> bool:
        return bool(self._built)

    @property
    def scan(self) -> "Scan | None":
        """What the last poll found."""
        return self._seen.scan

    def is_due(self) -> bool:
        """Whether to rebuild now: not while files are being written, unless that does not end.

        What the system said is said when they are closed.
        """
        if self._seen.is_settled or self._has_event or not self._built:
            self._unsettled_since = None
            return True
        now = time.monotonic()
        self._unsettled_since = self._unsettled_since or now
        return now - self._unsettled_since > _SECONDS_TO_SETTLE

    def set_built(self) -> None:
        """Records the last polled state as built: files that changed since are stale."""
        self._built = self._seen.digest

    def rest(self, seconds: float) -> None:
        """Until it is time to look again, or something has changed."""
        if self._is_in_vain or not self._events:  # others write there, too
            time.sleep(seconds)
        self._has_event = self._events is not None and self._events.wait(seconds)


def _processor_seconds() -> float:
    """Of this process and those it waited for: on a busy machine a look takes long, and no more."""
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system
