"""Spells names of a repository as names of pages: valid on any file system and in addresses.

A name is spelt by itself: what cannot stand in it is written ``%XX``, byte by byte, so that two
names never become one; what is too long is cut and ends in a hash.
"""

import re
import unicodedata
from functools import lru_cache
from hashlib import blake2b
from typing import Final
from urllib.parse import quote

from repobook.text.visible import INVISIBLE

_MAX_COMPONENT: Final = 236  # of 255 bytes; the rest is for ``_symbols_9999.html``
_MAX_FOLDER: Final = 500  # of 1,024 bytes, the shortest limit of a whole path in use
_HEAD: Final = 150
_UNFIT: Final = re.compile(rf'[%<>:"\\|?*]|{INVISIBLE.pattern}|\t|\n')
_AT_THE_END: Final = re.compile(r"[. ]\Z|\.(?=(?:md|html)\Z)", re.IGNORECASE)
# Devices on Windows, whatever follows the dot; git's own folder.
_RESERVED: Final = re.compile(
    r"(?:con|prn|aux|nul|com\d|lpt\d)(?:\..*)?\Z|\.git\Z", re.IGNORECASE | re.DOTALL
)
_SAFE: Final = re.compile(r"[A-Za-z0-9_./~-]*\Z")


@lru_cache(maxsize=1 << 14)
def folder_name(path: str) -> str:
    """Where the pages of a folder lie, with ``/``; the root is empty."""
    # Hashed on the way: a path of thousands of folders is read once, not once for each of them.
    name, hashed = "", _hash("")
    for n, component in enumerate(path.split("/") if path else ()):
        hashed.update((f"/{component}" if n else component).encode("utf-8", "replace"))
        name = _inside(name, component)
        if len(name.encode()) > _MAX_FOLDER:
            name = _cut(name, hashed.hexdigest(), _HEAD)
    return name


def below(parent: str, component: str, path: str) -> str:
    """The folder at ``path``, whose parent is already spelt."""
    name = _inside(parent, component)
    return shortened(name, path, _HEAD) if len(name.encode()) > _MAX_FOLDER else name


def _inside(parent: str, component: str) -> str:
    spelt = _folder_component(component)
    return f"{parent}/{spelt}" if parent else spelt


@lru_cache(maxsize=1 << 14)
def _folder_component(component: str) -> str:
    return _AT_THE_END.sub(_codes, _component(component))


@lru_cache(maxsize=1 << 14)
def file_name(component: str) -> str:
    """The last part of a file's path, to which the kind of page is added."""
    return _component(component)


def shortened(name: str, path: str, n_bytes: int) -> str:
    """At most so many bytes of the name, and a hash of the path that makes it unique."""
    return _cut(name, _hash(path).hexdigest(), n_bytes)


def _cut(name: str, digest: str, n_bytes: int) -> str:
    head = name.encode()[:n_bytes].decode("utf-8", "ignore")
    return f"{head}~{digest}"


def _hash(path: str) -> blake2b:
    return blake2b(path.encode("utf-8", "replace"), digest_size=5)


def _component(component: str) -> str:
    if not component:
        return "%2F"
    spelt = _UNFIT.sub(_codes, component)
    if _RESERVED.match(spelt):
        spelt = f"%{ord(spelt[0]):02X}{spelt[1:]}"
    if len(spelt.encode()) > _MAX_COMPONENT:
        spelt = shortened(spelt, component, _MAX_COMPONENT - 11)
    return spelt


def _codes(match: re.Match[str]) -> str:
    data = match.group().encode("utf-8", "surrogatepass")
    return "".join(f"%{byte:02X}" for byte in data)


def folded(name: str) -> str:
    """Equal for names that some file system takes for one: by case, by Unicode form."""
    if name.isascii():
        return name.lower()
    return unicodedata.normalize("NFD", unicodedata.normalize("NFD", name).casefold())


def as_address(name: str) -> str:
    """A relative path as an address spells it; nothing in it means anything to Markdown."""
    return name if _SAFE.match(name) else quote(name, safe="/", errors="replace")
