"""Passwords and tokens that stay readable in an image."""

from repobook.findings.rule import Rule, script

RULE = Rule(
    frozenset(["Dockerfile"]),
    "warning",
    "security",
    "the value of {name} can be read from the image",
    (
        script(
            rb"^[ \t]*+(?:ENV|ARG)[ \t]+"
            rb"(?P<name>\w{0,40}(?:PASSWORD|PASSWD|SECRET|TOKEN|API_KEY|ACCESS_KEY))"
            rb"=(?![\"']?(?:\s|$|[\"']|\$))",
            b"=",
        ),
    ),
    fires=(("Dockerfile", "FROM a:1\nENV DB_PASSWORD=hunter7\n"),),
    quiet=(
        ("Dockerfile", "FROM a:1\nARG DB_PASSWORD\nENV DB_PASSWORD=${DB_PASSWORD}\n"),
        ("Dockerfile", 'FROM a:1\nENV TOKEN=""\nENV TOKEN_FILE=/run/x\n'),
    ),
)
