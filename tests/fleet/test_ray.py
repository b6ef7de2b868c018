"""Builds on a Ray cluster of two nodes, each a set of real processes on this machine."""

import os
import signal
import subprocess
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from repobook.api import build_book
from repobook.fleet.config import Fleet
from repobook.fleet.database.database import open_database
from repobook.fleet.database.fleet_index import FleetIndex
from tests.fakes.books import book_bytes, command, environment
from tests.fakes.processes import SECONDS_OF_A_HANG
from tests.fleet.conftest import MakeFleet, needs_ray

pytestmark = pytest.mark.filterwarnings("ignore:::ray", "ignore::ResourceWarning")

_N_TRIES = 10


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    needs_ray()
    from ray.cluster_utils import Cluster

    os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
    started: Any = Cluster()
    _add_node(started, include_dashboard=False)
    yield started
    started.shutdown()


def _add_node(cluster: Any, **options: Any) -> Any:
    """Ray gives a node half a minute to come up; on a busy machine that is not enough."""
    for _ in range(_N_TRIES):
        try:
            return cluster.add_node(num_cpus=1, object_store_memory=80 << 20, **options)
        except Exception as error:
            if "timed out during startup" not in f"{error}":
                raise
    pytest.fail("no node of Ray comes up")


def _driver(fleet: Fleet, cluster: Any) -> "subprocess.Popen[bytes]":
    where = Path(fleet.store).parent / "fleet.toml"
    return subprocess.Popen(
        command("fleet", "build", "--fleet", str(where), "--ray", cluster.address),
        env=environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )


def _account(fleet: Fleet) -> dict[str, str]:
    with closing(FleetIndex(open_database(fleet.database))) as index:
        return {line.name: line.state for line in index.repositories()}


def test_books_built_by_a_cluster_that_loses_a_node_are_those_of_a_build(
    cluster: Any, make_fleet: MakeFleet, tmp_path: Path
) -> None:
    fleet = make_fleet(pages=True)
    node = _add_node(cluster)
    driver = _driver(fleet, cluster)
    assert driver.stderr is not None
    first = driver.stderr.readline()
    cluster.remove_node(node, allow_graceful=False)
    output, errors = driver.communicate(timeout=SECONDS_OF_A_HANG)
    assert output == b"account: 3 built = 3 repositories\n", first + errors
    assert sum(line.startswith(b"[") for line in errors.splitlines()) == 2
    for repository in fleet.repositories:
        plain = tmp_path / "plain" / f"{repository.name}.book"
        build_book(repository.source, plain)
        assert book_bytes(plain) == book_bytes(Path(fleet.store) / f"{repository.name}.book")


def test_a_driver_that_is_killed_loses_nothing(cluster: Any, make_fleet: MakeFleet) -> None:
    fleet = make_fleet()
    first = _driver(fleet, cluster)
    assert first.stderr is not None
    first.stderr.readline()  # one repository is done
    first.send_signal(signal.SIGKILL)
    first.communicate()
    before = _account(fleet)
    assert sorted(before) == ["library", "script", "site"]
    assert "built" in before.values()
    output, errors = _driver(fleet, cluster).communicate(timeout=SECONDS_OF_A_HANG)
    assert output.endswith(b"= 3 repositories\n"), errors.decode()
    assert {"failed", "waiting"}.isdisjoint(_account(fleet).values())
