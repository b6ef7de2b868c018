"""Answers over HTTP: those of the command line, part by part, and a reason where there is none."""

import json
import shutil
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlencode

import pytest

from repobook.web.api import routes
from repobook.web.api.endpoints import ENDPOINTS
from repobook.web.app import application
from repobook.web.served_book import ServedBook
from tests.fakes.asking import Asker, wait_for
from tests.fakes.books import run
from tests.fakes.sites import SITE, publish_again


@pytest.mark.parametrize(
    ("arguments", "target"),
    [
        (["show", "src/a.py"], "show?target=src/a.py"),
        (["show", "src"], "show?target=src"),
        (["show", "A"], "show?target=A"),
        (["show", "zzz"], "show?target=zzz"),
        (["refs", "A"], "refs?symbol=A"),
        (["refs", "A.f", "--out"], "refs?symbol=A.f&direction=out"),
        (["refs", "A", "--depth", "2", "--kind", "call"], "refs?symbol=A&depth=2&kind=call"),
        (["refs", "zzz"], "refs?symbol=zzz"),
        (["deps", "a.py"], "deps?file=a.py"),
        (["deps", "uses.py", "--to", "a.py"], "deps?file=uses.py&to=a.py"),
        (["tests", "a.py"], "tests?target=a.py"),
        (["findings"], "findings"),
        (["findings", "src", "--severity", "info"], "findings?path=src&severity=info"),
        (["findings", "nowhere"], "findings?path=nowhere"),
        (["keywords", "src/a.py"], "keywords?target=src/a.py"),
        (["keywords", "src"], "keywords?target=src"),
        (["keywords", "ma*"], "keywords?target=ma*"),
        (["search", "A"], "search?query=A"),
        (["search", "who calls A.f"], "search?query=who+calls+A.f"),
        (["search", "--kind", "text", "-n", "2", "main"], "search?query=main&kind=text&limit=2"),
        (["search", "zzzz"], "search?query=zzzz"),
        (["status"], "status"),
    ],
)
def test_terminal_and_http_give_the_same_answer(
    asker: Asker, book: Path, arguments: list[str], target: str
) -> None:
    where = [str(book)] if arguments[0] == "status" else ["--book", str(book)]
    done = run(*arguments, *where, "--json", cwd=book.parent)
    answer = asker.get(f"/api/v1/{target}")
    assert answer.json == json.loads(done.stdout)
    is_found = arguments[0] == "search" or "close" not in answer.json["data"]
    assert answer.status == (200 if is_found else 404)


def test_a_patch_is_posted_and_answered_as_in_the_terminal(
    asker: Asker, book: Path, tmp_path: Path
) -> None:
    patch = b"--- a/src/a.py\n+++ b/src/a.py\n@@ -1 +1 @@\n-class A:\n+class A(B):\n"
    (tmp_path / "a.patch").write_bytes(patch)
    done = run("impact", "a.patch", "-n", "100", "--json", "--book", str(book), cwd=tmp_path)
    length = ("content-length", str(len(patch)))
    answer = asker.ask("POST", "/api/v1/impact", [length], patch)
    assert (answer.status, answer.json) == (200, json.loads(done.stdout))
    few = asker.ask("POST", "/api/v1/impact?limit=1", [length], patch).json["data"]
    assert len(few["tests"]) <= 1
    refused = asker.ask("POST", "/api/v1/impact", [("content-length", "4")], b"text")
    assert (refused.status, refused.json["error"]["message"]) == (400, "not a patch")


@pytest.mark.parametrize(
    ("target", "key"),
    [
        ("files?limit=", "files"),
        ("symbols?limit=", "symbols"),
        ("findings?limit=", "findings"),
        ("refs?symbol=A&limit=", "sites"),
        ("tests?target=src/a.py&limit=", "tests"),
    ],
)
def test_parts_join_to_the_whole(asker: Asker, target: str, key: str) -> None:
    whole = asker.get(f"/api/v1/{target}1000").json
    assert (whole["truncated"], whole["next"]) == (False, None)
    part = asker.get(f"/api/v1/{target}1").json
    found: list[Any] = part["data"][key]
    while part["next"]:
        assert part["truncated"]
        part = asker.get(f"/api/v1/{target}1&cursor={part['next']}").json
        found += part["data"][key]
    assert found == whole["data"][key] != []


def test_files_are_chosen_by_folder_language_and_role(asker: Asker) -> None:
    def paths(query: str) -> list[str]:
        return [file["path"] for file in asker.get(f"/api/v1/files?{query}").json["data"]["files"]]

    assert paths("folder=conf") == ["conf/w.ini", "conf/x.yaml", "conf/y.toml", "conf/z.json"]
    assert paths("language=Go") == ["src/d.go"]
    assert paths("role=test&folder=src/") == ["src/test_a.py"]
    assert paths("status=listed") == ["data/blob.bin", "empty.txt"]
    assert paths("folder=con") == []


def test_symbols_are_chosen_by_place_name_and_kind(asker: Asker) -> None:
    def ids(query: str) -> list[str]:
        answer = asker.get(f"/api/v1/symbols?{query}")
        return [symbol["id"] for symbol in answer.json["data"]["symbols"]]

    assert ids("path=src/a.py") == ["src/a.py::A", "src/a.py::A.f"]
    assert ids("name=main&kind=function") == ["src/b.c::main"]
    assert ids("name=main&kind=class") == []


def test_a_folder_tells_what_lies_in_it(asker: Asker) -> None:
    data = asker.get("/api/v1/folders").json["data"]
    assert [folder["path"] for folder in data["folders"]] == ["conf", "data", "src"]
    assert asker.get("/api/v1/folders?path=src").json["data"]["path"] == "src"
    assert asker.get("/api/v1/folders?path=nowhere").status == 404


@pytest.mark.parametrize("limit", ["-1", "0", "1001", "1e9", "NaN", "", "１", "1 ", "+1", "9" * 99])
def test_a_limit_out_of_bounds_is_told_with_the_reason(asker: Asker, limit: str) -> None:
    answer = asker.get(f"/api/v1/files?limit={quote(limit)}")
    assert answer.status == 400
    assert answer.json["error"]["message"].startswith("limit: ")


@pytest.mark.parametrize(
    ("target", "reason"),
    [
        ("refs", "symbol: is missing"),
        ("refs?symbol=", "symbol: is empty"),
        ("refs?symbol=A&direction=up", "direction: 'up' is none of in, out"),
        ("refs?symbol=A&symbol=B", "symbol: given 2 times"),
        ("files?colour=red", "'colour': no such parameter"),
        ("files?cursor=5", "cursor: '5' is not valid here"),
        (f"show?target={'x' * 5000}", "target: longer than 4,096 characters"),
        (f"findings?{'rule=x&' * 51}", "rule: given more than 50 times"),
    ],
)
def test_a_mistake_is_told_with_the_reason(asker: Asker, target: str, reason: str) -> None:
    answer = asker.get(f"/api/v1/{target}")
    assert (answer.status, answer.json["error"]["message"]) == (400, reason)


_HOSTILE = [
    *('"', "'", "*", "%", "_", "\\", "NEAR(", "nosuch:x", "(" * 3000, "a AND", "^", "-", "--"),
    *("\0", "\x1b[2J", "\n", "\r\n", "../../etc/passwd", "/etc/passwd", "//", "::", "::::", "~2"),
    *("<script>alert(1)</script>", "{{7*7}}", "${x}", "; DROP TABLE file", "' OR 1=1 --", "\u202e"),
    *("\ufffd", "é" * 500, "💥", "__proto__", "constructor", ".", "..", "./.", " ", "a/" * 2000),
]


@pytest.mark.parametrize("endpoint", [e.name for e in ENDPOINTS])
def test_hostile_words_get_an_answer_or_a_reason(asker: Asker, endpoint: str) -> None:
    texts = [
        parameter
        for parameter in next(e for e in ENDPOINTS if e.name == endpoint).parameters
        if not parameter.bounds and not parameter.choices
    ]
    for word in _HOSTILE:
        answer = asker.get(f"/api/v1/{endpoint}?" + urlencode({p.name: word for p in texts}))
        assert answer.status in (200, 400, 404, 414), (word, answer)
        assert answer.headers["content-type"] == "application/json"
        assert b"Traceback" not in answer.body
        assert answer.body.isascii()


@pytest.mark.parametrize("query", ["symbol=%ff%fe", "symbol=%ED%A0%80", "%00=%00", "&&&", "=", "%"])
def test_broken_queries_get_an_answer_or_a_reason(asker: Asker, query: str) -> None:
    assert asker.get(f"/api/v1/refs?{query}").status in (400, 404)


def test_a_cursor_of_another_book_is_refused(book: Path, tmp_path: Path) -> None:
    own = Path(shutil.copytree(book, tmp_path / "own"))
    with Asker(application(own)) as asker:
        cursor = asker.get("/api/v1/files?limit=1").json["next"]
        publish_again(own, SITE, "another")
        wait_for(lambda: asker.get("/api/v1/health").json["commit"] == "another")
        answer = asker.get(f"/api/v1/files?limit=1&cursor={cursor}")
    assert (answer.status, answer.json["error"]["status"]) == (409, 409)


def test_a_book_without_an_index_to_search_answers_all_else(book: Path, tmp_path: Path) -> None:
    own = Path(shutil.copytree(book, tmp_path / "own"))
    (own / "search.db").unlink()
    with Asker(application(own)) as asker:
        answer = asker.get("/api/v1/search?query=A")
        assert (answer.status, answer.json["error"]["message"]) == (
            503,
            "this book cannot be searched",
        )
        assert asker.get("/api/v1/files").status == 200


def test_a_damaged_index_is_told(book: Path, tmp_path: Path) -> None:
    own = Path(shutil.copytree(book, tmp_path / "own"))
    with Asker(application(own)) as asker:
        size = (own / "book.db").stat().st_size
        with (own / "book.db").open("r+b") as file:  # the very file that is open
            file.seek(4096)
            file.write(b"\xff" * (size - 4096))
        answer = asker.get("/api/v1/files?limit=1000")
        assert (answer.status, answer.json["error"]["message"]) == (
            503,
            "the index of this book is damaged",
        )


def test_who_comes_when_too_many_wait_is_told_at_once(
    book: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(routes, "_MAX_WAITING", 0)
    with Asker(application(book)) as asker:
        assert asker.get("/api/v1/files").json["error"]["message"] == "too many requests"


def test_a_defect_of_ours_shows_no_trace(
    book: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    secrets: dict[str, str] = {}
    monkeypatch.setattr(ServedBook, "answer", lambda *_: secrets["/secret/path"])
    monkeypatch.delenv("REPOBOOK_DEBUG", raising=False)
    with Asker(application(book)) as asker:
        answer = asker.get("/api/v1/files")
    assert (answer.status, answer.json["error"]["message"]) == (500, "internal error")
    assert b"secret" not in answer.body
    assert "KeyError" in capsys.readouterr().err
