"""Names in Python of functions in C and C++: pybind11, nanobind, tables of the C API.

A symbol is called ``py:module.Class.name``, or without the module where another file says it.
"""

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from repobook.findings.rule import C_FAMILY
from repobook.model.facts import FileFacts
from repobook.model.kinds import PYTHON_NAME
from repobook.packs.calls import Argument, FileCalls, Use
from repobook.packs.gathered import Gathered
from repobook.packs.pack import Pack, PackFacts
from repobook.parse.source import SourceText
from repobook.text.python_names import bound_python_name

_NAME: Final = "python-bindings"
_WORDS: Final = (b"pybind11", b"nanobind", b"PyMethodDef")
_COMMENT: Final = re.compile(rb'"(?:[^"\\\n]|\\.)*+"|//[^\n]*+|/\*(?:[^*]|\*(?!/))*+\*/', re.DOTALL)
_NO_BREAK: Final = re.compile(rb"[^\n]")
_HEAD: Final = re.compile(
    rb"\b(?:PYBIND11_MODULE|NB_MODULE|PYBIND11_EMBEDDED_MODULE)\(\s{0,9}(?P<module>\w{1,80})"
    rb"\s{0,9},\s{0,9}(?P<variable>\w{1,80})"
    rb"|(?P<class>\b\w{0,40}class(?:_|h)\s{0,9}<)"
    rb"|\b(?P<owner>\w{1,80})\s{0,9}(?=\.def(?:_static)?\()"
)
_CLASS: Final = re.compile(
    rb"[^;{}\"]{0,600}?(?:>\s{0,9}(?P<holder>\w{1,80})?\()\s{0,40}(?P<parent>\w{1,80})\s{0,9},"
    rb"\s{0,40}\"(?P<name>\w{1,100})\""
)
_HELD: Final = re.compile(rb"\b(\w{1,80})\s{0,9}=\s{0,40}(?:\w{1,40}::){0,3}\Z")
_LINK: Final = re.compile(rb"\s{0,400}\.(\w{1,80})\s{0,9}(?:<[^;{}()]{0,200}>)?\(\s{0,40}")
_LITERAL: Final = re.compile(rb"\"(\w{1,100})\"\s{0,40},")
_DEFINING: Final = (b"def", b"def_static")
_CAST: Final = re.compile(
    rb"(?:(?:\w{1,40}::)?overload_cast|static_cast)\s{0,9}<[^;{}]{0,300}?>\(\s{0,40}(&[\w:]{1,200})"
)
_TABLE: Final = re.compile(
    rb"\bPyMethodDef\s{1,9}\w{1,100}\s{0,9}\[[^\]\n]{0,40}\]\s{0,9}=\s{0,9}\{"
)
_ENTRY: Final = re.compile(
    rb"\{\s{0,40}\"(?P<name>\w{1,100})\"\s{0,40},\s{0,40}"
    rb"(?:\(PyCFunction\)\s{0,9}|\(void\s{0,9}\(\*\)\(void\)\)\s{0,9}"
    rb"|\w{0,40}cast\w{0,40}\(\s{0,40}|\w{0,40}CAST\w{0,40}\(\s{0,40}){0,3}"
    rb"(?P<function>[A-Za-z_]\w{0,200})\s{0,9}[,)]"
)


class _Bound(NamedTuple):
    name: str
    start: int
    end: int
    function: Argument


def _read(language: str, source: SourceText, facts: FileFacts) -> PackFacts:
    if language not in C_FAMILY or not any(word in source.data for word in _WORDS):
        return PackFacts()
    calls = FileCalls(language, source, facts)
    gathered = Gathered(_NAME, source)
    code = _COMMENT.sub(_blank_comment, source.data)
    for bound in (*_registered(calls, code), *_tabled(calls, code)):
        use = _function(calls, bound)
        name = gathered.define(PYTHON_NAME, bound_python_name(bound.name), bound.start, bound.end)
        if use is not None:
            gathered.bind(name, "implementation", use)
    return gathered.facts()


def _blank_comment(match: re.Match[bytes]) -> bytes:
    return match[0] if match[0].startswith(b'"') else _NO_BREAK.sub(b" ", match[0])


def _registered(calls: FileCalls, code: bytes) -> Iterator[_Bound]:
    """Chains of calls, each from its head: a module, a class, or a variable that holds one."""
    names: dict[bytes, str] = {}
    for head in _HEAD.finditer(code) if b".def" in code else ():
        if head["module"]:
            names[head["variable"]] = head["module"].decode()
        elif head["owner"]:
            yield from _chain(calls, code, head.end(), names.get(head["owner"], ""))
        elif found := _CLASS.match(code, head.end()):
            parent = names.get(found["parent"], "")
            name = f"{parent}.{found['name'].decode()}".lstrip(".")
            held = _HELD.search(code, max(0, head.start() - 200), head.start())
            names[found["holder"] or (held[1] if held else b"")] = name
            yield from _chain(calls, code, calls.end_of(found.start("parent")), name)


def _chain(calls: FileCalls, code: bytes, start: int, owner: str) -> Iterator[_Bound]:
    while link := _LINK.match(code, start):
        start = calls.end_of(link.end())
        name = _LITERAL.match(code, link.end()) if link[1] in _DEFINING else None
        if name:
            whole = f"{owner}.{name[1].decode()}".lstrip(".")
            yield _Bound(whole, name.start(), name.end(), _second(code, name.end()))


def _second(code: bytes, start: int) -> Argument:
    """The next argument, where it is a name or a cast of one."""
    while code[start : start + 1].isspace():
        start += 1
    if cast := _CAST.match(code, start):
        return Argument("", cast.start(1), cast.end(1))
    end = start
    while end < len(code) and (code[end : end + 1].isalnum() or code[end : end + 1] in b"_:&"):
        end += 1
    return Argument("", start, end)


def _tabled(calls: FileCalls, code: bytes) -> Iterator[_Bound]:
    for table in _TABLE.finditer(code):
        end = calls.end_of(table.end())
        for entry in _ENTRY.finditer(code, table.end(), end):
            function = Argument("", *entry.span("function"))
            yield _Bound(entry["name"].decode(), entry.start(), entry.end(), function)


def _function(calls: FileCalls, bound: _Bound) -> Use | None:
    """One in place, and one that is made by a call, has no name to lead to."""
    return calls.use(bound.function) if bound.function.end > bound.function.start else None


PACK: Final = Pack(
    _NAME,
    stages={"implementation": "Implemented by"},
    read=_read,
)
