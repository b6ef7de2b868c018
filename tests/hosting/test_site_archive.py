"""A site in one archive: the same bytes every time, served page by page, read with care."""

import zipfile
from pathlib import Path

import pytest

from repobook.errors import RepobookError
from repobook.hosting import site_archive
from repobook.hosting.host import HostRequest, publish
from repobook.hosting.site_archive import SiteArchive, write_archive
from repobook.web.archive_app import archive_application
from tests.fakes.asking import Asker
from tests.fakes.books import make_book, polyglot


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("archived")
    make_book(polyglot(folder / "repo"), folder / "book")
    return folder / "book"


def test_an_archive_holds_the_whole_site_and_has_the_same_bytes_again(
    book: Path, tmp_path: Path
) -> None:
    first, second = tmp_path / "a.zip", tmp_path / "b.zip"
    report = publish(HostRequest(book, first, is_archive=True))
    publish(HostRequest(book, second, is_archive=True))
    assert first.read_bytes() == second.read_bytes()
    assert report.n_packed == first.stat().st_size < report.sizes.n_bytes
    site = book / "site"
    names = {path.relative_to(site).as_posix() for path in site.rglob("*") if path.is_file()}
    with zipfile.ZipFile(first) as archive:
        assert set(archive.namelist()) == names
        assert archive.read("index.html") == (site / "index.html").read_bytes()
    assert {path.name for path in tmp_path.iterdir()} == {"a.zip", "b.zip"}


def test_pages_of_an_archive_are_served_as_they_are(book: Path, tmp_path: Path) -> None:
    publish(HostRequest(book, tmp_path / "a.zip", is_archive=True))
    with Asker(archive_application(tmp_path / "a.zip")) as asker:
        home = asker.get("/")
        assert (home.status, home.body) == (200, (book / "site/index.html").read_bytes())
        assert home.headers["content-type"] == "text/html; charset=utf-8"
        known = asker.get("/", if_none_match=home.headers["etag"])
        assert (known.status, known.body) == (304, b"")
        assert asker.ask("HEAD", "/index.html").body == b""
        assert asker.get("/src").status == 307
        assert asker.get("/../book.db").status == 404
        assert asker.get("/missing.html").status == 404


def test_what_is_no_archive_is_neither_served_nor_replaced(tmp_path: Path) -> None:
    other = tmp_path / "notes.txt"
    other.write_text("mine")
    with pytest.raises(RepobookError, match="is not a site archive"):
        SiteArchive(other)
    with pytest.raises(RepobookError, match="is not a site archive"):
        write_archive(other, [("index.html", b"x")])
    assert other.read_text() == "mine"


def test_a_page_that_unpacks_to_too_much_is_not_unpacked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_archive(tmp_path / "a.zip", [("index.html", b"x"), ("long.html", b"x" * 5_000)])
    monkeypatch.setattr(site_archive, "_MAX_PAGE", 1_000)
    archive = SiteArchive(tmp_path / "a.zip")
    short = archive.page("index.html")
    assert short is not None
    assert short.content == b"x"
    assert archive.page("long.html") is None
    archive.close()


def test_a_damaged_page_is_no_page(tmp_path: Path) -> None:
    write_archive(tmp_path / "a.zip", [("index.html", b"abc" * 100)])
    data = bytearray((tmp_path / "a.zip").read_bytes())
    data[45] ^= 0xFF
    (tmp_path / "b.zip").write_bytes(data)
    archive = SiteArchive(tmp_path / "b.zip")
    assert archive.page("index.html") is None
    archive.close()


def test_an_archive_takes_no_version(book: Path, tmp_path: Path) -> None:
    with pytest.raises(RepobookError, match="one version"):
        publish(HostRequest(book, tmp_path / "a.zip", version="v1", is_archive=True))
