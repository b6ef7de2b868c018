"""One repository that many workers read: its book is that of a plain build."""

from contextlib import closing
from pathlib import Path

import pytest

from repobook.api import build_book
from repobook.build.read.shares import Share
from repobook.errors import RepobookError
from repobook.fleet.build_task import BuildTask, Outcome, waves_of
from repobook.fleet.config import Fleet, FleetRepository, read_fleet
from repobook.fleet.driver import build_fleet
from repobook.fleet.runners.local import LocalRunner
from repobook.fleet.store import open_store
from tests.fakes.books import book_bytes
from tests.fakes.trees import commit_all, git, make_repository, write_tree
from tests.fleet.conftest import FILES, InlineRunner

_N = 3


@pytest.fixture(params=["folder", "git"])
def source(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    files = {f"{name}/{path}": text for name, tree in FILES.items() for path, text in tree.items()}
    more = {"broken.py": "def (:\n", "picture.bin": "\0\1", "README.md": "# Shops\n"}
    if request.param == "folder":
        return write_tree(tmp_path / "shops", {**files, **more})
    make_repository(tmp_path / "shops", {**files, **more})
    return tmp_path / "shops"


def _fleet(tmp_path: Path, source: Path, store: str = "books") -> Fleet:
    repository = FleetRepository("shops", str(source), n_shares=_N)
    place = store if "://" in store else str(tmp_path / store)
    return Fleet("f", place, str(tmp_path / "f.db"), (repository,))


class _Counting(InlineRunner):
    def __init__(self) -> None:
        self.outcomes: list[Outcome] = []

    def run(self, tasks):  # type: ignore[no-untyped-def]
        for outcome in super().run(tasks):
            self.outcomes.append(outcome)
            yield outcome


def test_shares_hold_every_file_once_and_give_the_book_of_a_build(
    tmp_path: Path, source: Path
) -> None:
    fleet, runner = _fleet(tmp_path, source), _Counting()
    answer = build_fleet(fleet, runner)
    assert [(line.state, line.reason) for line in answer.repositories] == [("built", "")]
    assert [outcome.state for outcome in runner.outcomes] == ["read"] * _N + ["built"]
    build_book(source, tmp_path / "plain.book")
    book = Path(fleet.store) / "shops.book"
    assert book_bytes(book) == book_bytes(tmp_path / "plain.book")
    write_tree(source, {"library/src/shop/more.py": "def more():\n    return 4\n"})
    if (source / ".git").exists():
        commit_all(source)
    assert {line.state for line in build_fleet(fleet, runner).repositories} == {"built"}
    build_book(source, tmp_path / "plain.book")
    assert book_bytes(book) == book_bytes(tmp_path / "plain.book")


def test_what_was_read_elsewhere_is_not_read_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of a git directory, which knows what its files hold; files of a folder must lie a while."""
    make_repository(tmp_path / "shops", FILES["library"])
    git(tmp_path, "clone", "-q", "--mirror", "shops", "shops.git")
    fleet = _fleet(tmp_path, tmp_path / "shops.git")
    shares, (build,) = waves_of(fleet, {"shops"})
    with closing(InlineRunner()) as runner:
        assert {outcome.state for outcome in runner.run(shares)} == {"read"}
    stored = {share: _stored(fleet, share) for share in range(_N)}
    assert all(stored.values())
    with closing(InlineRunner()) as runner:
        assert {outcome.state for outcome in runner.run(shares)} == {"read"}
    assert {share: _stored(fleet, share) for share in range(_N)} == stored
    n_read: list[int] = []
    _count_reading(monkeypatch, n_read)
    _enrol_and_run(fleet, build)
    assert n_read == []  # nothing was left for a parser


def _stored(fleet: Fleet, number: int) -> bytes | None:
    return open_store(fleet.store).share("shops", Share(number, _N))


def _enrol_and_run(fleet: Fleet, build: BuildTask) -> None:
    from repobook.fleet.database.database import open_database
    from repobook.fleet.database.fleet_index import FleetIndex

    with closing(FleetIndex(open_database(fleet.database))) as index:
        index.enrol(fleet.repositories)
    (outcome,) = InlineRunner().run([build])
    assert (outcome.state, outcome.reason) == ("built", "")


def _count_reading(monkeypatch: pytest.MonkeyPatch, n_read: list[int]) -> None:
    """How many files a build gives to its parsers."""
    from repobook.build.read.parser_deaths import ParserDeaths

    before = ParserDeaths.read

    def read(self, factory, tasks, n_jobs):  # type: ignore[no-untyped-def]
        n_read.append(len(tasks))
        return before(self, factory, tasks, n_jobs)

    monkeypatch.setattr(ParserDeaths, "read", read)


@pytest.mark.parametrize("damage", [b"", b"nothing of ours", None])
def test_a_share_that_is_damaged_or_missing_is_read_again(
    tmp_path: Path, source: Path, damage: bytes | None
) -> None:
    fleet = _fleet(tmp_path, source)
    shares, (build,) = waves_of(fleet, {"shops"})
    assert {outcome[1:3] for outcome in InlineRunner().run(shares)} == {("read", "")}
    place = tmp_path / "books" / "shares" / "shops" / f"1-of-{_N}"
    if damage is None:
        place.unlink()
    else:
        place.write_bytes(damage)
    _enrol_and_run(fleet, build)
    build_book(source, tmp_path / "plain.book")
    assert book_bytes(tmp_path / "books" / "shops.book") == book_bytes(tmp_path / "plain.book")


def test_shares_are_read_in_processes_and_kept_in_object_stores(tmp_path: Path) -> None:
    pytest.importorskip("obstore")
    source = write_tree(tmp_path / "shops", FILES["library"])
    (tmp_path / "objects").mkdir()
    fleet = _fleet(tmp_path, source, f"file://{tmp_path}/objects")
    with closing(LocalRunner(2)) as runner:
        answer = build_fleet(fleet, runner)
    assert [(line.state, line.reason) for line in answer.repositories] == [("built", "")]
    open_store(fleet.store).fetch("shops", tmp_path / "fetched.book")
    build_book(source, tmp_path / "plain.book")
    assert book_bytes(tmp_path / "fetched.book") == book_bytes(tmp_path / "plain.book")


def test_the_number_of_shares_is_read(tmp_path: Path) -> None:
    file = tmp_path / "fleet.toml"
    file.write_text('[[repository]]\npath = "a"\nshares = 8\n')
    assert read_fleet(file).repositories[0].n_shares == 8
    for wrong in ("0", '"x"', "5000"):
        file.write_text(f'[[repository]]\npath = "a"\nshares = {wrong}\n')
        with pytest.raises(RepobookError, match="shares is a number"):
            read_fleet(file)
