"""Connections that accept any certificate."""

from repobook.parse.rule import JAVASCRIPT, Rule, code, command, either

_GO = rb"\bInsecureSkipVerify\s*:\s*true\b"
_NODE = (
    rb"\brejectUnauthorized\s*:\s*false\b"
    rb"|\bNODE_TLS_REJECT_UNAUTHORIZED\b[\"'\]]{0,3}\s*[=:]\s*[\"']?0\b"
)
_SHELL = (
    command(rb"\bcurl\b", rb"\s(?:-[A-Za-z]{0,8}k[A-Za-z]{0,8}|--insecure)(?=\s|$)"),
    command(rb"\bwget\b", rb"\s--no-check-certificate\b"),
)

RULE = Rule(
    JAVASCRIPT | {"Go", "Shell", "Dockerfile", "YAML"},
    "warning",
    "security",
    "accepts any certificate",
    either(code(_GO), code(_NODE), *_SHELL),
    fires=(
        ("Go", "package p\nvar c = tls.Config{InsecureSkipVerify: true}\n"),
        ("JavaScript", "https.get({ rejectUnauthorized: false })\n"),
        ("Shell", "curl -sk https://example.com\n"),
        ("Dockerfile", "RUN wget --no-check-certificate https://example.com\n"),
    ),
    quiet=(
        ("Go", "package p\nvar c = tls.Config{InsecureSkipVerify: false}\n"),
        ("Shell", "curl -o k https://example.com\n# curl -k x\n"),
    ),
    words=(b"InsecureSkipVerify", b"rejectUnauthorized", b"NODE_TLS_REJECT", b"curl", b"wget"),
)
