"""Short digests of values."""

import hashlib


def digest_of(value: object) -> str:
    """Of a value whose ``repr`` is stable."""
    data = repr(value).encode("utf-8", "replace")
    return hashlib.blake2b(data, digest_size=16).hexdigest()
