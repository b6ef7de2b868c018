"""Containers with the rights of the machine that they run on."""

from repobook.parse.rule import Rule, command, either, script

RULE = Rule(
    frozenset(["YAML", "Shell"]),
    "warning",
    "security",
    "the container has the rights of its host",
    either(
        script(rb"^\s*+privileged\s*:\s*true\b"),
        command(rb"\bdocker\s+(?:run|exec)\b", rb"\s--privileged(?![\w=])"),
    ),
    fires=(
        ("YAML", "securityContext:\n  privileged: true\n"),
        ("Shell", "docker run --rm \\\n  --privileged x\n"),
    ),
    quiet=(("YAML", "privileged: false\n# privileged: true\n"), ("Shell", "docker run x\n")),
    words=(b"privileged",),
)
