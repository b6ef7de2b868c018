"""One repository that many machines resolve and describe: its book is that of a plain build."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from repobook.api import build_book
from repobook.fleet.build_task import run_task, waves_of
from repobook.fleet.config import Fleet, FleetRepository
from repobook.fleet.database.database import open_database
from repobook.fleet.database.fleet_index import FleetIndex
from repobook.fleet.remote_pool import divided, work_on_share
from repobook.fleet.store import open_store
from tests.fakes.books import book_bytes
from tests.fakes.trees import write_tree

N_SHARES = 3


def many_files() -> dict[str, str]:
    """So many that neither resolving them nor making their pages is done at once."""
    python = {
        f"shop/part{n}.py": f"from shop.part{n // 2} import f{n // 2}\n\n\n"
        f"def f{n}(cart):\n    return f{n // 2}(cart) + f{n}(cart.total)\n"
        for n in range(40)
    }
    script = {
        f"web/part{n}.js": f"import {{ g{n // 2} }} from './part{n // 2}.js';\n"
        f"export function g{n}(cart) {{ return g{n // 2}(cart); }}\n"
        for n in range(40)
    }
    return {**python, **script, "shop/__init__.py": "", "README.md": "# Parts\n\nOf a shop.\n"}


class _Helpers:
    """Shares are worked on one after the other; ``lost`` ones by no machine."""

    def __init__(self, lost: frozenset[int] = frozenset()) -> None:
        self._lost = lost
        self.n_shares: list[int] = []

    def run(self, work: bytes, shares: list[bytes]) -> Iterator[tuple[int, bytes | None]]:
        self.n_shares.append(len(shares))
        for number, share in reversed([*enumerate(shares)]):
            yield number, None if number in self._lost else work_on_share(work, share)


def _build(tmp_path: Path, source: Path, store: str, helpers: _Helpers) -> Fleet:
    repository = FleetRepository("parts", str(source), n_shares=N_SHARES)
    fleet = Fleet("f", store, str(tmp_path / "f.db"), (repository,))
    with closing(FleetIndex(open_database(fleet.database))) as index:
        index.enrol(fleet.repositories)
    _, (task,) = waves_of(fleet, {"parts"})
    assert run_task(task, helpers).state == "built"
    return fleet


@pytest.mark.parametrize("lost", [frozenset(), {1}])
def test_a_book_that_others_resolved_and_described_is_that_of_a_build(
    tmp_path: Path, lost: frozenset[int]
) -> None:
    source, helpers = write_tree(tmp_path / "parts", many_files()), _Helpers(lost)
    _build(tmp_path, source, str(tmp_path / "books"), helpers)
    assert helpers.n_shares == [N_SHARES, N_SHARES]  # links, then pages
    build_book(source, tmp_path / "plain.book")
    book = tmp_path / "books" / "parts.book"
    assert book_bytes(book) == book_bytes(tmp_path / "plain.book")
    write_tree(source, {"shop/part1.py": "def f1(cart):\n    return 1\n"})
    _build(tmp_path, source, str(tmp_path / "books"), helpers)
    build_book(source, tmp_path / "plain.book")
    assert book_bytes(book) == book_bytes(tmp_path / "plain.book")


def test_files_are_lent_through_an_object_store_and_taken_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("obstore")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "machine"))
    source, objects = write_tree(tmp_path / "parts", many_files()), tmp_path / "objects"
    left = objects / "lent" / "parts" / "by a build that was killed"
    left.parent.mkdir(parents=True)
    left.touch()
    fleet = _build(tmp_path, source, f"file://{objects}", _Helpers())
    open_store(fleet.store).fetch("parts", tmp_path / "fetched.book")
    build_book(source, tmp_path / "plain.book")
    assert book_bytes(tmp_path / "fetched.book") == book_bytes(tmp_path / "plain.book")
    assert [path for path in (objects / "lent").rglob("*") if path.is_file()] == []


def test_shares_weigh_about_the_same_and_keep_families_together() -> None:
    items = [(f"{n % 2}-{n}", 10_000) for n in range(100)]
    shares = divided(items, lambda item: int(item[0]), 4)
    assert [len(share) for share in shares] == [25, 25, 25, 25]
    assert [{item[0] for item, _ in share} for share in shares] == [{"0"}, {"0"}, {"1"}, {"1"}]
    assert sorted(each for share in shares for each in share) == sorted(items)
    assert divided(items[:2], None, 4) == [[items[0]], [items[1]]]
