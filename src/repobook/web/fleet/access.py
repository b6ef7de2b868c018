"""Who asks: whom a proxy in front has authenticated, proved by a secret that both know.

Without a proxy only this machine is answered, and its user is the operator.
"""

import hmac
from typing import Final, NamedTuple

from starlette.datastructures import Headers

from repobook.fleet.config import EVERYBODY, Access
from repobook.fleet.database.database import Principals

OPERATOR: Final = "operator"
_MAX_PRINCIPAL: Final = 200


class Asker(NamedTuple):
    name: str
    principals: Principals


def asker_of(headers: Headers, access: Access | None) -> Asker | None:
    """None for whoever did not come through the proxy."""
    if access is None:
        return Asker(OPERATOR, None)
    given = headers.getlist(access.secret_header)
    users = headers.getlist(access.user_header)
    if len(given) != 1 or len(users) != 1 or not _is_name(users[0]):
        return None
    if not hmac.compare_digest(given[0].encode(), access.secret.encode()):
        return None
    groups = ",".join(headers.getlist(access.groups_header)).split(",")
    return Asker(users[0], (users[0], *(each.strip() for each in groups if _is_name(each.strip()))))


def _is_name(text: str) -> bool:
    """Everybody is nobody in particular."""
    return bool(text) and text != EVERYBODY and len(text) <= _MAX_PRINCIPAL and text.isprintable()
