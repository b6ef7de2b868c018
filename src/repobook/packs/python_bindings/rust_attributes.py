"""What PyO3 exports: functions, and classes with their methods and attributes."""

import re
from collections.abc import Iterator
from typing import Final

from repobook.model.facts import Definition, FileFacts
from repobook.packs.gathered import own_use
from repobook.packs.python_bindings.bound import Bound
from repobook.parse.source import SourceText

WORD: Final = b"#[py"
_METHODS: Final = re.compile(
    rb"^(?P<indent>[ \t]{0,40})#\[(?:pyo3::)?pymethods\]\s{1,40}(?:#\[[^\n]{0,200}\n\s{0,40}){0,4}"
    rb"impl\s{0,9}(?:<[^\n{]{0,200}>\s)?[^\n{]{0,200}",
    re.MULTILINE,
)
_RENAMED: Final = re.compile(r"(?:pyo3|pyfunction|pyclass)\(.*?\bname\s*=\s*\"(\w+)\"", re.DOTALL)
_ATTRIBUTE: Final = re.compile(r"(?:pyo3::)?(\w+)(?:\((\w+)\))?")
_ACCESSORS: Final = {"getter": "get_", "setter": "set_", "deleter": "delete_"}
_FIELD: Final = re.compile(r"pyo3\(.*\b[gs]et\b")
_ALL_FIELDS: Final = re.compile(r"pyclass\(.*\b[gs]et_all\b", re.DOTALL)


def rust_attributes(source: SourceText, facts: FileFacts) -> Iterator[Bound]:
    definitions = facts.definitions
    classes = {d.name: _python_name(d) for d in definitions if "pyclass" in _attributes(d)}
    modules = {d.qualname: _python_name(d) for d in definitions if "pymodule" in _attributes(d)}
    only = next(iter(modules.values())) if len(modules) == 1 else ""
    exporting = {line for start, end in _methods(source) for line in range(start, end + 1)}
    for definition in definitions:
        holder = definition.qualname.removesuffix(definition.name).rstrip(".")
        is_member = definition.kind in ("method", "constant") and definition.line in exporting
        if "pyfunction" in _attributes(definition):
            yield _bound(source, definition, modules.get(holder, only))
        elif is_member or (definition.kind == "field" and _is_shown(definition, definitions)):
            yield _bound(source, definition, _owner(only, classes, holder))


def _methods(source: SourceText) -> Iterator[tuple[int, int]]:
    """First and last lines of blocks, which end as far to the left as they begin."""
    for block in _METHODS.finditer(source.data):
        end = source.data.find(b"\n" + block["indent"] + b"}", block.end())
        last = end if end >= 0 else len(source.data) - 1
        yield source.line_of(block.start()), source.line_of(last)


def _owner(module: str, classes: dict[str, str], holder: str) -> str:
    type_name = holder.rpartition(".")[2]
    return f"{module}.{classes.get(type_name, type_name)}".lstrip(".")


def _bound(source: SourceText, definition: Definition, owner: str) -> Bound:
    start = source.line_starts[definition.line - 1]
    end = start + len(source.lines[definition.line - 1])
    name = f"{owner}.{_python_name(definition)}".lstrip(".")
    return Bound(name, start, end, own_use(definition, start))


def _python_name(definition: Definition) -> str:
    for text in definition.decorators:
        if renamed := _RENAMED.match(text.removeprefix("pyo3::")):
            return renamed[1]
    attributes = _attributes(definition)
    for accessor, prefix in _ACCESSORS.items():
        if accessor in attributes:
            return attributes[accessor] or definition.name.removeprefix(prefix)
    return "__new__" if "new" in attributes else definition.name


def _attributes(definition: Definition) -> dict[str, str]:
    """Each with the one word that it is given."""
    found = [_ATTRIBUTE.match(text) for text in definition.decorators]
    return {match[1]: match[2] or "" for match in found if match}


def _is_shown(field: Definition, definitions: tuple[Definition, ...]) -> bool:
    texts = definitions[field.parent].decorators if field.parent >= 0 else ()
    return any(map(_FIELD.match, field.decorators)) or any(map(_ALL_FIELDS.match, texts))
