"""C, with the blocks that macros head: ``run_with_period(100) {``."""

import re
from typing import Final

import tree_sitter_c

from repobook.languages.c_family.parser.c_parser import c_language
from repobook.languages.c_family.parser.c_text import prepare

# No function of C is defined in another, so what is indented and looks like one is a statement.
_BLOCK: Final = re.compile(
    rb"^[ \t]++(?!(?:if|for|while|switch|else|do|return|sizeof)\b)[A-Za-z_]\w*+[ \t]*+"
    rb"\((?>(?:[^()\"\n]|\"(?>(?:[^\"\\\n]|\\.)*)\"|\([^()\"\n]*+\))*)\)(?P<gap>[ \t])[ \t]*+\{",
    re.MULTILINE,
)
_MAX_BEFORE: Final = 400


def _prepare(data: bytes) -> bytes:
    """``MACRO(x) {`` becomes ``MACRO(x);{``, a call and a block."""
    text = prepare(data)
    ends = [match.start("gap") for match in _BLOCK.finditer(text) if _begins(text, match.start())]
    if not ends:
        return text
    out = bytearray(text)
    for end in ends:
        out[end] = ord(";")
    return bytes(out)


def _begins(text: bytes, start: int) -> bool:
    """Whether a statement may begin there."""
    before = text[max(0, start - _MAX_BEFORE) : start].rstrip()
    line = before[before.rfind(b"\n") + 1 :]
    return before.endswith((b";", b"{", b"}", b":", b"*/")) or b"//" in line


facts = c_language(tree_sitter_c.language, "c_family/c", prepare=_prepare)
