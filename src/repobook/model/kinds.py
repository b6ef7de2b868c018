"""The one table of symbol kinds, each mapped to its LSP SymbolKind number."""

from typing import Final

LSP_KIND_BY_KIND: Final[dict[str, int]] = {
    "module": 2,
    "target": 2,
    "stage": 2,
    "namespace": 3,
    "section": 3,
    "package": 4,
    "class": 5,
    "selector": 5,
    "type": 5,
    "method": 6,
    "rpc": 6,
    "route": 6,
    "command": 6,
    "task": 12,
    "job": 6,
    "signal": 24,
    "database_table": 23,
    "python_name": 12,
    "native_name": 12,
    "property": 7,
    "field": 8,
    "constructor": 9,
    "enum": 10,
    "interface": 11,
    "trait": 11,
    "protocol": 11,
    "service": 11,
    "function": 12,
    "kernel": 12,
    "test": 12,
    "variable": 13,
    "stub": 13,
    "constant": 14,
    "environment_variable": 14,
    "macro": 14,
    "heading": 15,
    "block": 15,
    "table": 19,
    "key": 20,
    "enum_member": 22,
    "struct": 23,
    "union": 23,
    "message": 23,
    "operator": 25,
}

CLASSES: Final = ("class", "struct", "interface", "trait", "protocol", "union", "enum")
# What a reader would name as the place of a use; a variable that is set there is none.
HOLDERS: Final = (
    *CLASSES,
    *("function", "method", "constructor", "kernel", "test", "macro", "property"),
    "operator",
)
# What packs bind to code.
STUB: Final = "stub"
OPERATOR: Final = "operator"
ROUTE: Final = "route"
COMMAND: Final = "command"
PYTHON_NAME: Final = "python_name"
NATIVE_NAME: Final = "native_name"
RPC: Final = "rpc"
VARIABLE_OF_ENVIRONMENT: Final = "environment_variable"
TASK: Final = "task"
SIGNAL: Final = "signal"
DATABASE_TABLE: Final = "database_table"
JOB: Final = "job"
DECLARED: Final = (ROUTE, COMMAND, PYTHON_NAME, NATIVE_NAME, TASK, SIGNAL, DATABASE_TABLE, JOB)
SUBJECTS: Final = (OPERATOR, STUB, RPC, *DECLARED)
