"""Short texts that differ when what they stand for does: values, or parts of our own source."""

import hashlib
from collections.abc import Iterator
from importlib import resources
from importlib.resources.abc import Traversable


def digest_of(told: object) -> str:
    """Of a value that is written the same whenever it is the same."""
    data = repr(told).encode("utf-8", "replace")
    return hashlib.blake2b(data, digest_size=16).hexdigest()


def version_of(*parts: str) -> str:
    """Of files of the package, or of all that lie right in a folder of it."""
    digest = hashlib.sha256()
    for part in parts:
        for name, file in _files(part, resources.files("repobook") / part):
            digest.update(f"{name}\0".encode() + file.read_bytes())
    return digest.hexdigest()[:16]


def _files(name: str, part: Traversable) -> Iterator[tuple[str, Traversable]]:
    if part.is_file():
        yield name, part
        return
    for file in sorted(part.iterdir(), key=lambda file: file.name):
        if file.is_file():
            yield f"{name}/{file.name}", file
