"""The link preview image: the folders of the repository by size."""

import struct
import zlib
from typing import Final

from repobook.hosting.site_sizes import SiteSizes
from repobook.render.html.treemap import laid_out

_WIDTH: Final = 1200
_HEIGHT: Final = 630
_GAP: Final = 6
_N_TILES: Final = 24
_GROUND: Final = bytes((20, 23, 27))
_DARK: Final = (24, 60, 102)
_LIGHT: Final = (124, 183, 242)


def social_card(sizes: SiteSizes) -> bytes:
    """A PNG; the same sizes give the same bytes."""
    tiles = [n_bytes for _, n_bytes in sizes.by_folder[:_N_TILES] if n_bytes] or [1]
    rows = [bytearray(_GROUND * _WIDTH) for _ in range(_HEIGHT)]
    for n, area in enumerate(laid_out(tiles, _WIDTH - _GAP, _HEIGHT - _GAP)):
        shade = bytes(
            light + (dark - light) * n // len(tiles)
            for light, dark in zip(_LIGHT, _DARK, strict=True)
        )
        left, right = area.x + _GAP, area.x + area.width
        for row in rows[area.y + _GAP : area.y + area.height]:
            row[3 * left : 3 * max(left, right)] = shade * max(right - left, 0)
    return _png(rows)


def _png(rows: list[bytearray]) -> bytes:
    header = struct.pack(">IIBBBBB", _WIDTH, _HEIGHT, 8, 2, 0, 0, 0)
    pixels = zlib.compress(b"".join(b"\0" + bytes(row) for row in rows), 9)
    chunks = ((b"IHDR", header), (b"IDAT", pixels), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        for kind, data in chunks
    )
