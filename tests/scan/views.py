"""Short views of a listing, so that a test reads as the tree it expects."""

from pathlib import Path

from repobook.model.files import Entry, Listing
from repobook.scan.sources.source import find_source, open_source

LIMIT = 8 << 20


def listing_of(
    path: Path, rev: str = "", include: tuple[str, ...] = (), exclude: tuple[str, ...] = ()
) -> Listing:
    source = open_source(find_source(str(path), rev, include, exclude))
    try:
        return source.list()
    finally:
        source.close()


def paths(listing: Listing) -> list[str]:
    return [entry.path for entry in listing.entries]


def skipped(listing: Listing) -> dict[str, str]:
    return dict(listing.skipped)


def entry_of(listing: Listing, path: str) -> Entry:
    return next(entry for entry in listing.entries if entry.path == path)


def without_stamps(listing: Listing) -> Listing:
    """A stamp depends on how long ago the file was written."""
    return listing._replace(entries=tuple(e._replace(stamp="") for e in listing.entries))


def read_all(path: Path, rev: str = "") -> dict[str, bytes]:
    """Lists a source and reads every file of it."""
    source = open_source(find_source(str(path), rev))
    try:
        entries = source.list().entries
        return {e.path: source.read(e, LIMIT) for e in entries if e.kind == "file"}
    finally:
        source.close()
