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


def _driver(folder: Path, cluster: Any) -> "subprocess.Popen[bytes]":
    return subprocess.Popen(
        command("fleet", "build", "--ray", cluster.address),
        env=environment(),
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )


def _states(fleet: Fleet) -> dict[str, str]:
    with closing(FleetIndex(open_database(fleet.database))) as index:
        return {line.name: line.state for line in index.repositories()}


def test_a_cluster_that_loses_driver_and_node_makes_the_books_of_a_build(
    cluster: Any, make_fleet: MakeFleet, tmp_path: Path
) -> None:
    fleet = make_fleet(pages=True)
    first = _driver(tmp_path, cluster)
    assert first.stderr is not None
    assert b"built" in first.stderr.readline()  # one repository is done
    first.send_signal(signal.SIGKILL)
    first.communicate()
    assert sorted(_states(fleet)) == ["library", "script", "site"]
    assert "built" in _states(fleet).values()
    node = _add_node(cluster)
    second = _driver(tmp_path, cluster)
    assert second.stderr is not None
    line = second.stderr.readline()
    cluster.remove_node(node, allow_graceful=False)
    output, errors = second.communicate(timeout=SECONDS_OF_A_HANG)
    assert output.startswith(b"account: "), line + errors
    assert output.endswith(b" = 3 repositories\n")
    assert {*_states(fleet).values()} <= {"built", "unchanged"}
    for repository in fleet.repositories:
        plain = tmp_path / "plain" / f"{repository.name}.book"
        build_book(repository.source, plain)
        assert book_bytes(plain) == book_bytes(Path(fleet.store) / f"{repository.name}.book")
