"""Keys, tokens and passwords in the text of any file: the kind and the line, never the secret."""

from collections.abc import Iterable

from repobook.findings.rule import ANY, File, Hit, Rule
from repobook.parse.secrets import secrets


def _find(file: File) -> Iterable[Hit]:
    for secret in secrets(file.source.data):
        yield Hit(file.source.line_of(secret.offset), secret.kind)


# Put together here, so that nobody who scans this file takes them for real.
_AWS = "AKIA" + "QRSTUVWXYZ234567"
_GITHUB = "ghp_" + "k9Qz" * 9
_KEY = "-----BEGIN RSA PRIVATE " + "KEY-----\n  " + "MIIEow" * 10

RULE = Rule(
    ANY,
    "error",
    "security",
    "{name} in the source",
    (_find,),
    fires=(
        ("Text", f"key = {_AWS}\n"),
        ("Python", f"TOKEN = '{_GITHUB}'\n"),
        ("YAML", f"key: |\n  {_KEY}\n"),
        ("INI", "url = https://deploy:" + "hunter7@db.intern.net/x\n"),
    ),
    quiet=(
        ("Text", "key = AKIA" + "IOSFODNN7EXAMPLE\n"),
        ("Markdown", "postgres://user:password@db.intern.net/x, or http://a:b@c.net\n"),
        ("TypeScript", "parse('https://anonymous:" + "flabada@developer.site.org/x')\n"),
        ("Shell", "git clone https://${USER}:${TOKEN}@github.com/x/y\n"),
        ("Python", "if text.startswith('-----BEGIN PRIVATE " + "KEY-----'):\n    pass\n"),
    ),
)
