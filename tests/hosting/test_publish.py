"""What a static host is given: every link right below a sub-path, versions side by side."""

import gzip
import json
import re
import struct
import threading
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.error import HTTPError
from urllib.parse import urljoin
from urllib.request import urlopen

import pytest

from repobook.errors import RepobookError
from repobook.hosting.host import MARKER, HostRequest, publish
from repobook.hosting.site_sizes import sizes_of, ways_to_shrink
from repobook.render.html.html_reader import read_html
from tests.fakes.books import make_book, polyglot, run
from tests.fakes.trees import write_tree

BASE = "https://example.org/docs/"


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("published")
    make_book(polyglot(folder / "repo"), folder / "book")
    return folder / "book"


def _files(folder: Path) -> set[str]:
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}


def test_nothing_but_the_site_and_what_hosts_ask_for_is_written(book: Path, tmp_path: Path) -> None:
    report = publish(HostRequest(book, tmp_path / "out", BASE))
    added = {MARKER, "404.html", "robots.txt", "sitemap.xml", "book-assets/card.png"}
    assert _files(tmp_path / "out") == _files(book / "site") | added
    assert report.n_pages == len([*(book / "site").rglob("*.html")])
    assert not report.is_too_large
    assert [path.name for path in tmp_path.iterdir()] == ["out"]


def test_what_the_address_adds_is_counted(book: Path, tmp_path: Path) -> None:
    report = publish(HostRequest(book, tmp_path / "out", BASE, "v1"))
    pages = [*(tmp_path / "out/v1").rglob("*.html"), tmp_path / "out/v1/sitemap.xml"]
    n_added = sum(path.stat().st_size for path in pages) - sum(
        path.stat().st_size for path in (book / "site").rglob("*.html")
    )
    plain = publish(HostRequest(book, tmp_path / "plain"))
    home = 1_000  # what its card says is not known before it is read
    assert 0 < n_added - home <= report.sizes.n_bytes - plain.sizes.n_bytes <= n_added


def test_every_page_names_its_address_and_the_sitemap_lists_it(book: Path, tmp_path: Path) -> None:
    publish(HostRequest(book, tmp_path / "out", BASE.rstrip("/")))
    listed = {node.text for node in ET.parse(tmp_path / "out/sitemap.xml").iter() if node.text}
    for path in (book / "site").rglob("*.html"):
        name = path.relative_to(book / "site")
        found = re.findall(
            r"<link rel=canonical href=(\S+?)>", (tmp_path / "out" / name).read_text()
        )
        assert len(found) == 1
        assert found[0] in listed
        assert found[0].startswith(BASE)
    assert BASE in listed
    assert (
        "Sitemap: https://example.org/docs/sitemap.xml" in (tmp_path / "out/robots.txt").read_text()
    )


def test_the_home_page_has_a_card(book: Path, tmp_path: Path) -> None:
    publish(HostRequest(book, tmp_path / "out", BASE))
    home = (tmp_path / "out/index.html").read_text()
    assert f'<meta property=og:image content="{BASE}book-assets/card.png">' in home
    card = (tmp_path / "out/book-assets/card.png").read_bytes()
    assert card.startswith(b"\x89PNG")
    assert struct.unpack(">II", card[16:24]) == (1200, 630)


def test_without_an_address_nothing_is_said_of_one(book: Path, tmp_path: Path) -> None:
    publish(HostRequest(book, tmp_path / "out"))
    assert not (tmp_path / "out/sitemap.xml").exists()
    assert (tmp_path / "out/index.html").read_bytes() == (book / "site/index.html").read_bytes()


def test_the_same_book_gives_the_same_bytes_and_replaces_itself(book: Path, tmp_path: Path) -> None:
    for name in ("one", "other", "one"):
        publish(HostRequest(book, tmp_path / name, BASE, is_compressed=True))
    assert _files(tmp_path / "one") == _files(tmp_path / "other")
    for name in _files(tmp_path / "one"):
        assert (tmp_path / "one" / name).read_bytes() == (tmp_path / "other" / name).read_bytes()
    packed = (tmp_path / "one/index.html.gz").read_bytes()
    assert gzip.decompress(packed) == (tmp_path / "one/index.html").read_bytes()


def test_what_another_has_put_there_is_left_alone(book: Path, tmp_path: Path) -> None:
    write_tree(tmp_path / "out", {"mine.txt": "x"})
    with pytest.raises(RepobookError, match="contains other files"):
        publish(HostRequest(book, tmp_path / "out"))
    assert _files(tmp_path / "out") == {"mine.txt"}


def test_a_page_that_was_changed_is_not_published(book: Path, tmp_path: Path) -> None:
    page = book / "site/help.html"
    before = page.read_bytes()
    page.write_bytes(before + b" ")
    with pytest.raises(RepobookError, match=r"help\.html does not match the manifest"):
        publish(HostRequest(book, tmp_path / "out"))
    page.write_bytes(before)
    assert _files(tmp_path / "out") == set()


@pytest.mark.parametrize(
    ("base_url", "version"),
    [("ftp://x/", ""), ("https://x/><script>", ""), ("", "../up"), ("", ".hidden"), ("", "a/b")],
)
def test_an_odd_address_or_version_is_refused(
    book: Path, tmp_path: Path, base_url: str, version: str
) -> None:
    with pytest.raises(RepobookError):
        publish(HostRequest(book, tmp_path / "out", base_url, version))
    assert not (tmp_path / "out").exists()


def test_versions_lie_side_by_side_newest_first(book: Path, tmp_path: Path) -> None:
    for version in ("v1.2", "v1.10", "latest", "v1.9"):
        report = publish(HostRequest(book, tmp_path / "out", BASE, version))
    assert report.versions == ("latest", "v1.10", "v1.9", "v1.2")
    script = (tmp_path / "out/versions.js").read_text()
    assert json.loads(script.removeprefix("book.versions(").removesuffix(");\n"))[0] == "latest"
    old = (tmp_path / "out/v1.9/help.html").read_text()
    assert f"<link rel=canonical href={BASE}latest/help.html>" in old
    assert "<html lang=en data-versions>" in old
    assert f"Sitemap: {BASE}latest/sitemap.xml" in (tmp_path / "out/robots.txt").read_text()
    with pytest.raises(RepobookError, match="holds versions"):
        publish(HostRequest(book, tmp_path / "out", BASE))


def test_a_site_above_its_limit_is_not_written_and_ways_are_named(
    book: Path, tmp_path: Path
) -> None:
    report = publish(HostRequest(book, tmp_path / "out", max_bytes=1000))
    assert report.is_too_large
    assert not (tmp_path / "out").exists()
    sizes = sizes_of({"big/a_src.html": 900, "small/b_docs.html": 50, "index.html": 50})
    assert sizes.n_bytes == 1000
    assert ways_to_shrink(sizes, 500) == ["--exclude 'big/**' saves about 0.0 MB"]
    options = ("--book", str(book), "-o", str(tmp_path / "out"), "--max-size", "1KB")
    answer = run("publish", *options, cwd=tmp_path)
    assert answer.returncode == 1
    assert b"nothing was written" in answer.stdout


@pytest.fixture
def host(book: Path, tmp_path: Path) -> Iterator[str]:
    """A plain static server, the site below a sub-path."""
    for version in ("v1", "latest"):
        publish(HostRequest(book, tmp_path / "srv/docs", BASE, version))
    handler = partial(_Quiet, directory=str(tmp_path / "srv"))
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever).start()
    yield f"http://127.0.0.1:{server.server_port}/docs/"
    server.shutdown()
    server.server_close()


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *arguments: object) -> None:
        pass


def _status(address: str) -> int:
    try:
        with urlopen(address) as answer:
            status: int = answer.status
            return status
    except HTTPError as error:
        return error.code


def test_every_link_holds_below_a_sub_path(host: str, tmp_path: Path) -> None:
    status_by_address: dict[str, int] = {}
    out = tmp_path / "srv/docs"
    for path in sorted(out.rglob("*.html")):
        page = host + path.relative_to(out).as_posix()
        for link in read_html(path.read_text()).links:
            address = urljoin(page.replace("%", "%25"), link).partition("#")[0]
            if address.startswith("http://") and address not in status_by_address:
                status_by_address[address] = _status(address)
    assert len(status_by_address) > 100
    assert {a: s for a, s in status_by_address.items() if s != 200} == {}


def test_a_book_inside_a_git_repository_ignores_itself_until_described_otherwise(
    tmp_path: Path,
) -> None:
    root = write_tree(tmp_path / "repo", {"a.py": "x = 1\n", ".git/HEAD": "ref: refs/heads/x\n"})
    make_book(root, root / "repo.book")
    ignored = root / "repo.book/.gitignore"
    assert ignored.read_text() == "*\n"
    ignored.unlink()
    make_book(root, root / "repo.book")
    assert not ignored.exists()
    make_book(root, tmp_path / "elsewhere.book")
    assert not (tmp_path / "elsewhere.book/.gitignore").exists()
