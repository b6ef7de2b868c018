"""Digests that can be forged."""

from repobook.findings.rule import Rule, calls

RULE = Rule(
    frozenset(["Java", "Kotlin", "Go"]),
    "warning",
    "security",
    "weak hash: collisions can be forged",
    (
        calls("getInstance", of=("MessageDigest",), after=rb"\s*\(\s*\"(?:MD5|MD2|SHA-?1)\""),
        calls("New", "Sum", of=("md5", "sha1")),
    ),
    fires=(
        ("Java", 'class A { void f() { MessageDigest.getInstance("MD5"); } }\n'),
        ("Go", 'package p\nimport "crypto/md5"\nvar h = md5.New()\n'),
    ),
    quiet=(("Java", 'class A { void f() { MessageDigest.getInstance("SHA-256"); } }\n'),),
)
