"""Routes of small applications: their whole paths, what answers them, and every question."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from repobook import Book, open_book
from repobook.ask.references.references_answer import UsesAnswer
from repobook.ask.trace.trace_answer import TraceAnswer
from repobook.languages import parse
from repobook.verify.verify import verify
from tests.fakes.books import assert_same_book, make_book
from tests.fakes.trees import write_tree
from tests.packs.listing import subjects_below
from tests.packs.web_apps import FILES, ROUTES


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("web")
    make_book(write_tree(folder / "apps", FILES), folder / "book")
    return folder


@pytest.fixture(scope="module")
def book(folder: Path) -> Iterator[Book]:
    with open_book(str(folder / "book")) as opened:
        yield opened


@pytest.mark.parametrize("name", sorted(ROUTES))
def test_an_application_has_these_routes(folder: Path, name: str) -> None:
    assert subjects_below(folder / "book", name, "route") == ROUTES[name]


@pytest.mark.parametrize(
    ("asked", "route", "handler"),
    [
        ("GET /api/users/{user_id}", "GET /users/{user_id}", "fastapi_app/users.py"),
        ("/api/users/{user_id}", "GET /users/{user_id}", "fastapi_app/users.py"),
        ("/votes/<int:pk>", "ANY /<int:pk>/", "django_app/polls/views.py"),
        ("GetUser", "GET /v1/users/:id", "goapp/handlers/users.go"),
        ("CatsController.findOne", "GET /cats/:id", "nest/src/cats.controller.ts"),
        ("flask_app/app.py:20", "GET /about", "flask_app/views.py"),
        ("/v1/users", "GET /v1/users/:id", "goapp/handlers/users.go"),
    ],
)
def test_a_route_is_traced_from_every_end(book: Book, asked: str, route: str, handler: str) -> None:
    answer = book.trace(asked)
    assert isinstance(answer, TraceAnswer)
    assert route in [symbol.name for symbol in answer.subjects]
    hops = [hop for stage in answer.stages for hop in stage.hops if stage.name == "handler"]
    assert handler in [hop.target_path for hop in hops]


def test_a_trace_shows_where_a_router_is_mounted(book: Book) -> None:
    answer = book.trace("GET /users/{user_id}")
    assert isinstance(answer, TraceAnswer)
    (stage,) = [stage for stage in answer.stages if stage.name == "mount"]
    assert [hop[1:4] for hop in stage.hops] == [
        ("GET /api/users/{user_id}", "fastapi_app/app.py", 26)
    ]


def test_the_route_is_a_use_of_its_handler(book: Book) -> None:
    answer = book.references("fastapi_app/users.py::read")
    assert isinstance(answer, UsesAnswer)
    assert [(s.path, s.line, s.rule) for s in answer.sites] == [
        ("fastapi_app/users.py", 6, "handler of GET /users/{user_id}")
    ]


def test_a_route_is_found_by_its_name(book: Book) -> None:
    hit = book.search("GET /users/{user_id}").hits[0]
    assert (hit.path, hit.line) == ("fastapi_app/users.py", 6)


@pytest.mark.parametrize(
    ("language", "code"),
    [
        ("Python", "import flask, requests\nrequests.get('/x', 1)\nclient.post('/y')\n"),
        ("Python", "from flask import Flask\n@cache.get('key')\ndef f(): ...\n"),
        ("Python", "from os import path\nurls = [path('a', f)]\n# django.urls\n"),
        ("JavaScript", "const e = require('express');\nrequest(e()).get('/x', f);\n"),
        ("JavaScript", "import axios from 'axios'; // express\naxios.get('/x', f);\n"),
        ("Go", 'package a\nimport "net/http"\nfunc f() { http.Post("/x", "y", z) }\n'),
        ("Java", 'import org.springframework.x.Y;\nclass A { @GetMapping("/x") void f() {} }\n'),
        ("TypeScript", "import { Get } from 'mine'; // @nestjs\nclass A { @Get('x') f() {} }\n"),
        ("Rust", 'use axum::Router;\nfn f() { map.route("/x", get(f)); }\n'),
    ],
)
def test_what_asks_is_no_route(language: str, code: str) -> None:
    facts = parse(language, code.encode())
    assert [d.name for d in facts.definitions if d.kind == "route"] == []
    assert [r for r in facts.references if r.role == "bind"] == []


def test_a_table_lists_all_routes_and_the_home_page_leads_there(folder: Path) -> None:
    markdown = folder / "book" / "markdown"
    table = (markdown / "routes.md").read_text()
    assert "| `GET /api/users/{user_id}` | `read` [`fastapi_app/users.py:7`]" in table
    assert "| `GET /inline` | inline code |" in table
    assert "(routes.md)" in (markdown / "index.md").read_text()
    assert (folder / "book" / "site" / "routes.html").is_file()
    assert not (markdown / "commands.md").exists()


def test_pages_with_routes_prove_what_they_say(folder: Path) -> None:
    assert verify(folder / "book", str(folder / "apps"), 1).problems == ()


@pytest.mark.parametrize(
    ("path", "old", "new"),
    [
        ("flask_app/users.py", "def one", "def single"),
        ("flask_app/users.py", 'url_prefix="/users"', 'url_prefix="/folk"'),
        ("fastapi_app/app.py", 'prefix="/api"', 'prefix="/api2"'),
        ("fastapi_app/users.py", "router = APIRouter", "routes = APIRouter"),
        ("django_app/urls.py", '"votes/"', '"ballots/"'),
        ("express_app/users.js", "function one", "function single"),
        ("goapp/handlers/users.go", "GetUser", "FindUser"),
    ],
)
def test_an_edit_ends_in_the_bytes_of_a_full_build(
    tmp_path: Path, path: str, old: str, new: str
) -> None:
    files = {name: text for name, text in FILES.items() if name.split("/")[0] == path.split("/")[0]}
    apps = write_tree(tmp_path / "apps", files)
    make_book(apps, tmp_path / "book")
    assert old in files[path]
    (apps / path).write_text(files[path].replace(old, new))
    make_book(apps, tmp_path / "book")
    make_book(apps, tmp_path / "fresh")
    assert_same_book(tmp_path / "book", tmp_path / "fresh")


def test_a_function_that_is_given_a_router_paths_and_a_view_adds_routes() -> None:
    code = b"""\
from flask import Blueprint
from helpers import register_view
shop = Blueprint("shop", __name__)
register_view(shop, routes=["/cart", "/basket"], view_func=cart)
def find():
    account = Account()
def load(app):
    account = Blueprint("account", __name__)
    register_view(account, ["/login"], view_func=Login.as_view("login"), methods=["POST"])
    register_view(other, ["/none"], view_func=cart)
"""
    routes = [d.name for d in parse("Python", code).definitions if d.kind == "route"]
    assert routes == ["GET /cart", "GET /basket", "POST /login"]
