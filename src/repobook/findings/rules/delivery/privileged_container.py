"""Containers with the rights of the machine that they run on."""

from typing import Final

from repobook.findings.rule import Rule, command, script

# Teaching the kernel to run code for other processors works in no other way.
_EMULATOR: Final = rb"(?!(?:.|\n)*\b(?:qemu-user-static|binfmt)\b)"

RULE = Rule(
    frozenset(["YAML", "Shell"]),
    "warning",
    "security",
    "the container has the privileges of the host",
    (
        script(rb"privileged\s*:\s*true\b", b"privileged"),
        command(
            b"docker", _EMULATOR + rb"^docker\s+(?:run|exec)\s(?:.|\n)*\s--privileged(?![\w=])"
        ),
    ),
    fires=(
        ("YAML", "securityContext:\n  privileged: true\n"),
        ("Shell", "docker run --rm \\\n  --privileged x\n"),
    ),
    quiet=(
        ("YAML", "privileged: false\n# privileged: true\n"),
        ("Shell", "docker run x\n"),
        ("Shell", "docker run --rm --privileged multiarch/qemu-user-static --reset\n"),
    ),
)
