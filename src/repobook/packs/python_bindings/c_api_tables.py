"""Tables of the C API of CPython: methods, attributes and members, of modules and of types."""

import re
from collections.abc import Iterator
from typing import Final

from repobook.packs.calls import Argument
from repobook.packs.python_bindings.bound import Bound, Code, apart

# The first of two: looking for a word costs as much as a page of grammar.
WORDS: Final = (b"PyMe", b"PyGetSetDef", b"_METHODDEF")
_TABLE: Final = re.compile(
    rb"\bPy(?:MethodDef|GetSetDef|MemberDef)(?:\s{0,9}(?:,\s{0,9}\w{1,40}\s{0,9})?>)?\s{1,40}"
    rb"(?:\w{1,80}::)?(?P<name>\w{1,100})\s{0,9}(?:\[[^\]\n]{0,40}\])?\s{0,40}=?\s{0,40}\{"
)
# What Argument Clinic writes for one entry.
_CLINIC: Final = re.compile(rb"#define[ \t]{1,9}\w{1,200}_METHODDEF[ \t]{0,40}\\\n\s{0,40}(?=\{)")
_CASTS: Final = (
    rb"(?:\(\s{0,9}(?:\w{1,60}\s{0,9}\*?|void\s{0,9}\(\s{0,9}\*\s{0,9}\)\s{0,9}\([^()]{0,60}\))"
    rb"\s{0,9}\)\s{0,40}|[\w:]{1,80}(?:<[\w ]{1,60}>)?\(\s{0,9}|&){0,4}"
)
_ENTRY: Final = re.compile(
    rb"\{\s{0,40}(?:\(char\s{0,9}\*\)\s{0,9})?\"(?P<name>\w{1,100})\"\s{0,40},\s{0,80}"
    + _CASTS
    + rb"(?P<function>[A-Za-z_]\w{0,200})?"
)
_OWNER: Final = re.compile(
    rb"\bPy(?:ModuleDef|TypeObject|Type_Spec)\s{1,9}(?:\w{1,80}::)?\w{1,100}\s{0,9}=\s{0,40}\{"
    rb"|\bPy_InitModule[34]?\("
)
_SLOTS: Final = re.compile(
    rb"\bPyType_Slot\s{1,9}(?:\w{1,80}::)?(?P<name>\w{1,100})\s{0,9}\[[^\]\n]{0,40}\]\s{0,40}"
    rb"=?\s{0,40}\{"
)
_CALLED: Final = re.compile(rb"\.(?:tp_name|m_name|name)\s{0,9}=[^\"\n,;]{0,80}\"([\w.]{1,200})\"")
_FIRST: Final = re.compile(rb"\"([\w.]{1,200})\"")
_WORD: Final = re.compile(rb"[A-Za-z_]\w{2,100}")


def c_api_tables(code: Code) -> Iterator[Bound]:
    owners = _owners(code)
    for table, end in apart(_TABLE.finditer(code.data), code):
        owner = owners.get(table["name"], "")
        for entry in _ENTRY.finditer(code.data, table.end(), end):
            yield _bound(code, entry, owner)
    for clinic in _CLINIC.finditer(code.data) if b"_METHODDEF" in code.data else ():
        if only := _ENTRY.match(code.data, clinic.end()):
            yield _bound(code, only, "")


def _bound(code: Code, entry: re.Match[bytes], owner: str) -> Bound:
    name = f"{owner}.{entry['name'].decode()}".lstrip(".")
    function = Argument("", *entry.span("function")) if entry["function"] else None
    return Bound(name, entry.start(), code.end_of(entry.start() + 1), function)


def _owners(code: Code) -> dict[bytes, str]:
    """Modules and types by the tables that they name, directly or in their slots."""
    owners: dict[bytes, str] = {}
    for head, end in apart(_OWNER.finditer(code.data), code):
        body = code.data[head.end() : end]
        name = _CALLED.search(body) or _FIRST.search(body)
        if name is not None:
            owner = name[1].decode().strip(".")
            owners |= {word: owner for word in _WORD.findall(body) if word not in owners}
    for slots, end in apart(_SLOTS.finditer(code.data), code):
        if owner := owners.get(slots["name"], ""):
            body = code.data[slots.end() : end]
            owners |= {word: owner for word in _WORD.findall(body) if word not in owners}
    return owners
