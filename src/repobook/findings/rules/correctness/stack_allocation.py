"""Memory from the stack in an amount that is known only when the program runs."""

from repobook.findings.rule import C_FAMILY, Rule, calls

RULE = Rule(
    C_FAMILY,
    "fact",
    "correctness",
    "{name}() allocates on the stack and cannot report failure",
    (calls("alloca", "_alloca", "__builtin_alloca"),),
    fires=(("C", "void f(int n) { char *a = alloca(n); }\n"),),
    quiet=(("C", "void f(int n) { char *a = malloc(n); }\n"),),
)
