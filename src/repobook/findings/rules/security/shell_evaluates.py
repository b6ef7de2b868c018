"""Text that a shell script runs as commands."""

from repobook.findings.rule import Rule, calls

RULE = Rule(
    frozenset(["Shell"]),
    "warning",
    "security",
    "eval runs what its variables hold as commands",
    # Asking a tool for its own settings is what eval is for.
    (calls("eval", after=rb"\s+(?!\"?\$\()[^\n]*\$"),),
    fires=(("Shell", 'eval "$command"\n'), ("Shell", "eval $a $b\n")),
    quiet=(
        ("Shell", 'eval "$(ssh-agent -s)"\n# eval $x\n'),
        ("Shell", "eval set\nmodel_eval $x\n"),
    ),
)
