"""Formats that are not written where they are used: who writes them may read memory."""

from repobook.findings.rule import C_FAMILY, Rule, calls

# A lone name or chain; names in capitals are constants that a macro spells out.
_LONE = rb"(?![A-Z0-9_]+\s*\))[A-Za-z_][\w.>:-]{0,80}(?:\(\))?\s*\)"

RULE = Rule(
    C_FAMILY,
    "warning",
    "security",
    "{name}() takes a format string that is not a literal",
    (
        calls("printf", of=("", "std"), after=rb"\s*\(\s*" + _LONE),
        calls("fprintf", of=("", "std"), after=rb"\s*\(\s*\w{1,40}\s*,\s*" + _LONE),
        calls("syslog", after=rb"\s*\(\s*[\w|\s]{1,60},\s*" + _LONE),
    ),
    fires=(
        ("C", "void f(char *a) { printf(a); fprintf(stderr, a); syslog(LOG_ERR, a); }\n"),
        ("C++", "void f(std::string a) { printf(a.c_str()); }\n"),
    ),
    quiet=(
        ("C", 'void f(char *a) { printf("%s", a); printf("x"); fprintf(a, "x"); }\n'),
        ("C", 'void f(int a) { printf(USAGE); printf(PRIX "x", a); fprintf(f, fmt, a); }\n'),
    ),
)
