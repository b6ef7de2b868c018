"""Containers with the rights of the machine that they run on."""

from repobook.findings.rule import Rule, command, script

RULE = Rule(
    frozenset(["YAML", "Shell"]),
    "warning",
    "security",
    "the container has the privileges of the host",
    (
        script(rb"privileged\s*:\s*true\b", b"privileged"),
        command(b"docker", rb"^docker\s+(?:run|exec)\s(?:.|\n)*\s--privileged(?![\w=])"),
    ),
    fires=(
        ("YAML", "securityContext:\n  privileged: true\n"),
        ("Shell", "docker run --rm \\\n  --privileged x\n"),
    ),
    quiet=(("YAML", "privileged: false\n# privileged: true\n"), ("Shell", "docker run x\n")),
)
