"""The part of SCIP's schema that we write, declared by hand for the real Protocol Buffers."""

from typing import Any

from google.protobuf import descriptor_pb2, descriptor_pool, message_factory

_TEXT = descriptor_pb2.FieldDescriptorProto.TYPE_STRING
_INT32 = descriptor_pb2.FieldDescriptorProto.TYPE_INT32
_MESSAGE = descriptor_pb2.FieldDescriptorProto.TYPE_MESSAGE

# A star: repeated; a capital: a message.
_MESSAGES = {
    "Index": {
        "metadata": (1, "Metadata"),
        "documents": (2, "Document*"),
        "external_symbols": (3, "SymbolInformation*"),
    },
    "Metadata": {
        "version": (1, "int"),
        "tool_info": (2, "ToolInfo"),
        "project_root": (3, "text"),
        "text_document_encoding": (4, "int"),
    },
    "ToolInfo": {"name": (1, "text"), "version": (2, "text")},
    "Document": {
        "relative_path": (1, "text"),
        "occurrences": (2, "Occurrence*"),
        "symbols": (3, "SymbolInformation*"),
        "language": (4, "text"),
        "text": (5, "text"),
        "position_encoding": (6, "int"),
    },
    "SymbolInformation": {
        "symbol": (1, "text"),
        "documentation": (3, "text*"),
        "kind": (5, "int"),
        "display_name": (6, "text"),
        "signature_documentation": (7, "Document"),
    },
    "SingleLineRange": {
        "line": (1, "int"),
        "start_character": (2, "int"),
        "end_character": (3, "int"),
    },
    "MultiLineRange": {
        "start_line": (1, "int"),
        "start_character": (2, "int"),
        "end_line": (3, "int"),
        "end_character": (4, "int"),
    },
    "Occurrence": {
        "range": (1, "int*"),
        "symbol": (2, "text"),
        "symbol_roles": (3, "int"),
        "enclosing_range": (7, "int*"),
        "single_line_range": (8, "SingleLineRange"),
        "multi_line_enclosing_range": (11, "MultiLineRange"),
    },
}


def read_index(data: bytes) -> Any:
    index = _index_class().FromString(data)
    assert index.SerializeToString(deterministic=True)
    return index


def _index_class() -> Any:
    file = descriptor_pb2.FileDescriptorProto(name="scip.proto", package="scip", syntax="proto3")
    for name, fields in _MESSAGES.items():
        message = file.message_type.add(name=name)
        for field, (number, kind) in fields.items():
            _add(message, field, number, kind)
    pool = descriptor_pool.DescriptorPool()
    pool.Add(file)
    return message_factory.GetMessageClass(pool.FindMessageTypeByName("scip.Index"))


def _add(message: Any, name: str, number: int, kind: str) -> None:
    base = kind.rstrip("*")
    field = message.field.add(name=name, number=number, label=3 if kind.endswith("*") else 1)
    field.type = {"text": _TEXT, "int": _INT32}.get(base, _MESSAGE)
    if field.type == _MESSAGE:
        field.type_name = f".scip.{base}"
