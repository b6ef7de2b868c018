"""Names in Python of functions in C, C++ and Rust.

A symbol is called ``py:module.Class.name``, without the module or the class where another file says
it.
"""

from collections.abc import Iterator, Mapping
from typing import Final

from repobook.findings.rule import C_FAMILY
from repobook.model.facts import Definition, FileFacts
from repobook.model.kinds import PYTHON_NAME
from repobook.packs.calls import Argument, FileCalls, Use
from repobook.packs.gathered import Gathered, own_use
from repobook.packs.pack import Pack, PackFacts
from repobook.packs.python_bindings import c_api_tables as c_api
from repobook.packs.python_bindings import cpp_registrations as cpp
from repobook.packs.python_bindings import rust_attributes as rust
from repobook.packs.python_bindings.bound import Bound, Code
from repobook.parse.source import SourceText
from repobook.text.python_names import bound_python_name

_NAME: Final = "python-bindings"


def _read(language: str, source: SourceText, facts: FileFacts) -> PackFacts:
    found = list(_bound(language, source, facts))
    if not found:
        return PackFacts()
    calls = FileCalls(language, source, facts)
    gathered = Gathered(_NAME, source)
    own = {d.name: d for d in reversed(facts.definitions) if d.kind == "function"}
    for bound in found:
        name = gathered.define(PYTHON_NAME, bound_python_name(bound.name), bound.start, bound.end)
        if use := _use(calls, own, bound.function):
            gathered.bind(name, "implementation", use)
    return gathered.facts()


def _use(
    calls: FileCalls, own: Mapping[str, Definition], function: Argument | Use | None
) -> Use | None:
    """What stands for a function of the namespace around, or for one that is cast, is no
    reference: it is the first of the file with this name."""
    if not isinstance(function, Argument):
        return function
    definition = own.get(calls.text(function))
    return calls.use(function) or (own_use(definition, function.start) if definition else None)


def _bound(language: str, source: SourceText, facts: FileFacts) -> Iterator[Bound]:
    data = source.data
    if language == "Rust" and rust.WORD in data:
        yield from rust.rust_attributes(source, facts)
    elif language in C_FAMILY:
        is_cpp = b".def" in data and any(word in data for word in cpp.WORDS)
        is_c_api = b"Py" in data and any(word in data for word in c_api.WORDS)
        code = Code(data if is_cpp or is_c_api else b"")
        yield from cpp.cpp_registrations(code) if is_cpp else ()
        yield from c_api.c_api_tables(code) if is_c_api else ()


PACK: Final = Pack(
    _NAME,
    stages={"implementation": "Implemented by", "declaration": "Declared for Python in"},
    read=_read,
    needs=dict.fromkeys((*C_FAMILY, "Rust")),
)
