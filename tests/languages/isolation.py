"""Parses in processes of their own: a grammar may take the whole process with it.

Run as ``python -m tests.languages.isolation LANGUAGE``: reads a JSON list of ``[text, times]`` from
standard input, parses each text repeated that often in a fork, and prints how each fork ended.
"""

import hashlib
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Sequence

from repobook.languages import facts_function, parse
from repobook.text.decode import decode

RAW_SECONDS = 0.4
"""Of the processor, for a grammar alone; beyond that there is nothing of ours to measure."""
SLOW_GRAMMAR = signal.SIGVTALRM
SLOW_FACTS = signal.SIGPROF


def endings(language: str, inputs: Sequence[tuple[str, int]]) -> list[int]:
    """For each input: 0, or the signal that ended the process, or 256 and more for an exception.

    ``SLOW_GRAMMAR`` where the grammar alone takes too long, ``SLOW_FACTS`` where our own work takes
    many times what the grammar does.
    """
    done = subprocess.run(
        [sys.executable, "-m", "tests.languages.isolation", language],
        input=json.dumps(inputs),
        capture_output=True,
        text=True,
        check=True,
    )
    found: list[int] = json.loads(done.stdout)
    return found


def digests(inputs: Sequence[tuple[str, str]], hash_seed: int) -> list[str]:
    """The facts of each text in each language, digested under the hash seed given."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.languages.isolation"],
        input=json.dumps(inputs),
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "PYTHONHASHSEED": str(hash_seed)},
    )
    found: list[str] = json.loads(done.stdout)
    return found


def digest(language: str, text: str) -> str:
    return hashlib.sha256(repr(parse(language, text.encode())).encode()).hexdigest()


def _ending(language: str, content: bytes) -> int:
    child = os.fork()
    if child == 0:
        signal.setitimer(signal.ITIMER_VIRTUAL, RAW_SECONDS)
        started = time.process_time()
        getattr(facts_function(language), "parse_only", decode)(content)
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.setitimer(signal.ITIMER_PROF, 2 + 10 * (time.process_time() - started))
        parse(language, content)
        os._exit(0)
    return os.waitpid(child, 0)[1]


def _main() -> None:
    inputs = json.load(sys.stdin)
    if len(sys.argv) == 1:
        print(json.dumps([digest(language, text) for language, text in inputs]))
        return
    language = sys.argv[1]
    facts_function(language)
    print(json.dumps([_ending(language, (text * n).encode()) for text, n in inputs]))


if __name__ == "__main__":
    _main()
