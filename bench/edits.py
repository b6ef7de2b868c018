"""A book that followed edits has the bytes of one built afresh, over as many draws as wanted.

    python bench/edits.py [--examples 2000] [--seed N] [--jobs N]

The edits are those of ``tests/functional/test_edits_incremental.py``, which draws 25: functions
added, removed, renamed, signatures and imports changed, files moved, roles changed, documents
edited. What differs is printed with its steps; the exit code is 1 then.
"""

import argparse
import os
import random
import sys
import tempfile
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import forkserver, get_context
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tests.functional.test_edits_incremental import EDITS, Step, edit_and_compare

KINDS = (*EDITS, *EDITS, "move", "add", "delete")


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--examples", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=random.randrange(1 << 31))
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    given = parser.parse_args()
    print(f"seed {given.seed}")
    n_edits = n_different = 0
    # Builds start processes of their own, which those of a plain pool may not.
    with ProcessPoolExecutor(given.jobs, get_context("spawn"), _warm_up) as pool:
        work = partial(compare, given.seed)
        for n, (steps, problem) in enumerate(pool.map(work, range(given.examples)), 1):
            n_edits += len(steps)
            n_different += bool(problem)
            if problem:
                print(f"{steps}: {problem}")
            print(
                f"\r{n} examples, {n_edits} edits, {n_different} differences",
                end="",
                file=sys.stderr,
            )
    print(f"\n{given.examples} examples, {n_edits} edits, {n_different} differences")
    return int(n_different > 0)


def _warm_up() -> None:
    """Most of the time of so small a build would go into loading grammars, build by build."""
    os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, sys.path))
    forkserver.set_forkserver_preload(["bench.warm_readers"])
    forkserver.ensure_running()


def compare(seed: int, example: int) -> tuple[list[Step], str]:
    draw = random.Random(f"{seed} {example}")
    steps = [
        (draw.choice(KINDS), draw.randrange(100), draw.randrange(10))
        for _ in range(draw.randint(1, 5))
    ]
    with tempfile.TemporaryDirectory() as folder:
        try:
            edit_and_compare(Path(folder), steps, draw.random() < 0.5)
        except Exception as error:  # noqa: BLE001 - whatever it is, it is a finding
            return steps, f"{type(error).__name__}: {error}"[:500]
    return steps, ""


if __name__ == "__main__":
    sys.exit(main())
