"""A snapshot that differs fails, and one switch writes them all."""

from pathlib import Path

import pytest

from tests.snapshots.snapshot import assert_snapshots


@pytest.mark.parametrize(
    "texts", [{"a.txt": "other\n"}, {}, {"a.txt": "x\n", "b.txt": "y\n"}, {"a.txt": "x\n", "b": ""}]
)
def test_what_differs_fails_until_it_is_updated(tmp_path: Path, texts: dict[str, str]) -> None:
    assert_snapshots(tmp_path, {"a.txt": "x\n"}, is_updated=True)
    assert_snapshots(tmp_path, {"a.txt": "x\n"}, is_updated=False)
    with pytest.raises((AssertionError, pytest.fail.Exception), match="--update-snapshots"):
        assert_snapshots(tmp_path, texts, is_updated=False)
    assert_snapshots(tmp_path, texts, is_updated=True)
    assert {path.name: path.read_text() for path in tmp_path.iterdir()} == texts
