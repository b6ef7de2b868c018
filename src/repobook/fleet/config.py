"""``fleet.toml``: which repositories belong together, where their books and their index go."""

import os
import re
import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple

from repobook.errors import RepobookError
from repobook.model.book_layout import FORMATS
from repobook.scan.git.repository import is_git_directory

EVERYBODY: Final = "*"
_NAME: Final = re.compile(r"[A-Za-z0-9_][\w.+-]{0,199}")
_BARE: Final = ".git"
_MIN_SECRET: Final = 16
_MAX_SHARES: Final = 1024
_LOOPBACK: Final = re.compile(r"http://(localhost|127\.0\.0\.1|\[::1\])[:/]")


class FleetRepository(NamedTuple):
    name: str
    source: str
    """Absolute: a folder or a git directory."""
    rev: str = ""
    readers: tuple[str, ...] = (EVERYBODY,)
    """Users and groups who may see anything of it."""
    n_shares: int = 1
    """By how many workers its files are read."""


class Limits(NamedTuple):
    """Of one build; what exceeds them is a failure with that reason."""

    seconds: int = 4 * 3_600
    memory_bytes: int = 8 << 30
    n_tries: int = 3
    """Of a build whose process or machine dies."""


class Access(NamedTuple):
    """How a proxy in front names the user and proves that it is the proxy."""

    secret: str
    user_header: str
    groups_header: str
    """Its groups are separated by commas."""
    secret_header: str


class TokenAccess(NamedTuple):
    """A token signed by an OpenID provider names the user."""

    issuer: str
    audience: str
    """For whom a token has to be made: one for another service is refused."""
    keys: str
    """The path or the address of the provider's public keys; empty where the issuer names it."""
    user_claim: str
    groups_claim: str


class Fleet(NamedTuple):
    name: str
    store: str
    """A folder, or the address of an object store."""
    database: str
    """The path of a SQLite file, or the address of a PostgreSQL database."""
    repositories: tuple[FleetRepository, ...]
    limits: Limits = Limits()
    pages: bool = True
    formats: tuple[str, ...] = ()
    access: Access | TokenAccess | None = None
    """None where only this machine is answered."""
    webhook_secret: str = ""
    audit: str = ""
    """The file that a line is added to for every answer; empty for the standard error."""


def read_fleet(path: Path) -> Fleet:
    try:
        content = tomllib.loads(path.read_text("utf-8"))
    except OSError as error:
        raise RepobookError(f"{path}: {error.strerror}") from None
    except ValueError as error:
        raise RepobookError(f"{path}: {error}") from None
    return _Reader(path).fleet(content)


class _Reader:
    """What an operator wrote is taken as meant or refused: a slip must not open a repository."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._folder = path.absolute().parent

    def fleet(self, content: Mapping[str, Any]) -> Fleet:
        self._refuse_unknown(content, _FLEET_KEYS, "")
        repositories = [*self._named(content), *self._mirrored(content)]
        n_by_name = Counter(each.name for each in repositories)
        for name, n in n_by_name.items():
            if n > 1:
                raise self._error(f"two repositories are named {name}: give one of them a name")
        if not repositories:
            raise self._error("it lists no repository")
        return Fleet(
            self._text(content, "name", self._path.stem),
            self._place(self._text(content, "store", "books")),
            self._place(self._text(content, "index", "fleet.db")),
            tuple(sorted(repositories)),
            self._limits(content.get("limits", {})),
            bool(content.get("pages", True)),
            self._formats(content),
            self._access(content.get("access")),
            self._secret(content, "webhook_secret_file"),
            self._place(audit) if (audit := self._text(content, "audit", "")) else "",
        )

    def _named(self, content: Mapping[str, Any]) -> Iterator[FleetRepository]:
        for table in content.get("repository", ()):
            self._refuse_unknown(table, _REPOSITORY_KEYS, "repository.")
            source = self._folder / self._text(table, "path", "")
            name = self._text(table, "name", source.name.removesuffix(_BARE))
            rev = self._text(table, "rev", "")
            found = self._repository(name, source, rev, self._readers(table))
            yield found._replace(n_shares=self._n_shares(table))

    def _mirrored(self, content: Mapping[str, Any]) -> Iterator[FleetRepository]:
        """Every git directory of a folder, as ``git clone --mirror`` leaves them there."""
        for table in content.get("mirror", ()):
            self._refuse_unknown(table, _MIRROR_KEYS, "mirror.")
            folder = self._folder / self._text(table, "path", "")
            if not folder.is_dir():
                raise self._error(f"no such folder of mirrors: {folder}")
            for place in sorted(folder.iterdir()):
                if is_git_directory(str(place)):
                    name = place.name.removesuffix(_BARE)
                    yield self._repository(name, place, "", self._readers(table))

    def _repository(
        self, name: str, source: Path, rev: str, readers: tuple[str, ...]
    ) -> FleetRepository:
        if not _NAME.fullmatch(name):
            raise self._error(f"{name!r} is not a valid repository name: letters, digits, . _ + -")
        return FleetRepository(name, os.path.normpath(source), rev, readers)

    def _readers(self, table: Mapping[str, Any]) -> tuple[str, ...]:
        readers = table.get("readers", [EVERYBODY])
        if not isinstance(readers, list) or not all(isinstance(each, str) for each in readers):
            raise self._error("readers is a list of users and groups")
        return tuple(sorted(set(readers)))

    def _n_shares(self, table: Mapping[str, Any]) -> int:
        n = table.get("shares", 1)
        if type(n) is not int or not 0 < n <= _MAX_SHARES:
            raise self._error(f"shares is a number up to {_MAX_SHARES}")
        return n

    def _limits(self, table: Mapping[str, Any]) -> Limits:
        self._refuse_unknown(table, frozenset(Limits._fields), "limits.")
        if not all(type(value) is int and value > 0 for value in table.values()):
            raise self._error("limits are whole numbers")
        return Limits(**table)

    def _access(self, table: Mapping[str, Any] | None) -> Access | TokenAccess | None:
        if table is None:
            return None
        if "issuer" in table:
            return self._token_access(table)
        self._refuse_unknown(table, _ACCESS_KEYS, "access.")
        secret = self._secret(table, "secret_file")
        if not secret:
            raise self._error("access needs a secret_file that the proxy and this server know")
        names = [self._text(table, key, default) for key, default in _HEADERS.items()]
        return Access(secret, *names)

    def _token_access(self, table: Mapping[str, Any]) -> TokenAccess:
        self._refuse_unknown(table, _TOKEN_KEYS, "access.")
        issuer, audience, keys = (self._text(table, key, "") for key in _TOKEN_TEXTS)
        if not audience:
            raise self._error("access by an issuer needs the audience that its tokens are made for")
        for address in (issuer, keys):
            if address.startswith("http://") and not _LOOPBACK.match(address):
                raise self._error(f"{address}: keys are fetched only over https")
        if not keys and not issuer.startswith(("https://", "http://")):
            raise self._error("an issuer that is no address needs keys, a file or an address")
        claims = [self._text(table, key, default) for key, default in _CLAIMS.items()]
        return TokenAccess(issuer, audience, self._place(keys) if keys else "", *claims)

    def _secret(self, table: Mapping[str, Any], key: str) -> str:
        """Secrets have files of their own: this one is shown to people and kept in git."""
        name = self._text(table, key, "")
        if not name:
            return ""
        try:
            secret = (self._folder / name).read_text("utf-8").strip()
        except (OSError, ValueError) as error:
            raise self._error(f"{key} cannot be read: {error}") from None
        if len(secret) < _MIN_SECRET:
            raise self._error(f"{key} holds less than {_MIN_SECRET} characters")
        return secret

    def _formats(self, content: Mapping[str, Any]) -> tuple[str, ...]:
        names = content.get("formats", [])
        if not isinstance(names, list) or not set(names) <= set(FORMATS):
            raise self._error(f"formats are {' and '.join(FORMATS)}")
        return tuple(names)

    def _text(self, table: Mapping[str, Any], key: str, default: str) -> str:
        value = table.get(key, default)
        if not isinstance(value, str):
            raise self._error(f"{key} is a text")
        return value

    def _place(self, place: str) -> str:
        return place if "://" in place else os.path.normpath(self._folder / place)

    def _refuse_unknown(self, table: object, keys: frozenset[str], where: str) -> None:
        if not isinstance(table, dict):
            raise self._error(f"{where.rstrip('.')} is a table")
        for key in sorted(table.keys() - keys):
            raise self._error(f"unknown key {where}{key} (known keys: {', '.join(sorted(keys))})")

    def _error(self, problem: str) -> RepobookError:
        return RepobookError(f"{self._path}: {problem}")


_FLEET_KEYS: Final = frozenset(
    [
        *("name", "store", "index", "repository", "mirror", "limits", "pages", "formats"),
        *("access", "webhook_secret_file", "audit"),
    ]
)
_HEADERS: Final = {
    "user_header": "X-Forwarded-User",
    "groups_header": "X-Forwarded-Groups",
    "secret_header": "X-Proxy-Secret",
}
_ACCESS_KEYS: Final = frozenset([*_HEADERS, "secret_file"])
_TOKEN_TEXTS: Final = ("issuer", "audience", "keys")
_CLAIMS: Final = {"user_claim": "sub", "groups_claim": "groups"}
_TOKEN_KEYS: Final = frozenset([*_TOKEN_TEXTS, *_CLAIMS])
_REPOSITORY_KEYS: Final = frozenset(["name", "path", "rev", "readers", "shares"])
_MIRROR_KEYS: Final = frozenset(["path", "readers"])
