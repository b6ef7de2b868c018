"""Commands that C hands to the shell."""

from repobook.findings.rule import C_FAMILY, Rule, calls

RULE = Rule(
    C_FAMILY,
    "warning",
    "security",
    "{name}() runs a command through the shell",
    (calls("system", "popen", "_popen", "wordexp", of=("", "std"), after=rb"\s*\("),),
    fires=(("C", "void f(char *a) { system(a); }\n"), ("C++", "void f() { std::system(a); }\n")),
    quiet=(
        ("C++", "void f(Os &os) { os.system(a); file->popen(); }\n"),
        ("C++", "struct A { void system(); void f() { system(); } };\n"),
    ),
)
