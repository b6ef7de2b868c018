"""Secrets by their shape: keys and tokens that say what they are, and passwords inside addresses.

Nothing is guessed from randomness, what looks like a placeholder is left out, and the secret itself
is never shown: only its kind, its line, and the line with the secret masked.
"""

import re
from functools import lru_cache
from typing import Final, NamedTuple

_MASK: Final = b"***"
_MAX_LINE: Final = 4000


class Secret(NamedTuple):
    kind: str
    offset: int


class Shape(NamedTuple):
    """The group ``secret`` is what gets masked; ``word`` occurs in every secret of the kind."""

    kind: str
    word: bytes
    pattern: re.Pattern[bytes]


def _shape(kind: str, word: bytes, pattern: bytes) -> Shape:
    return Shape(kind, word, re.compile(pattern))


SHAPES: Final = (
    _shape(
        "private key",
        b"PRIVATE KEY",
        rb"-----BEGIN (?:[A-Z0-9]{1,20} ){0,3}PRIVATE KEY(?: BLOCK)?-----"
        rb"(?>(?:\\r|\\n|[\s\"'])*)(?>(?:[\w-]{1,20}: [^\n]{1,80}+\n\s{0,20}+)*)"
        rb"(?P<secret>[A-Za-z0-9+/=\\]{40,}+)",
    ),
    _shape("AWS access key", b"AKIA", rb"(?<!\w)(?P<secret>AKIA[A-Z2-7]{16})(?!\w)"),
    _shape(
        "AWS secret key",
        b"aws_secret_access_key",
        rb"aws_secret_access_key[\"']?\s{0,9}[:=]\s{0,9}[\"']?"
        rb"(?P<secret>[A-Za-z0-9/+]{40})(?![A-Za-z0-9/+])",
    ),
    _shape("Google API key", b"AIza", rb"(?<!\w)(?P<secret>AIza[\w-]{35})(?![\w-])"),
    _shape("GitHub token", b"ghp_", rb"(?<!\w)(?P<secret>ghp_[A-Za-z0-9]{36,255})(?!\w)"),
    _shape("GitHub token", b"ghs_", rb"(?<!\w)(?P<secret>ghs_[A-Za-z0-9]{36,255})(?!\w)"),
    _shape("GitHub token", b"github_pat_", rb"(?<!\w)(?P<secret>github_pat_\w{82})(?!\w)"),
    _shape("GitLab token", b"glpat-", rb"(?<!\w)(?P<secret>glpat-[\w-]{20})(?![\w-])"),
    _shape(
        "Slack token",
        b"xox",
        rb"(?<!\w)(?P<secret>xox[abprs]-[0-9]{8,20}-[0-9A-Za-z-]{10,100})(?![\w-])",
    ),
    _shape(
        "Slack webhook",
        b"hooks.slack.com/services/T",
        rb"hooks\.slack\.com/services/(?P<secret>T\w{8,12}/B\w{8,12}/\w{20,30})",
    ),
    _shape("Stripe key", b"k_live_", rb"(?<!\w)(?P<secret>[rs]k_live_[0-9A-Za-z]{20,200})(?!\w)"),
    _shape("PyPI token", b"pypi-AgEI", rb"(?<!\w)(?P<secret>pypi-AgEI[\w-]{50,300})"),
    _shape(
        "password in an address",
        b"://",
        rb"://(?!(?:anonymous|foo|user(?:name)?):)"
        rb"[^\s/:@\"'<>{}$%()\[\]*`\\,;|?]{1,64}:(?P<secret>[^\s/:@\"'<>{}$%()\[\]*`\\,;|?]{3,64})"
        rb"@(?!localhost|127\.|example\.|host\b|server\b)[\w-]{1,60}\.[\w.-]{1,200}",
    ),
)
_ASSIGNED: Final = re.compile(
    rb"(?:PASSWORD|PASSWD|SECRET|TOKEN|API_KEY|ACCESS_KEY)(?:=|[ \t]+)[\"']?"
    rb"(?P<secret>[^\s\"'$]{3,})"
)
_PLACEHOLDER: Final = re.compile(
    rb"example|placeholder|passw|secret|changeme|dummy|fake|test|sample|your|token|user|xxx|1234"
    rb"|abcd|foo|\bpass\b|\.\.\.",
    re.IGNORECASE,
)
_MIN_DIFFERENT: Final = 4


@lru_cache(maxsize=1)
def secrets(data: bytes) -> tuple[Secret, ...]:
    """Cached for one file: callers ask several times about the same one."""
    return tuple(
        [
            Secret(shape.kind, match.start())
            for shape in SHAPES
            if shape.word in data
            for match in shape.pattern.finditer(data)
            if not _is_placeholder(match.group("secret"))
        ]
    )


def masked(line: bytes) -> bytes:
    """A line without its secrets, placeholders or not; a line beyond measure is cut."""
    line = line[:_MAX_LINE]
    for shape in SHAPES:
        if shape.word in line:
            line = shape.pattern.sub(_without_secret, line)
    return _ASSIGNED.sub(_without_secret, line)


def _is_placeholder(secret: bytes) -> bool:
    return len(set(secret)) < _MIN_DIFFERENT or _PLACEHOLDER.search(secret) is not None


def _without_secret(match: re.Match[bytes]) -> bytes:
    whole, (start, end) = match.group(), match.span("secret")
    return whole[: start - match.start()] + _MASK + whole[end - match.start() :]
