"""Styles and scripts that all pages of the site share: ours, and named by what they hold.

Each part of the site has a file of its own; a page names one script and one style, since every
further name would stand on tens of thousands of pages. ``*.data.js`` stays apart, for scripts that
need it once in a while: ``book.asset("x.data.js")`` says where it lies.
"""

import hashlib
import json
from collections.abc import Mapping
from functools import cache
from importlib import resources
from typing import Final, NamedTuple

FOLDER: Final = "book-assets"
"""Of the site; a folder of the repository with this name is escaped."""


class Asset(NamedTuple):
    name: str
    """Relative to the site."""
    text: str


_EARLY: Final = "early.js"
_ALONE: Final = (_EARLY, "icon.svg")
_DATA: Final = ".data.js"
_FIRST: Final = "book."
"""What the other parts stand on: the theme's colours, what scripts share."""


@cache
def assets() -> dict[str, Asset]:
    """By the names that pages ask for: ``book.js`` and ``book.css`` hold all that is not alone."""
    folder = resources.files("repobook.render.site") / "assets"
    texts = {file.name: file.read_text("utf-8") for file in folder.iterdir() if file.is_file()}
    alone = {name: _asset(name, text) for name, text in texts.items() if _is_alone(name)}
    del alone[_EARLY]
    late = _asset("book.js", _addresses(alone) + _joined(texts, ".js"))
    early = _asset(_EARLY, texts[_EARLY] + _started(late))
    styles = _asset("book.css", _joined(texts, ".css"))
    all_assets = alone | {_EARLY: early, "book.css": styles, "book.js": late}
    return {name: all_assets[name] for name in sorted(all_assets)}


def shared(commit: str) -> tuple[tuple[str, str], ...]:
    """All that the site has beside its pages."""
    return (
        *((asset.name, asset.text) for asset in assets().values()),
        # It has no hash in its name: every page would change with every commit.
        (f"{FOLDER}/commit.js", f"book.commit({json.dumps(commit)});\n"),
        # Without it GitHub Pages leaves out folders whose names begin with an underscore.
        (".nojekyll", ""),
    )


@cache
def asset_name(name: str) -> str:
    return assets()[name].name


def _is_alone(name: str) -> bool:
    return name in _ALONE or name.endswith(_DATA)


def _addresses(alone: Mapping[str, Asset]) -> str:
    """A script that maps names to hashed names, which scripts cannot know."""
    names = {name: alone[name].name for name in sorted(alone)}
    return f'"use strict";\nbook.assets = {json.dumps(names)};\n'


def _started(late: Asset) -> str:
    """The tag of the other script, as if the page named it too."""
    name = late.name.rpartition("/")[2]
    return (
        '\ndocument.write(`<script src="${document.currentScript.src.replace(/[^/]*$/, "")}'
        f'{name}" defer><\\/script>`);\n'
    )


def _joined(texts: Mapping[str, str], suffix: str) -> str:
    names = [name for name in texts if name.endswith(suffix) and not _is_alone(name)]
    return "".join(texts[name] for name in sorted(names, key=_first_first))


def _first_first(name: str) -> tuple[bool, str]:
    return not name.startswith(_FIRST), name


def _asset(name: str, text: str) -> Asset:
    """A browser may keep it for ever."""
    stem, _, suffix = name.rpartition(".")
    digest = hashlib.blake2b(text.encode(), digest_size=3).hexdigest()
    return Asset(f"{FOLDER}/{stem}-{digest}.{suffix}", text)
