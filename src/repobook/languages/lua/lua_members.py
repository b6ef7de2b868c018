"""What the tables of a Lua file hold, once the whole file is read."""

from typing import Final

from repobook.model.facts import Definition, FileFacts
from repobook.parse.definitions import FUNCTION_KINDS
from repobook.parse.source import SourceText

RETURNED: Final = "return"
"""The mark of what a file returns; what stands in a table there is called ``return.name``."""


def finished(facts: FileFacts, source: SourceText) -> FileFacts:
    returned = {d.value for d in facts.definitions if d.qualname == RETURNED and d.kind == "module"}
    found = _lifted(facts.definitions)
    classes = _classes(found)
    return facts._replace(
        definitions=tuple([_as_table(definition, classes, returned) for definition in found])
    )


def _classes(definitions: list[Definition]) -> set[str]:
    """Tables that have methods, are looked up by their objects, or inherit."""
    owners = {d.qualname.rpartition(".")[0] for d in definitions if d.kind == "method"}
    indexed = {d.qualname.rpartition(".")[0] for d in definitions if d.name == "__index"}
    return owners | indexed | {d.qualname for d in definitions if d.bases}


def _as_table(definition: Definition, classes: set[str], returned: set[str]) -> Definition:
    if definition.parent < 0 and definition.qualname in returned:
        definition = definition._replace(exported=True)
    if definition.kind in ("variable", "field") and definition.qualname in classes:
        return definition._replace(kind="class", value="")
    return definition


def _lifted(definitions: tuple[Definition, ...]) -> list[Definition]:
    """``self.name`` is a field of the table whose function sets it, once."""
    found: list[Definition] = []
    new_index: list[int] = []
    seen: set[str] = set()
    for definition in definitions:
        parent = new_index[definition.parent] if definition.parent >= 0 else -1
        if definition.qualname == RETURNED and definition.kind == "module":
            new_index.append(-1)
            continue
        if ".self." in f".{definition.qualname}" and definition.kind == "field":
            qualname = _of_table(definition, found, parent)
            if not qualname or qualname in seen:
                new_index.append(parent)
                continue
            seen.add(qualname)
            is_open = not definition.name.startswith("_")
            definition = definition._replace(qualname=qualname, exported=is_open)
            parent = -1
        new_index.append(len(found))
        found.append(definition._replace(parent=parent))
    return found


def _of_table(definition: Definition, found: list[Definition], parent: int) -> str:
    """The innermost function around it that belongs to a table tells which."""
    while parent >= 0:
        around = found[parent]
        owner = around.qualname.rpartition(".")[0]
        is_member = around.kind in FUNCTION_KINDS and around.signature.startswith("function ")
        if is_member and owner:
            return f"{owner}.{definition.name}"
        parent = around.parent
    return ""
