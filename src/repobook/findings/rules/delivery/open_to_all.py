"""Files that everyone may write."""

from repobook.findings.rule import Rule, script

RULE = Rule(
    frozenset(["Shell", "Dockerfile", "YAML", "Makefile"]),
    "warning",
    "security",
    "makes files writable by everyone",
    (
        script(
            rb"\bchmod\s+(?:-\w+\s+){0,3}"
            rb"(?:[0-7]{0,2}[0-7][2367](?=\s)|[ugo]{0,2}[ao][ugo]{0,2}\+\w{0,3}w)",
            b"chmod",
        ),
    ),
    fires=(("Shell", "chmod -R 777 /data\n"), ("Dockerfile", "RUN chmod a+rwx /data\n")),
    quiet=(("Shell", "chmod 755 x\nchmod +x y\n# chmod 777 z\nchmod u+w a\n"),),
)
