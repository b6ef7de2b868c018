"""C's copying functions that do not know how much room there is."""

import re
from collections.abc import Iterable
from typing import Final

from repobook.findings.rule import C_FAMILY, File, Hit, Rule, calls

# How long a text is that is written here, everyone can see.
_MAX_ABOVE: Final = 2
_MEASURED: Final = re.compile(rb"alloc\w{0,20}\s*\(.{0,200}\bstrlen\s*\(", re.IGNORECASE)
# Numbers have a longest form; texts have none.
_WRITES_TEXT: Final = rb'(?!\s{0,9}\([^,"\n]{1,200},\s{0,9}"(?:[^"%\n]|%[^s\[*\n])*")'
_NO_LITERAL: Final = rb'(?!\s{0,9}\([^,\n]{1,200},\s{0,9}"[^"\n]{0,200}"\s{0,9}\))'
_COPIES: Final = (
    calls("gets", "vsprintf", of=("", "std")),
    calls("sprintf", of=("", "std"), after=_WRITES_TEXT),
    calls("strcpy", "strcat", "stpcpy", of=("", "std"), after=_NO_LITERAL),
)


def _find(file: File) -> Iterable[Hit]:
    """Not where the line above takes as much memory as the text needs."""
    lines = file.source.lines
    for uses in _COPIES:
        for name in sorted(uses.names & file.references_by_name.keys()):
            for hit in uses.of_name(name, file):
                above = lines[max(0, hit.line - 1 - _MAX_ABOVE) : hit.line]
                if not _MEASURED.search(b" ".join(above)):
                    yield hit


RULE = Rule(
    C_FAMILY,
    "warning",
    "security",
    "{name}() writes without checking the size of the buffer",
    (_find,),
    fires=(
        ("C", "void f(char *a) { strcpy(a, b); }\n"),
        ("C++", 'void f(char *a) { std::sprintf(a, "%d %s", 1, b); }\n'),
        ("C++", "namespace n {\nvoid f(char *a) { strcpy(a, b); }\n}\n"),
    ),
    quiet=(
        ("C", "void f(char *a) { snprintf(a, 3, b); strncpy(a, b, 3); }\n"),
        ("C++", "void f(Text a) { a.strcpy(b); }\n"),
        ("C", "void f(void) { /* strcpy(a, b) */ }\n"),
        ("C", 'void f(char *a) { sprintf(a, "%d of %.2f", 1, b); }\n'),
        ("C", "void f(char *b) {\n  char *a = malloc(strlen(b) + 1);\n  strcpy(a, b);\n}\n"),
        ("C", 'void f(char *a) { strcpy(a + 1, "NaN"); }\n'),
        ("C", "static void strcpy(char *a) {}\nvoid f(char *a) { strcpy(a); }\n"),
    ),
)
