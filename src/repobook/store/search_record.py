"""What the search keeps of one content, as bytes: its fields, and its text to search lines in.

Worked out where the file is parsed and kept beside its facts, so that ``search.db`` can be made
again without reading a file.
"""

from collections.abc import Callable
from typing import Final, NamedTuple

import msgspec
import zstandard

from repobook.model.search import FieldTexts

# Made once: setting one up costs as much as compressing a small file.
_PACK_TEXT: Final = zstandard.ZstdCompressor(3).compress
_PACK_TERMS: Final = zstandard.ZstdCompressor(1).compress


class SearchRecord(NamedTuple):
    fields: FieldTexts
    names: tuple[str, ...]
    """Of all that the file defines, each once."""
    text: bytes
    """Compressed, as it is stored."""


class _Packed(NamedTuple):
    told: bytes
    text: bytes


class _Told(NamedTuple):
    fields: FieldTexts
    names: tuple[str, ...]


_ENCODE: Final = msgspec.msgpack.Encoder().encode
_PACKED: Final = msgspec.msgpack.Decoder(_Packed)
_TOLD: Final = msgspec.msgpack.Decoder(_Told)


def encode_search(fields: FieldTexts, names: tuple[str, ...], text: bytes) -> bytes:
    return _ENCODE(_Packed(_PACK_TERMS(_ENCODE(_Told(fields, names))), _PACK_TEXT(text)))


def decode_search(data: bytes) -> SearchRecord:
    told, text = _PACKED.decode(data)
    return SearchRecord(*_TOLD.decode(decompressed(told)), text)


def decompressed(data: bytes) -> bytes:
    return decompressor()(data)


def decompressor() -> Callable[[bytes], bytes]:
    """For many texts one after the other, in one thread: making it takes as long as using it."""
    return zstandard.ZstdDecompressor().decompress
