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

from repobook import __version__
from repobook.build.digest import digest_of
from repobook.packs.installed import foreign_sources
from repobook.scan.ignore.attributes import Attributes

# Installed packages whose versions change facts, links, findings or the layout of a file.
_SHAPED_BY: Final = ("apsw-", "google_re2-", "msgspec-", "ruff-", "tree_sitter", "zstandard-")
_SOURCES: Final = (".py", ".scm", ".json", ".css", ".js", ".svg")
IGNORED_FINDINGS: Final = "ignored_findings"
"""In the index: the rules, a line each."""


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


def made_by() -> str:
    """An index that was made by any other repobook is made again from scratch."""
    return f"repobook {__version__}, fingerprint {own_fingerprint()}"


def reading_conditions(attributes: Attributes, max_bytes: int, show_credentials: bool) -> str:
    rules = [(rule.regex.pattern, rule.settings) for rule in attributes.rules]
    return digest_of((made_by(), max_bytes, rules, show_credentials))
