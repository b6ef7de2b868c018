"""GLSL: C after its layouts and qualifiers are blanked and its blocks are made structures."""

import re
from typing import Final

import tree_sitter_c

from repobook.languages.c_family.parser.c_parser import c_language
from repobook.languages.c_family.parser.c_text import prepare

_LAYOUT: Final = re.compile(rb"\blayout\s*+\([^()]*+\)(?:\s*+(?:in|out|buffer|uniform)\s*+(?=;))?")
_BLOCK: Final = re.compile(rb"\b(?:uniform|buffer)(?=\s++[A-Za-z_]\w*+\s*+\{)")
_QUALIFIER: Final = re.compile(
    rb"\b(?:uniform|buffer|restrict|readonly|writeonly|coherent|in|out|inout|flat|smooth|highp"
    rb"|mediump|lowp|shared|precise|invariant|centroid|varying|attribute|noperspective|patch"
    rb"|sample)\b(?=\s++[A-Za-z_])"
)
_TEMPLATE: Final = re.compile(rb"^[ \t]*+\$[a-z][^\n]*+|\$\{[^{}\n]*+\}", re.MULTILINE)


def _prepare(data: bytes) -> bytes:
    text = prepare(data)
    if b"$" in text:
        text = _TEMPLATE.sub(_placeholder, text)
    text = _LAYOUT.sub(_spaces, text)
    # A block keeps its storage word until the qualifiers between it and its name are gone.
    text = re.sub(rb"\b(?:restrict|readonly|writeonly|coherent)\b", _spaces, text)
    text = _BLOCK.sub(lambda match: b"struct".ljust(len(match[0])), text)
    return _QUALIFIER.sub(_spaces, text)


def _placeholder(match: re.Match[bytes]) -> bytes:
    return b"0".ljust(len(match[0])) if match[0].startswith(b"${") else _spaces(match)


def _spaces(match: re.Match[bytes]) -> bytes:
    return re.sub(rb"[^\r\n]", b" ", match[0])


facts = c_language(tree_sitter_c.language, "c_family/c", prepare=_prepare)
