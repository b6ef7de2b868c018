"""Files that an image takes from the network without checking them."""

from repobook.findings.rule import Rule, script

RULE = Rule(
    frozenset(["Dockerfile"]),
    "warning",
    "security",
    "ADD downloads a file without verifying it",
    (
        script(
            rb"^[ \t]*+ADD[ \t]+(?!--checksum)(?>(?:--\w+=\S+[ \t]+)*)(?!--checksum)https?://",
            b"ADD",
        ),
    ),
    fires=(("Dockerfile", "FROM a:1\nADD https://example.com/x /x\n"),),
    quiet=(
        ("Dockerfile", "FROM a:1\nADD x /x\n# ADD https://example.com/x /x\n"),
        ("Dockerfile", "FROM a:1\nADD --checksum=sha256:0 https://example.com/x /x\n"),
    ),
)
