"""Places where a GPU kernel is started."""

import re
from collections.abc import Iterable
from typing import Final

from repobook.findings.rule import C_FAMILY, File, Hit, Rule, code

_LAUNCH: Final = code(rb"(?<!<)<<<(?!<)", b"<<<")
_MAX_BEFORE: Final = 600
_NAME: Final = re.compile(rb"[A-Za-z_]\w{0,200}\Z")


def _find(file: File) -> Iterable[Hit]:
    for offset in _LAUNCH.offsets(file):
        before = file.source.data[max(0, offset - _MAX_BEFORE) : offset].rstrip(b" \t\n\\")
        if name := _NAME.search(_without_arguments(before)[-200:]):
            yield Hit(file.source.line_of(offset), name.group().decode())


def _without_arguments(before: bytes) -> bytes:
    """What stands before the template arguments of a kernel."""
    depth = 0
    for n in range(len(before) - 1, -1, -1):
        depth += (before[n : n + 1] == b">") - (before[n : n + 1] == b"<")
        if depth == 0:
            return before[: n + 1] if n == len(before) - 1 else before[:n].rstrip()
    return b""


RULE = Rule(
    C_FAMILY,
    "fact",
    "performance",
    "launches GPU kernel {name}",
    (_find,),
    fires=(
        ("CUDA", "void f() { k<<<1, 2>>>(3); }\n"),
        ("CUDA", "void f() {\n  k<T, g<3>>\n      <<<grid, block, 0, stream>>>(a);\n}\n"),
    ),
    quiet=(
        ("CUDA", "// k<<<1, 2>>>(3)\nvoid f() { a << b; }\n"),
        ("C++", 'void f() { g("k<<<1, 2>>>"); }\n'),
    ),
)
