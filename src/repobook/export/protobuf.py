"""The wire format of Protocol Buffers, as far as we write it: numbers, texts, messages."""

from collections.abc import Iterable

_VARINT, _LENGTH = 0, 2
_N_SHORT = 1 << 14


def number(field: int, value: int) -> bytes:
    """Left out where it is zero, which is the default."""
    return _key(field, _VARINT) + _varint(value) if value else b""


def text(field: int, value: str) -> bytes:
    return message(field, value.encode("utf-8", "replace")) if value else b""


def message(field: int, content: bytes) -> bytes:
    return _key(field, _LENGTH) + _varint(len(content)) + content


def packed(field: int, values: Iterable[int]) -> bytes:
    return message(field, b"".join(map(_varint, values)))


def _key(field: int, kind: int) -> bytes:
    return _varint(field << 3 | kind)


def _varint(value: int) -> bytes:
    return _SHORT[value] if value < _N_SHORT else _encoded(value)


def _encoded(value: int) -> bytes:
    pieces = bytearray()
    while value > 0x7F:
        pieces.append(value & 0x7F | 0x80)
        value >>= 7
    pieces.append(value)
    return bytes(pieces)


# Nearly all numbers are short, and an index has many millions of them.
_SHORT = tuple(map(_encoded, range(_N_SHORT)))
