"""Checks the search of the site: every shard matches the index, and there are no others."""

from collections.abc import Iterable, Iterator
from pathlib import Path

import apsw

from repobook.build.pages.formats import SITE
from repobook.build.pages.site_search_files import LABELS, SiteIndex
from repobook.render.places import Places
from repobook.render.site import site_search
from repobook.verify.cited_texts import Problem
from repobook.verify.page_bytes import page_bytes


def shard_problems(
    db: apsw.Connection, places: Places, book: Path, outputs: Iterable[str], *, is_fine: bool
) -> Iterator[Problem]:
    """``is_fine``: whether the index from A to Z is cut finer than by letters."""
    left = {name for name in outputs if name.startswith(f"{SITE.name}/{SITE.index_folder}")}
    for name, text in _expected(SiteIndex(db, places, is_fine=is_fine)):
        left.discard(f"{SITE.name}/{name}")
        if _shard_bytes(book / SITE.name, name) != text.encode("utf-8", "backslashreplace"):
            yield Problem("page", name, "differs from the index")
    for name in sorted(left):
        yield Problem("page", name, "is no part of the search")


def _shard_bytes(folder: Path, shard: str) -> bytes:
    try:
        return page_bytes(folder, shard)
    except OSError:
        return b""


def _expected(index: SiteIndex) -> Iterator[site_search.Shard]:
    names = []
    for label in LABELS:
        for shard in index.made(label).shards:
            names.append(shard[0])
            yield shard
    yield site_search.directory(names)
