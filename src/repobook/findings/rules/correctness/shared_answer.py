"""Functions of C whose answer lies in memory that all threads share."""

from repobook.findings.rule import C_FAMILY, Rule, calls

RULE = Rule(
    C_FAMILY,
    "info",
    "correctness",
    "{name}() returns a static buffer that all threads share",
    (calls("strtok", "localtime", "gmtime", "asctime", "ctime", of=("", "std")),),
    fires=(("C", "void f(time_t *t) { localtime(t); }\n"),),
    quiet=(
        ("C", "void f(time_t *t) { localtime_r(t, &r); }\n"),
        ("C++", "void f(fmt::T t) { fmt::localtime(t); }\n"),
    ),
)
