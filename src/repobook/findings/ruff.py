"""Runs ruff once per build, over copies of the new Python files in a folder of ours.

Nothing runs inside the repository and none of its settings count. A file that ruff fails on loses
its own findings only, and gets one that says so.
"""

import contextlib
import hashlib
import os
import re
import subprocess
from collections.abc import Iterable, Iterator, Sequence
from errno import EIO
from functools import cache
from importlib import metadata
from pathlib import Path
from typing import Final, Self

import msgspec

from repobook.disk.writing import WritableFolder
from repobook.findings.ruff_rules import LINT_RULES, Unless
from repobook.findings.run import code_at
from repobook.findings.suppression import without_suppressed
from repobook.model.finding import Finding
from repobook.parse.source import SourceText
from repobook.text.decode import DecodedText

_FOLDER: Final = "lint"
_LANGUAGE: Final = "Python"
_NO_RUFF: Final = "ruff is not installed: Python files have no findings of its rules"
_SECONDS_PER_RUN: Final = 300
_FILES_PER_RUN: Final = 2000
_NOT_LINTED: Final = Finding(
    "not-linted",
    "info",
    "maintainability",
    1,
    "ruff could not read it; its rules were not applied",
    "",
)
# The authors' own comment, by names of rules, which not every ruff reads.
_IGNORED: Final = re.compile(rb"#[ \t]*ruff:[ \t]*ignore\[")
_ENCODE: Final = msgspec.msgpack.Encoder().encode
_FINDINGS: Final = msgspec.msgpack.Decoder(tuple[Finding, ...])


class _Location(msgspec.Struct):
    row: int


class _Diagnostic(msgspec.Struct):
    """A diagnostic of ruff; a syntax error has no code of a rule."""

    filename: str
    location: _Location
    code: str | None = None


class _Explanation(msgspec.Struct):
    explanation: str


_EXPLANATION: Final = msgspec.json.Decoder(_Explanation)
_DIAGNOSTICS: Final = msgspec.json.Decoder(list[_Diagnostic])


@cache
def ruff_path() -> str:
    """The program that was installed with us, never one that happens to be on the path."""
    try:
        files = metadata.distribution("ruff").files or ()
    except metadata.PackageNotFoundError:
        return ""
    paths = (
        os.path.normpath(str(file.locate())) for file in files if file.name in ("ruff", "ruff.exe")
    )
    return next((path for path in paths if Path(path).is_file()), "")


def ruff_explanation(code: str) -> str:
    """What ruff says of one of its rules, in Markdown; empty where it cannot be asked."""
    command = [ruff_path(), "rule", code, "--output-format", "json"]
    try:
        ended = subprocess.run(command, capture_output=True, timeout=_SECONDS_PER_RUN, check=True)
        return _EXPLANATION.decode(ended.stdout).explanation
    except (OSError, subprocess.SubprocessError, msgspec.DecodeError):
        return ""


def lint_notices() -> tuple[str, ...]:
    return () if ruff_path() else (_NO_RUFF,)


def is_linted(language: str, path: str) -> bool:
    """Stubs are never run: what would go wrong in them cannot."""
    return language == _LANGUAGE and not path.endswith(".pyi") and bool(ruff_path())


def lint_key(facts_key: bytes) -> bytes:
    """The cache key of a file's findings, derived from that of its facts."""
    return hashlib.blake2b(facts_key, digest_size=16, person=b"lint").digest()


def decode_findings(data: bytes | None) -> tuple[Finding, ...]:
    return (_NOT_LINTED,) if data is None else _FINDINGS.decode(data)


class LintFolder:
    """Where workers put the files that ruff is to read, by the keys of their facts.

    It lies in the book: what a build that was killed left behind, the next one removes.
    """

    def __init__(self, work: WritableFolder) -> None:
        work.make_folder(_FOLDER)
        self._work = work
        self._folder = work.path / _FOLDER
        self.path = str(self._folder)

    def check(self, facts_keys: Iterable[bytes]) -> None:
        """Workers put these here, unless the machine failed them."""
        names = {path.name for path in self._folder.iterdir()}
        for key in facts_keys:
            if _copy_name(key) not in names:
                raise OSError(EIO, "cannot write", str(self._folder / _copy_name(key)))

    def n_files(self) -> int:
        return sum(1 for _ in self._folder.iterdir())

    def findings(self, n_jobs: int) -> Iterator[tuple[bytes, bytes]]:
        """Encoded findings of every file in the folder, by the key they are kept under."""
        names = sorted(path.name for path in self._folder.iterdir())
        for first in range(0, len(names), _FILES_PER_RUN):
            yield from self._of_files(names[first : first + _FILES_PER_RUN], n_jobs)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self._work.remove_all(_FOLDER)

    def _of_files(self, names: Sequence[str], n_jobs: int) -> Iterator[tuple[bytes, bytes]]:
        """Where ruff fails, the files are bisected until the one that it fails on is alone.

        That one has no findings to keep: the machine may have failed, so the next build asks again.
        """
        diagnostics = _run(names, self.path, n_jobs)
        if diagnostics is None and len(names) > 1:
            half = len(names) // 2
            yield from self._of_files(names[:half], n_jobs)
            yield from self._of_files(names[half:], n_jobs)
            return
        diagnostics = _run(names, self.path, n_jobs) if diagnostics is None else diagnostics
        if diagnostics is None:
            return
        diagnostics_by_name: dict[str, list[_Diagnostic]] = {name: [] for name in names}
        for diagnostic in diagnostics:
            diagnostics_by_name.get(Path(diagnostic.filename).name, []).append(diagnostic)
        for name, file_diagnostics in diagnostics_by_name.items():
            file_findings = self._findings(name, file_diagnostics)
            yield lint_key(bytes.fromhex(Path(name).stem)), _ENCODE(file_findings)

    def _findings(self, name: str, diagnostics: list[_Diagnostic]) -> tuple[Finding, ...]:
        if not diagnostics:
            return ()
        source = SourceText((self._folder / name).read_bytes())
        rows = sorted(
            {
                (diagnostic.location.row, diagnostic.code)
                for diagnostic in diagnostics
                if diagnostic.code
            }
        )
        found = [
            Finding(code, rule.severity, rule.category, row, rule.message, code_at(source, row))
            for row, code in rows
            if (rule := LINT_RULES.get(code)) and not _is_excused(rule.unless, source, row)
        ]
        return without_suppressed(found, source)


def _is_excused(unless: tuple[Unless, ...], source: SourceText, row: int) -> bool:
    if _IGNORED.search(source.lines[row - 1] if row <= len(source.lines) else b""):
        return True
    return any(_holds(one, source, row) for one in unless)


def _holds(unless: Unless, source: SourceText, row: int) -> bool:
    if unless.in_file and unless.in_file.search(source.data):
        return True
    lines = source.lines[max(0, row - 1 - unless.n_before) : row + unless.n_after]
    return unless.pattern.search(b"\n".join(lines)) is not None


def lint_later(folder: str, facts_key: bytes, text: DecodedText) -> None:
    """Called by a worker: the text as it was parsed, so that lines are the same."""
    # The build looks whether it is there: a fault of the machine is no fault of the file.
    with contextlib.suppress(OSError), WritableFolder(Path(folder)) as lint:
        lint.write(_copy_name(facts_key), text.data)


def _copy_name(facts_key: bytes) -> str:
    return f"{facts_key.hex()}.py"


def _run(names: Sequence[str], folder: str, n_jobs: int) -> list[_Diagnostic] | None:
    command = [ruff_path(), "check", "--isolated", "--no-cache", "--no-fix", "--exit-zero"]
    options = ["--quiet", "--output-format", "json", "--select", ",".join(LINT_RULES)]
    environment = {"RAYON_NUM_THREADS": str(n_jobs), "LC_ALL": "C.UTF-8"}
    try:
        ended = subprocess.run(
            [*command, *options, "--", *names],
            cwd=folder,
            env=environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=_SECONDS_PER_RUN,
            check=False,
        )
        return _DIAGNOSTICS.decode(ended.stdout) if ended.returncode == 0 else None
    except (OSError, subprocess.TimeoutExpired, msgspec.DecodeError):
        return None
