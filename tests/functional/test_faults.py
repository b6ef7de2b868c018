"""Killed, interrupted, out of space, two at once: the old index or the new one, never a mixture."""

import os
import random
import resource
import shutil
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from repobook.disk.writing import WritableFolder
from repobook.index.cache.provenance import KEY_VARIABLE
from repobook.index.publish.lock import book_lock
from repobook.model.book_layout import INDEX, MANIFEST, UNFINISHED
from tests.fakes.books import (
    assert_same_book,
    book_bytes,
    command,
    environment,
    files,
    make_book,
    polyglot,
    run,
)
from tests.fakes.processes import SECONDS_OF_A_HANG
from tests.fakes.trees import write_tree


def _start(*arguments: str | Path, cwd: Path) -> subprocess.Popen[bytes]:
    pipe = subprocess.PIPE
    return subprocess.Popen(
        command(*arguments),
        cwd=cwd,
        env=environment(),
        stdout=pipe,
        stderr=pipe,
        start_new_session=True,
    )


def _many(root: Path, n_files: int, text: str) -> Path:
    body = "".join(f"def {text}{n}(): return {n}\n" for n in range(200))
    return write_tree(root, {f"{n}.py": f"{body}x = {n}\n" for n in range(n_files)})


@pytest.fixture(scope="module", autouse=True)
def _key() -> Iterator[None]:
    """One that is handed over: what a copied book remembers is believed too."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(KEY_VARIABLE, "the key of these tests")
        yield


@pytest.fixture(scope="module")
def two_books(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A tree before and after a change, with the book of each, built by the command."""
    folder = tmp_path_factory.mktemp("two")
    polyglot(_many(folder / "before", 30, "f"))
    polyglot(_many(folder / "after", 40, "g"))
    for name in ("before", "after"):
        make_book(folder / name, folder / f"{name}.book", n_jobs=2)
    return folder


@pytest.fixture(scope="module")
def seconds_of_a_build(tmp_path_factory: pytest.TempPathFactory, two_books: Path) -> float:
    """On this machine, as busy as it is: a kill is to hit any part of a build."""
    started = time.monotonic()
    make_book(two_books / "after", tmp_path_factory.mktemp("timed") / "book", n_jobs=2)
    return time.monotonic() - started


@pytest.mark.parametrize("seed", range(15))
@pytest.mark.parametrize("rebuild", [False, True])
def test_killed_at_any_moment(
    tmp_path: Path, two_books: Path, seconds_of_a_build: float, seed: int, rebuild: bool
) -> None:
    book = tmp_path / "book"
    if rebuild:
        shutil.copytree(two_books / "before.book", book)
    process = _start("build", two_books / "after", "-o", book, "--jobs", "2", cwd=tmp_path)
    _wait_until_it_works(process)
    time.sleep(random.Random(seed).random() * seconds_of_a_build)
    process.kill()
    process.communicate(timeout=SECONDS_OF_A_HANG)
    _assert_whole_or_marked(book, two_books)
    make_book(two_books / "after", book, n_jobs=2)
    assert_same_book(book, two_books / "after.book")
    assert not [path.name for path in book.rglob("*") if path.name.endswith((".new", ".working"))]


def _assert_whole_or_marked(book: Path, two_books: Path) -> None:
    """Nothing yet, wholly old, wholly new, or the mark that the next build has to finish it.

    The index of a first book is there before its pages are.
    """
    found = book_bytes(book) if book.exists() else {}
    before, after = [book_bytes(two_books / f"{name}.book") for name in ("before", "after")]
    has_no_pages = set(found) <= {MANIFEST, INDEX}
    is_first = has_no_pages and found.get(INDEX, after[INDEX]) == after[INDEX]
    assert is_first or UNFINISHED in found or found in (before, after)


def _wait_until_it_works(process: subprocess.Popen[bytes]) -> None:
    """The first message: from here on it may be anywhere in the build."""
    assert process.stderr is not None
    assert process.stderr.readline() == b"list files\n"


MOMENTS = ["os.replace", "os.unlink", "apsw.Connection.close"]
MOMENTS += ["repobook.index.writer._set_header", "repobook.build.memory.save_scan_cache"]
MOMENTS += [
    "repobook.build.pipeline.write_manifest",
    "repobook.build.pipeline.change_manifest",
    "repobook.index.cache.facts_cache.FactsCache.put",
]
MOMENTS += [f"repobook.build.pipeline.{step}" for step in ("mark_unfinished", "publish")]
MOMENTS += [f"repobook.build.pipeline.{step}" for step in ("save_pages", "unmark")]

KILLED_AT = """
import importlib, os, signal, sys
sys.path.pop(0)
from repobook.cli import main
import repobook.cli.commands.build
place, when, n = {place!r}, {when!r}, {n}
owner, _, name = place.rpartition(".")
try:
    owner = importlib.import_module(owner)
except ImportError:
    module, _, kind = owner.rpartition(".")
    owner = getattr(importlib.import_module(module), kind)
real = getattr(owner, name)
left = [n]
def dying(*args, **options):
    left[0] -= 1
    if left[0] < 0 and when == "before":
        os.kill(os.getpid(), signal.SIGKILL)
    result = real(*args, **options)
    if left[0] < 0:
        os.kill(os.getpid(), signal.SIGKILL)
    return result
try:
    setattr(owner, name, dying)
except TypeError:
    pass
main()
"""


@pytest.mark.parametrize("when", ["before", "after"])
@pytest.mark.parametrize("n", [0, 1, 60])
@pytest.mark.parametrize("place", [m for m in MOMENTS if not m.startswith("apsw")])
def test_killed_around_each_step_of_publishing(
    tmp_path: Path, two_books: Path, place: str, when: str, n: int
) -> None:
    book = tmp_path / "book"
    shutil.copytree(two_books / "before.book", book)
    script = KILLED_AT.format(place=place, when=when, n=n)
    arguments = [*command()[:2], script, "build", two_books / "after", "-o", book]
    subprocess.run(
        arguments, env=environment(), capture_output=True, check=False, timeout=SECONDS_OF_A_HANG
    )
    _assert_whole_or_marked(book, two_books)
    make_book(two_books / "after", book, n_jobs=2)
    assert_same_book(book, two_books / "after.book")


def test_interrupted_build_leaves_the_old_book_and_goes_on_later(
    tmp_path: Path, two_books: Path
) -> None:
    root, book = _many(tmp_path / "root", 150, "h"), tmp_path / "book"
    shutil.copytree(two_books / "before.book", book)
    process = _start("build", root, "-o", book, "--jobs", "1", cwd=tmp_path)
    _wait_until_it_works(process)
    facts = book / "cache/facts"
    size = facts.stat().st_size
    while facts.stat().st_size == size and process.poll() is None:
        time.sleep(0.005)
    os.killpg(process.pid, signal.SIGINT)
    _, errors = process.communicate(timeout=SECONDS_OF_A_HANG)
    assert process.returncode == 130, errors
    assert b"interrupted" in errors
    assert b"Traceback" not in errors
    assert book_bytes(book) == book_bytes(two_books / "before.book")
    assert facts.stat().st_size > size, "what was parsed is kept"
    make_book(root, book)
    make_book(root, tmp_path / "fresh")
    assert_same_book(book, tmp_path / "fresh")
    assert not _running_below(tmp_path)


def _running_below(folder: Path) -> list[str]:
    """Processes that still have a file open below a folder."""
    found = []
    for link in Path("/proc").glob("[0-9]*/fd/*"):
        try:
            target = os.readlink(link)
        except OSError:
            continue
        if target.startswith(str(folder)):
            found.append(f"{link}: {target}")
    return found


def test_second_build_says_who_is_writing(tmp_path: Path) -> None:
    root, book = polyglot(tmp_path / "root"), tmp_path / "book"
    make_book(root, book)
    before = book_bytes(book)
    (root / "new.py").write_text("x = 1\n")
    with WritableFolder(book) as folder, book_lock(folder):
        done = run("build", root, "-o", book, cwd=tmp_path)
    assert done.returncode == 2
    assert b"another build is writing" in done.stderr
    assert str(os.getpid()).encode() in done.stderr
    assert book_bytes(book) == before
    assert run("build", root, "-o", book, cwd=tmp_path).returncode == 0


def test_lock_dies_with_its_owner(tmp_path: Path) -> None:
    root, book = _many(tmp_path / "root", 60, "f"), tmp_path / "book"
    process = _start("build", root, "-o", book, cwd=tmp_path)
    _wait_until_it_works(process)
    process.kill()
    process.communicate(timeout=SECONDS_OF_A_HANG)
    assert run("build", root, "-o", book, cwd=tmp_path).returncode == 0


def test_two_builds_at_once_on_a_new_book(tmp_path: Path, two_books: Path) -> None:
    arguments = ("build", two_books / "after", "-o", tmp_path / "book")
    processes = [_start(*arguments, cwd=tmp_path) for _ in range(3)]
    codes = []
    for process in processes:
        _, errors = process.communicate(timeout=SECONDS_OF_A_HANG)
        codes.append(process.returncode)
        assert b"Traceback" not in errors
        assert process.returncode == 0 or b"another build is writing" in errors
    assert 0 in codes
    assert set(codes) <= {0, 2}
    assert_same_book(tmp_path / "book", two_books / "after.book")


def _small_files(n_bytes: int) -> Callable[[], None]:
    return lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (n_bytes, n_bytes))


@pytest.mark.parametrize("n_bytes", [0, 100, 5000, 40_000, 100_000, 200_000])
def test_file_that_cannot_grow_leaves_the_old_book(
    tmp_path: Path, two_books: Path, n_bytes: int
) -> None:
    book = tmp_path / "book"
    shutil.copytree(two_books / "before.book", book)
    done = run(
        *("build", two_books / "after", "-o", book), cwd=tmp_path, before=_small_files(n_bytes)
    )
    assert done.returncode == 2
    assert _problems(done.stderr)
    assert book_bytes(book) == book_bytes(two_books / "before.book")
    make_book(two_books / "after", book)
    assert_same_book(book, two_books / "after.book")


def _problems(errors: bytes) -> bytes:
    """The one line that says what went wrong."""
    assert b"Traceback" not in errors, errors
    lines = [line for line in errors.split(b"\n") if line.startswith(b"repobook: ")]
    assert len(lines) == 1, errors
    assert b"internal error" not in lines[0]
    return lines[0]


@pytest.fixture
def tiny_disk(tmp_path: Path) -> Iterator[Path]:
    disk = tmp_path / "disk"
    disk.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=2400k", "none", str(disk)]
    if subprocess.run(mount, capture_output=True, check=False).returncode:
        pytest.skip("mounting is not allowed here")
    yield disk
    subprocess.run(["umount", str(disk)], check=True)


@pytest.mark.parametrize("n_left", [0, 8, 50, 200, 400, 600])
def test_full_disk_leaves_the_old_book(
    tmp_path: Path, tiny_disk: Path, two_books: Path, n_left: int
) -> None:
    book = tiny_disk / "book"
    make_book(polyglot(tmp_path / "root"), book)
    before = book_bytes(book)
    n_filled = shutil.disk_usage(tiny_disk).free - n_left * 1024
    (tiny_disk / "filler").write_bytes(b"x" * n_filled)
    done = run("build", two_books / "after", "-o", book, cwd=tmp_path)
    assert done.returncode == 2, done.stderr
    assert b"No space left on device" in _problems(done.stderr)
    assert b"is as it was" in done.stderr
    assert book_bytes(book) == before
    (tiny_disk / "filler").unlink()
    assert files(book)
    assert not [path for path in book.rglob("*") if path.name.endswith((".new", ".working"))]


@pytest.mark.parametrize("n_open", [8, 12, 32])
def test_too_few_descriptors(tmp_path: Path, n_open: int) -> None:
    root = polyglot(tmp_path / "root")

    def few() -> None:
        resource.setrlimit(resource.RLIMIT_NOFILE, (n_open, n_open))

    done = run("build", root, "-o", tmp_path / "book", cwd=tmp_path, before=few)
    assert done.returncode in (0, 2)
    assert b"Traceback" not in done.stderr, done.stderr
    if done.returncode == 0:
        make_book(root, tmp_path / "fresh")
        assert_same_book(tmp_path / "book", tmp_path / "fresh")


def test_reader_that_goes_away(tmp_path: Path) -> None:
    polyglot(tmp_path / "root")
    process = _start("build", "root", cwd=tmp_path)
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.close()
    process.stderr.close()
    assert process.wait(timeout=SECONDS_OF_A_HANG) in (0, 1, 2)
    make_book(tmp_path / "root", tmp_path / "root.book")
    make_book(tmp_path / "root", tmp_path / "fresh")
    assert_same_book(tmp_path / "root.book", tmp_path / "fresh")
