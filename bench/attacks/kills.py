"""Builds killed at any moment: the old book, the new one or a marked one, and the next is whole.

The moment is drawn phase by phase as the build names them, so that short phases get their share.
"""

import time
from collections.abc import Mapping
from pathlib import Path
from typing import Final, NamedTuple

from bench.attacks.lab import (
    DIFFERENT,
    HANG_SECONDS,
    LOST,
    MIXED,
    UNFINISHED,
    Lab,
    Run,
    copy,
    difference,
    has_no_pages_yet,
    published,
    remove,
)
from bench.attacks.sources import edit, write_program

_KILLS_OF_A_TREE: Final = 8
_KILLS_OF_A_LARGE_TREE: Final = 10
_LARGE: Final = 2000
_LARGE_SECONDS: Final = 300


class Phase(NamedTuple):
    line: bytes
    """What the build says when it begins."""
    seconds: float


class Target(NamedTuple):
    """A tree with the book before an edit and the one after it."""

    root: Path
    book: Path
    saved: Path
    old: Mapping[str, str]
    new: Mapping[str, str]
    phases: Mapping[bool, tuple[Phase, ...]]
    """By whether the old book is there."""
    seconds: float

    @property
    def arguments(self) -> tuple[str | Path, ...]:
        return ("build", self.root, "-o", self.book)


def attack(lab: Lab) -> None:
    _attack(lab, lab.draw.randint(3, 15), HANG_SECONDS, _KILLS_OF_A_TREE)


def attack_large(lab: Lab) -> None:
    n_kills = lab.counts["kills"]
    _attack(lab, _LARGE, _LARGE_SECONDS, _KILLS_OF_A_LARGE_TREE)
    lab.counts["kills on 2,000 files"] = lab.counts["kills"] - n_kills


def _attack(lab: Lab, n_files: int, seconds: float, n_kills: int) -> None:
    target = _prepared(lab, n_files, seconds)
    if target is None:
        return lab.report(LOST, "the tree is not built")
    for _ in range(n_kills):
        _kill(lab, target)


def _prepared(lab: Lab, n_files: int, seconds: float) -> Target | None:
    root, book, saved = lab.work / "tree", lab.work / "tree.book", lab.place / "saved.book"
    write_program(root, n_files, lab.draw)
    target = Target(root, book, saved, {}, {}, {}, seconds)
    if lab.run(*target.arguments, cwd=lab.work, seconds=seconds).code:
        return None
    copy(book, saved)
    old = published(book)
    for _ in range(3 if n_files < _LARGE else 40):
        edit(root, lab.draw)
    over_old = _phases(lab.start(*target.arguments, cwd=lab.work), seconds)
    remove(book)
    if n_files < _LARGE:
        from_nothing = _phases(lab.start(*target.arguments, cwd=lab.work), seconds)
    else:  # as long as the first build, whose phases nobody timed
        from_nothing = tuple(phase._replace(seconds=phase.seconds * 4) for phase in over_old)
        lab.run(*target.arguments, cwd=lab.work, seconds=seconds)
    new = published(book)
    return target._replace(old=old, new=new, phases={True: over_old, False: from_nothing})


def _phases(run: Run, seconds: float) -> tuple[Phase, ...]:
    """What the build says, with the time until it says the next."""
    began: dict[bytes, float] = {}
    while run.process.poll() is None:
        for line in _lines(run):
            began.setdefault(line, time.monotonic())
        time.sleep(0.005)
    ended = time.monotonic()
    run.wait(seconds)
    ends = [*list(began.values())[1:], ended]
    return tuple(
        Phase(line, end - begin) for (line, begin), end in zip(began.items(), ends, strict=True)
    )


def _lines(run: Run) -> list[bytes]:
    """The names of phases; closing lines have a colon."""
    lines = [line.partition(b" (")[0] for line in run.err.read_bytes().split(b"\n")[:-1]]
    return [line for line in lines if b":" not in line]


def _kill(lab: Lab, target: Target) -> None:
    has_old = lab.draw.random() < 0.7
    remove(target.book)
    if has_old:
        copy(target.saved, target.book)
    moments = [_killed_once(lab, target, has_old) for _ in range(lab.draw.choice([1, 1, 1, 2]))]
    done = lab.run(*target.arguments, cwd=lab.work, seconds=target.seconds)
    found = published(target.book)
    if done.code:
        lab.report(LOST, f"not built after a kill {moments}: {done.first_line()}")
    elif found != target.new:
        lab.report(DIFFERENT, f"after a kill {moments}: {difference(found, target.new)}")


def _killed_once(lab: Lab, target: Target, has_old: bool) -> str:
    phase = lab.draw.choice(target.phases[has_old] or (Phase(b"", 0.2),))
    share, is_whole_session = lab.draw.random(), lab.draw.random() < 0.3
    run = lab.start(*target.arguments, cwd=lab.work)
    while run.process.poll() is None and phase.line and phase.line not in _lines(run):
        time.sleep(0.002)
    time.sleep(share * phase.seconds)
    lab.counts["kills"] += run.kill(is_whole_session)
    moment = f"{share:.2f} of {phase.line.decode()}, old book {has_old}, all {is_whole_session}"
    run.done()
    _check_state(lab, target, has_old, moment)
    return moment


def _check_state(lab: Lab, target: Target, has_old: bool, moment: str) -> None:
    found = published(target.book)
    is_whole = found == target.new or (has_old and found == target.old)
    is_first = not has_old and has_no_pages_yet(found, target.new)
    if not (is_whole or is_first or (target.book / UNFINISHED).exists()):
        than_old, than_new = difference(found, target.old), difference(found, target.new)
        lab.report(MIXED, f"{moment}: other than the old {than_old}; than the new {than_new}")
