"""TypeScript: JavaScript's hooks with another grammar and the patterns of its types."""

import re
from typing import Final

import tree_sitter_typescript

from repobook.languages.ecmascript import javascript
from repobook.languages.ecmascript.ecmascript_decisions import DECIDING, READING
from repobook.languages.ecmascript.ecmascript_imports import finish, imports
from repobook.languages.ecmascript.ecmascript_scopes import SCOPING
from repobook.parse.tree import TreeLanguage

# Of ``<in out T>`` the grammar knows the parameter alone.
_VARIANCE: Final = re.compile(
    rb"[<,]\s*+(?P<words>in\s++out|in|out)(?=\s++[A-Za-z_$][\w$]*+\s*+(?:[,>=]|extends\b))"
)


def prepare(data: bytes) -> bytes:
    if b"out " not in data and b"in " not in data:
        return data
    out = bytearray(data)
    for match in _VARIANCE.finditer(data):
        start, end = match.span("words")
        out[start:end] = re.sub(rb"\S", b" ", data[start:end])
    return bytes(out)


facts = TreeLanguage(
    tree_sitter_typescript.language_typescript,
    "ecmascript/typescript",
    chains=javascript.CHAINS,
    describe=javascript.describe,
    imports=imports,
    scoping=SCOPING,
    prepare=prepare,
    finish=finish,
    deciding=DECIDING,
    reading=READING,
)
