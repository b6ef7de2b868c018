"""The search record of one file content: its fields, and its compressed text.

Worked out where the file is parsed and kept beside its facts, so that ``search.db`` can be made
again without reading a file.
"""

from collections.abc import Callable, Sequence
from itertools import accumulate
from typing import Final, NamedTuple

import msgspec
import zstandard

from repobook.model.search.matches import FieldTexts

# Made once: setting one up costs as much as compressing a small file.
_PACK_TEXT: Final = zstandard.ZstdCompressor(3).compress
_PACK_TERMS: Final = zstandard.ZstdCompressor(1).compress
MAX_TEXT_BYTES: Final = 1 << 29
_PACKED_BREAK: Final = _PACK_TEXT(b"\n")


class SearchRecord(NamedTuple):
    fields: FieldTexts
    names: tuple[str, ...]
    """Of all that the file defines, each once."""
    text: bytes
    """Compressed, as it is stored."""


class _Packed(NamedTuple):
    words: bytes
    text: bytes


class _Words(NamedTuple):
    fields: FieldTexts
    names: tuple[str, ...]


_ENCODE: Final = msgspec.msgpack.Encoder().encode
_PACKED: Final = msgspec.msgpack.Decoder(_Packed)
_WORDS_DECODER: Final = msgspec.msgpack.Decoder(_Words)


def encode_search(fields: FieldTexts, names: tuple[str, ...], text: bytes) -> bytes:
    return _ENCODE(_Packed(_PACK_TERMS(_ENCODE(_Words(fields, names))), _PACK_TEXT(text)))


def decode_search(data: bytes) -> SearchRecord:
    packed_words, text = _PACKED.decode(data)
    return SearchRecord(*_WORDS_DECODER.decode(decompressed(packed_words)), text)


def compressed(data: bytes) -> bytes:
    return _PACK_TEXT(data)


def decompressed(data: bytes) -> bytes:
    return decompressor()(data)


def joined(packed: Sequence[bytes]) -> tuple[bytes, list[int]]:
    """Several texts as one, a line break between them, and where each begins.

    One call for all: other threads need not wait, as they do around each call.
    """
    starts = [0, *accumulate(text_size(one) + 1 for one in packed)]
    n_bytes = max(0, starts.pop() - 1)
    with zstandard.ZstdDecompressor().stream_reader(
        _PACKED_BREAK.join(packed), read_across_frames=True
    ) as reader:
        try:
            return reader.read(n_bytes), starts
        except zstandard.ZstdError as error:
            raise ValueError(str(error)) from None


def text_size(packed: bytes) -> int:
    """Of the text, in bytes. Few packed bytes may claim to be any number: too many are refused."""
    try:
        n_bytes = int(zstandard.frame_content_size(packed))
    except zstandard.ZstdError as error:
        raise ValueError(str(error)) from None
    if not 0 <= n_bytes <= MAX_TEXT_BYTES:
        raise ValueError(f"a text of {n_bytes} bytes")
    return n_bytes


def decompressor() -> Callable[[bytes], bytes]:
    """For many texts one after the other, in one thread: making it takes as long as using it."""
    unpack = zstandard.ZstdDecompressor().decompress

    def unpacked(data: bytes) -> bytes:
        text_size(data)
        try:
            return unpack(data)
        except zstandard.ZstdError as error:
            raise ValueError(str(error)) from None

    return unpacked
