"""C's copying functions that do not know how much room there is."""

from repobook.findings.rule import C_FAMILY, Rule, calls

RULE = Rule(
    C_FAMILY,
    "warning",
    "security",
    "{name}() writes without knowing how much room there is",
    (calls("gets", "strcpy", "strcat", "stpcpy", "sprintf", "vsprintf", of=("", "std")),),
    fires=(
        ("C", "void f(char *a) { strcpy(a, b); }\n"),
        ("C++", 'void f(char *a) { std::sprintf(a, "%d", 1); }\n'),
        ("C++", "namespace n {\nvoid f(char *a) { strcpy(a, b); }\n}\n"),
    ),
    quiet=(
        ("C", "void f(char *a) { snprintf(a, 3, b); strncpy(a, b, 3); }\n"),
        ("C++", "void f(Text a) { a.strcpy(b); }\n"),
        ("C", "void f(void) { /* strcpy(a, b) */ }\n"),
        ("C", "static void strcpy(char *a) {}\nvoid f(char *a) { strcpy(a); }\n"),
    ),
)
