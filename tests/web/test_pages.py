"""Pages over HTTP: what the manifest lists, as it lists it, and nothing else."""

import os
import shutil
from contextlib import closing
from pathlib import Path

import apsw
import pytest

from repobook.scan.sources.source import SourceSpec
from repobook.web import current_book
from repobook.web.app import application
from tests.fakes.asking import Asker
from tests.fakes.sites import SITE, add_site


@pytest.mark.parametrize(
    ("path", "name", "kind"),
    [
        ("/site/index.html", "site/index.html", "text/html; charset=utf-8"),
        ("/site/made/", "site/made/index.html", "text/html; charset=utf-8"),
        ("/site/made/style.css", "site/made/style.css", "text/css; charset=utf-8"),
        ("/site/made/script.js", "site/made/script.js", "text/javascript; charset=utf-8"),
        (
            "/site/made/a%20b%2520%C3%BC%23%3F.html",
            "site/made/a b%20ü#?.html",
            "text/html; charset=utf-8",
        ),
        ("/site/made/empty.txt", "site/made/empty.txt", "text/plain; charset=utf-8"),
        ("/site/made/long.html", "site/made/long.html", "text/html; charset=utf-8"),
    ],
)
def test_a_page_is_served_as_it_was_published(
    asker: Asker, path: str, name: str, kind: str
) -> None:
    answer = asker.get(path)
    assert (answer.status, answer.text) == (200, SITE[name])
    assert answer.headers["content-type"] == kind
    head = asker.ask("HEAD", path)
    assert (head.status, head.body) == (200, b"")
    assert head.headers["content-length"] == str(len(answer.body))


def test_markdown_is_plain_text(asker: Asker, book: Path) -> None:
    answer = asker.get("/markdown/src/a.py_docs.md")
    assert answer.body == (book / "markdown/src/a.py_docs.md").read_bytes()
    assert answer.headers["content-type"] == "text/plain; charset=utf-8"


def test_a_page_that_the_reader_has_is_not_sent_again(asker: Asker) -> None:
    etag = asker.get("/site/index.html").headers["etag"]
    again = asker.get("/site/index.html", if_none_match=f'"other", {etag}')
    assert (again.status, again.body, again.headers["etag"]) == (304, b"", etag)
    assert asker.get("/site/index.html", if_none_match="*").status == 304
    assert asker.get("/site/index.html", if_none_match='"x"').status == 200


def test_ranges_are_answered_with_the_whole_page(asker: Asker) -> None:
    flood = ",".join(f"{n}-{n}" for n in range(500))
    answer = asker.get("/site/made/long.html", range=f"bytes={flood}")
    assert (answer.status, answer.text) == (200, SITE["site/made/long.html"])


def test_the_root_and_folders_lead_to_their_first_page(asker: Asker) -> None:
    root, folder = asker.get("/"), asker.get("/site/made")
    assert (root.status, root.headers["location"]) == (307, "/site/index.html")
    assert (folder.status, folder.headers["location"]) == (307, "/site/made/")


def test_a_browser_that_wants_an_icon_is_told_that_there_is_none(asker: Asker) -> None:
    answer = asker.get("/favicon.ico")
    assert (answer.status, answer.body) == (204, b"")


@pytest.mark.parametrize(
    "path",
    [
        *("/../book.db", "/site/../book.db", "/site/../../root/src/a.py", "/site/%2e%2e/book.db"),
        *("/site/%2e%2e%2fbook.db", "/site/..%2f..%2froot/src/a.py", "/site/..\\..\\book.db"),
        *("/site/index.html%00", "/%00", "/site/index.html/", "/site//index.html", "/site/./"),
        *("//evil.example/", "//evil.example/site/made", "/\\evil.example", "/%5cevil.example"),
        *("/book.db", "/manifest.json", "/.lock", "/cache/facts", "/etc/passwd", "/C:/", "/~root"),
        *("/site/%ff%fe", "/site/" + "a/" * 3000, "/" + "x" * 8000, "/site/made/%2500"),
        *("/<script>alert(1)</script>", "/site/%0d%0aSet-Cookie:x=1", "/%E2%80%AE", "/?x=1&x=2"),
    ],
)
def test_no_other_file_is_served(asker: Asker, path: str) -> None:
    answer = asker.get(path)
    assert answer.status in (404, 307)
    assert answer.headers.get("location", "/site/index.html") == "/site/index.html"
    assert "set-cookie" not in answer.headers
    assert "<script" not in answer.text


@pytest.fixture
def own_book(book: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """To be spoilt; nobody waits long for its next build."""
    monkeypatch.setattr(current_book, "_SECONDS_OF_PATIENCE", 0.1)
    return Path(shutil.copytree(book, tmp_path / "own"))


def test_a_page_that_is_not_what_was_published_is_not_served(own_book: Path) -> None:
    with Asker(application(own_book)) as asker:
        (own_book / "site/index.html").write_text("something else")
        answer = asker.get("/site/index.html")
        assert (answer.status, answer.headers["retry-after"]) == (503, "5")
        assert asker.get("/site/made/").status == 200


def test_links_and_pipes_in_the_place_of_a_page_are_not_followed(
    own_book: Path, tmp_path: Path
) -> None:
    (tmp_path / "outside.txt").write_text("secret")
    (tmp_path / "outside").mkdir()
    (tmp_path / "outside/page.html").write_text("secret")
    names = ("site/link.html", "site/pipe.html", "site/folder/page.html", "site/../../outside.txt")
    add_site(own_book, {**dict.fromkeys(names[:3], "secret")})
    (own_book / "site/link.html").unlink()
    (own_book / "site/link.html").symlink_to(tmp_path / "outside.txt")
    (own_book / "site/pipe.html").unlink()
    os.mkfifo(own_book / "site/pipe.html")
    shutil.rmtree(own_book / "site/folder")
    (own_book / "site/folder").symlink_to(tmp_path / "outside")
    with Asker(application(own_book)) as asker:
        answers = [asker.get(f"/{name}") for name in names]
    assert [answer.status for answer in answers] == [503, 503, 503, 404]
    assert not [answer for answer in answers if "secret" in answer.text]


def test_a_manifest_that_names_files_elsewhere_opens_none(own_book: Path, tmp_path: Path) -> None:
    (tmp_path / "outside.txt").write_text("secret")
    add_site(own_book, {"site/../../outside.txt": "secret", "site//index.html": "x"})
    with Asker(application(own_book)) as asker:
        for name in ("site/%2e%2e/%2e%2e/outside.txt", "site/%2Findex.html"):
            assert asker.get(f"/{name}").status in (404, 503)


def test_a_book_without_pages_still_says_what_may_be_asked(own_book: Path) -> None:
    manifest = (own_book / "manifest.json").read_text()
    (own_book / "manifest.json").write_text(manifest.replace('"site/', '"s/').replace("mark", "m"))
    with Asker(application(own_book)) as asker:
        assert "/api/v1/openapi.json" in asker.get("/").text


def test_pages_of_a_book_of_another_version_are_refused_until_it_is_built_again(
    own_book: Path, tmp_path: Path
) -> None:
    manifest = (own_book / "manifest.json").read_text()
    (own_book / "manifest.json").write_text(manifest.replace('"site/', '"s/').replace("mark", "m"))
    with closing(apsw.Connection(str(own_book / "book.db"))) as db:
        db.execute("UPDATE meta_entry SET value = 'repobook 0' WHERE key = 'made_by'")
    spec = SourceSpec("folder", str(tmp_path), "", (), ())
    with Asker(application(own_book, spec=spec)) as asker:
        answers = [asker.get(f"/site/{name}") for name in ("src/index.html", "index.html")]
    assert [answer.status for answer in answers] == [503, 503]
    assert "made by another version" in answers[0].text
