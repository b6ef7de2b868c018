"""A fleet over HTTP: who may ask, what they see, what is counted and written down."""

import hashlib
import hmac
import json
import random
import re
from collections.abc import Callable, Mapping
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from repobook.errors import RepobookError
from repobook.fleet.config import Access, Fleet, FleetRepository, read_fleet
from repobook.fleet.database.database import open_database
from repobook.fleet.database.fleet_index import Contributed, FleetIndex
from repobook.fleet.driver import build_fleet
from repobook.fleet.fleet_answers import STATES
from repobook.fleet.refresh import Changes, refresh
from repobook.web.fleet.app import fleet_application
from tests.fakes.asking import Asker
from tests.fakes.books import run
from tests.fakes.trees import commit_all, make_repository, write_tree
from tests.fleet.conftest import InlineRunner, MakeFleet

_ACCESS = Access("a secret of the proxy", "x-user", "x-groups", "x-proof")
_PROOF = {"x-proof": _ACCESS.secret}


def test_the_operator_asks_on_this_machine(make_fleet: MakeFleet) -> None:
    fleet = make_fleet()
    build_fleet(fleet, InlineRunner())
    lines: list[str] = []
    with Asker(fleet_application(fleet, lines.append)) as asker:
        found = asker.get("/api/v1/fleet/refs?symbol=shop.price").json
        assert found["command"] == "fleet refs"
        assert [use["path"] for use in found["data"]["uses"]][-1] == "site_app/views.py"
        page = asker.get("/search?q=cart").text
        assert "/refs?symbol=library%3Asrc%2Fshop%2Fcart.py%3A%3ACart" in page
        assert "3 repositories" in asker.get("/").text
        assert "pkg:pypi/py-shop" in asker.get("/packages").text
        assert "Impact of price" in asker.get("/impact?symbol=shop.price").text
        assert "library:src/shop/money.py:" in asker.get("/findings?rule=S307").text
        assert "&lt;b&gt;" in asker.get("/refs?symbol=%3Cb%3E").text
        assert asker.get("/fleet.css").status == 200
        assert asker.get("/api/v1/fleet/status", host="evil.example").status == 421
        for target, problem in (
            ("/api/v1/fleet/nothing", "no such endpoint"),
            ("/api/v1/fleet/search", "q is needed"),
            ("/api/v1/fleet/search?q=a&limit=x", "limit is a number"),
        ):
            refusal = asker.get(target)
            assert refusal.status == 400
            assert problem in refusal.text
        metrics = asker.get("/metrics").text.splitlines()
    assert 'repobook_fleet_repositories{state="built"} 3' in metrics
    assert 'repobook_fleet_answers_total{question="refs",status="200"} 2' in metrics
    assert 'repobook_fleet_answer_seconds_bucket{question="search",le="+Inf"} 3' in metrics
    first = json.loads(lines[0])
    assert [first[key] for key in ("user", "question", "text", "status")] == [
        "operator",
        "refs",
        "shop.price",
        200,
    ]
    assert len(lines) == 10


def test_places_lead_into_the_books_of_those_who_may_read_them(make_fleet: MakeFleet) -> None:
    fleet = make_fleet(pages=True, readers='readers = ["ann"]')._replace(access=_ACCESS)
    build_fleet(fleet, InlineRunner())
    lines: list[str] = []
    with Asker(fleet_application(fleet, lines.append)) as asker:
        ann, bob = ({**_PROOF, "x-user": user} for user in ("ann", "bob"))
        assert '<a href="/books/site/">site</a>' in asker.get("/", **ann).text
        assert asker.get("/books/site/", **ann).headers["location"].endswith("index.html")
        found = asker.get("/refs?symbol=shop.price", **ann).text
        (place,) = re.findall(r'href="(/books/site/[^"#]*)#L7"', found)
        page = asker.get(place, **ann)
        assert (page.status, page.headers["content-type"]) == (200, "text/html; charset=utf-8")
        assert "Basket" in page.text
        again = asker.get(place, **ann, if_none_match=page.headers["etag"])
        assert (again.status, again.text) == (304, "")
        # What may not be seen is as if it did not exist.
        hidden, nothing = (asker.get(t, **bob) for t in (place, "/books/none/site/x.html"))
        assert (hidden.status, hidden.text) == (nothing.status, nothing.text)
        assert hidden.status == 404
        for outside in ("manifest.json", "book.db", "site/../book.db", "%2e%2e/library.book/x"):
            assert asker.get(f"/books/site/{outside}", **ann).status in (400, 404)
        assert asker.get(place).status == 401
    assert [json.loads(line)["status"] for line in lines].count(404) >= 2


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"x-user": "ann"},
        {"x-user": "ann", "x-proof": "another secret of 21"},
        {"x-proof": _ACCESS.secret},
        {"x-user": "*", "x-proof": _ACCESS.secret},
        {"x-user": "", "x-proof": _ACCESS.secret},
    ],
)
def test_who_does_not_come_through_the_proxy_is_refused(
    make_fleet: MakeFleet, headers: dict[str, str]
) -> None:
    fleet = make_fleet()._replace(access=_ACCESS)
    with Asker(fleet_application(fleet, print)) as asker:
        for target in ("/", "/search?q=a", "/api/v1/fleet/status", "/metrics"):
            assert asker.ask("GET", target, headers.items()).status == 401


def test_a_thousand_askers_see_what_they_may(database: str, tmp_path: Path) -> None:
    drawn = random.Random(22)
    people = [f"user{n}" for n in range(12)] + [f"group{n}" for n in range(6)]
    readers = {f"repo{n}": drawn.sample(people, drawn.randint(0, 5)) for n in range(20)}
    repositories = [FleetRepository(n, "/", "", tuple(who)) for n, who in sorted(readers.items())]
    fleet = Fleet("f", "books", database, tuple(repositories), access=_ACCESS)
    with closing(FleetIndex(open_database(database))) as index:
        index.enrol(fleet.repositories)
        for n, name in enumerate(readers):
            _contribute(index, name, n)
    with Asker(fleet_application(fleet, lambda line: None, 2)) as asker:
        for _ in range(1_000):
            user = f"user{drawn.randrange(14)}"
            groups = drawn.sample(people[12:], drawn.randint(0, 3))
            headers = {**_PROOF, "x-user": user, "x-groups": ", ".join(groups)}
            question, expected = drawn.choice([*_EXPECTED.items()])
            asked = asker.ask("GET", f"/api/v1/fleet/{question}", headers.items())
            may = [name for name, who in readers.items() if {user, *groups} & {*who}]
            assert expected(asked.json["data"]) == expected(_answer_of(may)), (question, may)
            hidden = [name for name in readers if name not in may]
            assert not any(f'"{name}"' in asked.text for name in hidden)


def _answer_of(names: list[str]) -> dict[str, Any]:
    """What is answered of a fleet that has these repositories alone."""
    rows = [{"repository": name, "name": name} for name in sorted(names)]
    symbol = {"symbol": rows[0]} if rows else {}
    return {
        **symbol,
        **dict.fromkeys(("repositories", "entries", "findings"), rows),
        "edges": [
            {"source": a, "target": b} for a in sorted(names) for b in sorted(names) if a != b
        ],
        "uses": rows[1:],
        "affected": rows[1:],
        "n_repositories": len(rows),
    }


def _names(key: str, field: str = "repository") -> Callable[[dict[str, Any]], object]:
    return lambda data: sorted(row[field] for row in data[key])


# What a question may show, worked out of the whole answer.
_EXPECTED: Mapping[str, Callable[[dict[str, Any]], object]] = {
    "status": _names("repositories", "name"),
    "search?q=common&limit=100": lambda data: (_names("entries")(data), data["n_repositories"]),
    "findings?rule=common&limit=100": _names("findings"),
    "packages": lambda data: sorted((row["source"], row["target"]) for row in data["edges"]),
    # Of all that offer the name the first is answered, and every other one uses it.
    "refs?symbol=common.Common": lambda data: (
        (data["symbol"]["repository"], _names("uses")(data)) if "symbol" in data else None
    ),
    "impact?symbol=common.Common": lambda data: (
        (data["symbol"]["repository"], _names("affected", "name")(data))
        if "symbol" in data
        else None
    ),
}


def _contribute(index: FleetIndex, name: str, n: int) -> None:
    """Every repository offers, uses, publishes and depends on the same as all others."""
    place = "a.py", 1
    contributed = Contributed("built", "", "", "1", "", 1, 0, 1, 0.0)
    index.replace(
        name,
        contributed,
        {
            "entry": [(n, "class", "Common", "Common", *place, "", 0, "common")],
            "finding": [("common", "warning", "security", *place, "Look at this.")],
            "offered_name": [("pypi", "common.Common", *place, "Common", "class", "exact")],
            "used_name": [("pypi", "common.Common", *place, "call", "exact", 0)],
            "package": [
                ("pkg:pypi/common", what, "", "", *place) for what in ("publishes", "depends")
            ],
        },
    )


def test_a_network_is_listened_on_only_behind_a_proxy(
    make_fleet: MakeFleet, tmp_path: Path
) -> None:
    fleet = make_fleet()
    assert fleet.access is None
    done = run("serve", "--fleet", "fleet.toml", "--host", "0.0.0.0", "--port", "0", cwd=tmp_path)
    assert done.returncode == 2
    assert b"clients outside 127.0.0.1 cannot be identified" in done.stderr


def test_a_secret_lies_in_a_file_of_its_own(tmp_path: Path) -> None:
    file = write_tree(tmp_path, {"s": "0123456789abcdef\n", "short": "x\n"}) / "fleet.toml"
    repository = '\n[[repository]]\npath = "a"\n'
    file.write_text(f'[access]\nsecret_file = "s"\n{repository}')
    access = read_fleet(file).access
    assert isinstance(access, Access)
    assert access.secret == "0123456789abcdef"
    for name, problem in (("none", "cannot be read"), ("short", "less than 16 characters")):
        file.write_text(f'[access]\nsecret_file = "{name}"\n{repository}')
        with pytest.raises(RepobookError, match=problem):
            read_fleet(file)
    file.write_text(f"[access]\n{repository}")
    with pytest.raises(RepobookError, match="access needs a secret_file"):
        read_fleet(file)


def _hook(asker: Asker, body: bytes, secret: str) -> int:
    signature = "sha256=" + hmac.new(secret.encode(), body, hashlib.sha256).hexdigest()
    headers = {"x-hub-signature-256": signature, "content-length": str(len(body))}
    return asker.ask("POST", "/hooks/changed", headers.items(), body).status


def test_a_webhook_queues_what_it_names(database: str, tmp_path: Path) -> None:
    make_repository(tmp_path / "one", {"a.py": "def first():\n    return 1\n"})
    write_tree(tmp_path / "two", {"b.py": "def second():\n    return 2\n"})
    text = "".join(f'[[repository]]\npath = "{name}"\n' for name in ("one", "two"))
    (tmp_path / "fleet.toml").write_text(f'index = "{database}"\npages = false\n{text}')
    fleet = read_fleet(tmp_path / "fleet.toml")._replace(webhook_secret="between us two only")
    changes, runner = Changes(), InlineRunner()
    assert refresh(fleet, runner, changes, _ignore) == ("one", "two")
    assert refresh(fleet, runner, changes, _ignore) == ()
    write_tree(tmp_path / "one", {"a.py": "def third():\n    return 3\n"})
    commit_all(tmp_path / "one")
    with Asker(fleet_application(fleet, print)) as asker:
        assert asker.get("/api/v1/fleet/refs?symbol=a.first").json["data"]["symbol"]["line"] == 1
        assert _hook(asker, b'{"repository": {"name": "two"}}', "another secret") == 401
        assert _hook(asker, b'{"repository": {"name": "three"}}', fleet.webhook_secret) == 404
        assert _hook(asker, b"[", fleet.webhook_secret) == 404
        for _ in range(2):
            assert _hook(asker, b'{"repository": {"name": "two"}}', fleet.webhook_secret) == 202
        assert "repobook_fleet_queue 1" in asker.get("/metrics").text
        assert refresh(fleet, runner, changes, _ignore) == ("two", "one")
        assert "repobook_fleet_queue 0" in asker.get("/metrics").text
        assert asker.get("/api/v1/fleet/refs?symbol=a.first").json["data"]["name"] == "a.first"
        states = asker.get("/api/v1/fleet/status").json["data"]["n_by_state"]
        assert states == {**dict.fromkeys(STATES, 0), "built": 1, "unchanged": 1}


def _ignore(*outcome: object) -> None:
    pass
