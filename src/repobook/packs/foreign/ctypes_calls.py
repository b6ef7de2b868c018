"""Functions of C that Python calls through ctypes or cffi, by the names that the code has there."""

import re
from collections.abc import Iterator
from typing import Final

from repobook.packs.calls import FileCalls, Use
from repobook.packs.gathered import Gathered

MODULES: Final = ("ctypes", "cffi", "numpy.ctypeslib")
STAGE: Final = "foreign-function"
_LOADED: Final = re.compile(
    r"(?:(?:ctypes\.)?(?:CDLL|PyDLL|WinDLL|OleDLL)|(?:\w+\.)*(?:LoadLibrary|load_library|dlopen))\(\)"
)
_DECLARED: Final = re.compile(rb"\b(\w{1,200})\s{0,9}\([^;{}()]{0,2000}\)\s{0,9};")


def read_foreign_functions(calls: FileCalls, gathered: Gathered) -> None:
    libraries = set(_libraries(calls))
    for reference in calls.facts.references:
        is_library = reference.receiver in libraries or _LOADED.fullmatch(reference.receiver)
        if is_library and reference.role in ("call", "attribute"):
            for position in reference.positions:
                _bind(gathered, reference.name, calls.source.offset(position))
    for call in calls.named(("cdef",), "call"):
        for declared in call.arguments[:1]:
            for match in _DECLARED.finditer(calls.source.data, declared.start, declared.end):
                _bind(gathered, match[1].decode(), match.start(1))


def _libraries(calls: FileCalls) -> Iterator[str]:
    """What variables and fields that hold a library are called before a name."""
    for definition in calls.facts.definitions:
        if _LOADED.fullmatch(definition.value):
            owner, _, name = definition.qualname.rpartition(".")
            yield f"{owner}().{name}" if owner else name


def _bind(gathered: Gathered, name: str, offset: int) -> None:
    gathered.bind(f"c:{name}", STAGE, Use(name, "", offset))
