"""Connections that accept any certificate."""

from repobook.findings.rule import JAVASCRIPT, Rule, code, command

_SETTINGS = (
    code(rb"\bInsecureSkipVerify\s*:\s*true\b", b"InsecureSkipVerify"),
    code(rb"\brejectUnauthorized\s*:\s*false\b", b"rejectUnauthorized"),
)
_COMMANDS = (
    # What is thrown away need not come from who it says it is.
    command(
        b"curl",
        rb"(?s)\A(?!.*\s-o\s*/dev/null).*?\s(?:-[A-Za-z]{0,8}k[A-Za-z]{0,8}|--insecure)(?=\s|$)",
    ),
    command(b"wget", rb"\s--no-check-certificate\b"),
)

RULE = Rule(
    JAVASCRIPT | {"Go", "Shell", "Dockerfile", "YAML"},
    "warning",
    "security",
    "TLS certificates are not verified",
    (*_SETTINGS, *_COMMANDS),
    fires=(
        ("Go", "package p\nvar c = tls.Config{InsecureSkipVerify: true}\n"),
        ("JavaScript", "https.get({ rejectUnauthorized: false })\n"),
        ("Shell", "curl -sk https://example.com\n"),
        ("Dockerfile", "RUN wget --no-check-certificate https://example.com\n"),
    ),
    quiet=(
        ("Go", "package p\nvar c = tls.Config{InsecureSkipVerify: false}\n"),
        ("Shell", "curl -o k https://example.com\n# curl -k x\n"),
        ("Shell", "curl -k -o /dev/null -w '%{http_code}' https://example.com\n"),
    ),
)
