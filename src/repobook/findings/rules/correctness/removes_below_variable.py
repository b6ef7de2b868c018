"""``rm -rf $FOLDER/…``: with an empty variable it begins at the root."""

from repobook.findings.rule import Rule, script

RULE = Rule(
    frozenset(["Shell", "Dockerfile", "YAML", "Makefile"]),
    "warning",
    "correctness",
    "deletes from the root directory if the variable is empty",
    (
        script(
            rb"\brm +(?:-\w+\s+){0,3}-\w*[rR]\w*\s+(?:-\w+\s+){0,3}"
            rb"[\"']?\$\{?[A-Za-z_]\w*\}?[\"']?/(?:\*|[\"']?(?:\s|$|[;&|)]))",
            b"rm ",
        ),
    ),
    fires=(("Shell", "rm -rf $DIR/\n"), ("Shell", 'rm -rf "$DIR"/*\n')),
    quiet=(
        ("Shell", "rm -rf $DIR\nrm -rf ${DIR:?}/\nrm -rf $DIR/build\n# rm -rf $DIR/\n"),
        ("Shell", "rm $DIR/x\n"),
    ),
)
