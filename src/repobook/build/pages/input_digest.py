"""A digest of all that a page is made from.

A build finds the pages that a changed row may concern, too many rather than too few, and gathers
what they are made from; only where that differs from what the published page was made from is the
page written again.
"""

import hashlib
from typing import Final

import msgspec

NO_DIGEST: Final = b""
_N_BYTES: Final = 12
_ENCODER: Final = msgspec.msgpack.Encoder()


def input_digest(value: object) -> bytes:
    """``value`` is made of tuples, mappings in a fixed order, texts and numbers."""
    return hashlib.blake2b(_ENCODER.encode(value), digest_size=_N_BYTES).digest()
