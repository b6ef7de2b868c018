"""Tokens of an OpenID provider: signed by one of its keys, made for us, not over.

Keys are those of a file, or what the provider shows at its address; they are looked at again when a
token names one that is not known, which happens when a provider changes them.
"""

import json
import threading
import time
from typing import Any, Final
from urllib.error import URLError
from urllib.request import urlopen

import jwt

from repobook.errors import RepobookError
from repobook.fleet.config import TokenAccess

# Of a pair of keys alone: with a shared secret whoever can check a token can also make one.
_ALGORITHMS: Final = (
    "RS256",
    "RS384",
    "RS512",
    "PS256",
    "PS384",
    "PS512",
    "ES256",
    "ES384",
    "EdDSA",
)
_DISCOVERY: Final = "/.well-known/openid-configuration"
_MAX_TOKEN: Final = 16 << 10
_MAX_KEYS: Final = 1 << 20
_SECONDS_TO_ANSWER: Final = 10
_SECONDS_BETWEEN_LOOKS: Final = 30.0  # so that made-up names of keys cost the provider nothing
_LEEWAY_SECONDS: Final = 60  # that clocks may differ


class Tokens:
    def __init__(self, access: TokenAccess) -> None:
        self._access = access
        self._lock = threading.Lock()
        self._key_by_id: dict[str, jwt.PyJWK] = {}
        self._looked = -_SECONDS_BETWEEN_LOOKS

    def claims(self, token: str) -> tuple[str, tuple[str, ...]] | None:
        """The user and the groups that a token names; None for an invalid one."""
        try:
            key = self._key(token) if len(token) <= _MAX_TOKEN else None
            if key is None:
                return None
            claims = jwt.decode(
                token,
                key,
                algorithms=_ALGORITHMS,
                audience=self._access.audience,
                issuer=self._access.issuer,
                leeway=_LEEWAY_SECONDS,
                options={"require": ["exp", "iss", "aud"]},
            )
        except jwt.PyJWTError:
            return None
        user = claims.get(self._access.user_claim)
        groups = claims.get(self._access.groups_claim) or []
        named = groups if isinstance(groups, list) else [groups]
        texts = tuple(each for each in named if isinstance(each, str))
        return (user, texts) if isinstance(user, str) else None

    def _key(self, token: str) -> jwt.PyJWK | None:
        name = jwt.get_unverified_header(token).get("kid", "")
        with self._lock:
            is_due = time.monotonic() - self._looked >= _SECONDS_BETWEEN_LOOKS
            if name not in self._key_by_id and is_due:
                self._looked = time.monotonic()
                self._key_by_id = self._read_keys() or self._key_by_id
            return self._key_by_id.get(name)

    def _read_keys(self) -> dict[str, jwt.PyJWK]:
        """None of them if they cannot be read now: those that are known stay good."""
        try:
            address = self._access.keys or self._named_by_issuer()
            keys = jwt.PyJWKSet.from_dict(json.loads(_read(address)))
        except (OSError, URLError, ValueError, RecursionError, RepobookError, jwt.PyJWTError):
            return {}
        return {key.key_id or "": key for key in keys.keys if key.public_key_use in (None, "sig")}

    def _named_by_issuer(self) -> str:
        issuer = self._access.issuer
        found: Any = json.loads(_read(f"{issuer.rstrip('/')}{_DISCOVERY}"))
        if not isinstance(found, dict) or found.get("issuer") != issuer:
            raise RepobookError(f"{issuer} says that it is another")
        address = found.get("jwks_uri")
        own = issuer.partition("://")[0] + "://"
        if not isinstance(address, str) or not address.startswith(("https://", own)):
            raise RepobookError(f"{issuer} names no address of its keys")
        return address


def _read(address: str) -> bytes:
    if "://" not in address:
        with open(address, "rb") as file:
            return file.read(_MAX_KEYS)
    with urlopen(address, timeout=_SECONDS_TO_ANSWER) as answer:
        data: bytes = answer.read(_MAX_KEYS)
        return data
