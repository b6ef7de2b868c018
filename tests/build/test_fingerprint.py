"""Any change of our own code or data gives another fingerprint, and so another book."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import repobook

_PRINT = "from repobook.build.fingerprint import own_fingerprint as f; print(f())"


def _fingerprint(folder: Path) -> str:
    environment = {**os.environ, "PYTHONPATH": str(folder)}
    command = [sys.executable, "-c", _PRINT]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    return done.stdout.strip()


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("copy")
    ignored = shutil.ignore_patterns("__pycache__")
    shutil.copytree(Path(repobook.__file__).parent, folder / "repobook", ignore=ignored)
    return folder


def test_it_is_a_short_name_that_does_not_depend_on_the_folder(package: Path) -> None:
    here = Path(repobook.__file__).parents[1]
    assert _fingerprint(package) == _fingerprint(here)
    assert len(_fingerprint(here)) == 16


@pytest.mark.parametrize(
    "suffix", ["roles.py", "writer.py", "model/facts.py", ".scm", ".json", ".css", ".js"]
)
def test_every_kind_of_file_counts(package: Path, suffix: str) -> None:
    before = _fingerprint(package)
    files = (package / "repobook").rglob("*")
    path = next(path for path in sorted(files) if str(path).endswith(suffix))
    content = path.read_bytes()
    path.write_bytes(content + b"\n")
    assert _fingerprint(package) != before
    path.write_bytes(content)
    assert _fingerprint(package) == before
