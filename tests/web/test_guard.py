"""Who may ask: this machine, by its own name, for reading."""

import pytest

from repobook.web.guard import CONTENT_POLICY
from tests.fakes.asking import Asker

_PAGE = "/site/index.html"


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "LOCALHOST:1", "[::1]:8642"])
def test_this_machine_is_answered(asker: Asker, host: str) -> None:
    assert asker.get(_PAGE, host=host).status == 200


@pytest.mark.parametrize(
    "host",
    [
        *("evil.example", "127.0.0.1.evil.example", "localhost.evil.example", "127.0.0.1@evil"),
        *("127.0.0.2", "0.0.0.0", "localhost:99999999", "localhost:x", "", "[::1", "localhost "),
        "127.0.0.1:8642/x",
    ],
)
def test_another_name_for_this_machine_is_refused(asker: Asker, host: str) -> None:
    for path in (_PAGE, "/api/v1/files", "/api/v1/health"):
        assert asker.get(path, host=host).status == 421


@pytest.mark.parametrize(
    "origin",
    [
        *("http://evil.example", "null", "https://127.0.0.1:8642", "http://127.0.0.1:1"),
        *("http://localhost:8642", "http://127.0.0.1:8642.evil.example", ""),
    ],
)
def test_a_script_of_another_site_is_refused(asker: Asker, origin: str) -> None:
    assert asker.get("/api/v1/files", origin=origin).status == 403


def test_a_script_of_our_own_is_answered(asker: Asker) -> None:
    headers = {"origin": "http://127.0.0.1:8642", "sec_fetch_site": "same-origin"}
    assert asker.get("/api/v1/files", **headers).status == 200


@pytest.mark.parametrize(
    ("site", "mode", "dest", "status"),
    [
        ("cross-site", "no-cors", "script", 403),
        ("same-site", "no-cors", "script", 403),
        ("cross-site", "no-cors", "image", 403),
        ("cross-site", "navigate", "iframe", 403),
        ("cross-site", "navigate", "document", 200),
        ("same-origin", "no-cors", "script", 200),
        ("none", "navigate", "document", 200),
    ],
)
def test_of_another_site_only_a_link_may_lead_here(
    asker: Asker, site: str, mode: str, dest: str, status: int
) -> None:
    headers = {"sec_fetch_site": site, "sec_fetch_mode": mode, "sec_fetch_dest": dest}
    assert asker.get(_PAGE, **headers).status == status


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "X"])
def test_the_book_is_for_reading(asker: Asker, method: str) -> None:
    for path in (_PAGE, "/api/v1/files", "/nowhere"):
        answer = asker.ask(method, path)
        assert (answer.status, answer.headers["allow"]) == (405, "GET, HEAD")


def test_a_body_is_refused(asker: Asker) -> None:
    for header in (("content-length", "10"), ("transfer-encoding", "chunked")):
        answer = asker.ask("GET", _PAGE, [header], b"x" * 10)
        assert (answer.status, answer.headers["connection"]) == (413, "close")


_PATCH = b"--- a/src/a.py\n+++ b/src/a.py\n"
_IMPACT = "/api/v1/impact"


def test_only_what_takes_a_patch_may_be_posted_to(asker: Asker) -> None:
    length = ("content-length", str(len(_PATCH)))
    assert asker.ask("POST", _IMPACT, [length], _PATCH).status == 200
    for path in (f"{_IMPACT}/", f"{_IMPACT}x", "/api/v1/show", f"/{_IMPACT}", _PAGE):
        assert asker.ask("POST", path, [length], _PATCH).status == 405
    answer = asker.ask("PUT", _IMPACT, [length], _PATCH)
    assert (answer.status, answer.headers["allow"]) == (405, "GET, HEAD, POST")


def test_what_is_posted_has_a_length_and_a_limit_and_comes_from_here(asker: Asker) -> None:
    for header, status in (
        (("content-length", str((1 << 20) + 1)), 413),
        (("content-length", "x"), 413),
        (("transfer-encoding", "chunked"), 411),
        (("origin", "https://evil.example"), 403),
        (("sec-fetch-site", "cross-site"), 403),
        (("host", "evil.example"), 421),
    ):
        answer = asker.ask("POST", _IMPACT, [header], _PATCH)
        assert (answer.status, answer.headers["connection"]) == (status, "close"), header
    assert asker.ask("GET", _IMPACT, [("content-length", "10")], b"x" * 10).status == 413


def test_two_hosts_are_none(asker: Asker) -> None:
    hosts = [("host", "localhost"), ("host", "evil.example")]
    assert asker.ask("GET", _PAGE, hosts).status == 421


def test_a_question_of_100_kilobytes_is_refused(asker: Asker) -> None:
    assert asker.get("/api/v1/files?language=" + "x" * 100_000).status == 414


@pytest.mark.parametrize(
    ("path", "status"),
    [
        (_PAGE, 200),
        ("/", 307),
        ("/nowhere", 404),
        ("/api/v1/files", 200),
        ("/api/v1/files?limit=0", 400),
        ("/api/v1/show?target=zzz", 404),
        ("/api/v1/nowhere", 404),
        ("/api/v1/openapi.json", 200),
    ],
)
def test_every_answer_tells_the_browser_what_it_may_do(
    asker: Asker, path: str, status: int
) -> None:
    answer = asker.get(path)
    assert answer.status == status
    assert answer.headers["content-security-policy"] == CONTENT_POLICY
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["cross-origin-resource-policy"] == "same-origin"
    assert "unsafe" not in CONTENT_POLICY
