"""The user of a request: authenticated by a proxy in front, or named by an OpenID token.

Without either only this machine is answered, and its user is the operator.
"""

import hmac
from collections.abc import Callable, Iterable
from typing import Final, NamedTuple

from starlette.datastructures import Headers

from repobook.errors import RepobookError
from repobook.fleet.config import EVERYBODY, Access, TokenAccess
from repobook.fleet.database.database import Principals

OPERATOR: Final = "operator"
_MAX_PRINCIPAL: Final = 200


class Asker(NamedTuple):
    name: str
    principals: Principals


Authenticate = Callable[[Headers], Asker | None]
"""None for whoever is not known. It may wait for a provider, so it is called in a thread."""


def authentication(access: Access | TokenAccess | None) -> Authenticate:
    if access is None:
        return lambda headers: Asker(OPERATOR, None)
    if isinstance(access, Access):
        return lambda headers: _behind_proxy(headers, access)
    try:
        from repobook.web.fleet.tokens import Tokens
    except ImportError:
        hint = "pip install 'repobook[fleet]'"
        raise RepobookError("OpenID tokens need the fleet extra", hint) from None
    tokens = Tokens(access)
    return lambda headers: _with_token(headers, tokens.claims)


def _behind_proxy(headers: Headers, access: Access) -> Asker | None:
    given = headers.getlist(access.secret_header)
    users = headers.getlist(access.user_header)
    if len(given) != 1 or len(users) != 1:
        return None
    if not hmac.compare_digest(given[0].encode(), access.secret.encode()):
        return None
    groups = ",".join(headers.getlist(access.groups_header)).split(",")
    return _asker(users[0], (each.strip() for each in groups))


def _with_token(
    headers: Headers, claims: Callable[[str], tuple[str, tuple[str, ...]] | None]
) -> Asker | None:
    given = headers.getlist("authorization")
    scheme, _, token = given[0].partition(" ") if len(given) == 1 else ("", "", "")
    claimed = claims(token.strip()) if scheme.lower() == "bearer" else None
    return _asker(*claimed) if claimed else None


def _asker(user: str, groups: Iterable[str]) -> Asker | None:
    return Asker(user, (user, *filter(_is_name, groups))) if _is_name(user) else None


def _is_name(text: str) -> bool:
    """Everybody is nobody in particular."""
    return bool(text) and text != EVERYBODY and len(text) <= _MAX_PRINCIPAL and text.isprintable()
