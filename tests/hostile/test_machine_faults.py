"""A machine that lacks something: a command succeeds, or says in one plain line what is lacking."""

import os
import resource
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from repobook.build import entry, scanning
from repobook.build.read import files_to_read
from repobook.build.request import BuildRequest
from repobook.errors import RepobookError
from repobook.scan.config import BookConfig
from repobook.scan.sources.source import SourceSpec
from tests.fakes.books import book_bytes, make_book, polyglot, run

_COMMANDS = {
    "build": ("build", "root", "-o", "fresh"),
    "search": ("search", "--book", "book", "main"),
    "show": ("show", "--book", "book", "src/a.py"),
    "verify": ("verify", "book", "--quiet"),
    "doctor": ("doctor",),
}


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("made")
    make_book(polyglot(place / "root"), place / "book")
    return place


@pytest.fixture
def place(made: Path) -> Iterator[Path]:
    yield made
    shutil.rmtree(made / "fresh", ignore_errors=True)


def _limited(which: int, n: int) -> Callable[[], None]:
    return lambda: resource.setrlimit(which, (n, n))


def _assert_plain(done: subprocess.CompletedProcess[bytes]) -> None:
    """What ``doctor`` finds wrong is its answer, and ends with 1."""
    said = done.stdout + done.stderr
    assert not any(word in said for word in (b"Traceback", b"internal error", b"None")), said
    lines = [line for line in done.stderr.split(b"\n") if line.startswith(b"repobook: ")]
    assert (done.returncode, len(lines)) in [(0, 0), (1, 0), (2, 1)], said


@pytest.mark.parametrize("name", _COMMANDS)
@pytest.mark.parametrize("n", [5, 8, 14, 16, 22, 64])
def test_few_descriptors(place: Path, name: str, n: int) -> None:
    limit = _limited(resource.RLIMIT_NOFILE, n)
    _assert_plain(run(*_COMMANDS[name], cwd=place, before=limit))


@pytest.mark.parametrize("name", _COMMANDS)
@pytest.mark.parametrize("n_megabytes", [30, 45, 60])
def test_little_memory(place: Path, name: str, n_megabytes: int) -> None:
    done = run(*_COMMANDS[name], cwd=place, before=_limited(resource.RLIMIT_AS, n_megabytes << 20))
    _assert_plain(done)
    if done.returncode == 2:
        assert b"memory" in done.stderr


@pytest.mark.parametrize("name", _COMMANDS)
@pytest.mark.parametrize("closed", [(1,), (2,), (0, 1, 2)])
def test_closed_terminals(place: Path, name: str, closed: tuple[int, ...]) -> None:
    def close() -> None:
        for n in closed:
            os.close(n)

    done = run(*_COMMANDS[name], cwd=place, before=close)
    assert done.returncode == 0
    _assert_plain(done)


@pytest.mark.parametrize("name", _COMMANDS)
@pytest.mark.parametrize("stream", ["stdout", "stderr"])
def test_terminals_that_take_nothing(place: Path, name: str, stream: str) -> None:
    number = {"stdout": 1, "stderr": 2}[stream]

    def fill() -> None:
        os.dup2(os.open("/dev/full", os.O_WRONLY), number)

    done = run(*_COMMANDS[name], cwd=place, before=fill)
    if stream == "stdout":
        assert (done.returncode, done.stderr.split(b"\n")[-2]) == (
            2,
            b"repobook: No space left on device",
        )
    else:
        assert done.returncode == 0


@pytest.mark.parametrize("name", ["build", "verify", "doctor"])
def test_a_temporary_folder_with_a_long_name_serves(place: Path, name: str) -> None:
    folder = place / ("long" * 20)
    folder.mkdir(exist_ok=True)
    done = run(*_COMMANDS[name], cwd=place, env={"TMPDIR": str(folder)})
    assert done.returncode == 0, done.stderr
    assert tempfile.gettempdir() != str(folder)


@pytest.mark.parametrize("goes", ["before any file is read", "while files are read"])
def test_a_repository_that_goes_away_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, goes: str
) -> None:
    root, book = polyglot(tmp_path / "root"), tmp_path / "book"
    make_book(root, book)
    before = book_bytes(book)
    (root / "src/a.py").write_text("x = 1\n")
    scan, check = scanning.scan_files, files_to_read._check_source

    def scanned(request: BuildRequest, config: BookConfig) -> object:
        listed = scan(request, config)
        shutil.rmtree(root)
        return listed

    def checked(spec: SourceSpec) -> None:
        shutil.rmtree(root)
        check(spec)

    if goes == "before any file is read":
        monkeypatch.setattr(entry, "scan_files", scanned)
    else:
        monkeypatch.setattr(files_to_read, "_check_source", checked)
    with pytest.raises(RepobookError, match=r"cannot read .*root|root is gone"):
        make_book(root, book)
    assert book_bytes(book) == before
