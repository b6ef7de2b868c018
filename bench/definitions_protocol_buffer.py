"""Protocol Buffer definitions against protoc: kind, qualified name, first and last line.

    python bench/definitions_protocol_buffer.py ROOT [--sample N]

ROOT is the folder that imports are relative to. Needs ``grpcio-tools``. Fields of ``extend`` blocks
are told by repobook in the scope where they stand and are not compared. The recorded figures are
in ``definitions_structure.md``.
"""

import argparse
import importlib
import random
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple

from repobook.languages import parse

_KINDS: Final = frozenset(["message", "enum", "enum_member", "field", "service", "rpc"])
# Numbers of the fields of a file, a message, an enum and a service in protoc's own description.
_MESSAGES, _ENUMS, _SERVICES = 4, 5, 6
_FIELDS, _NESTED, _NESTED_ENUMS, _ONEOFS = 2, 3, 4, 8
_VALUES = _METHODS = 2

Steps = tuple[int, ...]


class Found(NamedTuple):
    kind: str
    qualname: str
    line: int
    end_line: int


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("root", type=Path)
    parser.add_argument("--sample", type=int, default=0, help="so many files, chosen at random")
    options = parser.parse_args(arguments)
    paths = sorted(options.root.rglob("*.proto"))
    if options.sample:
        paths = random.Random(1).sample(paths, min(options.sample, len(paths)))
    _report([(path, _compare(options.root, path)) for path in paths])
    return 0


def _report(compared: list[tuple[Path, tuple[set[Found], set[Found]] | None]]) -> None:
    n_unread = sum(one is None for _, one in compared)
    read = [(path, *one) for path, one in compared if one is not None]
    n_theirs = sum(len(theirs) for _, theirs, _ in read)
    n_missing = sum(len(theirs - ours) for _, theirs, ours in read)
    n_extra = sum(len(ours - theirs) for _, theirs, ours in read)
    print("| files | not read by protoc | definitions | missing | extra |")
    print("|---|---|---|---|---|")
    print(f"| {len(compared)} | {n_unread} | {n_theirs} | {n_missing} | {n_extra} |")
    for path, theirs, ours in read:
        if theirs != ours:
            print(path, "missing", sorted(theirs - ours)[:3], "extra", sorted(ours - theirs)[:3])


def _compare(root: Path, path: Path) -> tuple[set[Found], set[Found]] | None:
    described = _described(root, path)
    if described is None:
        return None
    theirs = set(_Describer(described).definitions())
    extended = {f"{described.package}.{field.name}".strip(".") for field in described.extension}
    ours = {
        Found(d.kind, d.qualname, d.line, d.end_line)
        for d in parse("Protocol Buffer", path.read_bytes()).definitions
        if d.kind in _KINDS and d.qualname not in extended
    }
    return theirs, ours


def _described(root: Path, path: Path) -> Any:
    protoc: Any = importlib.import_module("grpc_tools.protoc")
    descriptors: Any = importlib.import_module("google.protobuf.descriptor_pb2")
    well_known = Path(protoc.__file__).parent / "_proto"
    with tempfile.TemporaryDirectory() as folder:
        output = Path(folder, "out.pb")
        command = ["protoc", f"-I{root}", f"-I{well_known}", "--include_source_info"]
        if protoc.main([*command, f"-o{output}", str(path)]):
            return None
        return descriptors.FileDescriptorSet.FromString(output.read_bytes()).file[0]


class _Describer:
    """Walks protoc's description of a file, which keeps lines apart, by path."""

    def __init__(self, file: Any) -> None:
        self._file = file
        self._span_by_path = {tuple(at.path): at.span for at in file.source_code_info.location}

    def definitions(self) -> Iterator[Found]:
        package = self._file.package
        for n, message in enumerate(self._file.message_type):
            yield from self._message(message, _join(package, message.name), (_MESSAGES, n))
        for n, enum in enumerate(self._file.enum_type):
            yield from self._enum(enum, _join(package, enum.name), (_ENUMS, n))
        for n, service in enumerate(self._file.service):
            name = _join(package, service.name)
            yield self._found("service", name, (_SERVICES, n))
            for m, method in enumerate(service.method):
                path = (_SERVICES, n, _METHODS, m)
                yield self._found("rpc", _join(name, method.name), path)

    def _message(self, message: Any, name: str, path: Steps) -> Iterator[Found]:
        yield self._found("message", name, path)
        for n, oneof in enumerate(message.oneof_decl):
            if (*path, _ONEOFS, n) in self._span_by_path:
                yield self._found("field", _join(name, oneof.name), (*path, _ONEOFS, n))
        for n, field in enumerate(message.field):
            scope = name
            if field.HasField("oneof_index") and not field.proto3_optional:
                scope = _join(name, message.oneof_decl[field.oneof_index].name)
            yield self._found("field", _join(scope, field.name), (*path, _FIELDS, n))
        for n, nested in enumerate(message.nested_type):
            if not nested.options.map_entry:
                yield from self._message(nested, _join(name, nested.name), (*path, _NESTED, n))
        for n, enum in enumerate(message.enum_type):
            yield from self._enum(enum, _join(name, enum.name), (*path, _NESTED_ENUMS, n))

    def _enum(self, enum: Any, name: str, path: Steps) -> Iterator[Found]:
        yield self._found("enum", name, path)
        for n, value in enumerate(enum.value):
            yield self._found("enum_member", _join(name, value.name), (*path, _VALUES, n))

    def _found(self, kind: str, qualname: str, path: Steps) -> Found:
        span = self._span_by_path[path]
        last = span[2] if len(span) == 4 else span[0]
        return Found(kind, qualname, span[0] + 1, last + 1)


def _join(scope: str, name: str) -> str:
    return f"{scope}.{name}" if scope else name


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
