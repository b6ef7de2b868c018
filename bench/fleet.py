"""Measures a fleet: what it costs over plain builds, what kills cost, how it answers under load.

    python bench/fleet.py fleet FOLDER OUT          write OUT/fleet.toml of all folders in FOLDER
    python bench/fleet.py overhead FLEET [OUT]      processor seconds of plain builds, and of it
    python bench/fleet.py ask ROOT ANSWERS [--n N]  pyright, where all repositories are installed
    python bench/fleet.py references FLEET ANSWERS  against these answers
    python bench/fleet.py kills FLEET [--n N]       workers, drivers, PostgreSQL, at random moments
    python bench/fleet.py load FLEET [--rate R]     questions while twenty repositories, to which a
                                                    file is added, are refreshed
    python bench/fleet.py scaling FLEET             1, 2 and 4 workers of Ray
    python bench/fleet.py shares FLEET              plain builds with pages, and the same in shares
                                                    on Ray: processor seconds, and whether books
                                                    have the same bytes

Figures are kept in ``fleet.md``.
"""

import argparse
import ast
import asyncio
import ctypes
import itertools
import json
import os
import random
import re
import resource
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote

sys.path.insert(0, str(Path(__file__).parents[1]))

from bench.pyright_answers import Place, Pyright, places_in
from tests.fakes.books import book_bytes
from tests.fakes.postgres import Postgres

from repobook.fleet.config import Fleet, read_fleet
from repobook.fleet.database.database import open_database
from repobook.fleet.database.fleet_index import FleetIndex
from repobook.fleet.fleet_answers import FleetNothing
from repobook.fleet.fleet_questions import references

_MAX_SHOWN: Final = 20
_PR_SET_CHILD_SUBREAPER: Final = 36
_PLACES_A_FILE: Final = 20


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("measure", choices=sorted(_MEASURES))
    parser.add_argument("place", type=Path)
    parser.add_argument("other", type=Path, nargs="?")
    parser.add_argument("--n", type=int, default=10)
    parser.add_argument("--seed", type=int, default=22, help="of the moments of kills")
    parser.add_argument("--rate", type=int, default=200)
    parser.add_argument("--seconds", type=int, default=20)
    options = parser.parse_args(arguments)
    _MEASURES[options.measure](options)
    return 0


def _write_fleet(options: argparse.Namespace) -> None:
    folders = sorted(each for each in options.place.iterdir() if each.is_dir())
    tables = [f'[[repository]]\npath = "{each.resolve()}"\n' for each in folders]
    options.other.mkdir(parents=True, exist_ok=True)
    (options.other / "fleet.toml").write_text("pages = false\n" + "".join(tables))
    print(f"{len(folders)} repositories: {options.other / 'fleet.toml'}")


def _overhead(options: argparse.Namespace) -> None:
    """Processor seconds: the machine may be busy with something else."""
    fleet = read_fleet(options.place)
    with tempfile.TemporaryDirectory() as folder:
        plain = _processor_seconds(lambda: _build_plainly(fleet, Path(folder), "--no-pages"))
    with tempfile.TemporaryDirectory() as temporary:
        folder = str(options.other or temporary)
        whole = _processor_seconds(lambda: _build_fleet(_copy(fleet, Path(folder)), "--jobs", "2"))
        again = _processor_seconds(lambda: _build_fleet(Path(folder) / "fleet.toml"))
    print(f"{len(fleet.repositories)} repositories, processor seconds")
    print(f"plain builds {plain:.1f}, fleet {whole:.1f} ({whole / plain - 1:+.1%})")
    print(f"fleet without a change {again:.1f}")


def _build_plainly(fleet: Fleet, folder: Path, *more: str) -> None:
    for repository in fleet.repositories:
        book = folder / "plain" / f"{repository.name}.book"
        options = ["--quiet", "--jobs", "1", "-o", str(book), *more]
        subprocess.run([*_OWN, "build", repository.source, *options], check=True)


def _copy(
    fleet: Fleet, folder: Path, database: str = "fleet.db", *, has_pages: bool = False
) -> Path:
    """A fleet of the same repositories with a store and an index of its own."""
    tables = [
        f'[[repository]]\nname = "{each.name}"\npath = "{each.source}"\nshares = {each.n_shares}\n'
        for each in fleet.repositories
    ]
    (folder / "fleet.toml").write_text(
        f'name = "{fleet.name}"\nindex = "{database}"\npages = {str(has_pages).lower()}\n'
        f"{''.join(tables)}"
    )
    return folder / "fleet.toml"


def _build_fleet(file: Path, *more: str) -> int:
    command = [*_OWN, "fleet", "build", "--quiet", "--fleet", str(file), *more]
    return subprocess.run(command, stdout=subprocess.DEVNULL, check=False).returncode


def _processor_seconds(work: Callable[[], object]) -> float:
    """Of all that it starts: what others forget to wait for ends as a child of this process."""
    ctypes.CDLL(None).prctl(_PR_SET_CHILD_SUBREAPER, 1)
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    work()
    with suppress(ChildProcessError):
        while True:
            os.wait()
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def _ask(options: argparse.Namespace) -> None:
    """Places that are drawn from files that are drawn: pyright is slow to open one."""
    root = options.place.resolve()
    drawn = random.Random(22)
    paths = sorted(each for each in root.rglob("*.py") if each.is_file())
    n_asked = 0
    with (
        options.other.open("w") as out,
        Pyright(str(root), sys.executable, frozenset()) as server,
    ):
        print(json.dumps({"root": str(root), "server": server.version}), file=out)
        while n_asked < options.n:
            path = drawn.choice(paths).relative_to(root)
            places = _places_in(root, str(path))
            some = sorted(drawn.sample(places, min(len(places), _PLACES_A_FILE)))
            for place, targets in server.definitions(str(path), some):
                print(json.dumps([*place, targets]), file=out, flush=True)
            n_asked += len(some)


def _places_in(root: Path, path: str) -> list[Place]:
    """Those that begin with what an import binds from another package, whoever has it."""
    text = (root / path).read_text("utf-8", "replace")
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError):
        return []
    bound = {*_bound_from_outside(tree, path.partition("/")[0])}
    lines = text.encode().split(b"\n")
    return [place for place in places_in(path, tree) if _head(lines, place) in bound]


def _bound_from_outside(tree: ast.Module, own: str) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            modules = [(alias, alias.name.partition(".")[0]) for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and not node.level:
            modules = [(alias, (node.module or "").partition(".")[0]) for alias in node.names]
        else:
            continue
        for alias, top in modules:
            if top != own and top not in sys.stdlib_module_names:
                is_module = isinstance(node, ast.Import) and not alias.asname
                yield top if is_module else alias.asname or alias.name


def _head(lines: list[bytes], place: Place) -> str:
    """The first name of the chain that the place ends."""
    before = lines[place.line - 1][: place.column + len(place.name.encode())]
    chain = re.search(rb"[\w.]*$", before)
    return chain[0].decode().partition(".")[0] if chain else ""


def _references(options: argparse.Namespace) -> None:
    """A place counts if pyright leads from it to a file of another repository.

    Of each repository the paths are those below the folder that pyright saw, as in wheels.
    """
    fleet = read_fleet(options.place)
    owner_by_path = dict(_owners(fleet))
    with closing(FleetIndex(open_database(fleet.database))) as index:
        ours = _answers(index)
    judged: Counter[str] = Counter()
    wrong: list[str] = []
    missed: list[str] = []
    n_cross = 0
    lines = options.other.read_text().splitlines()
    for line in lines[1:]:
        path, at, _, name, _, targets = json.loads(line)
        source = owner_by_path.get(path)
        places = {(owner_by_path.get(target, ""), target, n) for target, n in targets}
        is_cross = any(owner not in ("", source) for owner, _, _ in places)
        found = ours.get((source or "", path, at, name), {})
        n_cross += is_cross
        for confidence, theirs in found.items():
            is_right = bool(theirs & places) or _is_stub(theirs, places)
            if places and not any(owner for owner, _, _ in places):
                judged[f"{confidence} outside"] += 1  # a stub that pyright brings itself, mostly
            elif targets:
                judged[f"{confidence} {'right' if is_right else 'wrong'}"] += 1
            is_wrong = any(owner for owner, _, _ in places) and not is_right
            if is_wrong and confidence == "exact":
                wrong.append(f"{path}:{at} {name}: {sorted(theirs)[:1]} not {sorted(places)[:1]}")
        if is_cross and not any(theirs & places for theirs in found.values()):
            missed.append(f"{path}:{at} {name}: {sorted(places)[:1]} not {dict(found)}")
        if is_cross:
            judged["recalled" if any(t & places for t in found.values()) else "missed"] += 1
    print(f"{len(lines) - 1:,} places asked, {n_cross:,} lead to another repository")
    for confidence in ("exact", "inferred", "ambiguous"):
        right, bad = judged[f"{confidence} right"], judged[f"{confidence} wrong"]
        if right + bad:
            outside = judged[f"{confidence} outside"]
            of_all = f"{right + bad:,} (and {outside:,} where pyright leads out of the fleet)"
            print(f"{confidence}: {right / (right + bad):.3f} of {of_all}")
    print(f"recall: {judged['recalled'] / max(1, n_cross):.3f}")
    print("\n".join(["wrong:", *wrong[:_MAX_SHOWN], "missed:", *missed[:_MAX_SHOWN]]))


def _is_stub(ours: set[tuple[str, str, int]], theirs: set[tuple[str, str, int]]) -> bool:
    """Pyright prefers the stub of a package to its source: the lines cannot be compared."""
    stubs = {owner for owner, path, _ in theirs if path.endswith(".pyi")}
    return any(owner in stubs for owner, _, _ in ours)


def _owners(fleet: Fleet) -> Iterator[tuple[str, str]]:
    for repository in fleet.repositories:
        for folder, _, names in os.walk(repository.source):
            for name in names:
                yield (
                    os.path.relpath(os.path.join(folder, name), repository.source),
                    repository.name,
                )


Found = dict[str, set[tuple[str, str, int]]]


def _answers(index: FleetIndex) -> dict[tuple[str, str, int, str], Found]:
    """By place and last part of the name, what all references across repositories lead to."""
    answers: defaultdict[tuple[str, str, int, str], Found] = defaultdict(lambda: defaultdict(set))
    for symbol in index.used_symbols():
        id = f"{symbol.repository}:{symbol.path}::{symbol.qualname}"
        found = references(index, id, limit=1 << 31)
        if isinstance(found, FleetNothing):
            continue
        for use in found.uses:
            name = use.name.rpartition(".")[2]
            place = use.repository, use.path, use.line, name
            answers[place][use.confidence].add((symbol.repository, symbol.path, symbol.line))
    return answers


def _kills(options: argparse.Namespace) -> None:
    """Each time something is killed at a random moment; at the end all is as if nothing was."""
    fleet = read_fleet(options.place)
    drawn = random.Random(options.seed)
    ended: Counter[str] = Counter()
    server = Postgres()
    try:
        whole = _rows(_built(fleet, server.new_database()))
        for n in range(options.n):
            with tempfile.TemporaryDirectory() as folder:
                database = server.new_database()
                file = _copy(fleet, Path(folder), database)
                kind = _KINDS[n % len(_KINDS)]
                how = _disturb(kind, file, server, drawn)
                code = _build_fleet(file)
                is_whole = code == 0 and _rows(database) == whole
                ended[f"{kind}: {'as if nothing was' if is_whole else 'DIFFERENT'}"] += 1
                print(n + 1, kind, is_whole, how, flush=True)
    finally:
        server.stop()
    for outcome, n in sorted(ended.items()):
        print(f"{outcome}: {n}")


def _built(fleet: Fleet, database: str) -> str:
    with tempfile.TemporaryDirectory() as folder:
        _build_fleet(_copy(fleet, Path(folder), database))
    return database


def _rows(database: str) -> dict[str, int]:
    with closing(FleetIndex(open_database(database))) as index:
        states = {line.state for line in index.repositories()}
        return {**index.counts(), "failed": int("failed" in states or "waiting" in states)}


def _disturb(kind: str, file: Path, server: Postgres, drawn: random.Random) -> str:
    """When it was, and whether the driver was still at work then."""
    if kind == "node":
        return _lose_a_node(file, drawn)
    command = [*_OWN, "fleet", "build", "--quiet", "--fleet", str(file), "--jobs", "2"]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL) as driver:
        seconds = drawn.uniform(0.5, _MAX_MOMENT)
        time.sleep(seconds)
        how = f"after {seconds:.1f} s, {'ended' if driver.poll() is not None else 'in the middle'}"
        if kind == "driver":
            driver.send_signal(signal.SIGKILL)
        elif kind == "worker":
            while not (builds := [*_builds(driver.pid)]) and driver.poll() is None:
                time.sleep(0.05)  # on a busy machine none has begun yet
            for pid in drawn.sample(builds, min(1, len(builds))):
                os.kill(pid, signal.SIGKILL)
            how = f"{how}, {min(1, len(builds))} of {len(builds)} builds"
        elif kind == "PostgreSQL":
            server.kill()
            time.sleep(1)
            server.start()
        else:
            with subprocess.Popen(command, stdout=subprocess.DEVNULL) as second:
                codes = sorted((driver.wait(), second.wait()))
            # One wins; both do if the first had ended before the second began.
            assert codes in ([0, 0], [0, 2]), codes
            how = f"{how}, ended with {codes}"
    return how


def _lose_a_node(file: Path, drawn: random.Random) -> str:
    """A cluster of two nodes, of which one is killed with all that runs there."""
    from ray.cluster_utils import Cluster

    os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
    cluster: Any = Cluster()
    try:
        options = {"include_dashboard": False, "_system_config": _SOON_NOTICED}
        cluster.add_node(num_cpus=1, object_store_memory=80 << 20, **options)
        lost = cluster.add_node(num_cpus=1, object_store_memory=80 << 20)
        command = [*_OWN, "fleet", "build", "--fleet", str(file), "--ray", cluster.address]
        with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE) as driver:
            seconds = drawn.uniform(3.0, 3.0 + _MAX_MOMENT)
            time.sleep(seconds)
            is_over = driver.poll() is not None
            cluster.remove_node(lost, allow_graceful=False)
            _, errors = driver.communicate()
        assert driver.returncode == 0, errors.decode()
        return f"after {seconds:.1f} s, {'ended' if is_over else 'in the middle'}"
    finally:
        cluster.shutdown()


def _builds(pid: int) -> Iterator[int]:
    """What was forked for a build: it begins a session of its own, below that of the driver."""
    with suppress(OSError):
        for children in Path(f"/proc/{pid}/task").glob("*/children"):
            for child in map(int, children.read_text().split()):
                if os.getsid(child) == child:
                    yield child
                yield from _builds(child)


def _load(options: argparse.Namespace) -> None:
    """Over HTTP, so many a second whatever answers take, while 20 repositories are refreshed."""
    fleet = read_fleet(options.place)
    with closing(FleetIndex(open_database(fleet.database))) as index:
        # A file that is used as a whole has no name of its own.
        names = [symbol.qualname for symbol in index.used_symbols() if symbol.qualname]
    command = [*_OWN, "serve", "--fleet", str(options.place), "--port", "0"]
    with _served(command) as (address, pid):
        refresh = threading.Thread(target=_refresh, args=(options.place, fleet))
        began, before = time.monotonic(), _used(pid)
        refresh.start()
        generator = _Generator(address, names, options.rate)
        generator.ask_for(options.seconds, until=lambda: not refresh.is_alive())
        used, elapsed = _used(pid) - before, time.monotonic() - began
        refresh.join()
    took = sorted(generator.took)
    shares = {share: took[int(len(took) * share)] * 1000 for share in (0.5, 0.9, 0.99)}
    print(f"{len(took):,} answers at {options.rate} a second, errors {dict(generator.errors)}")
    print(", ".join(f"p{share:.0%} {ms:.1f} ms" for share, ms in shares.items()), end=", ")
    print(f"longest {took[-1] * 1000:.0f} ms")
    print(
        f"server: {used / len(took) * 1000:.2f} ms of a processor an answer ({used / elapsed:.0%})"
    )


def _refresh(file: Path, fleet: Fleet) -> None:
    """Each of twenty repositories gets one more file, built into its book and its rows replaced."""
    changed = fleet.repositories[:20]
    for repository in changed:
        module = f"def fresh():\n    return {time.time_ns()}\n"
        (Path(repository.source) / "fresh_of_bench.py").write_text(module)
    began = time.monotonic()
    code = _build_fleet(file, "--jobs", "1", *(repository.name for repository in changed))
    print(f"{len(changed)} repositories refreshed in {time.monotonic() - began:.0f} s: exit {code}")


@contextmanager
def _served(command: list[str]) -> Iterator[tuple[str, int]]:
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as server:
        assert server.stdout is not None
        try:
            yield server.stdout.readline().decode().strip(), server.pid
        finally:
            server.send_signal(signal.SIGINT)


def _used(pid: int) -> float:
    """Processor seconds of one process so far."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


class _Generator:
    """Asks so many a second, whatever answers take, over connections that stay open."""

    def __init__(self, address: str, names: list[str], rate: int) -> None:
        self._host = address.removeprefix("http://").rstrip("/")
        self._names = names
        self._rate = rate
        self._idle: list[tuple[asyncio.StreamReader, asyncio.StreamWriter]] = []
        self.took: list[float] = []
        """Seconds from when each was due."""
        self.errors: Counter[str] = Counter()

    def ask_for(self, seconds: int, until: Callable[[], bool]) -> None:
        """For at least so long, and until something else has happened."""
        asyncio.run(self._ask_for(seconds, until))

    async def _ask_for(self, seconds: int, until: Callable[[], bool]) -> None:
        drawn = random.Random(7)
        tasks = []
        began = time.monotonic()
        for n in itertools.count():
            due = began + n / self._rate
            if due - began >= seconds and until():
                break
            await asyncio.sleep(max(0.0, due - time.monotonic()))
            name = quote(drawn.choice(self._names))
            question = f"search?q={name}" if n % 2 else f"refs?symbol={name}"
            tasks.append(asyncio.create_task(self._ask(f"/api/v1/fleet/{question}", due)))
        await asyncio.gather(*tasks)

    async def _ask(self, target: str, due: float) -> None:
        try:
            status = await self._status(target)
            if status != "200":
                self.errors[f"{status} {target}"] += 1
        except (OSError, asyncio.IncompleteReadError) as error:
            self.errors[f"{type(error).__name__} {target}"] += 1
        self.took.append(time.monotonic() - due)

    async def _status(self, target: str) -> str:
        """As proxies do: what the server has closed meanwhile, unused for seconds, is replaced."""
        while self._idle:
            with suppress(asyncio.IncompleteReadError, ConnectionError):
                return await self._status_over(*self._idle.pop(), target)
        host, _, port = self._host.partition(":")
        return await self._status_over(*await asyncio.open_connection(host, int(port)), target)

    async def _status_over(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, target: str
    ) -> str:
        writer.write(f"GET {target} HTTP/1.1\r\nHost: {self._host}\r\n\r\n".encode())
        head = (await reader.readuntil(b"\r\n\r\n")).decode().lower()
        length = head.partition("content-length: ")[2].partition("\r\n")[0]
        await reader.readexactly(int(length))
        self._idle.append((reader, writer))
        return head.split(" ", 2)[1]


def _scaling(options: argparse.Namespace) -> None:
    fleet = read_fleet(options.place)
    for n_workers in (1, 2, 4):
        with tempfile.TemporaryDirectory() as folder:
            workers = "--ray", "local", "--jobs", f"{n_workers}"
            build = partial(_build_fleet, _copy(fleet, Path(folder)), *workers)
            began = time.monotonic()
            used = _processor_seconds(build)
            elapsed = time.monotonic() - began
            print(f"{n_workers} workers: {elapsed:.0f} s, {used:.0f} of a processor", flush=True)


def _in_shares(options: argparse.Namespace) -> None:
    fleet = read_fleet(options.place)
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        plain = _processor_seconds(lambda: _build_plainly(fleet, folder))
        file = _copy(fleet, folder, has_pages=True)
        shared = _processor_seconds(lambda: _build_fleet(file, "--ray", "local", "--jobs", "2"))
        for repository in fleet.repositories:
            books = [folder / place / f"{repository.name}.book" for place in ("plain", "books")]
            is_same = book_bytes(books[0]) == book_bytes(books[1])
            print(f"{repository.name}, {repository.n_shares} shares, same bytes: {is_same}")
    print(f"plain builds {plain:.1f} processor seconds, in shares on Ray {shared:.1f}")


_KINDS: Final = ("worker", "driver", "PostgreSQL", "two drivers", "node")
_MAX_MOMENT: Final = 3.0
_SOON_NOTICED: Final = {"health_check_period_ms": 1000, "health_check_failure_threshold": 3}
_OWN: Final = [sys.executable, "-P", "-m", "repobook"]
_MEASURES: Final = {
    "ask": _ask,
    "fleet": _write_fleet,
    "kills": _kills,
    "load": _load,
    "overhead": _overhead,
    "references": _references,
    "scaling": _scaling,
    "shares": _in_shares,
}

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
