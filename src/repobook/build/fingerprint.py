"""One fingerprint of our own code, data, native libraries and installed packs.

Whatever an earlier build left behind (facts, index, pages) was shaped by all of them, so a single
fingerprint decides whether it may be used. Lists kept by hand forgot modules.
"""

import hashlib
import os
import sys
from collections.abc import Iterator
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from typing import Final

from repobook.packs.installed import foreign_sources

# Installed packages whose versions change facts, links, findings or the layout of a file.
_SHAPED_BY: Final = ("apsw-", "google_re2-", "msgspec-", "ruff-", "tree_sitter", "zstandard-")
_SOURCES: Final = (".py", ".scm", ".json", ".css", ".js", ".svg")


@cache
def own_fingerprint() -> str:
    digest = hashlib.sha256()
    for name, file in _own_files(resources.files("repobook"), ""):
        data = file.read_bytes()
        digest.update(f"{name}\0{len(data)}\0".encode() + data)
    for name in sorted(_installed()):
        digest.update(f"{name}\n".encode())
    for name, data in foreign_sources():
        digest.update(f"{name}\0{len(data)}\0".encode() + data)
    return digest.hexdigest()[:16]


def _own_files(folder: Traversable, prefix: str) -> Iterator[tuple[str, Traversable]]:
    for entry in sorted(folder.iterdir(), key=lambda entry: entry.name):
        name = f"{prefix}{entry.name}"
        if entry.name.endswith(_SOURCES):
            yield name, entry
        elif entry.is_dir():
            yield from _own_files(entry, f"{name}/")


def _installed() -> set[str]:
    """Names of the packages' metadata folders, which hold the versions: reading them is slow."""
    folders = [folder for folder in sys.path if os.path.isdir(folder)]
    names = (name for folder in folders for name in os.listdir(folder))
    return {name for name in names if name.startswith(_SHAPED_BY) and name.endswith(".dist-info")}
