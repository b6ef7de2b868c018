"""Tries, rather than looks up, what a build needs: a grammar is parsed with, a worker is killed."""

import os
import platform
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import metadata
from pathlib import Path
from typing import NamedTuple

import apsw

from repobook.disk.writing import WritableFolder
from repobook.findings.ruff import LintFolder, decode_findings, lint_later, ruff_path
from repobook.index.reader.open_index import is_readable_when_new
from repobook.languages import all_languages, parse
from repobook.scan.git.commands import find_git
from repobook.text.decode import decode
from repobook.workers.pool import Answer, Work, WorkerPool, WorkFactory


class Check(NamedTuple):
    subject: str
    fine: bool
    finding: str


def checkup() -> tuple[Check, ...]:
    return (
        _python(),
        _index(),
        *_grammars(),
        _workers(),
        _git(),
        _ruff(),
        _room(),
    )


def _python() -> Check:
    fine = sys.version_info >= (3, 11)
    return Check("Python", fine, f"{platform.python_version()}, {os.cpu_count()} cores")


def _index() -> Check:
    try:
        fine = is_readable_when_new()
    except apsw.Error as error:
        return Check("index", False, f"SQLite {apsw.sqlite_lib_version()}: {error}")
    return Check("index", fine, f"SQLite {apsw.sqlite_lib_version()}")


def _grammars() -> tuple[Check, ...]:
    """In other processes: a grammar that fails may take its process with it."""
    names = sorted(language.name for language in all_languages().values())
    answers = _answers(_parsing, names)
    failed = sorted((a.item, a.result.decode() or a.death) for a in answers if a.result or a.death)
    if failed:
        return tuple(Check(f"language {name}", False, problem) for name, problem in failed)
    version = metadata.version("tree-sitter")
    return (Check("languages", True, f"{len(names)} read, tree-sitter {version}"),)


def _parsing() -> Work:
    return _parse


def _parse(language: str) -> bytes:
    """What is wrong with its grammar."""
    try:
        parse(language, b"x\n")
    except Exception as error:  # noqa: BLE001 - any failure to load or run is the finding
        return f"{type(error).__name__}: {error}".encode()
    return b""


def _answers(factory: WorkFactory, items: list[str]) -> list[Answer[str]]:
    pool: WorkerPool[str] = WorkerPool(factory, 2)
    try:
        return list(pool.run([(item, 1) for item in items]))
    finally:
        pool.close()


def _workers() -> Check:
    """One worker dies on purpose; the other item must still be answered."""
    worker_answers = _answers(_fragile_work, ["live", "die"])
    answers = {answer.item: answer.death for answer in worker_answers}
    fine = answers.get("live") == "" and bool(answers.get("die"))
    return Check("workers", fine, "a dying parser costs one file" if fine else str(answers))


def _fragile_work() -> Work:
    return _live_or_die


def _live_or_die(item: str) -> bytes:
    if item == "die":
        os.abort()
    return item.encode()


def _git() -> Check:
    path = find_git()
    finding = path or "not installed: folders are read, git directories and --rev are not"
    return Check("git", True, finding)


def _ruff() -> Check:
    """Tried on a line that it must find something in."""
    with _scratch() as scratch, LintFolder(scratch) as folder:
        lint_later(folder.path, b"key", decode(b"eval(x)\n"))
        findings = [finding for _, data in folder.findings(1) for finding in decode_findings(data)]
    fine = [finding.rule for finding in findings] == ["S307"]
    return Check("ruff", fine, ruff_path() or "not installed: Python has no findings of its rules")


def _room() -> Check:
    with _scratch() as folder:
        folder.write("x", b"x")
        fine = (folder.path / "x").read_bytes() == b"x"
        return Check("disk", fine, "temporary files can be written")


@contextmanager
def _scratch() -> Iterator[WritableFolder]:
    with tempfile.TemporaryDirectory() as path, WritableFolder(Path(path)) as folder:
        yield folder
