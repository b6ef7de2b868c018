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
from repobook.fleet.store import open_store
from tests.fakes.books import book_bytes, command, environment
from tests.fakes.processes import SECONDS_OF_A_HANG
from tests.fakes.trees import write_tree
from tests.fleet.conftest import MakeFleet, needs_ray
from tests.fleet.test_remote_pool import many_files

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


@pytest.mark.parametrize("store", ["folder", "objects"])
def test_nodes_share_one_repository_and_make_the_book_of_a_build(
    cluster: Any, tmp_path: Path, store: str
) -> None:
    """One core a node: the task that shares out its work leaves its own to others."""
    node = _add_node(cluster)
    source = write_tree(tmp_path / "parts", many_files())
    (tmp_path / "objects").mkdir()
    address = f"file://{tmp_path}/objects" if store == "objects" else "books"
    (tmp_path / "fleet.toml").write_text(
        f'store = "{address}"\n[[repository]]\npath = "{source}"\nshares = 3\n'
    )
    try:
        output, errors = _driver(tmp_path, cluster).communicate(timeout=SECONDS_OF_A_HANG)
    finally:
        cluster.remove_node(node, allow_graceful=False)
    assert output == b"account: 1 built = 1 repository\n", errors
    book = tmp_path / "books" / "parts.book"
    if store == "objects":
        assert (tmp_path / "objects" / "lent").exists()  # its files were, to other machines
        open_store(address).fetch("parts", book)
    build_book(source, tmp_path / "plain.book")
    assert book_bytes(book) == book_bytes(tmp_path / "plain.book")
