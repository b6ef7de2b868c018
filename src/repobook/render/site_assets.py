"""Styles and scripts that all pages of the site share: ours, and named by what they hold."""

import hashlib
from functools import cache
from importlib import resources
from typing import Final, NamedTuple

FOLDER: Final = "book-assets"
"""Of the site; a folder of the repository that is called so is spelt otherwise."""


class Asset(NamedTuple):
    name: str
    """Relative to the site."""
    text: str


@cache
def assets() -> dict[str, Asset]:
    folder = resources.files("repobook.render") / "assets"
    texts = {file.name: file.read_text("utf-8") for file in folder.iterdir() if file.is_file()}
    return {name: Asset(_name(name, texts[name]), texts[name]) for name in sorted(texts)}


def shared() -> tuple[tuple[str, str], ...]:
    """All that the site has beside its pages."""
    # Without the last one GitHub Pages leaves out folders whose names begin with an underscore.
    return *((asset.name, asset.text) for asset in assets().values()), (".nojekyll", "")


@cache
def asset_name(name: str) -> str:
    return assets()[name].name


def _name(name: str, text: str) -> str:
    """A browser may keep it for ever."""
    stem, _, suffix = name.rpartition(".")
    digest = hashlib.blake2b(text.encode(), digest_size=5).hexdigest()
    return f"{FOLDER}/{stem}-{digest}.{suffix}"
