"""What a program is told by ``watch``."""

import json
import os
import signal
import subprocess
from pathlib import Path

from repobook.build.watching import Sight, Watch
from repobook.cli.commands import watch as watch_command
from tests.fakes.books import command, environment, polyglot
from tests.fakes.processes import SECONDS_OF_A_HANG


def test_every_look_is_told_and_who_stops_listening_ends_it(tmp_path: Path) -> None:
    polyglot(tmp_path / "root")
    process = _watching(tmp_path, "root", "-o", "book")
    assert process.stdout is not None
    told = [json.loads(process.stdout.readline())["data"] for _ in range(2)]
    process.stdout.close()
    process.wait(SECONDS_OF_A_HANG)
    assert [(one["is_stale"], one["is_building"]) for one in told] == [
        (True, True),
        (False, False),
    ]
    assert (tmp_path / "book/book.db").is_file()


def test_an_edit_is_built(tmp_path: Path) -> None:
    polyglot(tmp_path / "root")
    process = _watching(tmp_path, "root", "-o", "book")
    try:
        assert process.stdout is not None
        for _ in range(2):
            process.stdout.readline()
        assert os.getpriority(os.PRIO_PROCESS, process.pid) > os.nice(0)
        before = (tmp_path / "book/book.db").stat().st_ino
        (tmp_path / "root/added.py").write_text("def added(): pass\n")
        while not json.loads(process.stdout.readline())["data"]["is_building"]:
            continue
        assert not json.loads(process.stdout.readline())["data"]["is_stale"]
    finally:
        process.kill()
        process.communicate()
    assert (tmp_path / "book/book.db").stat().st_ino != before


def test_a_build_that_fails_is_told_with_its_reason(tmp_path: Path) -> None:
    polyglot(tmp_path / "root")
    (tmp_path / "taken").mkdir()
    (tmp_path / "taken/file").write_text("of somebody else")
    process = _watching(tmp_path, "root", "-o", "taken")
    try:
        assert process.stdout is not None
        process.stdout.readline()
        told = json.loads(process.stdout.readline())["data"]
    finally:
        process.kill()
        process.communicate()
    assert told["is_stale"]
    assert "holds something that is not a book" in told["build_problem"]


def test_readers_go_before_the_first_build_even_more_than_before_an_edit(tmp_path: Path) -> None:
    watch, niceness = Watch(lambda: Sight("files", True)), tmp_path / "niceness"

    def build() -> None:
        watch_command.give_way(watch)
        with niceness.open("a") as file:
            print(os.nice(0), file=file)

    watch.is_stale()
    for _ in range(2):
        assert not watch_command._built(watch, build).build_problem
    at_first, with_edit = map(int, niceness.read_text().split())
    assert at_first > with_edit == os.nice(0)


def test_a_build_that_is_killed_is_told(tmp_path: Path) -> None:
    watch = Watch(lambda: Sight("files", True))
    state = watch_command._built(watch, lambda: os.kill(os.getpid(), signal.SIGKILL))
    assert (state.is_stale, state.build_problem) == (True, "exited with -9")


def _watching(folder: Path, *arguments: str) -> "subprocess.Popen[bytes]":
    return subprocess.Popen(
        command("watch", "--json", "--history", "0", *arguments),
        cwd=folder,
        env=environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    )
