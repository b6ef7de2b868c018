"""Faults of the machine: the n-th call fails, or there is too little of something.

What the build says is true, the book is the old one, the new one or marked, and the next build
gives the bytes of one that nothing disturbed.
"""

import errno
import os
import resource
import shutil
import subprocess
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

from bench.attacks.lab import (
    DIFFERENT,
    LOST,
    MIXED,
    PROJECT,
    UNFINISHED,
    UNTRUE,
    Done,
    Lab,
    copy,
    difference,
    has_no_pages_yet,
    published,
    remove,
    shown,
)
from bench.attacks.sources import edit, write_program

_FAULTS_OF_A_TREE: Final = 10
_HERE: Final = Path(__file__).parent
_CALLS: Final = {
    "open": (errno.ENOSPC, errno.EMFILE, errno.EACCES, errno.EIO, errno.EROFS, errno.ENOMEM),
    "write": (errno.ENOSPC, errno.EIO, errno.EDQUOT, errno.EFBIG),
    "read": (errno.EIO,),
    "truncate": (errno.EIO, errno.ENOSPC),
    "sync": (errno.EIO, errno.ENOSPC),
    "mkdir": (errno.ENOSPC, errno.EACCES, errno.EMLINK),
    "rename": (errno.EIO, errno.EACCES, errno.EXDEV, errno.ENOSPC),
    "link": (errno.EMLINK, errno.EPERM, errno.ENOSPC),
    "unlink": (errno.EIO, errno.EACCES, errno.EBUSY),
}
_MAX_CALLS: Final = 2000


class Fault(NamedTuple):
    name: str
    env: Mapping[str, str] = {}
    before: Callable[[], None] | None = None
    mark: Path | None = None
    """Where it leaves a trace of having happened."""


class Target(NamedTuple):
    root: Path
    book: Path
    saved: Path
    old: Mapping[str, str]
    new: Mapping[str, str]

    @property
    def arguments(self) -> tuple[str | Path, ...]:
        return ("build", self.root, "-o", self.book)


def attack(lab: Lab) -> None:
    target = _prepared(lab)
    if target is None:
        return lab.report(LOST, "the tree is not built")
    for _ in range(_FAULTS_OF_A_TREE):
        _disturb(lab, target)


def _prepared(lab: Lab) -> Target | None:
    root, book, saved = lab.work / "tree", lab.work / "tree.book", lab.place / "saved.book"
    target = Target(write_program(root, lab.draw.randint(3, 12), lab.draw), book, saved, {}, {})
    if lab.run(*target.arguments, cwd=lab.work).code:
        return None
    copy(book, saved)
    old = published(book)
    for _ in range(3):
        edit(root, lab.draw)
    remove(book)
    done = lab.run(*target.arguments, cwd=lab.work)
    return None if done.code else target._replace(old=old, new=published(book))


def _disturb(lab: Lab, target: Target) -> None:
    remove(target.book)
    has_old = lab.draw.random() < 0.8
    if has_old:
        copy(target.saved, target.book)
    make = lab.draw.choice([_failing_call] * 6 + [_too_little, _no_temporary_folder, _vanished])
    with make(lab, target) as fault:
        done = lab.run(*target.arguments, cwd=lab.work, env=fault.env, before=fault.before)
    if fault.mark and not os.path.lexists(fault.mark):
        return  # there were fewer calls than that
    lab.counts["faults"] += 1
    what = f"{fault.name}, old book {has_old}"
    _check(lab, target, done, what, has_old)
    then = lab.run(*target.arguments, cwd=lab.work)
    if then.code:
        lab.report(LOST, f"not built after {what}: {then.first_line()}")
    elif (found := published(target.book)) != target.new:
        lab.report(DIFFERENT, f"after {what}: {difference(found, target.new)}")


def _check(lab: Lab, target: Target, done: Done, what: str, has_old: bool) -> None:
    found = published(target.book)
    before = target.old if has_old else {}
    is_marked = (target.book / UNFINISHED).exists()
    is_first = not has_old and has_no_pages_yet(found, target.new)
    is_read_less = any(word in what for word in ("vanished", "address space"))  # and said so
    if done.code == 0 and found != target.new and not is_read_less:
        lab.report(DIFFERENT, f"exit 0 with {what}: {difference(found, target.new)}")
    elif not (found in (before, target.new) or is_first or is_marked or done.code == 0):
        lab.report(MIXED, f"{what}: {difference(found, before)}")
    if done.code and (done.code != 2 or _is_unclear(done)):
        lab.report(UNTRUE, f"{what}: exit {done.code}, {shown(done.err)}")
    if b"is as it was" in done.err and not (found == before or set(found) <= {"manifest.json"}):
        lab.report(UNTRUE, f"{what}: not as it was: {difference(found, before)}")


def _is_unclear(done: Done) -> bool:
    line = done.first_line()
    return not line.startswith("repobook: ") or line.endswith((": None", ": ", ":"))


@contextmanager
def _failing_call(lab: Lab, target: Target) -> Iterator[Fault]:
    call = lab.draw.choice(sorted(_CALLS))
    number = lab.draw.choice(_CALLS[call])
    n = int(_MAX_CALLS ** lab.draw.random()) - 1
    lasts = lab.draw.random() < 0.5
    below = lab.draw.choice([target.book] * 6 + [lab.place / "tmp", lab.place / "state"])
    mark = lab.place / "FAULT"
    settings = {
        "FAULT_CALL": call,
        "FAULT_ERRNO": str(number),
        "FAULT_AFTER": str(n),
        "FAULT_LASTS": str(int(lasts)),
        "FAULT_BELOW": str(below),
        "FAULT_MARK": str(mark),
    }
    remove(mark)
    where = below.relative_to(lab.place)
    name = f"{errno.errorcode[number]} at call {n} of {call} below {where}, lasts {lasts}"
    yield Fault(name, {**settings, **_loaded(lab)}, mark=mark)


def _loaded(lab: Lab) -> dict[str, str]:
    """In C, so that calls of libraries fail too, or in Python where nothing compiles C."""
    library = lab.place / "failing_calls.so"
    if compiler := _compiler():
        source = str(_HERE / "failing_calls.c")
        command = [compiler, "-shared", "-fPIC", "-o", str(library), source, "-ldl"]
        if library.exists() or subprocess.run(command, capture_output=True).returncode == 0:
            return {"LD_PRELOAD": str(library)}
    folder = lab.place / "failing"
    folder.mkdir(exist_ok=True)
    shutil.copyfile(_HERE / "failing_calls.py", folder / "sitecustomize.py")
    return {"PYTHONPATH": f"{folder}:{PROJECT / 'src'}"}


@cache
def _compiler() -> str:
    return shutil.which("cc") or ""


@contextmanager
def _too_little(lab: Lab, target: Target) -> Iterator[Fault]:
    name, kind, amount = lab.draw.choice(
        [
            ("open files", resource.RLIMIT_NOFILE, lab.draw.randint(10, 64)),
            ("address space", resource.RLIMIT_AS, lab.draw.randint(40, 500) << 20),
            ("file size", resource.RLIMIT_FSIZE, int(10 ** lab.draw.uniform(3.6, 6))),
        ]
    )
    limits = (amount, amount)
    yield Fault(f"{name} limited to {amount:,}", before=lambda: resource.setrlimit(kind, limits))


@contextmanager
def _no_temporary_folder(lab: Lab, target: Target) -> Iterator[Fault]:
    kind = lab.draw.choice(["long", "missing", "a file", "state is a file"])
    folder = lab.place / ("t" * 150 if kind == "long" else "absent")
    if kind == "long":
        folder.mkdir(exist_ok=True)
    if kind == "a file":
        folder = lab.bait
    variable = "XDG_STATE_HOME" if kind == "state is a file" else "TMPDIR"
    if kind == "state is a file":
        folder = lab.bait
    yield Fault(f"{variable}: {kind}", {variable: str(folder)})


@contextmanager
def _vanished(lab: Lab, target: Target) -> Iterator[Fault]:
    """The repository goes while it is read, and is back for the next build."""
    away = lab.place / "away"
    delay = lab.draw.random() * 0.8

    def go() -> None:
        time.sleep(delay)
        target.root.rename(away)

    thread = threading.Thread(target=go)
    thread.start()
    try:
        yield Fault(f"the repository vanished after {delay:.2f} s")
    finally:
        thread.join()
        away.rename(target.root)
