"""Attacks repobook at random for as long as it is given, and counts what did not hold.

    python bench/attack.py [--seconds 3600] [--jobs N] [--seed N] [--keep FOLDER]
    python bench/attack.py --only kills --seed 7 --unit 12        one attack again
    python bench/attack.py --counts repositories=3,kills=8        a short run

What each kind does and the figures of the last hour stand in ``bench/attack.md``. Exits 1 when
anything was found.
"""

import argparse
import contextlib
import os
import random
import resource
import signal
import subprocess
import sys
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Callable, Mapping
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from multiprocessing import get_context
from pathlib import Path
from typing import Final, NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from bench.attacks import edits, faults, kills, mutants, repositories, requests
from bench.attacks.lab import BROKEN, KINDS, Lab, Problem, remove

_MAX_SHOWN: Final = 200
_OPEN_FILES: Final = 4096


class Kind(NamedTuple):
    """``goal`` is for an hour on two cores; ``counted`` is what an attack adds to."""

    attack: Callable[[Lab], None]
    counted: str
    goal: int


ATTACKS: Final[Mapping[str, Kind]] = {
    "repositories": Kind(repositories.attack, "repositories", 300),
    "mutants": Kind(mutants.attack, "mutants", 50_000),
    "kills": Kind(kills.attack, "kills", 300),
    "large-kills": Kind(kills.attack_large, "kills on 2,000 files", 20),
    "edits": Kind(edits.attack, "edits", 300),
    "faults": Kind(faults.attack, "faults", 100),
    "requests": Kind(requests.attack, "requests", 10_000),
}
_AT_MOST: Final = frozenset(["idle connections at once"])  # the most of all attacks, not the sum
_GOALS: Final = {kind.counted: kind.goal for kind in ATTACKS.values()} | dict.fromkeys(
    _AT_MOST, 500
)


class Unit(NamedTuple):
    name: str
    seed: int
    number: int
    keep: str

    @property
    def again(self) -> str:
        return f"python bench/attack.py --only {self.name} --seed {self.seed} --unit {self.number}"


class Outcome(NamedTuple):
    unit: Unit
    counts: Mapping[str, int]
    problems: tuple[Problem, ...]
    seconds: float


def main() -> int:
    given = _parsed()
    _raise_open_files()
    names = [given.only] if given.only else list(ATTACKS)
    if given.unit is not None:
        outcomes = [attacked(Unit(names[0], given.seed, given.unit, given.keep))]
        for problem in outcomes[0].problems:
            print(f"{problem.kind}: {problem.text}")
    else:
        print(f"seed {given.seed}", flush=True)
        outcomes = _attack_all(names, given)
    print(_table(outcomes, _goals(given)))
    return int(any(outcome.problems for outcome in outcomes))


def _parsed() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=3600)
    parser.add_argument("--jobs", type=int, default=(os.cpu_count() or 1) + 1)
    parser.add_argument("--seed", type=int, default=int(time.time()))
    parser.add_argument("--only", choices=ATTACKS, default="")
    parser.add_argument("--unit", type=int, help="this attack alone")
    parser.add_argument("--counts", default="", help="end once these are reached: kills=8,edits=2")
    parser.add_argument(
        "--keep", default="", help="where folders of attacks that found something go"
    )
    given = parser.parse_args()
    if given.unit is not None and not given.only:
        parser.error("--unit needs --only")
    return given


def _goals(given: argparse.Namespace) -> dict[str, int]:
    """What is to be reached, by what is counted."""
    wanted = dict(pair.split("=") for pair in given.counts.split(",") if pair)
    return {ATTACKS[name].counted: int(n) for name, n in wanted.items()} or _GOALS


def _raise_open_files() -> None:
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(_OPEN_FILES, hard), hard))


def _attack_all(names: list[str], given: argparse.Namespace) -> list[Outcome]:
    """Next is always the kind that is furthest behind its goal."""
    goals = _goals(given)
    wanted = {
        name: goals[ATTACKS[name].counted] for name in names if ATTACKS[name].counted in goals
    }
    deadline = time.monotonic() + given.seconds
    outcomes: list[Outcome] = []
    started: Counter[str] = Counter()
    running: set[Future[Outcome]] = set()
    gains: dict[str, float] = {}
    interrupted = False
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    with ProcessPoolExecutor(given.jobs, get_context("fork"), _finish_first) as pool:
        while True:
            progress = {name: started[name] * gains.get(name, 1) / wanted[name] for name in wanted}
            is_over = time.monotonic() > deadline or interrupted
            is_over |= bool(given.counts) and min(progress.values()) >= 1
            while len(running) < given.jobs and not is_over:
                name = min(progress, key=lambda name: (progress[name], started[name]))
                unit = Unit(name, given.seed, started[name], given.keep)
                running.add(pool.submit(attacked, unit))
                started[name] += 1
                progress[name] += gains.get(name, 1) / wanted[name]
            if not running:
                return outcomes
            try:
                done, running = wait(running, return_when=FIRST_COMPLETED)
            except KeyboardInterrupt:
                interrupted = True
                continue
            for future in done:
                outcomes.append(future.result())
                gains |= _gain(outcomes, outcomes[-1].unit.name)
                _show_progress(outcomes, goals)


def _finish_first() -> None:
    """Whoever interrupts the whole gets the table once the attacks under way are over."""
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: None)  # not ignored: what they start would inherit that


def _gain(outcomes: list[Outcome], name: str) -> dict[str, float]:
    """What one attack of this kind adds on average."""
    of_kind = [outcome for outcome in outcomes if outcome.unit.name == name]
    n_all = sum(outcome.counts.get(ATTACKS[name].counted, 0) for outcome in of_kind)
    return {name: max(n_all / len(of_kind), 0.1)}


def attacked(unit: Unit) -> Outcome:
    """One attack in a folder of its own, drawn from its seed alone."""
    began = time.monotonic()
    place = Path(tempfile.mkdtemp(prefix=f"attack-{unit.name}-"))
    lab = Lab(place, random.Random(f"{unit.seed} {unit.name} {unit.number}"))
    try:
        ATTACKS[unit.name].attack(lab)
    except Exception:  # noqa: BLE001 - one attack that fails to be made must not end the hour
        lab.report(BROKEN, traceback.format_exc()[-800:])
    if lab.problems and unit.keep:
        kept = Path(unit.keep) / f"{unit.name}-{unit.seed}-{unit.number}"
        kept.parent.mkdir(parents=True, exist_ok=True)
        remove(kept)
        subprocess.run(["mv", str(place), str(kept)], check=True)
    else:
        remove(place)
    return Outcome(unit, lab.counts, tuple(lab.problems), time.monotonic() - began)


def _show_progress(outcomes: list[Outcome], goals: Mapping[str, int]) -> None:
    """Each problem when it is found, and a line of counts for who watches."""
    last = outcomes[-1]
    n_before = sum(len(outcome.problems) for outcome in outcomes[:-1])
    for problem in last.problems[: max(0, _MAX_SHOWN - n_before)]:
        print(f"{problem.kind}: {problem.text}\n    {last.unit.again}", flush=True)
    if sys.stderr.isatty():
        counts = _summed(outcomes)
        shown = ", ".join(f"{counts[name]:,} {name}" for name in goals)
        print(f"\r{shown}, {n_before + len(last.problems)} problems", end="", file=sys.stderr)


def _summed(outcomes: list[Outcome]) -> Counter[str]:
    counts: Counter[str] = Counter()
    for outcome in outcomes:
        for name, n in outcome.counts.items():
            counts[name] = max(counts[name], n) if name in _AT_MOST else counts[name] + n
    return counts


def _table(outcomes: list[Outcome], goals: Mapping[str, int]) -> str:
    counts = _summed(outcomes)
    found = Counter(problem.kind for outcome in outcomes for problem in outcome.problems)
    names = [*goals, *sorted(set(counts) - set(goals))]
    lines = ["", "| attacks | made | goal |", "|---|---|---|"]
    lines += [f"| {name} | {counts[name]:,} | {goals.get(name, '')} |" for name in names]
    lines += ["", "| found | |", "|---|---|", *(f"| {kind} | {found[kind]:,} |" for kind in KINDS)]
    return "\n".join([*lines, "", *_times(outcomes)])


def _times(outcomes: list[Outcome]) -> list[str]:
    lines = ["| kind | times | seconds each |", "|---|---|---|"]
    for name in ATTACKS:
        seconds = [outcome.seconds for outcome in outcomes if outcome.unit.name == name]
        if seconds:
            lines.append(f"| {name} | {len(seconds):,} | {sum(seconds) / len(seconds):.1f} |")
    return lines


if __name__ == "__main__":
    with contextlib.suppress(BrokenPipeError):
        sys.exit(main())
    os.kill(os.getpid(), signal.SIGPIPE)
