"""Names of temporary files that someone else can take first."""

from repobook.findings.rule import C_FAMILY, Rule, calls

RULE = Rule(
    C_FAMILY,
    "warning",
    "security",
    "{name}() returns a predictable name that an attacker can create first",
    (calls("tmpnam", "tempnam", "mktemp", of=("", "std")),),
    fires=(("C", "void f(char *a) { tmpnam(a); }\n"),),
    quiet=(("C", "void f(char *a) { mkstemp(a); }\n"), ("C++", "void f(T a) { a.mktemp(); }\n")),
)
