"""Actions of others that a tag or branch names, which their authors can move."""

from repobook.parse.rule import Rule, script

RULE = Rule(
    frozenset(["YAML"]),
    "info",
    "security",
    "{name} is not pinned to a commit",
    (
        script(
            rb"uses:\s*[\"']?(?P<name>(?!actions/|github/|\.)[\w.-]{1,60}/[\w./-]{1,200}"
            rb"@(?![0-9a-f]{40}\b)[\w./-]{1,100})",
            b"uses:",
        ),
    ),
    fires=(("YAML", "steps:\n  - uses: someone/action@v1\n"),),
    quiet=(
        ("YAML", "steps:\n  - uses: actions/checkout@v4\n  - uses: ./local\n"),
        ("YAML", f"steps:\n  - uses: someone/action@{'0a' * 20}\n"),
    ),
)
