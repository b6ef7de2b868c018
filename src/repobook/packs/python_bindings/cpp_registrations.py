"""Chains of ``.def("name", &f)``: pybind11, nanobind, Boost.Python."""

import re
from collections.abc import Iterator
from typing import Final

from repobook.packs.calls import Argument
from repobook.packs.python_bindings.bound import Bound, Code

WORDS: Final = (b"pybind11", b"nanobind", b"boost/python", b"py::", b"nb::")
_DEFINING: Final = rb"(?:def(?:_\w{1,40})?|add_property)"
# Each begins with a letter or sign of its own, by which the text is searched.
_HEAD: Final = re.compile(
    rb"(?:PYBIND11_MODULE|NB_MODULE|PYBIND11_EMBEDDED_MODULE)\(\s{0,9}(?P<module>\w{1,80})"
    rb"\s{0,9},\s{0,9}(?P<variable>\w{1,80})"
    rb"|BOOST_PYTHON_MODULE\(\s{0,9}(?P<boost>\w{1,80})"
    rb"|(?P<class>class(?:_|h)\s{0,9}<)"
    rb"|\.(?P<link>" + _DEFINING + rb")\s{0,9}\("
    rb"|(?<![\w.>])(?P<free>def\()(?=\s{0,40}\")"
)
_OWNER: Final = re.compile(rb"\b(\w{1,80})\s{0,40}\Z")
_CLASS: Final = re.compile(
    rb"[^;{}\"]{0,600}?(?:>\s{0,9}(?P<holder>\w{1,80})?\s{0,9}[({])\s{0,40}"
    rb"(?P<inner>(?:(?P<parent>\w{1,80})\s{0,9},\s{0,40})?\"(?P<name>\w{1,100})\")"
)
_HELD: Final = re.compile(rb"\b(\w{1,80})\s{0,9}=\s{0,40}(?:\w{1,40}::){0,3}\Z")
_LINK: Final = re.compile(rb"\s{0,400}\.(?P<call>\w{1,80})\s{0,9}(?:<[^;{}()]{0,200}>)?\(\s{0,40}")
_CALL: Final = re.compile(_DEFINING)
_LITERAL: Final = re.compile(rb"\"(\w{1,100})\"\s{0,40},")
_CAST: Final = re.compile(
    rb"(?:(?:\w{1,40}::)?overload_cast|static_cast)\s{0,9}<[^;{}]{0,300}?>\(\s{0,40}(&[\w:]{1,200})"
)
_NAME: Final = re.compile(rb"[\w:&]{0,300}")


def cpp_registrations(code: Code) -> Iterator[Bound]:
    """Each chain from its head: a module, a class, or a variable that holds one."""
    names: dict[bytes, str] = {}
    for head in _HEAD.finditer(code.data):
        if module := head["module"] or head["boost"]:
            names[head["variable"] or b""] = module.decode()
        elif head["link"]:
            owner = _OWNER.search(code.data, max(0, head.start() - 120), head.start())
            yield from _chain(code, head.start(), names.get(owner[1], "")) if owner else ()
        elif head["free"]:
            yield from _registered(code, head.end(), names[b""]) if names.get(b"") else ()
        elif found := _CLASS.match(code.data, head.end()):
            name = f"{names.get(found['parent'] or b'', '')}.{found['name'].decode()}".lstrip(".")
            held = _HELD.search(code.data, max(0, head.start() - 200), head.start())
            if variable := found["holder"] or (held[1] if held else b""):
                names[variable] = name
            yield from _chain(code, code.end_of(found.start("inner")), name)


def _chain(code: Code, start: int, owner: str) -> Iterator[Bound]:
    while link := _LINK.match(code.data, start):
        if _CALL.fullmatch(link["call"]):
            yield from _registered(code, link.end(), owner)
        start = code.end_of(link.end())


def _registered(code: Code, start: int, owner: str) -> Iterator[Bound]:
    name = _LITERAL.match(code.data, start)
    if name is not None:
        whole = f"{owner}.{name[1].decode()}".lstrip(".")
        yield Bound(whole, name.start(), code.end_of(start), _second(code.data, name.end()))


def _second(code: bytes, start: int) -> Argument | None:
    """The next argument, where it is a name or a cast of one."""
    while code[start : start + 1].isspace():
        start += 1
    if cast := _CAST.match(code, start):
        return Argument("", cast.start(1), cast.end(1))
    name = _NAME.match(code, start)
    return Argument("", *name.span()) if name and name[0] else None
