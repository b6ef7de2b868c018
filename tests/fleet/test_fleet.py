"""A fleet from its file to its answers, the same on SQLite and on PostgreSQL."""

import shutil
from contextlib import closing
from pathlib import Path

import pytest

from repobook.api import build_book
from repobook.errors import RepobookError
from repobook.fleet.config import Fleet, Limits
from repobook.fleet.database.database import Principals, open_database
from repobook.fleet.database.fleet_index import FleetIndex
from repobook.fleet.driver import build_fleet
from repobook.fleet.fleet_answers import FleetImpact, FleetNothing, FleetReferences
from repobook.fleet.fleet_questions import impact, references, search
from repobook.fleet.runners.local import LocalRunner
from tests.fakes.books import book_bytes
from tests.fakes.trees import write_tree
from tests.fleet.conftest import InlineRunner, MakeFleet


def _build(fleet: Fleet, *only: str) -> dict[str, str]:
    answer = build_fleet(fleet, InlineRunner(), only)
    assert sum(answer.n_by_state.values()) == len(answer.repositories)
    return {line.name: line.state for line in answer.repositories}


def _open(fleet: Fleet, principals: Principals = None) -> "closing[FleetIndex]":
    return closing(FleetIndex(open_database(fleet.database, principals)))


def _uses(fleet: Fleet, name: str, principals: Principals = None) -> list[str]:
    with _open(fleet, principals) as index:
        found = references(index, name)
    if isinstance(found, FleetNothing):
        return []
    return [f"{u.repository}:{u.path}:{u.line} {u.role} {u.confidence}" for u in found.uses]


def test_names_are_followed_through_packages(database: str, make_fleet: MakeFleet) -> None:
    fleet = make_fleet(database)
    assert set(_build(fleet).values()) == {"built"}
    assert _uses(fleet, "shop.Cart") == [
        "site:site_app/views.py:2 import exact",
        "site:site_app/views.py:5 type exact",
        "site:site_app/views.py:7 call exact",
        "site:tests/test_views.py:5 call exact",
    ]
    # handed on by a star, used by a script that declares nothing
    assert _uses(fleet, "shop.money.price") == [
        "script:tool.py:1 import inferred",
        "script:tool.py:3 call inferred",
        "site:site_app/views.py:7 call exact",
    ]
    # inherited, of an annotated parameter
    assert _uses(fleet, "Basket.weigh") == ["site:site_app/views.py:6 call exact"]
    assert _uses(fleet, "Cart.weigh") == _uses(fleet, "Basket.weigh")
    assert _uses(fleet, "library:src/shop/cart.py::Cart.add") == [
        "site:tests/test_views.py:5 call exact"
    ]
    assert _uses(fleet, "shop._hidden") == _uses(fleet, "shop.nothing") == []
    with _open(fleet) as index:
        found = impact(index, "shop.price")
        assert isinstance(found, FleetImpact)
        assert [(a.name, a.n_uses, a.n_files, a.confidence) for a in found.affected] == [
            ("script", 2, 1, "inferred"),
            ("site", 1, 1, "exact"),
        ]
        whole = impact(index, "Basket.weigh")
        assert isinstance(whole, FleetImpact)
        assert whole.dependents == ()
        other = references(index, "shop.Cart")
        assert isinstance(other, FleetReferences)
        assert other.names == ("shop.Cart", "shop.cart.Cart")
        first, *_ = search(index, "cart about to buy").entries
        assert (first.repository, first.path, first.line) == ("library", "src/shop/cart.py", 4)
        assert search(index, "cart.ad").entries[0].qualname == "Cart.add"
        assert search(index, "it's \\ \" & | ( nowhere").entries == ()
        assert search(index, "*").entries == ()


def test_only_what_changed_is_built_again(database: str, make_fleet: MakeFleet) -> None:
    fleet = make_fleet(database, own=True)
    _build(fleet)
    source = Path(fleet.repositories[1].source)
    assert fleet.repositories[1].name == "script"
    write_tree(source, {"tool.py": "from shop import Cart\n\nCart()\n"})
    assert _build(fleet) == {"library": "unchanged", "script": "built", "site": "unchanged"}
    assert [use for use in _uses(fleet, "shop.price") if use.startswith("script")] == []
    assert "script:tool.py:3 call inferred" in _uses(fleet, "shop.Cart")
    assert _build(fleet, "site") == {"library": "unchanged", "script": "built", "site": "unchanged"}


def test_books_equal_those_of_a_build(make_fleet: MakeFleet, tmp_path: Path) -> None:
    fleet = make_fleet(pages=True)
    _build(fleet)
    for repository in fleet.repositories:
        plain = tmp_path / "plain" / f"{repository.name}.book"
        build_book(repository.source, plain)
        assert book_bytes(plain) == book_bytes(Path(fleet.store) / f"{repository.name}.book")


def test_a_failure_keeps_its_reason_and_costs_no_other(
    database: str, make_fleet: MakeFleet
) -> None:
    fleet = make_fleet(database, own=True)
    shutil.rmtree(fleet.repositories[1].source)
    assert _build(fleet) == {"library": "built", "script": "failed", "site": "built"}
    with _open(fleet) as index:
        (line,) = [line for line in index.repositories() if line.state == "failed"]
    assert line.reason.startswith("no such path: ")


def test_time_and_memory_are_limited(make_fleet: MakeFleet) -> None:
    fleet = make_fleet(own=True, more="limits.memory_bytes = 20000000")
    with closing(LocalRunner(2)) as runner:
        answer = build_fleet(fleet, runner)
        assert all("memory" in line.reason for line in answer.repositories)
        slow = fleet._replace(limits=Limits(seconds=0))
        answer = build_fleet(slow, runner, ["site"])
    (line,) = [line for line in answer.repositories if line.name == "site"]
    assert (line.state, line.reason) == ("failed", "took longer than 0 s")


def test_a_repository_that_left_the_fleet_is_gone(database: str, make_fleet: MakeFleet) -> None:
    fleet = make_fleet(database)
    _build(fleet)
    smaller = fleet._replace(repositories=fleet.repositories[:2])
    assert set(_build(smaller)) == {"library", "script"}
    assert [use for use in _uses(smaller, "shop.price") if use.startswith("site")] == []
    with pytest.raises(RepobookError, match="no repository site"):
        _build(smaller, "site")


def test_two_drivers_at_once_one_wins(database: str, make_fleet: MakeFleet) -> None:
    fleet = make_fleet(database)
    with _open(fleet) as other:
        assert other.try_lock("fleet-shops")
        with pytest.raises(RepobookError, match="another driver is building the fleet shops"):
            _build(fleet)
    assert set(_build(fleet).values()) == {"built"}


def test_who_may_not_read_a_repository_sees_nothing_of_it(
    database: str, make_fleet: MakeFleet
) -> None:
    fleet = make_fleet(database, readers='readers = ["staff", "ann"]')
    _build(fleet)
    for principals in ((), ("bob",), ("sta", "ff\nann"), ("*",)):
        assert not any("site" in use for use in _uses(fleet, "shop.price", principals))
        with _open(fleet, principals) as index:
            assert [line.name for line in index.repositories()] == ["library", "script"]
            assert search(index, "views").entries == ()
            assert search(index, "site_app").n_repositories == 2
            assert index.package_edges() == []
            with pytest.raises(Exception, match=r"read-?only"):
                index.await_builds(["library"])
    for principals in (("ann",), ("bob", "staff")):
        assert "site:site_app/views.py:7 call exact" in _uses(fleet, "shop.price", principals)
        with _open(fleet, principals) as index:
            assert len(index.repositories()) == 3
            assert [edge.purl for edge in index.package_edges()] == ["pkg:pypi/py-shop"]
