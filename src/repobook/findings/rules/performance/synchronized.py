"""Methods and blocks of Java that one thread at a time may enter."""

from repobook.findings.rule import Rule, code

RULE = Rule(
    frozenset(["Java", "Kotlin"]),
    "fact",
    "performance",
    "only one thread at a time",
    (code(rb"(?<![\w.@])(?:synchronized(?=\s*[({]|\s+\w)|@Synchronized\b)", b"ynchronized"),),
    fires=(
        ("Java", "class A { synchronized void f() { synchronized (this) {} } }\n"),
        ("Kotlin", "@Synchronized fun f() {}\n"),
    ),
    quiet=(
        ("Java", 'class A { /* synchronized void f() */ void g() { h("synchronized x"); } }\n'),
    ),
)
