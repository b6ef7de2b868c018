"""C's copying functions that do not know how much room there is."""

from typing import Final

from repobook.findings.rule import C_FAMILY, Rule, calls

# How long a text is that is written here, everyone can see.
_NO_LITERAL: Final = rb'(?!\s{0,9}\([^,\n]{1,200},\s{0,9}"[^"\n]{0,200}"\s{0,9}\))'

RULE = Rule(
    C_FAMILY,
    "warning",
    "security",
    "{name}() writes without checking the size of the buffer",
    (
        calls("gets", "sprintf", "vsprintf", of=("", "std")),
        calls("strcpy", "strcat", "stpcpy", of=("", "std"), after=_NO_LITERAL),
    ),
    fires=(
        ("C", "void f(char *a) { strcpy(a, b); }\n"),
        ("C++", 'void f(char *a) { std::sprintf(a, "%d", 1); }\n'),
        ("C++", "namespace n {\nvoid f(char *a) { strcpy(a, b); }\n}\n"),
    ),
    quiet=(
        ("C", "void f(char *a) { snprintf(a, 3, b); strncpy(a, b, 3); }\n"),
        ("C++", "void f(Text a) { a.strcpy(b); }\n"),
        ("C", "void f(void) { /* strcpy(a, b) */ }\n"),
        ("C", 'void f(char *a) { strcpy(a + 1, "NaN"); }\n'),
        ("C", "static void strcpy(char *a) {}\nvoid f(char *a) { strcpy(a); }\n"),
    ),
)
