"""Metal: C++ whose qualifiers become C++ ones of the same length."""

import re
from typing import Final

import tree_sitter_cpp
from tree_sitter import Node

from repobook.languages.c_family.parser.c_parser import c_language, describe_c
from repobook.languages.c_family.parser.c_text import prepare
from repobook.parse.definitions import Context, Sketch

_QUALIFIER: Final = re.compile(
    rb"\b(?:kernel|vertex|fragment|device|constant|thread|threadgroup|threadgroup_imageblock"
    rb"|ray_data|object_data)\b(?=\s++[A-Za-z_])"
)
_KERNEL: Final = re.compile(r"(?:^|[>\]\s])kernel\s")


def _prepare(data: bytes) -> bytes:
    return _QUALIFIER.sub(lambda match: b"const".ljust(len(match[0])), prepare(data))


def _describe(node: Node, kind: str, context: Context) -> Sketch | None:
    sketched = describe_c(node, kind, context)
    if sketched and sketched.kind == "function" and _KERNEL.search(sketched.signature):
        return sketched._replace(kind="kernel")
    return sketched


facts = c_language(tree_sitter_cpp.language, "c_family/cpp", prepare=_prepare, describe=_describe)
