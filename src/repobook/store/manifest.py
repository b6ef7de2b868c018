"""``manifest.json``: every output with its SHA-256, and what it was made from and by."""

import hashlib
import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

_NAME: Final = "manifest.json"


def write_manifest(folder: Path, outputs: list[str], made_from: Mapping[str, Any]) -> None:
    content = {
        "made_by": "repobook",
        **made_from,
        "outputs": {name: {"sha256": file_sha256(folder / name)} for name in sorted(outputs)},
    }
    text = json.dumps(content, indent=2, ensure_ascii=False) + "\n"
    path = folder / _NAME
    if path.exists() and path.read_bytes() == text.encode():
        return
    fresh = folder / f"{_NAME}.new"
    fresh.write_text(text, encoding="utf-8")
    os.replace(fresh, path)


def read_manifest(folder: Path) -> dict[str, Any]:
    """Empty when there is none or it is not one of ours."""
    try:
        content = json.loads((folder / _NAME).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return content if isinstance(content, dict) and content.get("made_by") == "repobook" else {}


def file_sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
