"""Git's name for a file's content."""

import hashlib


def blob_hash(content: bytes) -> str:
    """The SHA-1 that ``git hash-object`` would print."""
    digest = hashlib.sha1(b"blob %d\0" % len(content), usedforsecurity=False)
    digest.update(content)
    return digest.hexdigest()
