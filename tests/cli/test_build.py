"""What a user gets to see of ``repobook build``: one clear line for bad input, exit codes, JSON."""

import ctypes
import json
import os
import pty
import sqlite3
import subprocess
from pathlib import Path

import pytest

from tests.fakes.books import (
    assert_accounted,
    book_bytes,
    command,
    environment,
    files,
    make_book,
    polyglot,
    rows,
    run,
)
from tests.fakes.processes import SECONDS_OF_A_HANG
from tests.fakes.trees import make_repository, write_tree


def _refused(done: subprocess.CompletedProcess[bytes]) -> str:
    """Exit 2 and one line, with at most a hint below it; nothing on stdout."""
    assert done.returncode == 2, done
    assert done.stdout == b""
    lines = done.stderr.decode().splitlines()
    lines = [line for line in lines if line not in ("list files", "recall")]
    assert lines[0].startswith("repobook: ")
    assert [line for line in lines[1:] if not line.startswith("  ")] == []
    assert len(lines) <= 2
    return lines[0].removeprefix("repobook: ")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["build", "nowhere"], "no such path: nowhere"),
        (["build", ""], "no such path: "),
        (["build", "root/notes.txt"], "not a directory: root/notes.txt"),
        (["build", "root/notes.txt/x"], "no such path: root/notes.txt/x"),
        (["build", "\x1b[31m"], "no such path: \\x1b[31m"),
        (["build", "root", "--rev", "main"], "root has no git directory of its own"),
        (["build", "root", "-o", "root/notes.txt"], "cannot write the book at root/notes.txt"),
        (["build", "root", "-o", "root/notes.txt/x"], "cannot write the book at root/notes.txt/x"),
        (["build", "root", "-o", "/proc/x/book"], "cannot write the book at /proc/x/book"),
        (["build", "root", "-o", "root"], "root is what is read"),
        (["build", "root", "-o", "."], ". holds something that is not a book"),
        (["build", "root", "--nope"], "No such option"),
        (["build", "root", "--jobs", "0"], "Invalid value for '--jobs'"),
        (["build", "root", "--jobs", "x"], "Invalid value for '--jobs'"),
        (["build", "root", "--jobs", "1000000"], "Invalid value for '--jobs'"),
        (["build", "root", "--max-file-size", "-1"], "Invalid value for '--max-file-size'"),
        (["build", "root", "more"], "Got unexpected extra argument"),
        (["biuld", "root"], "No such command 'biuld'. Did you mean 'build'?"),
        (["status", "nowhere"], "no such book: nowhere"),
        (["status", "root"], "root: not a book"),
        (["show", "--book", "root/notes.txt", "x"], "root/notes.txt: not a book"),
    ],
)
def test_bad_input_gets_one_clear_line(tmp_path: Path, arguments: list[str], message: str) -> None:
    polyglot(tmp_path / "root")
    before = sorted(tmp_path.rglob("*"))
    assert _refused(run(*arguments, cwd=tmp_path)).startswith(message)
    assert sorted(tmp_path.rglob("*")) == before, "nothing was left behind"


@pytest.mark.parametrize("rev", ["nope", "--help", "HEAD~99", "\x1b", "0" * 40])
def test_bad_revision(tmp_path: Path, rev: str) -> None:
    make_repository(tmp_path / "root", {"a.py": "x = 1\n"})
    message = _refused(run("build", "root", f"--rev={rev}", cwd=tmp_path))
    assert message.startswith("bad revision")
    assert not (tmp_path / "root.book").exists()


def test_git_directory_without_a_commit(tmp_path: Path) -> None:
    unborn = write_tree(tmp_path / "unborn.git", {"HEAD": "ref: refs/heads/main\n"})
    write_tree(unborn, {"objects/": "", "refs/": ""})
    assert "bad revision" in _refused(run("build", unborn, cwd=tmp_path))


@pytest.mark.parametrize("content", ["precious\n", ""])
@pytest.mark.parametrize("name", ["file", "manifest.json", "book.db", "cache/facts", "sub/x"])
def test_folder_of_someone_else_is_left_alone(tmp_path: Path, name: str, content: str) -> None:
    root = polyglot(tmp_path / "root")
    other = write_tree(tmp_path / "other", {name: content})
    if name == "cache/facts":
        write_tree(other, {"more": ""})
    before = sorted(other.rglob("*"))
    message = _refused(run("build", root, "-o", other, cwd=tmp_path))
    assert "holds something that is not a book" in message
    assert sorted(other.rglob("*")) == before
    assert (other / name).read_text() == content


def test_empty_folder_may_become_a_book(tmp_path: Path) -> None:
    root = polyglot(tmp_path / "root")
    (tmp_path / "book").mkdir()
    assert run("build", root, "-o", tmp_path / "book", cwd=tmp_path).returncode == 0
    assert_accounted(tmp_path / "book")


def test_empty_folder_gives_an_empty_book(tmp_path: Path) -> None:
    (tmp_path / "root").mkdir()
    for _ in range(2):
        done = run("build", "root", cwd=tmp_path)
        assert done.returncode == 0, done.stderr
        assert b"0 documented + 0 listed = 0 files" in done.stderr
    assert files(tmp_path / "root.book") == {}


def test_book_is_no_source(tmp_path: Path) -> None:
    root, book = polyglot(tmp_path / "root"), tmp_path / "book"
    make_book(root, book)
    assert "is itself a book" in _refused(run("build", book, "-o", tmp_path / "x", cwd=tmp_path))
    assert "is itself a book" in _refused(run("build", cwd=book))


def _set_version(book: Path, version: int) -> None:
    db = sqlite3.connect(book / "book.db")
    db.execute(f"PRAGMA user_version = {version}")
    db.commit()
    db.close()


@pytest.mark.parametrize("arguments", [("status", "book"), ("show", "--book", "book", "main")])
@pytest.mark.parametrize(("version", "word"), [(999, "newer"), (0, "older")])
def test_book_of_another_schema(
    tmp_path: Path, arguments: tuple[str, ...], version: int, word: str
) -> None:
    root, book = polyglot(tmp_path / "root"), tmp_path / "book"
    make_book(root, book)
    before = book_bytes(book)
    _set_version(book, version)
    assert f"made by a{'n' * (word == 'older')} {word} repobook" in _refused(
        run(*arguments, cwd=tmp_path)
    )
    make_book(root, book)
    assert book_bytes(book) == before


@pytest.mark.parametrize("content", [b"", b"not an index", b"SQLite format 3\0" + b"\xff" * 5000])
@pytest.mark.parametrize("arguments", [("status", "book"), ("show", "--book", "book", "main")])
def test_damaged_index_is_refused(
    tmp_path: Path, arguments: tuple[str, ...], content: bytes
) -> None:
    book = tmp_path / "book"
    make_book(polyglot(tmp_path / "root"), book)
    (book / "book.db").write_bytes(content)
    _refused(run(*arguments, cwd=tmp_path))


def _without_privileges() -> None:
    """Even root must obey permissions then: CAP_DAC_OVERRIDE and CAP_DAC_READ_SEARCH."""
    for capability in (1, 2):
        ctypes.CDLL(None).prctl(24, capability, 0, 0, 0)


def test_unreadable_folder(tmp_path: Path) -> None:
    root = polyglot(tmp_path / "root")
    root.chmod(0)
    try:
        done = run("build", root, cwd=tmp_path, before=_without_privileges)
    finally:
        root.chmod(0o755)
    assert "permission denied" in _refused(done)


def test_unreadable_files_and_folders_are_listed(tmp_path: Path) -> None:
    root = polyglot(tmp_path / "root")
    locked = [root / "src/a.py", root / "conf"]
    modes = [path.stat().st_mode for path in locked]
    for path in locked:
        path.chmod(0)
    try:
        done = run("build", root, cwd=tmp_path, before=_without_privileges)
        strict = run("build", root, "--strict", cwd=tmp_path, before=_without_privileges)
    finally:
        for path, mode in zip(locked, modes, strict=True):
            path.chmod(mode)
    assert (done.returncode, strict.returncode) == (0, 1), done.stderr
    found = files(tmp_path / "root.book")
    assert found["src/a.py"] == "unreadable: permission denied"
    assert found["conf"] == "unreadable: permission denied"
    assert_accounted(tmp_path / "root.book")


def test_place_that_cannot_be_written(tmp_path: Path) -> None:
    root = polyglot(tmp_path / "root")
    write_tree(tmp_path / "closed", {})
    (tmp_path / "closed").chmod(0o555)
    done = run("build", root, "-o", "closed/book", cwd=tmp_path, before=_without_privileges)
    assert "cannot write the book" in _refused(done)


def test_book_with_a_path_that_is_not_utf8(tmp_path: Path) -> None:
    polyglot(tmp_path / "root")
    assert "has to be UTF-8" in _refused(run("build", "root", "-o", b"b\xff", cwd=tmp_path))


def test_json_is_an_envelope(tmp_path: Path) -> None:
    polyglot(tmp_path / "root")
    done = run("build", "root", "--json", cwd=tmp_path)
    answer = json.loads(done.stdout)
    assert (answer["schema"], answer["command"], answer["truncated"]) == (1, "build", False)
    data = answer["data"]
    assert (
        data["documented"] + data["listed"] == data["files"] == len(files(tmp_path / "root.book"))
    )


def test_closing_lines(tmp_path: Path) -> None:
    polyglot(tmp_path / "root")
    done = run("build", "root", cwd=tmp_path)
    assert done.stdout == b"root.book\n"
    lines = done.stderr.decode().splitlines()
    assert any(line.startswith("written: 13 files, ") for line in lines)
    assert "account: 11 documented + 2 listed = 13 files" in lines
    assert lines[-1].startswith("next: repobook search")


def test_quiet_says_nothing(tmp_path: Path) -> None:
    polyglot(tmp_path / "root")
    done = run("build", "root", "--quiet", cwd=tmp_path)
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")


@pytest.mark.parametrize(
    ("option", "kept"),
    [("--include=*.py", {"src/a.py"}), ("--exclude=*.*", set())],
)
def test_options_that_choose(tmp_path: Path, option: str, kept: set[str]) -> None:
    polyglot(tmp_path / "root")
    assert run("build", "root", option, cwd=tmp_path).returncode == 0
    assert files(tmp_path / "root.book").keys() == kept


def _terminal_output(cwd: Path, *arguments: str) -> bytes:
    """What a terminal would get on stderr."""
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        command(*arguments), cwd=cwd, env=environment(), stderr=theirs, stdout=subprocess.DEVNULL
    )
    os.close(theirs)
    shown = b""
    try:
        while chunk := os.read(ours, 1 << 16):
            shown += chunk
    except OSError:
        pass  # The other end is closed: how a terminal ends.
    os.close(ours)
    assert process.wait(timeout=SECONDS_OF_A_HANG) == 0
    return shown


def test_bar_in_a_terminal_shows_nothing_of_the_repository(tmp_path: Path) -> None:
    name = "\x1b]0;evil\x07.py"
    write_tree(tmp_path / "root", {name: "x = 1\n"})
    (tmp_path / "root" / "link").symlink_to("\x1b[31mred")
    shown = _terminal_output(tmp_path, "build", "root")
    assert b"read files" in shown
    assert b"\x1b]" not in shown
    assert b"\x1b[31m" not in shown
    assert b"1 \xc3\x97 symlink" in shown
    status = run("status", "root.book", "--all", cwd=tmp_path).stdout
    assert b"symlink to \\x1b[31mred" in status


def test_whole_product_without_a_network(tmp_path: Path) -> None:
    """Every socket but those between our own processes is a failure."""
    guard = (
        f"import socket; open({str(tmp_path / 'LOADED')!r}, 'a').close()\n"
        "real = socket.socket\n"
        "class Guarded(real):\n"
        "    def __init__(self, family=-1, *rest, **named):\n"
        "        if family != socket.AF_UNIX and not named.get('fileno'):\n"
        f"            open({str(tmp_path / 'CANARY')!r}, 'a').write(str(family))\n"
        "            raise OSError('no network')\n"
        "        super().__init__(family, *rest, **named)\n"
        "socket.socket = Guarded\n"
        "def refuse(*rest, **named):\n"
        f"    open({str(tmp_path / 'CANARY')!r}, 'a').write('lookup')\n"
        "    raise OSError('no network')\n"
        "socket.getaddrinfo = socket.create_connection = refuse\n"
    )
    write_tree(tmp_path / "guard", {"sitecustomize.py": guard})
    make_repository(tmp_path / "root", {"a.py": "import os\n", "b.md": "[x](http://x.org/y)\n"})
    env = {"PYTHONPATH": f"{tmp_path / 'guard'}:{environment()['PYTHONPATH']}"}
    for arguments in (["build", "root"], ["build", "root"], ["build", "root/.git", "-o", "b"]):
        done = run(*arguments, cwd=tmp_path, env=env)
        assert done.returncode == 0, done.stderr
    assert (tmp_path / "LOADED").exists()
    assert not (tmp_path / "CANARY").exists()
    assert [row[0] for row in rows(tmp_path / "b", "files")] == ["a.py", "b.md"]


def test_whole_product_in_a_world_without_interfaces(tmp_path: Path) -> None:
    if subprocess.run(["unshare", "-n", "true"], capture_output=True, check=False).returncode:
        pytest.skip("a network namespace is not allowed here")
    polyglot(tmp_path / "root")
    for _ in range(2):
        done = subprocess.run(
            ["unshare", "-n", *command("build", "root")],
            cwd=tmp_path,
            env=environment(),
            capture_output=True,
            check=False,
            timeout=SECONDS_OF_A_HANG,
        )
        assert done.returncode == 0, done.stderr


def test_attributes_too_large_to_apply_are_told(tmp_path: Path) -> None:
    polyglot(tmp_path / "root")
    lines = b"x linguist-vendored\n" * 60_000
    (tmp_path / "root" / ".gitattributes").write_bytes(lines)
    done = run("build", "root", "-o", "book", cwd=tmp_path)
    assert done.returncode == 0
    assert b"note: .gitattributes: not applied, larger than 1 MiB" in done.stderr


def test_help_says_each_command_in_a_whole_line(tmp_path: Path) -> None:
    listed = run("--help", cwd=tmp_path).stdout.decode().partition("Commands:")[2]
    assert "build" in listed
    assert "..." not in listed
