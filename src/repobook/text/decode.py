"""Turns a file's bytes into UTF-8 whose line numbers equal the editor's.

Only ``\\n``, ``\\r\\n`` and ``\\r`` end a line. Whatever had to be replaced is named in
``problem``.
"""

import re
from typing import Final, NamedTuple

_BOMS: Final = (
    (b"\xef\xbb\xbf", "utf-8"),
    (b"\xff\xfe\x00\x00", "utf-32-le"),
    (b"\x00\x00\xfe\xff", "utf-32-be"),
    (b"\xff\xfe", "utf-16-le"),
    (b"\xfe\xff", "utf-16-be"),
)
# Only encodings of text may be asked for by a cookie: codecs such as ``zlib`` or ``idna``
# transform, and UTF-16 and UTF-32 are recognised by their BOM.
_COOKIE: Final = re.compile(rb"^[ \t\f]*#.*?coding[:=][ \t]*([-\w.]{1,40})")
_COOKIE_ENCODINGS: Final = frozenset(
    [
        *("latin-1", "latin1", "koi8-r", "koi8-u", "mac-roman"),
        *(f"iso-8859-{n}" for n in range(1, 17) if n != 12),
        *(f"cp{n}" for n in range(1250, 1259)),
        *(f"windows-{n}" for n in range(1250, 1259)),
        *("euc-jp", "shift-jis", "sjis", "cp932", "gbk", "gb2312", "gb18030", "big5", "euc-kr"),
    ]
)
_LONE_CR: Final = re.compile(rb"\r(?!\n)")
_SNIFFED_BYTES: Final = 8000


class DecodedText(NamedTuple):
    data: bytes
    """UTF-8, without BOM, lone carriage returns as newlines, NULs as spaces."""
    encoding: str
    problem: str


def is_binary(content: bytes) -> bool:
    """Git's rule, a NUL in the first 8,000 bytes, except where a BOM explains the NULs."""
    if content.startswith((b"\xff\xfe", b"\xfe\xff", b"\x00\x00\xfe\xff")):
        return False
    return b"\0" in content[:_SNIFFED_BYTES]


def decode(content: bytes) -> DecodedText:
    data, encoding, problem = _to_utf8(content)
    if b"\r" in data:
        data = _LONE_CR.sub(b"\n", data)
    if b"\0" in data:
        data = data.replace(b"\0", b" ")
        problem = problem or "contains NUL characters"
    return DecodedText(data, encoding, problem)


def _to_utf8(content: bytes) -> tuple[bytes, str, str]:
    for bom, encoding in _BOMS:
        if content.startswith(bom):
            return _transcode(content[len(bom) :], encoding)
    if content.isascii():
        return content, "utf-8", ""
    try:
        content.decode("utf-8")
    except UnicodeDecodeError:
        return _transcode(content, _declared_encoding(content) or "utf-8")
    return content, "utf-8", ""


def _transcode(content: bytes, encoding: str) -> tuple[bytes, str, str]:
    try:
        return content.decode(encoding).encode("utf-8"), encoding, ""
    except (UnicodeDecodeError, UnicodeEncodeError):
        text = content.decode(encoding, "replace").encode("utf-8", "replace")
        return text, encoding, f"not valid {encoding}; undecodable bytes were replaced"


def _declared_encoding(content: bytes) -> str:
    for line in content[:400].splitlines()[:2]:
        if match := _COOKIE.match(line):
            name = match.group(1).decode("ascii").lower().replace("_", "-")
            return name if name in _COOKIE_ENCODINGS else ""
    return ""
