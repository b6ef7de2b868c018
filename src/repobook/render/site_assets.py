"""Styles and scripts that all pages of the site share: ours, and named by what they hold.

Each part of the site has a file of its own; a page names one script and one style, since every
further name would stand on tens of thousands of pages.
"""

import hashlib
from collections.abc import Mapping
from functools import cache
from importlib import resources
from typing import Final, NamedTuple

FOLDER: Final = "book-assets"
"""Of the site; a folder of the repository that is called so is spelt otherwise."""


class Asset(NamedTuple):
    name: str
    """Relative to the site."""
    text: str


_ALONE: Final = ("early.js", "icon.svg")
_FIRST: Final = "book."
"""What the other parts stand on: the theme's colours, what scripts share."""


@cache
def assets() -> dict[str, Asset]:
    """By the names that pages ask for: ``book.js`` and ``book.css`` hold all that is not alone."""
    folder = resources.files("repobook.render") / "assets"
    texts = {file.name: file.read_text("utf-8") for file in folder.iterdir() if file.is_file()}
    joined = {f"book.{suffix}": _joined(texts, suffix) for suffix in ("css", "js")}
    found = {name: texts[name] for name in _ALONE} | joined
    return {name: Asset(_name(name, found[name]), found[name]) for name in sorted(found)}


def _joined(texts: Mapping[str, str], suffix: str) -> str:
    names = [name for name in texts if name.endswith(f".{suffix}") and name not in _ALONE]
    return "".join(texts[name] for name in sorted(names, key=_first_first))


def _first_first(name: str) -> tuple[bool, str]:
    return not name.startswith(_FIRST), name


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
