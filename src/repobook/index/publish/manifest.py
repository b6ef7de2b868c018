"""``manifest.json``: every output with its SHA-256, and what it was made from and by."""

import errno
import hashlib
import os
import stat
from bisect import bisect_left
from collections.abc import Iterable, Mapping
from io import BufferedReader
from pathlib import Path
from typing import Any, Final

import msgspec

from repobook.model.book_layout import MANIFEST

_FAULTS: Final = (errno.EIO, errno.ENOMEM, errno.EMFILE, errno.ENFILE)
# How outputs stand in the text, one after the other.
_OUTPUTS_KEY: Final = b'\n  "outputs": {\n    '
_ENTRY: Final = '{name}: {{\n      "sha256": "{sha256}"\n    }}'
_HEAD: Final = b'{\n  "made_by": "repobook",\n'
_BETWEEN: Final = b",\n    "
_MAX_BYTES: Final = 256 << 20  # that of 10,000 files has about five


def manifest_text(outputs: Mapping[str, str], made_from: Mapping[str, Any]) -> bytes:
    """``outputs`` by name, with the SHA-256 of each."""
    content = {
        "made_by": "repobook",
        **made_from,
        "outputs": {name: {"sha256": outputs[name]} for name in sorted(outputs)},
    }
    return msgspec.json.format(msgspec.json.encode(content), indent=2) + b"\n"


def changed_manifest(
    before: bytes, outputs: Mapping[str, str], lost: Iterable[str], made_from: Mapping[str, Any]
) -> bytes:
    """The manifest with other outputs and without the lost ones: the bytes of a new one.

    ``before`` is what `manifest_text` returned.
    """
    frame = manifest_text({"": ""}, made_from)
    head, _, tail = frame.partition(_ENTRY.format(name='""', sha256="").encode())
    entries = before[before.index(_OUTPUTS_KEY) + len(_OUTPUTS_KEY) : -len(tail)].split(_BETWEEN)
    for name in sorted(lost):
        at = bisect_left(entries, name, key=_name_of)
        if at < len(entries) and _name_of(entries[at]) == name:
            del entries[at]
    for name, sha256 in sorted(outputs.items()):
        quoted = msgspec.json.encode(name).decode()
        entry = _ENTRY.format(name=quoted, sha256=sha256).encode()
        at = bisect_left(entries, name, key=_name_of)
        is_known = at < len(entries) and _name_of(entries[at]) == name
        entries[at : at + is_known] = [entry]
    return head + _BETWEEN.join(entries) + tail


def _name_of(entry: bytes) -> str:
    name: str = msgspec.json.decode(entry[: entry.rindex(b": {")])
    return name


def is_manifest(folder: Path) -> bool:
    """Whether a folder has a manifest of ours, by how it begins: a large one takes a while."""
    try:
        if manifest_bytes(folder, len(_HEAD)) == _HEAD:
            return True
    except OSError as error:
        if error.errno in _FAULTS:
            raise
        return False
    return bool(read_manifest(folder))


def read_manifest(folder: Path) -> dict[str, Any]:
    """Empty if it is missing, damaged or not ours; raises on faults of the machine."""
    try:
        content = msgspec.json.decode(manifest_bytes(folder))
    except OSError as error:
        if error.errno in _FAULTS:
            raise
        return {}
    except (ValueError, RecursionError):
        return {}
    return content if isinstance(content, dict) and content.get("made_by") == "repobook" else {}


def manifest_bytes(folder: Path, limit: int = _MAX_BYTES) -> bytes:
    """Of a folder that may hold anything: a link, a FIFO or more than any book has is refused."""
    # Without O_NONBLOCK a FIFO would wait for a writer for ever.
    flags = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
    with open(os.open(folder / MANIFEST, flags), "rb") as file:
        status = os.fstat(file.fileno())
        if not stat.S_ISREG(status.st_mode) or status.st_size > _MAX_BYTES:
            raise OSError(errno.EFBIG, "not a manifest of repobook", str(folder / MANIFEST))
        return file.read(min(status.st_size, limit))


class _Output(msgspec.Struct):
    sha256: str


class _Outputs(msgspec.Struct):
    outputs: dict[str, _Output] = {}


_OUTPUTS: Final = msgspec.json.Decoder(_Outputs)


def read_outputs(content: bytes) -> dict[str, bytes]:
    """The SHA-256 of every output by its name; empty if the manifest is malformed."""
    try:
        outputs = _OUTPUTS.decode(content).outputs
        return {name: bytes.fromhex(output.sha256) for name, output in outputs.items()}
    except (ValueError, RecursionError):
        return {}


def output_sha256(manifest: Mapping[str, Any], name: str) -> str:
    """The SHA-256 of one output in the manifest; empty if missing or malformed."""
    outputs = manifest.get("outputs")
    output = outputs.get(name) if isinstance(outputs, dict) else None
    sha256 = output.get("sha256") if isinstance(output, dict) else None
    return sha256 if isinstance(sha256, str) else ""


def file_sha256(path: Path) -> str:
    return open_file_sha256(path.open("rb"))


def open_file_sha256(file: BufferedReader) -> str:
    """Closes it."""
    with file:
        return hashlib.file_digest(file, "sha256").hexdigest()
