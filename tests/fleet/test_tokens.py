"""Who asks with a token of an OpenID provider, signed with real keys that are made here."""

import json
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from repobook.errors import RepobookError
from repobook.fleet.config import TokenAccess, read_fleet
from repobook.fleet.driver import build_fleet
from repobook.web.fleet import tokens as tokens_module
from repobook.web.fleet.app import fleet_application
from tests.fakes.asking import Asker
from tests.fleet.conftest import EXTRA, InlineRunner, MakeFleet

jwt = pytest.importorskip("jwt", reason=EXTRA)
rsa = pytest.importorskip("cryptography.hazmat.primitives.asymmetric.rsa", reason=EXTRA)

_ISSUER = "https://login.example.org"
_CLAIMS = {"iss": _ISSUER, "aud": "repobook", "sub": "ann", "groups": ["staff"]}


class Provider:
    """A pair of keys, and what is signed with it."""

    def __init__(self, name: str = "first") -> None:
        self.name = name
        self._key = rsa.generate_private_key(public_exponent=65537, key_size=2048)

    def keys(self) -> dict[str, Any]:
        jwk = jwt.algorithms.RSAAlgorithm.to_jwk(self._key.public_key(), as_dict=True)
        return {"keys": [{**jwk, "kid": self.name, "use": "sig"}]}

    def token(self, **changed: Any) -> str:
        claims = {**_CLAIMS, "exp": time.time() + 600, **changed}
        claims = {name: value for name, value in claims.items() if value is not None}
        signed: str = jwt.encode(claims, self._key, "RS256", {"kid": self.name})
        return signed


@pytest.fixture(scope="module")
def provider() -> Provider:
    return Provider()


def _access(tmp_path: Path, provider: Provider) -> TokenAccess:
    (tmp_path / "keys.json").write_text(json.dumps(provider.keys()))
    return TokenAccess(_ISSUER, "repobook", str(tmp_path / "keys.json"), "sub", "groups")


def _bearer(token: str) -> list[tuple[str, str]]:
    return [("authorization", f"Bearer {token}")]


def test_a_token_says_who_asks_and_to_which_groups_they_belong(
    make_fleet: MakeFleet, tmp_path: Path, provider: Provider
) -> None:
    fleet = make_fleet(readers='readers = ["staff"]')
    build_fleet(fleet, InlineRunner())
    lines: list[str] = []

    def repositories(token: str) -> list[str]:
        answer = asker.ask("GET", "/api/v1/fleet/status", _bearer(token))
        return [row["name"] for row in answer.json["data"]["repositories"]]

    application = fleet_application(
        fleet._replace(access=_access(tmp_path, provider)), lines.append
    )
    with Asker(application) as asker:
        assert repositories(provider.token()) == ["library", "script", "site"]
        assert repositories(provider.token(groups=[])) == ["library", "script"]
        assert repositories(provider.token(groups="staff")) == ["library", "script", "site"]
        assert repositories(provider.token(groups={"staff": 1}, sub="staf")) == [
            "library",
            "script",
        ]
    assert json.loads(lines[0])["user"] == "ann"


def _unsigned(provider: Provider) -> str:
    claims = {**_CLAIMS, "exp": time.time() + 600}
    token: str = jwt.encode(claims, None, "none", {"kid": provider.name})
    return token


def _signed_with_the_public_key(provider: Provider) -> str:
    """What a server believes that takes any algorithm."""
    secret = provider.keys()["keys"][0]["n"].encode()
    claims = {**_CLAIMS, "exp": time.time() + 600}
    token: str = jwt.encode(claims, secret, "HS256", {"kid": provider.name})
    return token


@pytest.mark.parametrize(
    "token",
    [
        lambda p: "",
        lambda p: "x",
        lambda p: p.token() + "x",
        lambda p: p.token(aud="another"),
        lambda p: p.token(aud=None),
        lambda p: p.token(iss="https://evil.example.org"),
        lambda p: p.token(iss=None),
        lambda p: p.token(exp=time.time() - 600),
        lambda p: p.token(exp=None),
        lambda p: p.token(nbf=time.time() + 600),
        lambda p: p.token(sub=None),
        lambda p: p.token(sub="*"),
        lambda p: p.token(sub="a\nb"),
        lambda p: p.token(pad="x" * (16 << 10)),
        lambda p: Provider(p.name).token(),
        lambda p: Provider("unknown").token(),
        _unsigned,
        _signed_with_the_public_key,
    ],
)
def test_a_token_that_is_not_to_be_believed_is_refused(
    make_fleet: MakeFleet, tmp_path: Path, provider: Provider, token: Callable[[Provider], str]
) -> None:
    fleet = make_fleet()._replace(access=_access(tmp_path, provider))
    good, bad = _bearer(provider.token()), _bearer(token(provider))
    with Asker(fleet_application(fleet, lambda line: None)) as asker:
        assert asker.ask("GET", "/metrics", good).status == 200
        for headers in (bad, [], [("authorization", f"Basic {provider.token()}")], [*good, *bad]):
            for target in ("/", "/search?q=a", "/api/v1/fleet/status", "/metrics"):
                assert asker.ask("GET", target, headers).status == 401


@pytest.fixture
def shown() -> Iterator[tuple[str, dict[str, Any]]]:
    """A provider's address, and what it answers by path."""
    answers: dict[str, Any] = {}

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            answers["n"] = answers.get("n", 0) + 1
            self.send_response(200 if self.path in answers else 404)
            self.end_headers()
            self.wfile.write(json.dumps(answers.get(self.path)).encode())

        def log_message(self, format: str, *arguments: Any) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}", answers
        server.shutdown()
        thread.join()


def test_an_issuer_names_its_keys_and_may_change_them(
    shown: tuple[str, dict[str, Any]], monkeypatch: pytest.MonkeyPatch
) -> None:
    issuer, answers = shown
    first, second = Provider("first"), Provider("second")
    answers["/.well-known/openid-configuration"] = {"issuer": issuer, "jwks_uri": f"{issuer}/k"}
    tokens = tokens_module.Tokens(TokenAccess(issuer, "repobook", "", "sub", "groups"))
    assert tokens.claims(first.token(iss=issuer)) is None  # the provider has no keys yet
    answers["/k"] = first.keys()
    assert tokens.claims(first.token(iss=issuer)) is None  # and is not asked again at once
    assert answers["n"] == 2
    monkeypatch.setattr(tokens_module, "_SECONDS_BETWEEN_LOOKS", 0.0)
    assert tokens.claims(first.token(iss=issuer)) == ("ann", ("staff",))
    answers["/k"] = second.keys()
    assert tokens.claims(second.token(iss=issuer)) == ("ann", ("staff",))
    assert tokens.claims(first.token(iss=issuer)) is None  # which it has withdrawn
    del answers["/k"]
    assert tokens.claims(first.token(iss=issuer)) is None
    assert tokens.claims(second.token(iss=issuer)) == ("ann", ("staff",))
    answers["/.well-known/openid-configuration"]["issuer"] = "https://another.example.org"
    other = tokens_module.Tokens(TokenAccess(issuer, "repobook", "", "sub", "groups"))
    answers["/k"] = second.keys()
    assert other.claims(second.token(iss=issuer)) is None


@pytest.mark.parametrize(
    ("table", "problem"),
    [
        ({"issuer": "x"}, "needs the audience"),
        ({"issuer": "x", "audience": "y"}, "needs keys"),
        ({"issuer": "http://login.example.org", "audience": "y"}, "only over https"),
        ({"issuer": "x", "audience": "y", "keys": "http://k.example"}, "only over https"),
        ({"issuer": _ISSUER, "audience": "y", "secret_file": "s"}, "unknown key"),
    ],
)
def test_a_slip_in_the_access_is_refused(
    tmp_path: Path, table: Mapping[str, str], problem: str
) -> None:
    lines = "".join(f'{key} = "{value}"\n' for key, value in table.items())
    file = tmp_path / "fleet.toml"
    file.write_text(f'[access]\n{lines}[[repository]]\npath = "a"\n')
    with pytest.raises(RepobookError, match=problem):
        read_fleet(file)


def test_the_access_by_an_issuer_is_read(tmp_path: Path) -> None:
    file = tmp_path / "fleet.toml"
    file.write_text(
        f'[access]\nissuer = "{_ISSUER}"\naudience = "repobook"\nkeys = "k.json"\n'
        'user_claim = "email"\n[[repository]]\npath = "a"\n'
    )
    assert read_fleet(file).access == TokenAccess(
        _ISSUER, "repobook", str(tmp_path / "k.json"), "email", "groups"
    )
