"""Recognises files that hold credentials, by their names and by what they begin with.

They are listed, and nothing of their text is shown. Where a name is used for other things too, the
content has to bear it out; a certificate or the public half of a key is no credential.
"""

import re
from collections.abc import Iterable
from typing import Final, NamedTuple

_SMALL: Final = 64 << 10
_KEY_FILE_BYTES: Final = 1 << 20
_LINE: Final = rb"(?:\A|(?<=[\r\n]))[ \t]{0,8}"
_PRIVATE_KEY: Final = re.compile(
    rb"-----BEGIN (?:[A-Z0-9]{1,20} ){0,3}PRIVATE KEY(?: BLOCK)?-----|"
    rb"---- BEGIN SSH2 ENCRYPTED PRIVATE KEY ----|"
    rb"-----BEGIN OpenVPN Static key V1-----|"
    rb"PuTTY-User-Key-File-\d|AGE-SECRET-KEY-1"
)
_KEY_ON_A_LINE: Final = re.compile(_LINE + rb"(?:" + _PRIVATE_KEY.pattern + rb")")
_BEFORE_A_KEY: Final = re.compile(rb"(?:\xef\xbb\xbf)?\s{0,64}(?:#[^\r\n]{0,200}\s{1,64}){0,8}")
_KEY_IN_JSON: Final = re.compile(rb'"private_key"\s{0,9}:\s{0,9}"-----BEGIN ')
# A name that says so and a value that is there: neither a variable nor empty.
_ASSIGNED: Final = re.compile(
    rb"(?:password|passwd|(?<![a-z])pass|secret|token|api_?key|access_?key|private_?key|_auth)"
    rb"\w{0,40}[\"']?[ \t]{0,9}[:=>][ \t]{0,9}[\"']?[^\s\"'$<%{]|"
    rb"://[^\s/:@]{1,64}:[^\s/:@$%{]{1,99}@",
    re.IGNORECASE,
)


class Shape(NamedTuple):
    """A kind of file; ``names`` are globs for the end of a path in lower case."""

    kind: str
    names: tuple[str, ...]
    evidence: re.Pattern[bytes] | None = None
    """What the content has to have; None where the name alone says it."""


_SHAPES: Final = (
    Shape(
        "private key",
        (
            *("id_rsa", "id_dsa", "id_ecdsa", "id_ed25519", "id_ecdsa_sk", "id_ed25519_sk"),
            *("*.ppk", "private-keys-v1.d/*", "master.key"),
        ),
    ),
    Shape("private key", ("*.pem", "*.key", "*.crt", "*.cer", "*.asc", "*.gpg"), _KEY_ON_A_LINE),
    Shape("key store", ("*.p12", "*.pfx", "*.jks", "*.keystore", "*.kdbx")),
    Shape("environment file", (".env", ".env.*")),
    Shape("environment file", ("*.env", ".envrc"), _ASSIGNED),
    Shape(
        "passwords",
        (
            *(".netrc", "_netrc", ".git-credentials", ".htpasswd", ".pgpass", "pgpass.conf"),
            *(".my.cnf", ".mylogin.cnf", ".smbcredentials", ".streamlit/secrets.toml"),
        ),
    ),
    Shape(
        "access tokens",
        (
            *("credentials", "credentials.json", "application_default_credentials.json"),
            *("client_secret*.json", ".cargo/credentials.toml", ".vault-token"),
            *(".docker/config.json", ".dockercfg", ".s3cfg", ".boto"),
        ),
    ),
    Shape("service account key", ("service-account*.json", "service_account*.json")),
    Shape("cluster access", ("kubeconfig", "*.kubeconfig", ".kube/config")),
    Shape("VPN access", ("*.ovpn",)),
    Shape("Terraform state, which has secrets in it", ("*.tfstate", "*.tfstate.backup")),
    # Settings of package managers, which are often shared and sometimes hold a token.
    Shape(
        "access tokens",
        (
            *(".npmrc", ".yarnrc", ".yarnrc.yml", ".pypirc", "pip.conf", "auth.json"),
            *("nuget.config", ".m2/settings.xml", ".gem/credentials"),
        ),
        _ASSIGNED,
    ),
)
_TO_FILL_IN: Final = frozenset(
    [
        *(
            "example",
            "examples",
            "sample",
            "template",
            "tmpl",
            "tpl",
            "dist",
            "default",
            "defaults",
        ),
        *("schema", "in", "j2", "md", "js", "ts"),
    ]
)
"""Parts of a name of which one says that there is no secret in it, only the place for one."""


def credentials_in(path: str, content: bytes) -> str:
    """The kind of credentials that a file seems to hold, in words, or nothing."""
    tail = "/" + path.lower()
    if not content:
        return ""
    if _ANY_NAME.search(tail) and (kind := _by_name(tail, content)):
        return kind
    return _by_content(tail, content)


def _by_name(tail: str, content: bytes) -> str:
    is_to_fill_in = not _TO_FILL_IN.isdisjoint(tail.rpartition("/")[2].split("."))
    for shape, name in _NAMES:
        if not name.search(tail) or (is_to_fill_in and shape.evidence is not _KEY_ON_A_LINE):
            continue
        if shape.evidence is None or shape.evidence.search(content, 0, _KEY_FILE_BYTES):
            return shape.kind
    return ""


def _by_content(tail: str, content: bytes) -> str:
    if len(content) > _SMALL:
        return ""
    if tail.endswith(".json") and _KEY_IN_JSON.search(content):
        return "service account key"
    start = _BEFORE_A_KEY.match(content)
    return "private key" if start and _PRIVATE_KEY.match(content, start.end()) else ""


def _regex(names: Iterable[str]) -> str:
    globs = (re.escape(name).replace(r"\*", "[^/]*") for name in names)
    return "/(?:" + "|".join(globs) + r")\Z"


_NAMES: Final = tuple((shape, re.compile(_regex(shape.names))) for shape in _SHAPES)
_ANY_NAME: Final = re.compile(_regex(name for shape in _SHAPES for name in shape.names))
