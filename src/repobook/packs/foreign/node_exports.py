"""Functions of C and C++ that Node.js calls: what they are called in JavaScript."""

import re
from typing import Final

from repobook.model.kinds import NATIVE_NAME
from repobook.packs.calls import Argument, FileCalls
from repobook.packs.gathered import Gathered

_NAME: Final = rb"\"(?P<name>[\w$]{1,100})\"\s{0,40}"
_FUNCTION: Final = rb"&?(?P<function>(?:\w{1,80}::){0,4}[A-Za-z_]\w{0,200})\s{0,9}[,)}]"
_EXPORTS: Final = (
    # node-addon-api: ``exports.Set("add", Napi::Function::New(env, Add))``
    re.compile(
        rb"\.Set\(\s{0,40}(?:Napi::String::New\(\s{0,9}\w{1,40},\s{0,9})?"
        + _NAME
        + rb"\)?,\s{0,40}"
        rb"(?:Napi::)?Function::New(?:<[^;()]{0,80}>)?\(\s{0,40}\w{1,40}\s{0,9},\s{0,40}"
        + _FUNCTION
    ),
    # ``InstanceMethod("area", &Box::Area)`` and ``InstanceMethod<&Box::Area>("area")``
    re.compile(
        rb"\b(?:Instance|Static)(?:Method|Accessor)\(\s{0,40}" + _NAME + rb",\s{0,40}" + _FUNCTION
    ),
    re.compile(
        rb"\b(?:Instance|Static)(?:Method|Accessor)<\s{0,9}&(?P<function>[\w:]{1,300})[^>]{0,200}>"
        rb"\(\s{0,40}" + _NAME
    ),
    # Node-API itself: properties that are described, functions that are made
    re.compile(
        rb"\bDECLARE_\w{0,40}(?:METHOD|PROPERTY|FUNCTION)\(\s{0,9}"
        + _NAME
        + rb",\s{0,9}"
        + _FUNCTION
    ),
    re.compile(
        rb"\{\s{0,40}" + _NAME + rb",\s{0,40}(?:NULL|nullptr|0)\s{0,9},\s{0,40}" + _FUNCTION
    ),
    re.compile(
        rb"\bnapi_create_function\(\s{0,40}\w{1,40}\s{0,9},\s{0,40}"
        + _NAME
        + rb",\s{0,40}\w{1,60}\s{0,9},\s{0,40}"
        + _FUNCTION
    ),
)


def read_exports(calls: FileCalls, gathered: Gathered) -> None:
    for pattern in _EXPORTS:
        for match in pattern.finditer(calls.source.data):
            name = f"js:{match['name'].decode()}"
            name = gathered.define(NATIVE_NAME, name, match.start(), match.end())
            if use := calls.use(Argument("", *match.span("function"))):
                gathered.bind(name, "implementation", use)
