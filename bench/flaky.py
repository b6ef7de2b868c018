"""Runs every test that could pass by luck many times: ``python bench/flaky.py [PATH ...]``.

Without paths these are the modules in which something else has a say in when things happen: a
browser, a server, a process, a thread, a clock. Each test runs ``--runs`` times in one session of
its module; with ``--busy`` every core is kept busy by something else meanwhile. What is printed is,
for each test with all its parameters, how many runs there were and how many of them failed.
"""

import argparse
import os
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final, NamedTuple

import pytest

_PROJECT: Final = Path(__file__).parents[1]
_REASONS: Final = {
    "browser": re.compile(r"playwright|tests/browser/"),
    "server": re.compile(r"tests/web/|fakes\.(servers|asking)|\bsocket\b"),
    "process": re.compile(
        r"\b(subprocess|multiprocessing|WorkerPool|ForkedTask)\b|os\.(fork|kill)"
        r"|n_jobs=[2-9]|fakes\.books import [^)\n]*\b(run|command)\b|^    (run|command),$",
        re.MULTILINE,
    ),
    "thread": re.compile(r"\bthreading\b"),
    "clock": re.compile(r"\bimport time\b|fakes\.growth|watching"),
}
# A hang ends the session of its module, with the stacks of all threads.
_SECONDS_OF_A_HANG: Final = 900
# It goes when whoever started it is gone, however that went.
_BUSY: Final = "import os\nparent = os.getppid()\nwhile os.getppid() == parent: pass"
_OUTCOME: Final = "outcome:"


class Outcomes(NamedTuple):
    """Of the tests of one module."""

    n_runs: Counter[str]
    n_failures: Counter[str]
    problems: list[str]


def main() -> int:
    options = _options()
    modules = options.paths or [str(path) for path in discovered(_PROJECT / "tests")]
    if options.list:
        print(*(f"{name}: {', '.join(reasons(name))}" for name in modules), sep="\n")
        return 0
    n_runs = n_failures = 0
    with _busy_cores() if options.busy else _nothing():
        for module in modules:
            found = _run(module, options.runs)
            _print(found)
            n_runs += found.n_runs.total()
            n_failures += found.n_failures.total()
            print(_line(found.n_runs.total(), found.n_failures.total(), module), flush=True)
    print(_line(n_runs, n_failures, "in all"))
    return int(n_failures > 0)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("paths", nargs="*", metavar="PATH", help="a module, or one test of it")
    parser.add_argument("--runs", type=int, default=20, help="of each test")
    parser.add_argument("--busy", action="store_true", help="keep every core busy meanwhile")
    parser.add_argument("--list", action="store_true", help="only tell which modules, and why")
    return parser.parse_args()


def discovered(tests: Path) -> list[Path]:
    found = sorted(path.relative_to(_PROJECT) for path in tests.rglob("test_*.py"))
    return [path for path in found if reasons(path.as_posix())]


def reasons(name: str) -> list[str]:
    """Why the outcome of its tests could depend on when things happen; none where it cannot."""
    module = name.partition("::")[0]
    text = f"{module}\n{(_PROJECT / module).read_text('utf-8')}"
    return [reason for reason, pattern in _REASONS.items() if pattern.search(text)]


@contextmanager
def _busy_cores() -> Iterator[None]:
    command = [sys.executable, "-c", _BUSY]
    processes = [subprocess.Popen(command) for _ in range(os.cpu_count() or 1)]
    try:
        yield
    finally:
        for process in processes:
            process.kill()
            process.wait()


@contextmanager
def _nothing() -> Iterator[None]:
    yield


def _run(module: str, n_runs: int) -> Outcomes:
    path = f"{_PROJECT}:{_PROJECT / 'src'}:{os.environ.get('PYTHONPATH', '')}"
    done = subprocess.run(
        _command(module, n_runs),
        cwd=_PROJECT,
        env={**os.environ, "PYTHONPATH": path},
        capture_output=True,
        text=True,
        errors="replace",
        check=False,
    )
    found = _outcomes(done.stdout)
    if done.returncode not in (0, 1):
        found.n_failures[module] += 1
        found.problems.append(f"pytest ended with {done.returncode}:\n{done.stderr[-3000:]}")
    return found


def _command(module: str, n_runs: int) -> Sequence[str]:
    return (
        *(sys.executable, "-m", "pytest", "-p", "bench.flaky", f"--runs-of-each={n_runs}"),
        *("-o", f"faulthandler_timeout={_SECONDS_OF_A_HANG}"),
        *("-o", "faulthandler_exit_on_timeout=true", "--tb=short", module),
    )


def _outcomes(output: str) -> Outcomes:
    found = Outcomes(Counter(), Counter(), [])
    for line in output.split("\n"):
        _, mark, outcome = line.partition(_OUTCOME)
        if mark:
            is_failed, _, test = outcome.partition(" ")
            found.n_runs[test] += 1
            found.n_failures[test] += int(is_failed)
    if found.n_failures.total():
        found.problems.append(output[output.find("= FAILURES =") :][:5000])
    return found


def _print(found: Outcomes) -> None:
    for test, n_runs in found.n_runs.items():
        print(_line(n_runs, found.n_failures[test], test))
    print(*found.problems, sep="\n", end="\n" if found.problems else "")


def _line(n_runs: int, n_failures: int, name: str) -> str:
    return f"{n_runs:6} runs {n_failures:4} failures  {name}"


# Below is what pytest calls, for this module is its plugin too.


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--runs-of-each", type=int, default=1)


@pytest.fixture
def nth_run() -> None:
    """Every test gets it, with a parameter for each run."""


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    metafunc.fixturenames.append("nth_run")
    runs = range(metafunc.config.getoption("--runs-of-each"))
    metafunc.parametrize("nth_run", runs, indirect=True)


def pytest_runtest_logfinish(nodeid: str) -> None:
    """A line of its own, whatever pytest has printed before it."""
    is_failed = int(_FAILED.pop(nodeid, False))
    print(f"\n{_OUTCOME}{is_failed} {nodeid.partition('[')[0]}", flush=True)


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    _FAILED[report.nodeid] = _FAILED.get(report.nodeid, False) or report.failed


_FAILED: Final[dict[str, bool]] = {}


if __name__ == "__main__":
    sys.exit(main())
