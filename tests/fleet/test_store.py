"""Books in object stores: a folder as one, and S3 as moto speaks it."""

import re
import subprocess
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from urllib.request import Request, urlopen

import pytest

from repobook.api import build_book, open_book
from repobook.errors import RepobookError
from repobook.fleet.driver import build_fleet
from repobook.fleet.store import open_store
from tests.fakes.asking import wait_for
from tests.fakes.books import book_bytes
from tests.fleet.conftest import EXTRA, InlineRunner, MakeFleet


@pytest.fixture(scope="module")
def s3(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server that speaks S3."""
    if not find_spec("moto"):
        pytest.skip("moto, which speaks S3, is not installed")
    command = [sys.executable, "-m", "moto.server", "-H", "127.0.0.1", "-p", "0"]
    log = tmp_path_factory.mktemp("s3") / "log"
    with log.open("w") as errors, subprocess.Popen(command, stderr=errors) as server:
        wait_for(lambda: "http://127.0.0.1:" in log.read_text())
        address = re.search(r"http://127\.0\.0\.1:\d+", log.read_text())
        assert address is not None
        urlopen(Request(f"{address[0]}/books", method="PUT")).close()
        yield address[0]
        server.kill()


@pytest.fixture(params=["file", "s3"])
def store(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    if not find_spec("obstore"):
        pytest.skip(EXTRA)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    if request.param == "file":
        (tmp_path / "objects").mkdir()
        return f"file://{tmp_path}/objects"
    settings = {"ENDPOINT": request.getfixturevalue("s3"), "ALLOW_HTTP": "true", "REGION": "x"}
    for name, value in {**settings, "ACCESS_KEY_ID": "a", "SECRET_ACCESS_KEY": "b"}.items():
        monkeypatch.setenv(f"AWS_{name}", value)
    return "s3://books/fleet"


def test_a_fetched_book_is_the_one_that_was_built(
    store: str, make_fleet: MakeFleet, tmp_path: Path
) -> None:
    whole = make_fleet(pages=True)
    fleet = whole._replace(store=store, repositories=whole.repositories[:1])
    answer = build_fleet(fleet, InlineRunner())
    assert [(line.state, line.reason) for line in answer.repositories] == [("built", "")]
    assert answer.repositories[0].book == f"{store}/books/library.json"
    fetched = tmp_path / "fetched.book"
    open_store(store).fetch("library", fetched)
    (library, *_) = fleet.repositories
    build_book(library.source, tmp_path / "plain.book")
    assert book_bytes(fetched) == book_bytes(tmp_path / "plain.book")
    with open_book(fetched) as book:
        assert book.status().meta["n_files"] == "6"
    again = build_fleet(fleet, InlineRunner())
    assert {line.state for line in again.repositories} == {"unchanged"}
    with pytest.raises(RepobookError, match="has no book of nothing"):
        open_store(store).fetch("nothing", fetched)


def test_a_damaged_object_is_refused(
    make_fleet: MakeFleet, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not find_spec("obstore"):
        pytest.skip(EXTRA)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    (tmp_path / "objects").mkdir()
    fleet = make_fleet()._replace(store=f"file://{tmp_path}/objects")
    build_fleet(fleet, InlineRunner(), ["script"])
    for blob in (tmp_path / "objects" / "blobs").rglob("*"):
        if blob.is_file():
            blob.write_bytes(b"something else")
    with pytest.raises(RepobookError, match="is damaged"):
        open_store(fleet.store).fetch("script", tmp_path / "fetched.book")


def test_an_unknown_store_is_refused() -> None:
    if not find_spec("obstore"):
        pytest.skip(EXTRA)
    with pytest.raises(RepobookError, match="no such store: gopher://x"):
        open_store("gopher://x")
