"""Functions that Go runs beside their caller."""

from repobook.findings.rule import Rule, code

RULE = Rule(
    frozenset(["Go"]),
    "fact",
    "performance",
    "runs in a goroutine: {name}",
    (code(rb"^[ \t]{0,200}go[ \t]+(?P<name>[A-Za-z_][\w.]{0,200})(?=[({\[])", b"go "),),
    fires=(("Go", "package p\nfunc f() {\n\tgo g()\n\tgo func() {}()\n}\n"),),
    quiet=(("Go", "package p\n// go g()\nfunc f() { goes() }\n"),),
)
