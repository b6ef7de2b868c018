"""Operators as ``native_functions.yaml`` lists them, and their formulas in ``derivatives.yaml``.

Read line by line: both are written by hand in one way, and a parser of all of YAML is slow.
"""

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from repobook.model.facts import Definition
from repobook.packs.pack import PackFacts
from repobook.packs.pytorch.operators import Bindings, Operator, definition, read_operator
from repobook.parse.source import SourceText

_TENSOR: Final = b"Tensor"
_FUNCTIONS: Final = b"- func: "
_FORMULAS: Final = b"- name: "
_FIELD: Final = re.compile(rb"(?: {2}|- )(\w[\w, ]*):[ \t]*(.*)")
_INNER: Final = re.compile(rb" {4,8}(\w[\w, ]*):[ \t]*(.*)")
_NO_FORMULA: Final = frozenset(["output_differentiability", "dispatch"])
_CALLED: Final = re.compile(rb"(?<![\w.>])([A-Za-z_]\w{2,120})\(")
_IN_FORMULAS: Final = frozenset(["not_implemented", "static_cast", "TensorGeometry", "std"])
_NAMESPACE: Final = "aten"
_DELEGATE: Final = "structured_delegate"


class _Line(NamedTuple):
    key: str
    value: str
    """Without a comment behind it."""
    offset: int
    """Of the value."""
    line: int
    is_inner: bool


class _Entry(NamedTuple):
    operator: Operator
    schema: str
    lines: list[_Line]
    end_line: int

    @property
    def is_out(self) -> bool:
        """Whether it writes into what a keyword gives: ``*, Tensor(a!) out``."""
        return "!" in self.schema.partition("*,")[2].partition("->")[0]

    def field(self, key: str) -> _Line | None:
        return next((line for line in self.lines if line.key == key and not line.is_inner), None)

    def inner(self, key: str) -> list[_Line]:
        """What is indented below a field."""
        starts = [n for n, line in enumerate(self.lines) if line.key == key and not line.is_inner]
        found: list[_Line] = []
        for line in self.lines[starts[0] + 1 :] if starts else ():
            if not line.is_inner:
                break
            found.append(line)
        return found


def read_lists(source: SourceText) -> PackFacts:
    if _TENSOR not in source.data:
        return PackFacts()  # a list of somebody else's functions
    bindings = Bindings(source)
    definitions: list[Definition] = []
    if _FUNCTIONS in source.data:
        for entry in _entries(source, _FUNCTIONS):
            definitions += _function(entry, bindings)
    elif _FORMULAS in source.data:
        for entry in _entries(source, _FORMULAS):
            _formulas(entry, bindings)
    return PackFacts(tuple(definitions), bindings.references())


def _entries(source: SourceText, mark: bytes) -> Iterator[_Entry]:
    """Each with its lines; comments between entries belong to none."""
    lines = source.data.split(b"\n")
    at = 0
    entry: _Entry | None = None
    for n, line in enumerate(lines, 1):
        if line.startswith(b"- "):
            if entry:
                yield entry
            entry = _begun(line, n, mark, at)
        elif entry and line.startswith(b"  ") and line.strip():
            if read := _line(line, n, at):
                entry.lines.append(read)
            entry = entry._replace(end_line=n)
        at += len(line) + 1
    if entry:
        yield entry


def _begun(line: bytes, n: int, mark: bytes, at: int) -> _Entry | None:
    first = _line(line, n, at) if line.startswith(mark) else None
    operator = read_operator(first.value, _NAMESPACE) if first else None
    if first is None or operator is None or "->" not in first.value:
        return None
    return _Entry(operator, first.value, [first], n)


def _line(line: bytes, n: int, at: int) -> _Line | None:
    match = _FIELD.match(line) or _INNER.match(line)
    if match is None:
        return None
    value = re.split(rb"\s#", match[2], maxsplit=1)[0].strip()
    key = match[1].decode("utf-8", "replace")
    shown = value.decode("utf-8", "replace")
    return _Line(key, shown, at + match.start(2), n, match.re is _INNER)


def _function(entry: _Entry, bindings: Bindings) -> Iterator[Definition]:
    operator, first = entry.operator, entry.lines[0]
    yield definition(operator, entry.schema, first.line, entry.end_line)
    _bind_python(entry, bindings)
    _bind_kernels(entry, bindings)
    if delegate := entry.field(_DELEGATE):
        _bind_delegate(operator, delegate, bindings)
    if autogen := entry.field("autogen"):
        for name in autogen.value.split(","):
            if generated := read_operator(name.strip(), _NAMESPACE):
                line = autogen.line
                yield definition(generated, f"autogen: {name.strip()}", line, line)
                detail = f"from {operator.full_name}"
                bindings.add_operator(generated, "generated", detail, autogen.offset)


def _bind_python(entry: _Entry, bindings: Bindings) -> None:
    """Names in Python, which are generated from the variants."""
    operator, place = entry.operator, entry.field("variants") or entry.lines[0]
    module = entry.field("python_module")
    variants = place.value if place.key == "variants" else "function"
    if entry.is_out:
        return  # an argument of the same name in Python
    names = []
    if "function" in variants:
        where = f"torch._C._{module.value}" if module else "torch"
        names.append(f"{where}.{operator.name}")
    if "method" in variants:
        names.append(f"torch.Tensor.{operator.name}")
    bindings.add_operator(operator, "python", ", ".join(names), place.offset)


def _bind_kernels(entry: _Entry, bindings: Bindings) -> None:
    operator, first = entry.operator, entry.lines[0]
    stage = "structured" if entry.field("structured") else "dispatch"
    kernels = entry.inner("dispatch")
    for line in kernels:
        kernel, backends = line.value, ", ".join(part.strip() for part in line.key.split(","))
        if kernel:
            name = kernel.rpartition("::")[2]
            bindings.add(name, (operator.full_name, stage, backends), line.offset)
    for line in entry.inner("ufunc_inner_loop")[:1]:
        name = line.value.partition(" ")[0]
        bindings.add(name, (operator.full_name, "ufunc", "CPU, CUDA"), line.offset)
    if stage == "dispatch" and not entry.field("dispatch") and not entry.field(_DELEGATE):
        name = f"{operator.name}_out" if entry.is_out else operator.name
        detail = "CompositeImplicitAutograd"
        bindings.add(name, (operator.full_name, stage, detail), first.offset)


def _bind_delegate(operator: Operator, delegate: _Line, bindings: Bindings) -> None:
    target = read_operator(delegate.value, _NAMESPACE)
    if target is None:
        return
    subject = operator.full_name
    bindings.add(target.family, (subject, "delegate", target.full_name), delegate.offset)
    if not operator.name.endswith("_") or operator.name.startswith("__"):
        name = f"{operator.name}_{operator.overload}".rstrip("_")
        bindings.add(name, (subject, "meta", ""), delegate.offset)


def _formulas(entry: _Entry, bindings: Bindings) -> None:
    operator, first = entry.operator, entry.lines[0]
    if entry.field("aten"):
        return  # another signature of an operator, without formulas
    formulas = [line for line in entry.lines[1:] if line.value and line.key not in _NO_FORMULA]
    inputs = ", ".join(dict.fromkeys(line.key for line in formulas))
    bindings.add_operator(operator, "autograd", inputs, first.offset)
    for line in formulas:
        value = line.value.encode()
        for call in _CALLED.finditer(value):
            name = call[1].decode()
            if name not in _IN_FORMULAS:
                called = Operator(_NAMESPACE, name.removesuffix("_symint"))
                detail = (operator.full_name, "formula", f"{line.key} calls {name}")
                bindings.add(called.family, detail, line.offset + call.start())
