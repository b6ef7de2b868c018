"""Functions that spell out vector instructions: one finding a function, at the first of them."""

import re
from bisect import bisect_right
from collections.abc import Iterable
from typing import Final

from repobook.findings.rule import C_FAMILY, File, Hit, Rule
from repobook.model.facts import unpack_position

_PREFIXES: Final = ("_mm", "v", "sv")
_INTRINSIC: Final = re.compile(
    r"_mm(?:\d{3})?_\w+|v(?:ld|st)[1-4]q?_\w+|v[a-z]{2,12}q?_[fsu](?:8|16|32|64)"
    r"|sv[a-z]{2,12}\d?_[fsu](?:8|16|32|64)(?:_[mxz])?|vec_(?:xl|xst|madd|perm|splats)"
)


def _find(file: File) -> Iterable[Hit]:
    """One finding a function: one a line would be noise."""
    starts = sorted(d.line for d in file.facts.definitions if d.complexity)
    uses_by_function: dict[int, list[tuple[int, str]]] = {}
    for line, name in sorted(_uses(file)):
        uses_by_function.setdefault(bisect_right(starts, line), []).append((line, name))
    for inside in uses_by_function.values():
        line, name = inside[0]
        more = f" and {len(inside) - 1} more" if len(inside) > 1 else ""
        yield Hit(line, f"{name}{more}")


def _uses(file: File) -> Iterable[tuple[int, str]]:
    for reference in file.facts.references:
        name = reference.name
        if name.startswith(_PREFIXES) and reference.role == "call" and _INTRINSIC.fullmatch(name):
            for position in reference.positions:
                yield unpack_position(position)[0], name


RULE = Rule(
    C_FAMILY,
    "fact",
    "performance",
    "SIMD intrinsics: {name}",
    (_find,),
    fires=(
        ("C++", "void f() { auto a = _mm256_loadu_ps(p);\n  _mm256_storeu_ps(p, a); }\n"),
        ("C", "void f() { float32x4_t v = vld1q_f32(p); }\n"),
    ),
    quiet=(("C++", "void f() { value_f(1); void_f32x(2); svn_log(3); _mmx(4); }\n"),),
)
