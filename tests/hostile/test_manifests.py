"""A manifest may come from anybody: reading it never waits and has a limit."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from repobook.index.publish.manifest import manifest_bytes, read_manifest
from repobook.model.book_layout import MANIFEST

_OURS = b'{"made_by": "repobook"}'


def _link(path: Path) -> None:
    elsewhere = path.with_name("elsewhere")
    elsewhere.write_bytes(_OURS)
    path.symlink_to(elsewhere)


def _sparse(path: Path) -> None:
    path.write_bytes(_OURS)
    os.truncate(path, 8 << 30)


def _deep(path: Path) -> None:
    path.write_bytes(b'{"made_by": "repobook", "outputs": ' + b"[" * 1_000_000)


@pytest.mark.parametrize("forged", [_link, _sparse, _deep, os.mkfifo, os.mkdir])
def test_a_manifest_that_is_none_of_ours_counts_as_none(
    tmp_path: Path, forged: Callable[[Path], None]
) -> None:
    forged(tmp_path / MANIFEST)
    assert read_manifest(tmp_path) == {}


@pytest.mark.parametrize("forged", [_link, _sparse, os.mkfifo])
def test_its_bytes_are_not_read(tmp_path: Path, forged: Callable[[Path], None]) -> None:
    forged(tmp_path / MANIFEST)
    with pytest.raises(OSError, match=MANIFEST):
        manifest_bytes(tmp_path)
