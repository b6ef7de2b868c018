"""Actions of others that a tag or branch names, which their authors can move.

What lies in a folder ``.github`` of another repository is shared between those of one owner.
"""

from repobook.findings.rule import Rule, script
from repobook.findings.workflows import InWorkflow

_JOB = "on: push\njobs:\n  a:\n    steps:\n"

RULE = Rule(
    frozenset(["YAML"]),
    "info",
    "security",
    "{name} is not pinned to a commit",
    (
        InWorkflow(
            script(
                rb"uses:\s*[\"']?(?P<name>(?!actions/|github/|\.|[\w.-]{1,60}/[\w.-]{1,99}/\.github/)"
                rb"[\w.-]{1,60}/[\w./-]{1,200}"
                rb"@(?![0-9a-f]{40}\b)[\w./-]{1,100})",
                b"uses:",
            )
        ),
    ),
    fires=(
        ("YAML", f"{_JOB}      - uses: someone/action@v1\n"),
        ("YAML", "runs:\n  using: composite\n  steps:\n    - uses: someone/action@v1\n"),
    ),
    quiet=(
        ("YAML", f"{_JOB}      - uses: actions/checkout@v4\n      - uses: ./local\n"),
        ("YAML", f"{_JOB}      - uses: someone/action@{'0a' * 20}\n"),
        ("YAML", f"{_JOB}      - uses: us/shared/.github/actions/checkout@main\n"),
        ("YAML", "plugins:\n  - uses: someone/plugin@v1\n"),
    ),
)
