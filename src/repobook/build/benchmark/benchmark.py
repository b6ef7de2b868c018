"""Measures a build against the raw parse in the same run, on a copy.

The floor ("raw parse") is what tree-sitter needs to parse the same files in the same number of
processes and nothing more. A bare time says little on a shared machine; a ratio says much.
"""

import contextlib
import hashlib
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final, NamedTuple

from repobook.build.benchmark.benchmark_edits import SourceFile, edits
from repobook.disk.writing import WritableFolder, make_folders
from repobook.errors import RepobookError, UnreadableError
from repobook.languages import facts_function
from repobook.model.files import Entry
from repobook.scan.classify.classify import Classified, classify
from repobook.scan.ignore.attributes import read_attributes
from repobook.scan.sources.source import SourceSpec, open_source
from repobook.workers.pool import Work, WorkerPool
from repobook.workers.process_tree import ProcessTreeMeter

_SHARES: Final = (0.25, 0.5, 1.0)
_SETTLE_SECONDS: Final = 2.2
"""A file younger than this is read again by every build; the copy has to age first."""


class RawParse(NamedTuple):
    seconds: float
    processor_seconds: float
    n_files: int
    n_bytes: int


class Run(NamedTuple):
    seconds: float
    processor_seconds: float
    peak_bytes: int


class ShareReport(NamedTuple):
    share: float
    n_files: int
    n_bytes: int
    raw: RawParse
    cold: Run


class EditReport(NamedTuple):
    edit: str
    language: str
    path: str
    """The first file that was edited."""
    run: Run


class BenchReport(NamedTuple):
    shares: tuple[ShareReport, ...]
    unchanged: Run
    edits: tuple[EditReport, ...]
    phases: dict[str, float]


def benchmark(
    spec: SourceSpec, n_jobs: int, repeat: int, shares: tuple[float, ...] = _SHARES
) -> Iterator[ShareReport | BenchReport]:
    """Reports each share as it is measured, and all of it at the end."""
    with tempfile.TemporaryDirectory(prefix="repobook-bench-") as scratch:
        reports = []
        for share in shares:
            copy = Path(scratch) / f"{share:.2f}"
            _copy(spec, share, copy)
            time.sleep(_SETTLE_SECONDS)
            report = _measure_share(copy, share, n_jobs, repeat)
            reports.append(report)
            yield report
        yield _measure_whole(copy, tuple(reports), n_jobs, repeat)


def _copy(spec: SourceSpec, share: float, target: Path) -> None:
    """A share is chosen by hash of the path, so that a smaller one is part of a larger one."""
    source = open_source(spec)
    try:
        entries = [e for e in source.list().entries if e.kind == "file" and _within(e, share)]
        make_folders(target)
        with WritableFolder(target) as copies:
            for entry in entries:
                with contextlib.suppress(UnreadableError):
                    content = source.read(entry, 1 << 30)
                    copies.write(entry.raw_path.decode("utf-8", "surrogateescape"), content)
    finally:
        source.close()
    if not any(target.iterdir()):
        raise RepobookError("nothing to measure: no readable files")


def _within(entry: Entry, share: float) -> bool:
    digest = hashlib.blake2b(entry.raw_path, digest_size=4).digest()
    return int.from_bytes(digest, "big") < share * (1 << 32)


def _measure_share(copy: Path, share: float, n_jobs: int, repeat: int) -> ShareReport:
    """Raw parse and build take turns, and the best of each counts: noise only ever adds."""
    items = _parsed_files(copy)
    raws, colds = [], []
    for _ in range(repeat):
        raws.append(_raw_parse(copy, items, n_jobs))
        colds.append(_build(copy, n_jobs, "--no-cache"))
    n_files = sum(len(files) for _, _, files in os.walk(copy))
    n_bytes = sum(entry.size for entry, _ in items)
    return ShareReport(share, n_files, n_bytes, min(raws), min(colds))


def _measure_whole(
    copy: Path, shares: tuple[ShareReport, ...], n_jobs: int, repeat: int
) -> BenchReport:
    unchanged = min(_build(copy, n_jobs) for _ in range(repeat))
    measured = [
        EditReport(edit.name, edit.language, edit.paths[0], _build(copy, n_jobs))
        for edit in edits(copy, _source_files(copy))
    ]
    return BenchReport(shares, unchanged, tuple(measured), _phases(copy, n_jobs))


def _source_files(root: Path) -> list[SourceFile]:
    return [
        SourceFile(entry.path, what.language, what.role, entry.size)
        for entry, what in _classified(root)
        if not what.reason
    ]


def _parsed_files(root: Path) -> list[tuple[Entry, str]]:
    """The files that a grammar is run on, with their languages."""
    return [
        (entry, what.language)
        for entry, what in _classified(root)
        if not what.reason and hasattr(facts_function(what.language), "parse_only")
    ]


def _classified(root: Path) -> list[tuple[Entry, Classified]]:
    source = open_source(SourceSpec("folder", str(root), "", (), ()))
    try:
        listing = source.list()
        attributes = read_attributes(source, listing)
        files = [entry for entry in listing.entries if entry.kind == "file"]
        return [(e, classify(e, source.read(e, 1 << 30), attributes)) for e in files]
    finally:
        source.close()


class _RawFactory(NamedTuple):
    root: str

    def open(self) -> Work:
        source = open_source(SourceSpec("folder", self.root, "", (), ()))

        def parse_only(item: tuple[Entry, str]) -> bytes:
            entry, language = item
            started = time.process_time()
            facts_function(language).parse_only(source.read(entry, 1 << 30))  # type: ignore[attr-defined]
            return repr(time.process_time() - started).encode()

        return parse_only


def _raw_parse(root: Path, items: list[tuple[Entry, str]], n_jobs: int) -> RawParse:
    pool: WorkerPool[tuple[Entry, str]] = WorkerPool(_RawFactory(str(root)).open, n_jobs)
    started = time.perf_counter()
    try:
        weighted = [(item, item[0].size) for item in items]
        spent = sum(float(answer.result or b"0") for answer in pool.run(weighted))
    finally:
        pool.close()
    seconds = time.perf_counter() - started
    return RawParse(seconds, spent, len(items), sum(entry.size for entry, _ in items))


def _build(root: Path, n_jobs: int, *options: str) -> Run:
    command = [sys.executable, "-P", "-m", "repobook", "build", str(root), "--quiet"]
    command += ["--jobs", str(n_jobs), "-o", f"{root}.book", *options]
    started = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    with _metered(process.pid) as meter:
        code = process.wait()
    if code != 0:
        raise RepobookError(f"the build that was to be measured ended with exit code {code}")
    return Run(time.perf_counter() - started, meter.processor_seconds, meter.peak_bytes)


@contextmanager
def _metered(pid: int) -> Iterator[ProcessTreeMeter]:
    meter = ProcessTreeMeter(pid)
    meter.start()
    try:
        yield meter
    finally:
        meter.stop()


def _phases(root: Path, n_jobs: int) -> dict[str, float]:
    from repobook.build.entry import build
    from repobook.build.request import BuildRequest

    spec = SourceSpec("folder", str(root), "", (), ())
    request = BuildRequest(spec, Path(f"{root}.book"), n_jobs, use_cache=False)
    return build(request).seconds_by_phase
