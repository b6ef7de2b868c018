"""Texts that lie in files and are compared as a whole; ``--update-snapshots`` writes them."""

from collections.abc import Mapping
from pathlib import Path

import pytest

OPTION = "--update-snapshots"


def assert_snapshots(folder: Path, texts: Mapping[str, str], is_updated: bool) -> None:
    """A folder holds these texts and no others; with ``is_updated`` it does so afterwards."""
    if is_updated:
        _write(folder, texts)
    stored = {path.name: path.read_text("utf-8") for path in folder.glob("*") if path.is_file()}
    for name in sorted(texts.keys() | stored.keys()):
        if texts.get(name) != stored.get(name):
            # pytest shows the lines that differ.
            assert texts.get(name, "") == stored.get(name, ""), f"{name}: right? pytest {OPTION}"
            pytest.fail(f"{name}: in one place alone; right? pytest {OPTION}")


def _write(folder: Path, texts: Mapping[str, str]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for path in folder.glob("*"):
        if path.name not in texts:
            path.unlink()
    for name, text in texts.items():
        (folder / name).write_text(text, "utf-8")
