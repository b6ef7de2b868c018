"""Makes text safe to show: what cannot be seen, or would steer a terminal, appears as its code."""

import re
from typing import Final

# Control characters, bidi overrides and isolates, zero-width and tag characters, lone surrogates.
INVISIBLE: Final = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u2069"
    "\ufeff\ufff9-\ufffb\U000e0000-\U000e007f\ud800-\udfff]"
)
_PLAIN: Final = bytes([0x09, 0x0A, *range(0x20, 0x7F)])


def visible(text: str) -> str:
    # Several times as fast as looking at each character: plain ones are left out first.
    rest = text.encode("utf-8", "surrogatepass").translate(None, _PLAIN)
    if not rest or INVISIBLE.search(rest.decode("utf-8", "surrogatepass")) is None:
        return text
    return INVISIBLE.sub(_code, text)


def one_visible_line(text: str) -> str:
    return visible(text).replace("\n", "\\n").replace("\t", "\\t")


def _code(match: re.Match[str]) -> str:
    number = ord(match.group())
    return f"\\x{number:02x}" if number < 0x100 else f"\\u{{{number:x}}}"
