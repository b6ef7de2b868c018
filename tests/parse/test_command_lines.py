"""Command lines: a line, and the files that it names."""

import pytest

from repobook.parse.scanners.command_lines import files_named
from tests.fakes.growth import assert_linear


@pytest.mark.parametrize(
    ("line", "files"),
    [
        (b"./ci/x.sh --flag a.py", ["./ci/x.sh"]),
        (b"python setup.py bdist", ["setup.py"]),
        (b'"${{ github.workspace }}/.ci/x.sh"', [".ci/x.sh"]),
        (b"bash $ROOT/tools/y.py", ["tools/y.py"]),
        (b"pip install -r requirements/ci.txt", ["requirements/ci.txt"]),
        (b"curl https://example.org/x.py", []),
        (b"/usr/lib/x.sh ~/x/y.py test/**/x.py a@b/c.sh", []),
        (b"version 1.2.3 of module.name", []),
    ],
)
def test_paths_and_what_is_run(line: bytes, files: list[str]) -> None:
    assert list(files_named(line)) == files


@pytest.mark.parametrize("piece", [b"a", b"a/", b"../", b"a.py ", b"$x/a.sh", b"python ", b"}/"])
def test_hostile_repetition_is_linear(piece: bytes) -> None:
    def read(line: bytes) -> None:
        list(files_named(line))

    assert_linear(read, lambda n: piece * (n // len(piece)), 1_000_000)
