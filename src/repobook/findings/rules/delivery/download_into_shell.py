"""Scripts that are run as they come from the network."""

from repobook.findings.rule import Rule, command

_INTO_SHELL = (
    rb"\|\s*(?:sudo\s+(?:-\w+\s+)?)?(?:/\w+){0,4}/?(?P<name>(?:ba|z|da|k)?sh|python3?|perl|ruby)"
    rb"(?=\s|$|[)\"'])"
)

RULE = Rule(
    frozenset(["Shell", "Dockerfile", "YAML", "Makefile"]),
    "warning",
    "security",
    "a download is piped straight into {name}",
    (command(b"curl", _INTO_SHELL), command(b"wget", _INTO_SHELL)),
    fires=(
        ("Shell", "curl -fsSL https://example.com/install.sh | sh\n"),
        ("Dockerfile", "FROM a:1\nRUN curl https://example.com/x | bash -s -- -y\n"),
        ("YAML", "run: |\n  wget -qO- https://example.com/x | sudo bash\n"),
    ),
    quiet=(
        ("Shell", "# curl https://example.com | sh\ncurl https://example.com | tar xz\n"),
        ("Shell", "curl https://example.com -o x && sh x\n"),
    ),
)
